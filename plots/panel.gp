# Sets the margins and the names of the panel (row, column), in which the caller then draws.

set border 3 linewidth 0.8 linecolor rgb ink
set xtics nomirror out scale 0.6 textcolor rgb ink
set ytics nomirror out scale 0.6 textcolor rgb ink
unset key
set lmargin at screen at_x(panel_left(column))
set rmargin at screen at_x(panel_left(column) + panel_width)
set tmargin at screen at_y(panel_top(row))
set bmargin at screen at_y(panel_top(row) + panel_height)
unset label
if (column == 1) {
  set label 1 row_name[row] at screen at_x(20), at_y(panel_top(row) - 30) left font ',11' \
    textcolor rgb '#111111' noenhanced
}
set label 2 column_name[column] at screen at_x(panel_left(column)), at_y(panel_top(row) - 11) \
  left textcolor rgb ink noenhanced
