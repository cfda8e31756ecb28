# Cases under the roofs of their device. Curve 1 is the peak, curves 2 to 5 are levels of memory, whose
# rates are told along their lines: over them where side is 1, below where it is -1. slope: their angle.

roofs = 5
rate(gigabytes) = gigabytes < 999.5 ? sprintf('%.3g GB/s', gigabytes) \
  : sprintf('%.3g TB/s', gigabytes / 1000)
peak(gigaflops) = gigaflops < 999.5 ? sprintf('%.3g Gflop/s', gigaflops) \
  : sprintf('%.3g Tflop/s', gigaflops / 1000)
set angles degrees
trusted(value) = column(8) > 0 ? value : NaN
doubted(value) = column(8) > 0 ? NaN : value

plot for [c = 1:roofs] data index block(c) using 1:2 with lines \
  linecolor rgb ink dashtype dash(c) linewidth (c == 1 ? 1.2 : 0.8), \
  data index block(1) every ::1::1 using (0.97 * $1):2:(peak($2)) with labels right \
  offset 0, 0.5 textcolor rgb ink, \
  for [c = 2:roofs] data index block(c) every ::0::0 using 1:2:(curve_name[c].' '.rate($2 / $1)) with labels left \
  rotate by slope offset side[c] * -sin(slope), side[c] * 0.6 * cos(slope) textcolor rgb ink, \
  for [c = roofs + 1:curves] data index block(c) using 1:(trusted($2)) with points \
  linecolor rgb colour(c) pointtype symbol(c) pointsize size, \
  for [c = roofs + 1:curves] data index block(c) using 1:(doubted($2)) with points \
  linecolor rgb doubt pointtype hollow_symbol[curve_symbol[c] + 1] pointsize size
