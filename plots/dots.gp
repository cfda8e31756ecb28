# Draws a row of points, with intervals, next to each name.

load 'plots/style.gp'
load 'plots/names.gp'
load 'plots/page.gp'
spare = 0.06
place(p, c) = of(p, c) ? at(p) : NaN
do for [p = 1:panels] {
  load 'plots/named.gp'
  plot for [c = 1:curves] table using (is(c, 'published') ? NaN : low(0)):(place(p, c)):(high(0) - low(0)):(0) \
    with vectors nohead linecolor rgb colour(c) linewidth 0.9, \
    for [c = 1:curves] table using (trusted(0) ? column('y') : NaN):(place(p, c)) with points \
    linecolor rgb colour(c) pointtype symbol(c) pointsize 1.2 * size linewidth 0.9, \
    for [c = 1:curves] table using (trusted(0) ? NaN : column('y')):(place(p, c)) with points \
    linecolor rgb doubt pointtype hollow_symbol(c) pointsize 1.2 * size linewidth 0.9
}
unset multiplot
unset output
