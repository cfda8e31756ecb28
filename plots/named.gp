# Sets margins, labels, ranges and ticks of panel p, whose vertical axis has names. spare: room after the largest value,
# as a fraction of the axis.

load 'plots/frame.gp'
unset ylabel
set xlabel wrap(y_label[p], letters) offset 0, 0.9 textcolor rgb ink noenhanced
low_end = 0
high_end = y_high[p]
do for [q = 1:panels] {
  if (!asked('own_y') && (flows || row_of[q] eq row_of[p])) {
    high_end = larger(high_end, y_high[q], 0)
    low_end = smaller(low_end, y_low[q], 0)
  }
}
high_end = high_end > 0 ? high_end * (1 + spare) : 1
set format x '%g'
if (asked('log_y')) {
  set logscale x
  set xrange [10.**floor(log10(y_low[p])):10.**ceil(log10(y_high[p]))]
  set xtics 10
} else {
  set xrange [low_end:high_end]
  set xtics step(high_end - low_end, panel_width / 30)
}
set yrange [places[p] - 0.4:-0.6]
set ytics () noenhanced
set grid noytics
do for [k = first_place[p]:last_place(p)] {
  set ytics add (literal(short(place_name[k])) k - first_place[p]) noenhanced
}
