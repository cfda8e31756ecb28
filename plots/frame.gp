# Sets margins and heading of the panel p.

set lmargin at screen panel_left[p] / width
set rmargin at screen (panel_left[p] + panel_width) / width
set tmargin at screen 1 - panel_top[p] / page
set bmargin at screen 1 - (panel_top[p] + panel_high[p]) / page
set label 1 heading[p] at graph 0, graph 1 offset 0, 0.7 + 1.1 * (lines_of(heading[p]) - 1) \
  textcolor rgb ink noenhanced
set xtics nomirror out scale 0.4 offset 0, 0.4 textcolor rgb ink
set ytics nomirror out scale 0.4 offset 0.6, 0 textcolor rgb ink
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.5
