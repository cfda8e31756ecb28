/* Numbers of the bonded forms and of their energy terms, for kernels and the harness. */
#ifndef PAIRLANES_MODELS_FORMS_KINDS_H
#define PAIRLANES_MODELS_FORMS_KINDS_H

enum form {
#define FORM(NAME, name, members, rows, term, flops, special) FORM_##NAME,
#include "models/forms/list.h"
#undef FORM
    FORMS
};

enum {
    FORM_MEMBERS = 4, /* maximum members of a term */
    FORM_NUMBERS = 4, /* numbers in a row */
    FORM_ROWS = 2,    /* maximum rows of a term */
    OWN_FORMS = 16    /* form numbers below this are forms that the model defines */
};

/** Kinds of terms with separately reported energies. */
enum form_term {
    TERM_BOND,
    TERM_ANGLE,
    TERM_DIHEDRAL,
    TERM_IMPROPER,
    TERM_VDW_14,     /* Lennard-Jones of pairs three bonds apart */
    TERM_COULOMB_14, /* electrostatics of pairs three bonds apart */
    TERM_EXCLUDED,   /* corrections of excluded pairs, models/forms/excluded.h */
    FORM_TERMS
};

#endif
