# What all figures share: page, fonts, colours, symbols, grid.
#
# Given by pairlanes: format, page_width and page_height in points of 1/72 inch, data; curve_kind,
# curve_colour, curve_symbol and curve_dash of each curve; and before each panel its margins, ranges and
# ticks, and first_block: block k of the data is curve k - first_block + 1. Columns of the data are x, y,
# low, high, n, density, tuning, and whether the point is to be trusted.

pixels = 200 / 72.
if (format eq 'png') {
  set terminal pngcairo size int(page_width * pixels), int(page_height * pixels) \
    font 'DejaVu Sans,7' fontscale 0.75 * pixels linewidth 0.75 * pixels pointscale pixels \
    background '#ffffff'
} else {
  if (format eq 'pdf') {
    set terminal pdfcairo size page_width / 72. in, page_height / 72. in font 'DejaVu Sans,7' \
      fontscale 0.75 linewidth 1.5 pointscale 1 background '#ffffff'
  } else {
    set terminal svg size int(page_width * 4 / 3.), int(page_height * 4 / 3.) font 'DejaVu Sans,7' \
      fontscale 4 / 3. linewidth 1 background '#ffffff'
  }
}
set encoding utf8

# Okabe and Ito's palette, which suits every kind of colour vision, followed by darker colours.
array palette[13] = ['#555555', '#0072b2', '#d55e00', '#e69f00', '#009e73', '#cc79a7', '#661100', \
  '#56b4e9', '#332288', '#999933', '#117733', '#882255', '#44aa99']
# Shades from dark to bright, for the parts of bars.
array shade[7] = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725', '#bbbbbb', '#ffffff']
part_colour(colour) = shade[colour % 7 + 1]
array filled_symbol[9] = [2, 7, 5, 9, 11, 13, 15, 3, 1]
array hollow_symbol[9] = [2, 6, 4, 8, 10, 12, 14, 3, 1]
array open_symbol[6] = [4, 6, 8, 10, 12, 14]
ink = '#333333'
doubt = '#9a9a9a'
joined = 0
points = 1
line = 2
rings = 3
published = 4
bar = 5
part = 6

style_colour(kind, colour) = kind == published || kind == rings ? ink : palette[colour % 13 + 1]
style_symbol(kind, symbol) = kind == published ? open_symbol[symbol + 1] : \
  kind == rings ? 6 : filled_symbol[symbol + 1]
colour(c) = style_colour(curve_kind[c], curve_colour[c])
symbol(c) = style_symbol(curve_kind[c], curve_symbol[c])
dash(c) = curve_dash[c] + 1
is(c, kind) = curve_kind[c] == kind
block(c) = first_block + c - 1
size = format eq 'svg' ? 0.77 : 0.42

set dashtype 2 (16, 6)
set dashtype 3 (4, 5)
set dashtype 4 (16, 5, 4, 5)
set dashtype 5 (16, 5, 4, 5, 4, 5)

# In the names of ticks a % begins a format.
literal(name) = strstrt(name, '%') == 0 ? name \
  : name[1:strstrt(name, '%')].'%'.literal(name[strstrt(name, '%') + 1:*])

set datafile missing NaN
set errorbars small
unset key
