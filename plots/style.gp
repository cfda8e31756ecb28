# Common code of all figures: reads the table, and lays out the page with title, caption and legend.
#
# A script of a figure sets these variables and loads curves.gp, dots.gp, bars.gp or roofline.gp, or this
# file and draws by itself (docs/guide/results.md):
#   table    a file with a row per point and at least the columns panel, curve, x and y
#   drawing  what to write, an .svg or a .png
#   axes     words: log_x, log_y; zero_x, zero_y for axes that reach 0; ticks_x for ticks at the data;
#            names_x for ticks with names; own_x, own_y for ranges of each panel's own instead of each
#            row's; one for a line at 1
#   title, caption, x_title, y_title, centimetres (the width)

reset
if (!exists('axes')) { axes = '' }
if (!exists('title')) { title = '' }
if (!exists('caption')) { caption = '' }
if (!exists('x_title')) { x_title = 'x' }
if (!exists('y_title')) { y_title = 'y' }
if (!exists('centimetres')) { centimetres = 17.4 }

width = centimetres * 72 / 2.54 # all lengths are in points of 1/72 inch
png = drawing[strlen(drawing) - 3:*] eq '.png'
letter = 4.3 # the mean width of a letter of 7 points
line = 9.5   # distance of lines of text
edge = 6     # margin around the page

# Colours by Okabe and Ito, which all kinds of colour vision can distinguish, and others in between.
array palette[16] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#555555', '#56b4e9', \
  '#661100', '#332288', '#999933', '#117733', '#882255', '#44aa99', '#aa4499', '#000000', '#b0a000']
# Shades from dark to bright, for the parts of bars.
array shade[7] = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725', '#bbbbbb', '#ffffff']
array filled[9] = [7, 5, 9, 11, 13, 15, 2, 3, 1]
array hollow[9] = [6, 4, 8, 10, 12, 14, 2, 3, 1]
ink = '#333333'
doubt = '#9a9a9a'
nth(k, size) = (k - 1) % size + 1

asked(word) = strstrt(' '.axes.' ', ' '.word.' ') > 0

# --- the table ---

set encoding utf8
set datafile separator tab columnheaders
most = 1024
panels = 0
array row_of[most]
array panel_of[most]
array heading[most]
array x_label[most]
array y_label[most]
array ticks[most] # x values of a panel's data, as words
array x_low[most]
array x_high[most]
array y_low[most]
array y_high[most]
# First and last row of the table with points of a curve in a panel; names beyond the 64th share entries.
array first_row[64 * 64]
array last_row[64 * 64]
do for [k = 1:64 * 64] { first_row[k] = 0; last_row[k] = -1 }
curves = 0
array curve_of[most]
array sure[most] # 1 if any point of the curve is trusted
array doubted[most] # 1 if any point is not trusted
array key[most]
array kind[most]
array colour_name[most]
array mark_name[most]
array tick_name[most]
colours = 0
array colour_list[most]
marks = 0
array mark_list[most]

# Default values of columns that a user's table may not have.
set datafile separator "\n"
set datafile nocolumnheaders
stats table every ::::0 using (first_line = strcol(1), 1) nooutput
set datafile separator tab columnheaders
given(name) = strstrt("\t".first_line."\t", "\t".name."\t") > 0
has_row = given('row')
has_kind = given('kind')
has_trusted = given('trusted')
has_interval = given('low') && given('high')
has_name = given('name')
has_labels = given('x_label')
has_heading = given('heading')
has_style = given('colour')
row(_) = has_row ? strcol('row') : ''
low(_) = has_interval ? column('low') : column('y')
high(_) = has_interval ? column('high') : column('y')

# Finds a text in a list, from the k-th element on, or appends it.
panel_index(r, p) = panels > 0 && row_of[panels] eq r && panel_of[panels] eq p ? panels : new_panel(r, p)
new_panel(r, p) = (panels = panels + 1, row_of[panels] = r, panel_of[panels] = p, \
  heading[panels] = has_heading ? strcol('heading') : p, x_label[panels] = has_labels ? strcol('x_label') : x_title, \
  y_label[panels] = has_labels ? strcol('y_label') : y_title, ticks[panels] = ' ', x_low[panels] = NaN, \
  x_high[panels] = NaN, y_low[panels] = NaN, y_high[panels] = NaN, panels)
curve_index(c, k) = k > curves ? new_curve(c) : curve_of[k] eq c ? k : curve_index(c, k + 1)
new_curve(c) = (curves = curves + 1, curve_of[curves] = c, sure[curves] = 0, doubted[curves] = 0, \
  key[curves] = has_style ? strcol('key') : c, \
  kind[curves] = has_kind ? strcol('kind') : 'joined', colour_name[curves] = has_style ? strcol('colour') : c, \
  mark_name[curves] = has_style ? strcol('mark') : c, curves)
colour_index(name, k) = k > colours ? (colours = k, colour_list[k] = name, k) : \
  colour_list[k] eq name ? k : colour_index(name, k + 1)
mark_index(name, k) = k > marks ? (marks = k, mark_list[k] = name, k) : \
  mark_list[k] eq name ? k : mark_index(name, k + 1)

# Values of 0 or less, and values too extreme for powers of ten, are not on a logarithmic axis.
smaller(a, b, log) = b != b || (log && b < 1e-150) || a <= b ? a : b
larger(a, b, log) = b != b || (log && b < 1e-150) || a >= b ? a : b
word_of(x) = sprintf(' %.10g ', x)
# Whether a panel has data at too many places for ticks at the data.
many(p) = !asked('names_x') && strlen(ticks[p]) > 2000
# Axes are not extended to times that are more than twice the shortest sample.
slowed(_) = has_trusted ? column('trusted') < 0 : 0
trusted(_) = has_trusted ? column('trusted') > 0 : 1
rows_of(p, c) = 64 * nth(p, 64) - 64 + nth(c, 64)
reach(k, row) = (first_row[k] = last_row[k] < 0 ? row : first_row[k], last_row[k] = row)
note(p, c, x) = (reach(rows_of(p, c), int(column(0))), \
  x_low[p] = smaller(x_low[p], x, asked('log_x')), x_high[p] = larger(x_high[p], x, asked('log_x')), \
  slowed(0) ? 0 : (y_low[p] = smaller(smaller(y_low[p], column('y'), asked('log_y')), low(0), asked('log_y')), \
  y_high[p] = larger(larger(y_high[p], column('y'), asked('log_y')), high(0), asked('log_y'))), \
  ticks[p] = x != x || many(p) || strstrt(ticks[p], word_of(x)) ? ticks[p] : ticks[p].sprintf('%.10g ', x), \
  has_name && x >= 0 && x < most - 1 ? (tick_name[int(x) + 1] = strcol('name'), 1) : 1)
stats table using (k = curve_index(strcol('curve'), 1), sure[k] = sure[k] || trusted(0), \
  doubted[k] = doubted[k] || !trusted(0), \
  note(panel_index(row(0), strcol('panel')), k, column('x'))) nooutput

# Colours or marks that several curves share are explained in the legend.
array colour_at[curves + 1]
array mark_at[curves + 1]
papers = 0
do for [c = 1:curves] {
  if (kind[c] eq 'published') {
    papers = papers + 1
    mark_at[c] = papers
    colour_at[c] = 0
  } else {
    colour_at[c] = colour_index(colour_name[c], 1)
    mark_at[c] = mark_index(mark_name[c], 1)
  }
}
own_key(c) = colour_name[c] eq curve_of[c] && mark_name[c] eq curve_of[c] ? key[c] : ''
colour(c) = kind[c] eq 'published' || kind[c] eq 'rings' ? ink : \
  kind[c] eq 'part' ? shade[nth(colour_at[c], 7)] : palette[nth(colour_at[c], 16)]
symbol(c) = kind[c] eq 'published' ? hollow[nth(mark_at[c], 9)] : kind[c] eq 'rings' ? 6 : filled[nth(mark_at[c], 9)]
hollow_symbol(c) = hollow[nth(mark_at[c], 9)]
dash(c) = kind[c] eq 'published' ? 3 : nth(mark_at[c], 5)
is(c, what) = kind[c] eq what
measured(c) = is(c, 'joined') || is(c, 'points')

# The colour of a curve's lines; pale if no point is trusted.
line_colour(c) = sure[c] || !measured(c) ? colour(c) : '#a0'.colour(c)[2:*]

# Rows of panel p, and of its curve c, for `every` (at least one row remains), and a filter for `using`.
first(p, c) = first_row[rows_of(p, c)]
last(p, c, wanted) = wanted ? larger(last_row[rows_of(p, c)], 0, 0) : first(p, c)
here(p) = row(0) eq row_of[p] && strcol('panel') eq panel_of[p]
of(p, c) = here(p) && strcol('curve') eq curve_of[c]

# The step of a linear axis with at most `count` ticks.
step(range, count) = round_up(range / (count < 3 ? 3 : count), 10.**floor(log10(range / (count < 3 ? 3 : count))))
round_up(value, decade) = decade * (value <= decade ? 1 : value <= 2 * decade ? 2 : value <= 5 * decade ? 5 : 10)

# --- texts ---

# Breaks a text into lines of at most `letters` letters: between terms, or else between words.
wrap(text, letters) = strstrt(text, "\n") > 0 ? wrap(text[1:strstrt(text, "\n") - 1], letters)."\n". \
  wrap(text[strstrt(text, "\n") + 1:*], letters) : strlen(text) <= letters ? text : break_at(text, letters, space(text, letters, ', ', 2), \
  space(text, letters, ' ', 1))
break_at(text, letters, terms, words) = terms > 0 ? text[1:terms]."\n".wrap(text[terms + 2:*], letters) : \
  words > 1 ? text[1:words - 1]."\n".wrap(text[words + 1:*], letters) : text
space(text, k, gap, size) = k < 1 ? 0 : text[k:k + size - 1] eq gap ? k : space(text, k - 1, gap, size)
lines_of(text) = strstrt(text, "\n") == 0 ? text ne '' : 1 + lines_of(text[strstrt(text, "\n") + 1:*])
# Escapes % in names of ticks, where it begins a format.
literal(name) = strstrt(name, '%') == 0 ? name : name[1:strstrt(name, '%')].'%'.literal(name[strstrt(name, '%') + 1:*])
# Formats a value with three digits; thousands and millions are abbreviated by letters.
value_text(value) = sprintf(value < 0.0995 ? '%.3f' : value < 9.995 ? '%.2f' : value < 99.95 ? '%.1f' : '%.0f', value)
tick_text(x) = x >= 999500 ? sprintf('%.3gM', x / 1e6) : x >= 1000 ? sprintf('%.3gk', x / 1e3) : sprintf('%.4g', x)
