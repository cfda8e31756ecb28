# Force error against the time of a force call: a panel per device and system, a colour per strategy, a
# mark per precision. Whatever lies above and right of another point is slower and less accurate.

panel_width = 520
panel_height = 300
legend_width = 185
load folder.'/style.gp'

mark(curve) = marker[curve_dash[curve] % 8 + 1]

plot NaN notitle, for [c = 1:curves] keyentry with points linecolor rgb colour(c) \
  pointtype mark(c) title curve_name[c]

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale xy 10
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets graph 0.06, graph 0.06, graph 0.06, graph 0.06
      set xtics format '%g'
      set ytics format '10^{%T}'
      set xlabel 'µs per force call' textcolor rgb ink
      set ylabel column == 1 ? 'RMS force error' : '' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2 with points \
        linecolor rgb colour(c) pointtype mark(c) pointsize 0.9
    }
  }
}
unset multiplot
