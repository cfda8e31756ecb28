# Time of a force call from commit to commit, over that of the first shown: a panel per system and
# precision, a curve per strategy and tuning. Rings mark changes of level (curve 1).

panel_width = 560
panel_height = 260
legend_width = 280
load folder.'/style.gp'
ring = 6

plot NaN notitle, for [c = 1:curves] keyentry with points linecolor rgb (c == 1 ? ink : colour(c)) \
  pointtype (c == 1 ? ring : point(c)) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set xrange [-0.5:ticks - 0.5]
      set yrange [*:*]
      set offsets 0, 0, graph 0.08, graph 0.08
      set xtics () font ',8' noenhanced
      do for [t = 1:ticks] {
        if ((ticks - t) % ceil(ticks / 8.) == 0) { set xtics add (literal(tick_name[t][1:7]) t - 1) }
      }
      set ytics format '%.2f'
      set xlabel 'commit' textcolor rgb ink
      set ylabel column == 1 ? 'time / first' : '' textcolor rgb ink
      set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink linewidth 0.8 \
        back
      plot for [c = 2:curves] data index block(row, column, c) using 1:2 with linespoints \
        linecolor rgb colour(c) pointtype point(c) linewidth 1.2, \
        for [c = 2:curves] data index block(row, column, c) using 1:2:3:4 with yerrorbars \
        linecolor rgb colour(c) pointtype point(c) linewidth 1.2, \
        data index block(row, column, 1) using 1:2 with points linecolor rgb ink pointtype ring \
        pointsize 2.4 linewidth 1.6
    }
  }
}
unset multiplot
