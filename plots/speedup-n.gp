# Speed-up of edge over vertex against the number of particles: a row of panels per precision, a panel
# per model and density, a curve per device. Above one, edge is the faster.

panel_width = columns > 2 ? 280 : 420
panel_height = 240
legend_width = 280
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with linespoints linecolor rgb colour(c) pointtype point(c) \
  title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale x 10
      set xrange [*:*] noextend
      set yrange [0:1.2 < *]
      set offsets graph 0.05, graph 0.05, graph 0.05, 0
      set xtics format '%.0s%c' (1)
      do for [decade = 0:9] { set xtics add (10 ** decade) }
      set ytics format '%g'
      set xlabel 'particles' textcolor rgb ink
      set ylabel column == 1 ? 'speed-up over vertex' : '' textcolor rgb ink
      set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink linewidth 0.8 \
        back
      plot for [c = 1:curves] data index block(row, column, c) using 1:2:3:4 with yerrorlines \
        linecolor rgb colour(c) pointtype point(c) linewidth 1.4
    }
  }
}
unset multiplot
