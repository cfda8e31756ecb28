# Speed-up of every strategy over vertex against the number of particles: a row of panels per device
# and precision, a panel per density.

panel_width = columns > 2 ? 250 : 380
panel_height = 210
legend_width = 150
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with linespoints linecolor rgb colour(c) pointtype point(c) \
  dashtype dash(c) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale x 10
      set logscale y 2
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets graph 0.05, graph 0.05, graph 0.08, graph 0.08
      set xtics format '%.0s%c' (1)
      do for [decade = 0:9] { set xtics add (10 ** decade, 3 * 10 ** decade) }
      set ytics format '%.3g'
      set xlabel 'particles' textcolor rgb ink
      set ylabel column == 1 ? 'speed-up over vertex' : '' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2:3:4 with yerrorlines \
        linecolor rgb colour(c) pointtype point(c) dashtype dash(c) linewidth 1.4
    }
  }
}
unset multiplot
