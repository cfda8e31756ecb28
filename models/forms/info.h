/* Description of each bonded form for the harness. */
#ifndef PAIRLANES_MODELS_FORMS_INFO_H
#define PAIRLANES_MODELS_FORMS_INFO_H

#include "models/forms/kinds.h"

struct form_info {
    const char *name; /* "bond_harmonic" */
    int members;      /* particles of a term */
    int rows;         /* consecutive rows of a term */
    enum form_term term;
    int flops, special; /* operations of the forces, as models/forms/list.h counts them */
};

static const struct form_info form_infos[FORMS] = {
#define FORM(NAME, name, members, rows, term, flops, special)                                      \
    {#name, members, rows, term, flops, special},
#include "models/forms/list.h"
#undef FORM
};

#endif
