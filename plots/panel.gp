# Sets margins, labels, ranges and ticks of panel p, whose axes both have numbers.

load 'plots/frame.gp'
set xlabel wrap(x_label[p], letters) offset 0, 0.9 textcolor rgb ink noenhanced
begins_line = p == 1 || panel_top[p] != panel_top[p - 1]
y_text = begins_line ? wrap(y_label[p], upright) : ''
set label 2 y_text at screen (panel_left[p] - names - 0.5 * line * lines_of(y_text)) / width, \
  screen 1 - (panel_top[p] + 0.5 * panel_high[p]) / page center rotate by 90 textcolor rgb ink noenhanced

# A range is that of all panels of a row, or of all rows that share lines, unless each panel has its own.
array low_end[2]
array high_end[2]
low_end[1] = x_low[p]
high_end[1] = x_high[p]
low_end[2] = y_low[p]
high_end[2] = y_high[p]
do for [q = 1:panels] {
  if (flows || row_of[q] eq row_of[p]) {
    if (!asked('own_x')) {
      low_end[1] = smaller(low_end[1], x_low[q], 0)
      high_end[1] = larger(high_end[1], x_high[q], 0)
    }
    if (!asked('own_y')) {
      low_end[2] = smaller(low_end[2], y_low[q], 0)
      high_end[2] = larger(high_end[2], y_high[q], 0)
    }
  }
}
do for [a = 1:2] {
  if (low_end[a] != low_end[a]) { # there is nothing to show
    low_end[a] = 1.
    high_end[a] = 10.
  }
}
least_ratio = 4. # least ratio of the ends of a logarithmic axis
do for [a = 1:2] {
  log_axis = asked(a == 1 ? 'log_x' : 'log_y')
  zero = asked(a == 1 ? 'zero_x' : 'zero_y')
  if (zero) {
    low_end[a] = smaller(low_end[a], 0, 0)
    high_end[a] = larger(high_end[a], 0, 0)
  }
  if (log_axis) {
    ratio = high_end[a] / low_end[a]
    more = ratio < least_ratio ? sqrt(least_ratio / ratio) : ratio ** 0.06
    low_end[a] = low_end[a] / more
    high_end[a] = high_end[a] * more
  } else {
    more = high_end[a] > low_end[a] ? 0.06 * (high_end[a] - low_end[a]) : \
      abs(high_end[a]) > 0 ? 0.5 * abs(high_end[a]) : 1
    low_end[a] = zero && low_end[a] == 0 ? 0 : low_end[a] - more
    high_end[a] = zero && high_end[a] == 0 && low_end[a] < 0 ? 0 : high_end[a] + more
  }
}
set xrange [low_end[1]:high_end[1]]
set yrange [low_end[2]:high_end[2]]
if (asked('log_x')) { set logscale x } else { unset logscale x }
if (asked('log_y')) { set logscale y } else { unset logscale y }

across_of(x) = panel_width * (asked('log_x') ? log10(x / low_end[1]) / log10(high_end[1] / low_end[1]) : \
    (x - low_end[1]) / (high_end[1] - low_end[1]))

# A logarithmic axis has ticks at 1, 2 and 5 times powers of ten if these are few, otherwise at powers of ten; a
# horizontal axis has as many as there is room for.
at_data = asked('ticks_x') && !many(p)
set format '%g'
set xtics step(high_end[1] - low_end[1], panel_width / 30)
set ytics step(high_end[2] - low_end[2], panel_high[p] / 14)
if (asked('log_x')) { set xtics autofreq }
if (asked('log_y')) { set ytics autofreq }
do for [a = 1:2] {
  if (asked(a == 1 ? 'log_x' : 'log_y') && high_end[a] / low_end[a] < 1e3 && !(a == 1 && at_data)) {
    if (a == 1) { set xtics () } else { set ytics () }
    taken = -panel_width
    do for [e = floor(log10(low_end[a])):ceil(log10(high_end[a]))] {
      do for [digit in high_end[a] / low_end[a] < 8 ? '1 2 3 4 5 7' : high_end[a] / low_end[a] < 60 ? '1 2 5' : '1 3'] {
        value = digit * 10.**e
        if (value >= low_end[a] && value <= high_end[a]) {
          text = sprintf('%g', value)
          if (a == 2) { set ytics add (text value) }
          if (a == 1 && across_of(value) - taken > letter * (strlen(text) + 1)) {
            set xtics add (text value)
            taken = across_of(value)
          }
        }
      }
    }
  } else {
    if (asked(a == 1 ? 'log_x' : 'log_y') && (low_end[a] < 1e-4 || high_end[a] > 1e6)) {
      if (a == 1) { set format x '10^{%T}' } else { set format y '10^{%T}' }
    }
  }
}

# Ticks at the data, as many as there is room for.
if (at_data || asked('names_x')) {
  set xtics ()
  taken = ''
  do for [word in ticks[p]] {
    x = word + 0
    text = asked('names_x') ? literal(tick_name[int(x) + 1][1:7]) : tick_text(x)
    free = !asked('log_x') || x > 0
    do for [other in taken] {
      free = free && abs(across_of(x) - other) > letter * (strlen(text) + 1)
    }
    if (free) {
      set xtics add (text x) noenhanced
      taken = taken.sprintf(' %g', across_of(x))
    }
  }
}
unset arrow
if (asked('one') && low_end[2] < 1 && high_end[2] > 1) {
  set arrow from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink linewidth 0.7 back
}
