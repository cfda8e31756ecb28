# Bars behind names: whole ones from 0, with their value and interval, or the parts of stacks from low to
# high. What is not to be trusted is grey and hollow.

at(tick) = tick >= 0 ? place[int(tick) + 1] : NaN
value_text(value) = sprintf(value < 0.0995 ? '%.3f' : value < 9.995 ? '%.2f' : value < 99.95 ? '%.1f' \
  : '%.0f', value)
trusted(value) = column(8) > 0 ? value : NaN
doubted(value) = column(8) > 0 ? NaN : value

unset grid
set grid xtics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.5
set ytics noenhanced
plot for [c = 1:curves] data index block(c) \
  using (is(c, bar) ? trusted($2) : NaN):(at($1)):(0):2:(at($1) - 0.36):(at($1) + 0.36) \
  with boxxyerror fillstyle solid 0.85 noborder linecolor rgb colour(c), \
  for [c = 1:curves] data index block(c) \
  using (is(c, bar) ? doubted($2) : NaN):(at($1)):(0):2:(at($1) - 0.36):(at($1) + 0.36) \
  with boxxyerror fillstyle empty linecolor rgb doubt, \
  for [c = 1:curves] data index block(c) \
  using (is(c, part) ? doubted($2) : NaN):(at($1)):3:4:(at($1) - 0.36):(at($1) + 0.36) \
  with boxxyerror fillstyle empty linecolor rgb doubt, \
  for [c = 1:curves] data index block(c) \
  using (is(c, part) ? trusted($2) : NaN):(at($1)):3:4:(at($1) - 0.36):(at($1) + 0.36) \
  with boxxyerror fillstyle solid 1 border rgb ink linecolor rgb part_colour(curve_colour[c]) linewidth 0.4, \
  for [c = 1:curves] data index block(c) using (is(c, bar) ? $3 : NaN):(at($1)):($4 - $3):(0) \
  with vectors nohead linecolor rgb '#000000' linewidth 0.8, \
  for [c = 1:curves] data index block(c) using (is(c, published) ? $2 : NaN):(at($1)) \
  with points linecolor rgb ink pointtype symbol(c) pointsize 1.4 * size linewidth 0.9, \
  for [c = 1:curves] data index block(c) \
  using (is(c, bar) ? $4 : NaN):(at($1)):(value_text($2)) with labels left offset 0.3, 0 \
  textcolor rgb ink
