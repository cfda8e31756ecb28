#include "harness/config/cases_filter.h"

#include <regex.h>

bool cases_filter(struct cases *cases, const char *expression, struct error *error)
{
    regex_t regex;
    int wrong = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
    if (wrong != 0) {
        char reason[128];
        regerror(wrong, &regex, reason, sizeof reason);
        return error_set(error, wrong == REG_ESPACE ? EXIT_ENVIRONMENT : EXIT_USAGE,
                         "--filter: expected a regular expression, found \"%s\": %s", expression,
                         reason);
    }
    int64_t left = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        if (regexec(&regex, spec->id, 0, NULL, 0) != 0)
            spec->passed_over = true;
        left += !spec->passed_over;
    }
    regfree(&regex);
    return left > 0 ||
           error_set(error, EXIT_USAGE,
                     "--filter: no case has \"%s\" in its name; --list prints the names",
                     expression);
}
