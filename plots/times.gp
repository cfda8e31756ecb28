# Time of a force call against the number of particles: a row of panels per device and precision, a
# panel per model and density, a curve per strategy and, where several were measured, tuning.

panel_width = columns > 2 ? 280 : 420
panel_height = 280
legend_width = 200
load folder.'/style.gp'
point(curve) = marker[(curve_colour[curve] + curve_dash[curve]) % 8 + 1]

plot NaN notitle, for [c = 1:curves] keyentry with linespoints linecolor rgb colour(c) pointtype point(c) \
  dashtype dash(c) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale xy 10
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets graph 0.05, graph 0.05, graph 0.08, graph 0.08
      set xtics format '%.0s%c' (1)
      do for [decade = 0:9] { set xtics add (10 ** decade) }
      set ytics format '%g'
      set xlabel 'particles' textcolor rgb ink
      set ylabel column == 1 ? 'µs per force call' : '' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2:3:4 with yerrorlines \
        linecolor rgb colour(c) pointtype point(c) dashtype dash(c) linewidth 1.2
    }
  }
}
unset multiplot
