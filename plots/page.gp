# Lays out the panels of a page, and draws its title, caption and legend. names: width of the text next to a panel;
# numbered: whether that text is the numbers of an axis with a label; least: least width of a panel; height(p): height
# of panel p.

# Each row of panels starts a new line, unless all rows have only one panel.
rows = 0
array in_row[panels + 1]
do for [p = 1:panels] {
  if (p == 1 || row_of[p] ne row_of[p - 1]) { rows = rows + 1; in_row[rows] = 0 }
  in_row[rows] = in_row[rows] + 1
}
widest = 1
do for [r = 1:rows] { widest = in_row[r] > widest ? in_row[r] : widest }
flows = widest == 1 && y_label[1] eq y_label[panels]
widest = flows ? panels : widest
upright = 26 # letters of the label of a vertical axis, which is 96 points long or more
label = 0
do for [p = 1:panels] { label = lines_of(wrap(y_label[p], upright)) > label ? lines_of(wrap(y_label[p], upright)) : label }
left = edge + 2 + names + (numbered ? line * label : 0)
room = width - left - edge - 6
fit = int((room + names) / (least + names))
fit = fit < 1 ? 1 : fit
across = (widest + (widest + fit - 1) / fit - 1) / ((widest + fit - 1) / fit)
panel_width = (room - (across - 1) * (names + 6.)) / across
panel_width = panel_width > 460 ? 460 : panel_width

# The place of each panel.
array panel_left[panels + 1]
array panel_top[panels + 1]
array panel_high[panels + 1]
letters = int((panel_width + 8) / letter)
head = 0
do for [p = 1:panels] {
  heading[p] = wrap(heading[p], letters)
  head = lines_of(heading[p]) > head ? lines_of(heading[p]) : head
}
title = wrap(title, int((width - 2 * edge) / (1.05 * letter * 9.5 / 7)))
caption = wrap(caption, int((width - 2 * edge) / letter))
longest = 0
entries = 0
enter(text) = text eq '' ? '' : (entries = entries + 1, \
  longest = strlen(text) > longest ? strlen(text) : longest, text)
array colour_key[colours + 1]
array mark_key[marks + 1]
do for [k = 1:colours] { colour_key[k] = '' }
do for [k = 1:marks] { mark_key[k] = '' }
lined = 0 # whether marks are on lines
do for [c = 1:curves] {
  own = enter(own_key(c))
  if (own eq '' && key[c] ne '') {
    colour_key[colour_at[c]] = colour_list[colour_at[c]]
    mark_key[mark_at[c]] = mark_list[mark_at[c]]
    lined = lined || is(c, 'joined')
  }
}
do for [k = 1:colours] { own = enter(colour_key[k]) }
do for [k = 1:marks] { own = enter(mark_key[k]) }
columns = int((width - 2 * edge) / ((longest + 3) * letter + 24))
columns = columns < 1 ? 1 : columns
legend_top = edge + 13. * lines_of(title) + line * lines_of(caption)
top = legend_top + (entries > 0 ? (line + 1) * ((entries + columns - 1) / columns) + 4 : 6)
at_column = 0
highest = 0
do for [p = 1:panels] {
  if (p > 1 && (at_column == across || (!flows && row_of[p] ne row_of[p - 1]))) {
    top = top + head * line + highest + 3.5 * line
    at_column = 0
    highest = 0
  }
  panel_left[p] = left + at_column * (panel_width + names + 6.)
  panel_top[p] = top + head * line + 2
  panel_high[p] = height(p)
  highest = panel_high[p] > highest ? panel_high[p] : highest
  at_column = at_column + 1
}
page = top + head * line + highest + 3.5 * line

pixels = 200 / 72.
if (png) {
  set terminal pngcairo size int(width * pixels), int(page * pixels) font 'DejaVu Sans,7' \
    fontscale 0.75 * pixels linewidth 0.75 * pixels pointscale pixels background '#ffffff'
} else {
  set terminal svg size int(width * 4 / 3.), int(page * 4 / 3.) font 'DejaVu Sans,7' fontscale 4 / 3. \
    linewidth 1 background '#ffffff'
}
size = png ? 0.42 : 0.77
set dashtype 2 (16, 6)
set dashtype 3 (4, 5)
set dashtype 4 (16, 5, 4, 5)
set dashtype 5 (16, 5, 4, 5, 4, 5)
set output drawing
set multiplot
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
unset border
unset tics
set xrange [0:1]
set yrange [0:1]
set label 1 title at screen edge / width, 1 - (edge + 6) / page font ',9.5' textcolor rgb '#000000' noenhanced
set label 2 caption at screen edge / width, 1 - (edge + 13. * lines_of(title) + 5) / page textcolor rgb ink noenhanced
set key at screen edge / width, 1 - legend_top / page left top horizontal Left reverse noenhanced \
  maxcols columns samplen 1.8 spacing 1. width 2 textcolor rgb ink
plot for [c = 1:curves] NaN with linespoints linecolor rgb colour(c) dashtype dash(c) pointtype symbol(c) \
  pointsize size linewidth 0.9 title is(c, 'joined') || is(c, 'published') ? own_key(c) : '', \
  for [c = 1:curves] NaN with points linecolor rgb colour(c) pointtype symbol(c) pointsize size linewidth 0.9 \
  title is(c, 'points') || is(c, 'rings') ? own_key(c) : '', \
  for [c = 1:curves] NaN with lines linecolor rgb colour(c) dashtype dash(c) linewidth 1.2 \
  title is(c, 'line') ? own_key(c) : '', \
  for [c = 1:curves] NaN with boxes fillstyle solid 1 border rgb ink linecolor rgb colour(c) linewidth 0.4 \
  title is(c, 'part') ? own_key(c) : '', \
  for [k = 1:colours] NaN with boxes fillstyle solid 1 noborder linecolor rgb palette[nth(k, 16)] \
  title colour_key[k], \
  for [k = 1:marks] NaN with linespoints linecolor rgb ink dashtype nth(k, 5) \
  pointtype filled[nth(k, 9)] pointsize size title lined ? mark_key[k] : '', \
  for [k = 1:marks] NaN with points linecolor rgb ink pointtype filled[nth(k, 9)] pointsize size \
  title lined ? '' : mark_key[k]
unset label
set key noautotitle # which viewers of SVG would show
unset key
set border 3 linewidth 0.6 linecolor rgb ink
