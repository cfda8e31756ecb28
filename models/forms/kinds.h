/* The bonded forms by number, and the energies that they add to: for kernels and the harness. */
#ifndef PAIRLANES_MODELS_FORMS_KINDS_H
#define PAIRLANES_MODELS_FORMS_KINDS_H

enum form {
#define FORM(NAME, name, members, rows, term, flops, special) FORM_##NAME,
#include "models/forms/list.h"
#undef FORM
    FORMS
};

enum {
    FORM_MEMBERS = 4, /* particles of a term, at most */
    FORM_NUMBERS = 4, /* numbers of a row */
    FORM_ROWS = 2,    /* rows of a term, at most */
    OWN_FORMS = 16    /* numbers below it are forms that the model defines */
};

/** Kinds of terms with an energy of their own in reports. */
enum form_term {
    TERM_BOND,
    TERM_ANGLE,
    TERM_DIHEDRAL,
    TERM_IMPROPER,
    TERM_VDW_14,     /* Lennard-Jones of pairs three bonds apart */
    TERM_COULOMB_14, /* charges of the same pairs */
    TERM_EXCLUDED,   /* corrections of excluded pairs, models/forms/excluded.h */
    FORM_TERMS
};

#endif
