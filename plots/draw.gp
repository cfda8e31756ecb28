# Draws a figure; pairlanes calls it as
#   gnuplot -c plots/draw.gp curves|dots|bars|roofline TABLE "DRAWING…" CENTIMETRES AXES TITLE CAPTION

table = ARG2
drawings = ARG3
centimetres = ARG4 + 0
axes = ARG5
head_title = ARG6
head_caption = ARG7
form = ARG1
do for [drawing in drawings] {
  title = head_title
  caption = head_caption
  load 'plots/'.form.'.gp'
}
