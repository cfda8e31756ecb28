/*
 * The bonded forms: one FORM(NAME, name, members, rows, term, flops, special) per form. NAME and
 * name stand for FORM_NAME and form_name of models/forms/form.h. A term has `rows` rows of four
 * numbers and adds to the energy `term`. `flops` counts the operations for its forces: one for each
 * +, - and x, two for a fused multiply-add, none for a change of sign. `special` counts divisions,
 * roots, arc tangents and the like. Periodic forms are counted for n = 3. The energy and the
 * addition of forces to the members are not counted.
 */
FORM(BOND_HARMONIC, bond_harmonic, 2, 1, TERM_BOND, 13, 1)
FORM(BOND_FENE, bond_fene, 2, 1, TERM_BOND, 24, 2)
FORM(ANGLE_HARMONIC, angle_harmonic, 3, 1, TERM_ANGLE, 71, 4)
FORM(ANGLE_COSINE, angle_cosine, 3, 1, TERM_ANGLE, 44, 2)
FORM(ANGLE_COSINE_SQUARED, angle_cosine_squared, 3, 1, TERM_ANGLE, 47, 2)
FORM(ANGLE_UREY_BRADLEY, angle_urey_bradley, 3, 1, TERM_ANGLE, 96, 5)
FORM(DIHEDRAL_PERIODIC, dihedral_periodic, 4, 1, TERM_DIHEDRAL, 109, 3)
FORM(DIHEDRAL_OPLS, dihedral_opls, 4, 1, TERM_DIHEDRAL, 107, 3)
FORM(DIHEDRAL_RYCKAERT_BELLEMANS, dihedral_ryckaert_bellemans, 4, 2, TERM_DIHEDRAL, 105, 3)
FORM(DIHEDRAL_HARMONIC, dihedral_harmonic, 4, 1, TERM_DIHEDRAL, 109, 3)
FORM(IMPROPER_HARMONIC, improper_harmonic, 4, 1, TERM_IMPROPER, 100, 4)
FORM(IMPROPER_PERIODIC, improper_periodic, 4, 1, TERM_IMPROPER, 109, 3)
FORM(PAIR_14, pair_14, 2, 1, TERM_VDW_14, 17, 2)
