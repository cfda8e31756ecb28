#include "harness/commands/help/references.h"

#include "harness/base/suggest.h"
#include "harness/commands/help/completion.h"
#include "harness/commands/help/man_page.h"
#include "harness/commands/help/reference_list.h"
#include "harness/results/reference.h"

#include <string.h>

static bool is_among(const char *what, const char *const *names)
{
    while (*names != NULL && strcmp(*names, what) != 0)
        names++;
    return *names != NULL;
}

bool references_print(const char *what, FILE *stream, struct error *error)
{
    /* same order as reference_list_own */
    static void (*const write[])(FILE *) = {man_page, completion_bash, completion_zsh,
                                            completion_fish};
    for (int k = 0; reference_list_own[k] != NULL; k++) {
        if (strcmp(reference_list_own[k], what) != 0)
            continue;
        write[k](stream);
        return true;
    }
    return is_among(what, reference_names())
               ? reference_write(what, stream, error)
               : suggest_error(error, "reference", what, reference_list());
}
