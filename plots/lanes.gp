# Active lanes of a warp, as CUPTI counts them in all executed instructions, against those that the
# replay finds in the pair function: a panel per device and precision, a colour per strategy. On the
# diagonal both agree.

panel_width = 420
panel_height = 420
legend_width = 180
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with points linecolor rgb colour(c) pointtype point(c) \
  title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set xrange [0:33]
      set yrange [0:33]
      set xtics 4 format '%g'
      set ytics 4 format '%g'
      set xlabel 'lanes, replayed' textcolor rgb ink
      set ylabel column == 1 ? 'lanes, CUPTI' : '' textcolor rgb ink
      set arrow 1 from first 0, 0 to first 32, 32 nohead linecolor rgb ink linewidth 0.8 back
      plot for [c = 1:curves] data index block(row, column, c) using 1:2 with points \
        linecolor rgb colour(c) pointtype point(c)
    }
  }
}
unset multiplot
