# Force error against the time of a force call: a panel per device and system, a colour per
# precision, a mark per strategy. Whatever lies above and right of another point is slower and less
# accurate.

panel_width = 520
panel_height = 300
legend_width = 130

# Curves are named "strategy, precision". The legend lists each strategy and each precision once,
# at the first curve that has it.
strategy(c) = curve_name[c][1:strstrt(curve_name[c], ', ') - 1]
precision(c) = curve_name[c][strstrt(curve_name[c], ', ') + 2:*]
precisions = ''
strategies = ''
do for [c = 1:curves] {
  alike = 0
  marked = 0
  do for [k = 1:c - 1] {
    alike = alike || curve_colour[k] == curve_colour[c]
    marked = marked || curve_dash[k] == curve_dash[c]
  }
  precisions = precisions.(alike ? '' : sprintf(' %d', c))
  strategies = strategies.(marked ? '' : sprintf(' %d', c))
}
unlisted = curves - words(precisions) - words(strategies)
load folder.'/style.gp'

mark(curve) = marker[curve_dash[curve] % 8 + 1]

plot NaN notitle, \
  for [k = 1:words(precisions)] keyentry with points pointtype 5 pointsize 1.4 \
    linecolor rgb colour(int(word(precisions, k))) title precision(int(word(precisions, k))), \
  for [k = 1:words(strategies)] keyentry with points pointtype mark(int(word(strategies, k))) pointsize 1.3 \
    linecolor rgb ink title strategy(int(word(strategies, k)))

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale xy 10
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets graph 0.06, graph 0.06, graph 0.06, graph 0.06
      set xtics ()
      do for [e = -3:6] {
        do for [m in '1 2 5'] {
          set xtics add (sprintf('%g', m * 10.**e) m * 10.**e)
        }
      }
      set ytics format '10^{%T}'
      set xlabel 'µs per force call' textcolor rgb ink
      set ylabel column == 1 ? 'RMS force error' : '' textcolor rgb ink
      plot for [c = 1:curves] data index block(row, column, c) using 1:2 with points \
        linecolor rgb colour(c) pointtype mark(c) pointsize 1.3
    }
  }
}
unset multiplot
