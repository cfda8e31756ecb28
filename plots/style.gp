# What all figures share: page, fonts, colours, grid and legend. Lengths are in pixels of the SVG;
# the PNG has twice as many.
#
# Given by pairlanes: format, output, data, title; row_name[rows], column_name[columns],
# curve_name[curves], tick_name[ticks]; curve_colour[curves], curve_dash[curves];
# panel_used[rows * columns]. Block k of the data belongs to panel k / curves, curve k % curves.
# Given by the figure: panel_width, panel_height, legend_width (of an entry); unlisted, if it has curves
# that are not in the legend.

gap_x = 56
gap_y = 92
left_edge = 88
right_edge = 24
page_width = left_edge + columns * panel_width + (columns - 1) * gap_x + right_edge
# Texts of a figure and of a row may be wider than panels; about so many pixels a character.
wider(width) = width > page_width ? width : page_width
page_width = wider(20 + 11 * strlen(title))
do for [row = 1:rows] { page_width = wider(20 + 8 * strlen(row_name[row])) }
legend_columns = int((page_width - 20) / legend_width)
legend_lines = int(ceil(1. * (exists('unlisted') ? curves - unlisted : curves) / legend_columns))
top_edge = 96 + 19 * legend_lines
bottom_edge = 62
page_height = top_edge + rows * panel_height + (rows - 1) * gap_y + bottom_edge

if (format eq 'png') {
  set terminal pngcairo size 2 * page_width, 2 * page_height font 'DejaVu Sans,9.5' \
    fontscale 2 linewidth 2 pointscale 1.6 background '#ffffff'
} else {
  set terminal svg size page_width, page_height font 'DejaVu Sans,9.5' fontscale 1.3 \
    linewidth 1 background '#ffffff'
}
set output output
set encoding utf8

# Okabe and Ito's palette, which suits every kind of colour vision, followed by darker colours.
array palette[12] = ['#555555', '#0072b2', '#d55e00', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', \
  '#882255', '#332288', '#117733', '#999933', '#661100']
array marker[8] = [2, 7, 5, 9, 11, 13, 15, 6]
colour(curve) = palette[curve_colour[curve] % 12 + 1]
point(curve) = marker[curve_colour[curve] % 8 + 1]
dash(curve) = curve_dash[curve] + 1
block(row, column, curve) = ((row - 1) * columns + column - 1) * curves + curve - 1
# In the names of ticks a % begins a format.
literal(name) = strstrt(name, '%') == 0 ? name \
  : name[1:strstrt(name, '%')].'%'.literal(name[strstrt(name, '%') + 1:*])
used(row, column) = panel_used[(row - 1) * columns + column]

at_x(pixels) = 1. * pixels / page_width
at_y(pixels) = 1 - 1. * pixels / page_height
panel_left(column) = left_edge + (column - 1) * (panel_width + gap_x)
panel_top(row) = top_edge + (row - 1) * (panel_height + gap_y)

ink = '#333333'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set datafile missing NaN
set errorbars small
unset key

set multiplot
set label 1 title at screen at_x(20), at_y(26) left font ',15' textcolor rgb '#111111' noenhanced

# An empty plot as wide as the page holds the legend.
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen at_y(top_edge)
set key at screen at_x(20), at_y(44) left top horizontal Left reverse noenhanced samplen 2.4 \
  width (format eq 'png' ? 3 : 5) maxcols legend_columns textcolor rgb ink
unset border
unset tics
set xrange [0:1]
set yrange [0:1]
