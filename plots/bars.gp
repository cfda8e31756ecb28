# Draws horizontal bars next to names: from 0, with value and interval, or parts of stacks from low to high. Untrusted
# values are grey and hollow.

load 'plots/style.gp'
load 'plots/names.gp'
load 'plots/page.gp'
spare = 0.3
place(p, c, what) = is(c, what) && of(p, c) ? at(p) : NaN
do for [p = 1:panels] {
  load 'plots/named.gp'
  plot for [c = 1:curves] table using (trusted(0) ? column('y') : NaN):(place(p, c, 'bar')):(0):(column('y')): \
    (place(p, c, 'bar') - 0.36):(place(p, c, 'bar') + 0.36) \
    with boxxyerror fillstyle solid 0.85 noborder linecolor rgb colour(c), \
    for [c = 1:curves] table using (trusted(0) ? NaN : column('y')):(place(p, c, 'bar')):(0):(column('y')): \
    (place(p, c, 'bar') - 0.36):(place(p, c, 'bar') + 0.36) with boxxyerror fillstyle empty linecolor rgb doubt, \
    for [c = 1:curves] table using (trusted(0) ? column('y') : NaN):(place(p, c, 'part')):(low(0)):(high(0)): \
    (place(p, c, 'part') - 0.36):(place(p, c, 'part') + 0.36) \
    with boxxyerror fillstyle solid 1 border rgb ink linecolor rgb colour(c) linewidth 0.4, \
    for [c = 1:curves] table using (trusted(0) ? NaN : column('y')):(place(p, c, 'part')):(low(0)):(high(0)): \
    (place(p, c, 'part') - 0.36):(place(p, c, 'part') + 0.36) with boxxyerror fillstyle empty linecolor rgb doubt, \
    for [c = 1:curves] table using (low(0)):(place(p, c, 'bar')):(high(0) - low(0)):(0) \
    with vectors nohead linecolor rgb '#000000' linewidth 0.8, \
    for [c = 1:curves] table using (high(0)):(place(p, c, 'bar')):(value_text(column('y'))) \
    with labels left offset 0.3, 0 textcolor rgb ink
}
unset multiplot
unset output
