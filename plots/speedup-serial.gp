# Speed-up over one core against the number of particles, of the fastest strategy: a row of panels
# per precision, a panel per system, a curve per device and parameters. Open symbols: a paper's
# values.

panel_width = columns > 2 ? 300 : 460
panel_height = 260
legend_width = 380
load folder.'/style.gp'

published(c) = curve_dash[c] > 0
array open_marker[6] = [4, 6, 8, 10, 12, 14]
symbol(c) = published(c) ? open_marker[(c - 1) % 6 + 1] : point(c)
shade(c) = published(c) ? ink : colour(c)

plot NaN notitle, for [c = 1:curves] keyentry with points linecolor rgb shade(c) pointtype symbol(c) \
  title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale x 10
      set xrange [*:*] noextend
      set yrange [0:*]
      set offsets graph 0.05, graph 0.05, graph 0.05, 0
      set xtics format '%.0s%c' (1)
      do for [decade = 0:9] { set xtics add (10 ** decade) }
      set ytics format '%g'
      set xlabel 'particles' textcolor rgb ink
      set ylabel column == 1 ? 'speed-up over one core' : '' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2:3:4 with yerrorbars \
        linecolor rgb shade(c) pointtype symbol(c) linewidth 1.4, \
        for [c = 1:curves] data index block(row, column, c) \
        using 1:(published(c) ? NaN : $2) with lines linecolor rgb shade(c) linewidth 1.4
    }
  }
}
unset multiplot
