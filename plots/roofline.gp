# Flops per second of every case against the flops per byte that its pairs ask for, under the
# measured roofs: a panel per device and precision, a style per strategy. A case above the roof of a
# level of memory gets its bytes from the levels before it. Curve 1 is the peak, curves 2 to 5 are
# levels.

panel_width = 420
panel_height = 380
legend_width = 165
roofs = 5
unlisted = roofs
load folder.'/style.gp'

plot NaN notitle, for [c = roofs + 1:curves] keyentry with points linecolor rgb colour(c) \
  pointtype point(c) title curve_name[c]

rate(gigabytes) = gigabytes < 999.5 ? sprintf('%.3g GB/s', gigabytes) \
  : sprintf('%.3g TB/s', gigabytes / 1000)
peak(gigaflops) = gigaflops < 999.5 ? sprintf('%.3g Gflop/s', gigaflops) \
  : sprintf('%.3g Tflop/s', gigaflops / 1000)

do for [row = 1:rows] {
  do for [column = 1:columns] {
    if (used(row, column)) {
      load folder.'/panel.gp'
      set logscale xy 10
      set xrange [*:*] noextend
      set yrange [*:*] noextend
      set offsets 0, 0, graph 0.28, graph 0.04
      set xtics format '%g' (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
      set ytics format '%g'
      set xlabel 'flop / byte' textcolor rgb ink
      set ylabel column == 1 ? 'Gflop/s' : '' textcolor rgb ink
      plot for [c = 1:roofs] data index block(row, column, c) using 1:2 with lines \
        linecolor rgb ink linewidth (c == 1 ? 1.6 : 1), \
        data index block(row, column, 1) every ::1::1 using (0.97 * $1):2:(peak($2)) with labels right \
        offset 0, -0.7 font ',8' textcolor rgb ink, \
        for [c = 2:roofs] data index block(row, column, c) every ::1::1 \
        using 1:2:(curve_name[c].' '.rate($2 / $1)) with labels left rotate by 50 offset 0.2, 0.4 \
        font ',8' textcolor rgb ink, \
        for [c = roofs + 1:curves] data index block(row, column, c) using 1:2 with points \
        linecolor rgb colour(c) pointtype point(c) pointsize 0.8
    }
  }
}
unset multiplot
