# Draws the points of panel p.

plot for [c = 1:curves] table every ::first(p, c)::last(p, c, !is(c, 'points')) \
  using (of(p, c) ? column('x') : NaN): \
  (!slowed(0) && (is(c, 'joined') || is(c, 'line') || is(c, 'published')) ? column('y') : NaN) with lines \
  linecolor rgb line_colour(c) dashtype dash(c) linewidth (is(c, 'line') ? 1.1 : is(c, 'joined') ? 0.9 : 0.7), \
  for [c = 1:curves] table every ::first(p, c)::last(p, c, measured(c)) \
  using (of(p, c) ? column('x') : NaN):(measured(c) && !slowed(0) ? low(0) : NaN):(0):(high(0) - low(0)) \
  with vectors nohead linecolor rgb line_colour(c) linewidth 0.9, \
  for [c = 1:curves] table every ::first(p, c)::last(p, c, measured(c)) \
  using (of(p, c) ? column('x') : NaN):(measured(c) && trusted(0) ? column('y') : NaN) \
  with points linecolor rgb colour(c) pointtype symbol(c) pointsize size linewidth 0.9, \
  for [c = 1:curves] table every ::first(p, c)::last(p, c, measured(c) && doubted[c]) \
  using (of(p, c) ? column('x') : NaN):(measured(c) && !trusted(0) ? column('y') : NaN) \
  with points linecolor rgb doubt pointtype hollow_symbol(c) pointsize size linewidth 0.9, \
  for [c = 1:curves] table every ::first(p, c)::last(p, c, !measured(c)) \
  using (of(p, c) ? column('x') : NaN): \
  (is(c, 'published') || is(c, 'rings') ? column('y') : NaN) with points \
  linecolor rgb ink pointtype symbol(c) pointsize (is(c, 'rings') ? 2.2 : 1.3) * size linewidth 0.9
