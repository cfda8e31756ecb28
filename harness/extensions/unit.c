#include "harness/extensions/unit.h"

#include "harness/backend/cpu/machine/cpu_compile.h"
#include "harness/backend/cpu/machine/cpu_compiler.h"
#include "harness/base/files/shared_object.h"
#include "harness/base/plain.h"
#include "harness/catalog/source_hash.h"

#include <stdio.h>

/* Flags are those of the harness, so that the reference has the same bits on every machine. */
static const char flags[] = "-I. -D_GNU_SOURCE -fPIC -shared -std=gnu11 -O2 -g1 -Wall -Wextra "
                            "-Wpedantic -Wshadow -Wstrict-prototypes -Werror=int-conversion "
                            "-Werror=incompatible-pointer-types "
                            "-Werror=implicit-function-declaration -ffp-contract=off";

/* `again` leaves the cache unread. */
static const void *compile_and_open(const struct source_set *sources,
                                    const struct cpu_unit *compiled, const struct unit *unit,
                                    bool again, bool *cached, struct error *error)
{
    struct cpu_object object;
    const void *symbol = NULL;
    cpu_compile(sources, compiled, &object, 1, 1, again, NULL);
    *cached = object.cached;
    if (object.bytes == NULL)
        *error = object.error;
    else
        symbol = shared_object_open(object.bytes, object.size, unit->name, unit->symbol, error);
    if (symbol != NULL && !object.cached && object.messages != NULL) {
        plain_line(stderr, "%s:", unit->name);
        plain_lines(stderr, object.messages);
    }
    cpu_object_free(&object);
    return symbol;
}

const void *unit_open(const struct unit *unit, struct error *error)
{
    struct source_set sources;
    const void *symbol = NULL;
    bool cached = false;
    struct cpu_unit compiled = {
        .name = unit->name, .path = unit->path, .compiler = cpu_compiler_find(NULL, NULL, error)};
    if (compiled.compiler == NULL) {
        error_prefix(error, unit->name);
        return NULL;
    }
    if (!source_load(NULL, &sources, error))
        return NULL;
    compiled.source_hash =
        source_hash(&sources, &(struct source_unit){unit->path, unit->strategy, unit->model});
    words_split(&compiled.flags, flags);
    words_split(&compiled.flags, unit->defines);
    symbol = compile_and_open(&sources, &compiled, unit, false, &cached, error);
    if (symbol == NULL && cached) /* it may come from another system */
        symbol = compile_and_open(&sources, &compiled, unit, true, &cached, error);
    words_free(&compiled.flags);
    source_free(&sources);
    return symbol;
}
