# Values beside names: a row of points for each name, with their intervals.

trusted(value) = column(8) > 0 ? value : NaN
doubted(value) = column(8) > 0 ? NaN : value
at(tick) = tick >= 0 ? place[int(tick) + 1] : NaN

set ytics noenhanced
plot for [c = 1:curves] data index block(c) \
  using (is(c, published) ? NaN : $3):(at($1)):($4 - $3):(0) with vectors nohead \
  linecolor rgb colour(c) linewidth 0.9, \
  for [c = 1:curves] data index block(c) using (is(c, published) ? NaN : trusted($2)):(at($1)) \
  with points linecolor rgb colour(c) pointtype symbol(c) pointsize 1.2 * size linewidth 0.9, \
  for [c = 1:curves] data index block(c) using (is(c, published) ? NaN : doubted($2)):(at($1)) \
  with points linecolor rgb doubt pointtype hollow_symbol[curve_symbol[c] + 1] pointsize 1.2 * size \
  linewidth 0.9, \
  for [c = 1:curves] data index block(c) using (is(c, published) ? $2 : NaN):(at($1)) \
  with points linecolor rgb ink pointtype symbol(c) pointsize 1.4 * size linewidth 0.9
