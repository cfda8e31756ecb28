# Draws the texts and the legend of the page, in a plot of nothing, and sets what panels share.

set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
unset border
unset tics
set xrange [0:1]
set yrange [0:1]
plot NaN notitle
unset label
unset arrow
unset object
set border 3 linewidth 0.6 linecolor rgb ink
set xtics nomirror out scale 0.4 offset 0, 0.4 textcolor rgb ink
set ytics nomirror out scale 0.4 offset 0.6, 0 textcolor rgb ink
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.5
