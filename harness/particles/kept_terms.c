#include "harness/particles/kept_terms.h"

#include "harness/base/words.h"

#include "models/forms/info.h"

static const char *const names[KEPT_COUNT] = {[KEPT_ALL] = "all",
                                              [KEPT_BONDS] = "bonds",
                                              [KEPT_ANGLES] = "angles",
                                              [KEPT_DIHEDRALS] = "dihedrals",
                                              [KEPT_NONE] = "none"};

WORDS_OF_VALUES(kept_terms, enum kept_terms, names)

static int members_of(const struct bonded *term)
{
    int members = 0;
    while (members < BONDED_MEMBERS && term->member[members] >= 0)
        members++;
    return members;
}

bool kept_terms_apply(enum kept_terms kept, struct system *system, struct error *error)
{
    static const int members_kept[KEPT_COUNT] = {
        [KEPT_BONDS] = 2, [KEPT_ANGLES] = 3, [KEPT_DIHEDRALS] = 4};
    const int members = members_kept[kept];
    int64_t count = 0;
    if (kept == KEPT_ALL)
        return true;
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (members_of(&system->bonded[t]) == members)
            system->bonded[count++] = system->bonded[t];
    system->bonded_count = count;
    for (int form = 0; form < FORMS && system->field != NULL; form++)
        if (form_infos[form].members != members)
            system->field->forms &= ~(1U << form);
    return count > 0 || kept == KEPT_NONE ||
           error_set(error, EXIT_USAGE, "%s has no bonded terms that are %s", system->source,
                     names[kept]);
}
