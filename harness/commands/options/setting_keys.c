#include "harness/commands/options/setting_keys.h"

#include "harness/base/suggest.h"
#include "harness/catalog/strategy.h"
#include "harness/config/config_keys.h"
#include "harness/json/member_describe.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 100 };

void setting_keys(struct words *keys)
{
    members_paths(keys, config_sweep_keys);
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        for (int k = 0; k < strategy_tunings(strategy); k++)
            words_add(keys, "tuning.%s.%s", strategy->name, strategy->tunings[k].name);
}

/* Whether a path equals a word, or ends with a dot and the word. */
static bool ends_with(const char *path, const char *word)
{
    size_t length = strlen(word), whole = strlen(path);
    return whole >= length && strcmp(path + whole - length, word) == 0 &&
           (whole == length || path[whole - length - 1] == '.');
}

void setting_keys_meant(const char *word, size_t length, bool near, struct words *keys)
{
    char name[LONGEST];
    struct words all = {0};
    if (length == 0 || length >= sizeof name)
        return;
    memcpy(name, word, length);
    name[length] = '\0';
    setting_keys(&all);
    for (int k = 0; k < all.count; k++)
        if (ends_with(all.word[k], name))
            words_add(keys, "%s", all.word[k]);
    const char *nearest =
        near && keys->count == 0 ? suggest(name, (const char *const *)all.word) : NULL;
    if (nearest != NULL)
        words_add(keys, "%s", nearest);
    words_free(&all);
}
