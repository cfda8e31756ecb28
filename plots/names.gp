# Finds the places of names next to panels, and their width. All panels of a row have the names in the same order,
# unless each has different names.

array first_place[panels + 1]
array places[panels + 1]
array place_name[64 * panels]
placed = 0
longest_name = 0
shares(p, r, q) = asked('own_x') ? r eq row_of[p] && q eq panel_of[p] : r eq row_of[p]
known(name, k) = k > placed ? 0 : place_name[k] eq name ? k : known(name, k + 1)
add_name(name) = known(name, first_place[p]) ? 0 : (placed = placed + 1, place_name[placed] = name, \
  longest_name = strlen(name) > longest_name ? strlen(name) : longest_name)
do for [p = 1:panels] {
  first_place[p] = placed + 1
  stats table using (shares(p, row(0), strcol('panel')) ? add_name(strcol('name')) : 0, 1) nooutput
  places[p] = placed - first_place[p] + 1
}
names = longest_name * letter < 0.4 * width ? longest_name * letter + 8 : 0.4 * width
numbered = 0
letters_of_name = int(names / letter)
least = 84
height(p) = 11 * places[p] + 6
last_place(p) = first_place[p] + places[p] - 1
find_place(p, name, k) = k > last_place(p) ? NaN : place_name[k] eq name ? k - first_place[p] : find_place(p, name, k + 1)
at(p) = find_place(p, strcol('name'), first_place[p])
short(name) = strlen(name) <= letters_of_name ? name : name[1:letters_of_name - 1].'…'
