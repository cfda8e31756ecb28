# Fluctuation and drift of the total energy against the time step: a column of panels per system, a
# curve per arithmetic, backend and strategy, and the power law fitted to its fluctuation.

panel_width = columns > 2 ? 360 : 580
panel_height = 280
legend_width = 650
unlisted = 0
do for [c = 1:curves] { unlisted = unlisted + curve_dash[c] }
load folder.'/style.gp'
listed = curves - unlisted
min(a, b) = a < b ? a : b

plot NaN notitle, for [c = 1:listed] keyentry with points linecolor rgb colour(c) \
  pointtype point(c) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale xy 10
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets graph 0.06, graph 0.06, graph 0.08, graph 0.08
      set xtics format '%g' (1)
      do for [decade = -6:3] { do for [m in '1 2 5'] { set xtics add (m * 10. ** decade) } }
      set ytics format '10^{%T}'
      set xlabel 'time step' textcolor rgb ink
      # gnuplot runs even an empty range once, so that its curve has to exist and is filtered below
      plot for [c = min(listed + 1, curves):curves] data index block(row, column, c) \
        using 1:(c > listed ? $2 : NaN) with lines linecolor rgb colour(c) linewidth 1, \
        for [c = 1:listed] data index block(row, column, c) using 1:2:3:4 with yerrorbars \
        linecolor rgb colour(c) pointtype point(c) pointsize 0.8
    }
  }
}
unset multiplot
