# Draws cases under the roofs of their device; roofs are the curves of kind line. The rate of a memory roof is printed
# along it, the peak above its end.

load 'plots/style.gp'
names = 38
numbered = 1
least = 130
height(p) = panel_width > 270 ? 230 : panel_width > 153 ? 0.85 * panel_width : 130
load 'plots/page.gp'
memory_rate(gigabytes) = gigabytes < 999.5 ? sprintf('%.3g GB/s', gigabytes) : sprintf('%.3g TB/s', gigabytes / 1000)
peak_rate(gigaflops) = gigaflops < 999.5 ? sprintf('%.3g Gflop/s', gigaflops) : sprintf('%.3g Tflop/s', gigaflops / 1000)
set angles degrees
do for [p = 1:panels] {
  load 'plots/panel.gp'
  slope = atan2(panel_high[p] / log10(high_end[2] / low_end[2]), panel_width / log10(high_end[1] / low_end[1]))
  roof = 0
  do for [c = 1:curves] {
    if (is(c, 'line')) {
      first_x = NaN
      stats table using (of(p, c) ? (first_x != first_x ? (first_x = column('x'), first_y = column('y')) : 0, \
        last_x = column('x'), last_y = column('y'), 1) : 1) nooutput
      if (first_x == first_x && first_y == last_y) {
        set label 10 + c peak_rate(last_y) at 0.97 * last_x, last_y right offset 0, 0.5 textcolor rgb ink
      }
      if (first_x == first_x && first_y < last_y) {
        # each label is a little farther along its roof than the label above it
        x = first_x * (last_x / first_x) ** (0.04 + 0.28 * (roof % 3))
        y = x * first_y / first_x
        roof = roof + 1
        set label 10 + c curve_of[c].' '.memory_rate(first_y / first_x) at x, y left \
          rotate by slope offset -sin(slope), 0.6 * cos(slope) textcolor rgb ink noenhanced
      }
    }
  }
  load 'plots/points.gp'
  unset label
}
unset multiplot
unset output
