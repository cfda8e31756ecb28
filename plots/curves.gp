# Draws curves, points and lines, with intervals. Untrusted values are grey and hollow.

load 'plots/style.gp'
names = 38
numbered = 1
least = 76
height(p) = panel_width > 240 ? 165 : panel_width > 141 ? 0.68 * panel_width : 96
load 'plots/page.gp'
do for [p = 1:panels] {
  load 'plots/panel.gp'
  load 'plots/points.gp'
}
unset multiplot
unset output
