# Curves, points and lines, with their intervals. What is not to be trusted is grey and hollow.

trusted(value) = column(8) > 0 ? value : NaN
doubted(value) = column(8) > 0 ? NaN : value

plot for [c = 1:curves] data index block(c) using 1:(is(c, joined) ? $2 : NaN) with lines \
  linecolor rgb colour(c) dashtype dash(c) linewidth 0.9, \
  for [c = 1:curves] data index block(c) using 1:(is(c, line) ? $2 : NaN) with lines \
  linecolor rgb colour(c) dashtype dash(c) linewidth 1.1, \
  for [c = 1:curves] data index block(c) using 1:(is(c, published) ? $2 : NaN) with lines \
  linecolor rgb ink dashtype 3 linewidth 0.7, \
  for [c = 1:curves] data index block(c) using 1:(is(c, joined) || is(c, points) ? $3 : NaN):(0):($4 - $3) \
  with vectors nohead linecolor rgb colour(c) linewidth 0.9, \
  for [c = 1:curves] data index block(c) \
  using 1:(is(c, joined) || is(c, points) ? trusted($2) : NaN) with points \
  linecolor rgb colour(c) pointtype symbol(c) pointsize size linewidth 0.9, \
  for [c = 1:curves] data index block(c) \
  using 1:(is(c, joined) || is(c, points) ? doubted($2) : NaN) with points \
  linecolor rgb doubt pointtype hollow_symbol[curve_symbol[c] + 1] pointsize size linewidth 0.9, \
  for [c = 1:curves] data index block(c) using 1:(is(c, published) ? $2 : NaN) with points \
  linecolor rgb ink pointtype symbol(c) pointsize 1.3 * size linewidth 0.9, \
  for [c = 1:curves] data index block(c) using 1:(is(c, rings) ? $2 : NaN) with points \
  linecolor rgb ink pointtype symbol(c) pointsize 2.2 * size linewidth 0.9
