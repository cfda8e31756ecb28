# Energies of particles that move, against time: a column of panels per system and motion, a curve per
# arithmetic, backend and strategy.

panel_width = columns > 2 ? 360 : 520
panel_height = 260
legend_width = 240
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with lines linecolor rgb colour(c) linewidth 1.6 \
  title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set xrange [0:*] noextend
      set yrange [*:*] noextend
      set offsets 0, 0, graph 0.06, graph 0.06
      set xtics format '%g'
      set ytics format row % 2 == 1 ? '%.2g' : '%.4g'
      set xlabel 'time' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2 with lines \
        linecolor rgb colour(c) linewidth 1.1
    }
  }
}
unset multiplot
