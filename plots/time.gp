# Time per particle and force call of every strategy, for the most particles measured: a panel per
# device and precision, a group of bars per density.

panel_width = 200 + 170 * ticks
panel_height = 230
legend_width = 165
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with boxes fillstyle solid 1 noborder linecolor rgb colour(c) \
  title curve_name[c]

bar = 0.86 / curves
middle(group, curve) = group + (curve - 0.5 * (curves + 1)) * bar

do for [row = 1:rows] {
  column = 1
  if (used(row, column)) {
    load folder.'/panel.gp'
    set xrange [-0.5:ticks - 0.5]
    set yrange [0:*]
    set offsets 0, 0, graph 0.1, 0
    set boxwidth 0.92 * bar
    set style fill solid 1 noborder
    set grid noxtics
    set xtics scale 0 ()
    do for [k = 1:ticks] { set xtics add (literal(tick_name[k]) k - 1) }
    set ytics format '%g'
    set ylabel 'ns per particle' textcolor rgb ink
    plot for [c = 1:curves] data index block(row, column, c) \
      using (middle($1, c)):2 with boxes linecolor rgb colour(c), \
      for [c = 1:curves] data index block(row, column, c) \
      using (middle($1, c)):3:(0):($4 - $3) with vectors nohead linecolor rgb '#000000' linewidth 1.4, \
      for [c = 1:curves] data index block(row, column, c) \
      using (middle($1, c)):4:(sprintf($2 < 0.0995 ? '%.3f' : $2 < 9.995 ? '%.2f' : $2 < 99.95 ? '%.1f' : '%.0f', $2)) \
      with labels offset 0, 0.5 font ',8' textcolor rgb ink
  }
}
unset multiplot
