# Branches of the pair function: a column of panels per system. At the top the share of the pairs
# that takes each branch; below it the active lanes of a warp there, a colour per strategy; at the
# bottom the distinct paths of a warp at once, the mean as a bar and the most as a line.

panel_width = 100 + ticks * (60 > 13 * curves ? 60 : 13 * curves)
panel_height = 200
legend_width = 240
load folder.'/style.gp'

plot NaN notitle, for [c = 1:curves] keyentry with boxes fillstyle solid 1 noborder linecolor rgb colour(c) \
  title curve_name[c]

# Places curve c in a group of bars. Only the first curve has pairs; only the others have lanes.
place(group, c) = group + (c - first - 0.5 * (last - first)) * 0.86 / (last - first + 1)
rounded(mean) = sprintf(mean == 0 ? '%.0f' : mean < 0.995 ? '%.2f' : mean < 9.95 ? '%.1f' : '%.0f', mean)
text(mean, most) = most > mean ? sprintf('%s, %.0f', rounded(mean), most) : rounded(mean)

do for [column = 1:columns] {
  set xrange [*:*]
  set yrange [*:*]
  stats data index block(1, column, 1) using 1 nooutput
  do for [row = 1:rows] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      first = row == 1 ? 1 : 2
      last = row == 1 ? 1 : curves
      set yrange [0:*]
      if (row < 3) {
        set xrange [STATS_min - 0.5:STATS_max + 0.5]
        set yrange [0:row == 1 ? 108 : 34]
        set xtics scale 0 rotate by -18 noenhanced (literal(tick_name[1]) 0)
        do for [k = 2:ticks] { set xtics add (literal(tick_name[k]) k - 1) }
      } else {
        set xrange [-0.5:0.5]
        unset xtics
      }
      set offsets 0, 0, graph 0.12, 0
      set boxwidth 0.8 / (last - first + 1)
      set style fill solid 1 noborder
      set grid noxtics
      set ytics format '%g'
      plot for [c = first:last] data index block(row, column, c) \
        using (place($1, c)):2 with boxes linecolor rgb colour(c), \
        for [c = first:last] data index block(row, column, c) \
        using (place($1, c)):3:(0):($4 - $3) with vectors nohead linecolor rgb '#000000' linewidth 1.4, \
        for [c = first:last] data index block(row, column, c) \
        using (place($1, c)):4:(text($2, $4)) with labels offset 0, 0.5 font ',7' textcolor rgb ink
    }
  }
}
unset multiplot
