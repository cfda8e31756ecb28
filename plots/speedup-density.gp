# Speed-up of edge and edge_segmented over vertex against density, for the most particles measured: a
# panel per precision, a curve per device.

panel_width = 420
panel_height = 280
legend_width = 380
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with linespoints linecolor rgb colour(c) pointtype point(c) \
  dashtype dash(c) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set xrange [0:*]
      set yrange [0:1.2 < *]
      set offsets 0, graph 0.05, 0, 0
      set xtics format '%g'
      set ytics format '%g'
      set xlabel 'density ρ' textcolor rgb ink
      set ylabel column == 1 ? 'speed-up over vertex' : '' textcolor rgb ink
      set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink linewidth 0.8 \
        back
      plot for [c = 1:curves] data index block(row, column, c) using 1:2 with linespoints \
        linecolor rgb colour(c) pointtype point(c) dashtype dash(c) linewidth 1.4, \
        for [c = 1:curves] data index block(row, column, c) using 1:2:3:4 with yerrorbars \
        linecolor rgb colour(c) pointtype point(c) linewidth 1.4
    }
  }
}
unset multiplot
