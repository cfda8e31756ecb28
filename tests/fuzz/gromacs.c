/* Fuzzes GROMACS input: topology, coordinates and run parameters, separated by lines "----". */
#include "harness/catalog/model.h"
#include "harness/input/formats/gromacs_model.h"
#include "harness/particles/system_spec.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static const char rule[] = "\n----\n";

/** Returns a file with the input up to the next separator, and advances `data` past it. */
static const char *next_part(int slot, const uint8_t **data, const uint8_t *end)
{
    const uint8_t *start = *data, *at = memmem(start, (size_t)(end - start), rule, sizeof rule - 1);
    *data = at != NULL ? at + sizeof rule - 1 : end;
    return fuzz_file(slot, start, (size_t)((at != NULL ? at + 1 : end) - start));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size;
    struct system_spec spec = {.format = "gromacs"};
    struct gromacs_choice choice;
    struct error error;
    spec.file = next_part(0, &data, end);
    spec.coordinates = next_part(1, &data, end);
    spec.mdp = next_part(2, &data, end);
    if (!gromacs_choose(&spec, &choice, &error))
        return 0;
    spec.model = model_find(choice.model);
    fuzz_spec(&spec);
    return 0;
}
