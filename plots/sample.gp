# What the legend shows of a curve: at x, y of the screen, so long and high.

dashed = kind == published ? 3 : sample_dash + 1
if (kind == joined || kind == line || kind == published) {
  set arrow from screen x, y to screen x + length, y nohead linewidth (kind == line ? 1.2 : 0.9) \
    linecolor rgb style_colour(kind, sample_colour) dashtype dashed
}
if (kind == bar || kind == part) {
  set object rectangle from screen x, y - 0.5 * height to screen x + length, y + 0.5 * height \
    fillstyle solid 1 border rgb ink fillcolor rgb (kind == part ? part_colour(sample_colour) \
    : style_colour(kind, sample_colour)) linewidth 0.4
}
if (kind != line && kind != bar && kind != part) {
  set label '' at screen x + 0.5 * length, y point pointtype style_symbol(kind, sample_symbol) \
    pointsize (kind == rings ? 2 : 1.2) * size linecolor rgb style_colour(kind, sample_colour)
}
