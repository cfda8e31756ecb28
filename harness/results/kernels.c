#include "harness/results/kernels.h"

#include "harness/json/json_get.h"
#include "harness/json/member.h"
#include "harness/results/members.h"
#include "harness/results/provenance.h"
#include "harness/results/results.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define ROW(kind_, field, ...)                                                                     \
    {                                                                                              \
        .path = #field, .kind = MEMBER_##kind_, .offset = offsetof(struct kernel_row, field),      \
        __VA_ARGS__                                                                                \
    }

#define COUNT .range = BETWEEN(0, INT_MAX)

static const struct member loop_members[] = {
    {.path = "instructions", .kind = MEMBER_INTEGER, COUNT},
    {.path = "inner", .kind = MEMBER_BOOLEAN},
    {.path = "classes", .kind = MEMBER_MAP, .of = MEMBER_INTEGER, COUNT},
    {.path = NULL}};

static const struct member kernel_members[] = {
    ROW(INTEGER, architecture, .range = BETWEEN(50, 999)),
    ROW(TEXT, source),
    ROW(TEXT, strategy, .null = true),
    ROW(TEXT, model, .null = true),
    ROW(TEXT, precision),
    ROW(TEXT, tuning, .null = true),
    ROW(TEXT, kernel),
    ROW(INTEGER, registers, COUNT),
    ROW(INTEGER, threads, .range = BETWEEN(1, 1024)),
    ROW(INTEGER, shared_bytes, COUNT),
    ROW(INTEGER, stack_bytes, COUNT),
    ROW(INTEGER, spilled_bytes, COUNT),
    ROW(INTEGER, blocks, .range = BETWEEN(0, 1024), .null = true),
    ROW(NUMBER, occupancy, .range = BETWEEN(0, 1), .null = true),
    ROW(BOOLEAN, bounded),
    ROW(TEXT, code_hash, .null = true),
    ROW(INTEGER, instructions, COUNT, .null = true),
    ROW(LIST, loops, .members = loop_members, .optional = true),
    {.path = NULL}};

static const struct member case_code_members[] = {
    {.path = "id", .kind = MEMBER_TEXT},
    {.path = "strategy", .kind = MEMBER_TEXT},
    {.path = "model", .kind = MEMBER_TEXT},
    {.path = "precision", .kind = MEMBER_TEXT},
    {.path = "architecture", .kind = MEMBER_INTEGER, .range = BETWEEN(50, 999), .null = true},
    {.path = "force", .kind = MEMBER_TEXT},
    {.path = "lists", .kind = MEMBER_TEXT, .null = true},
    {.path = "motion", .kind = MEMBER_TEXT, .null = true},
    {.path = NULL}};

static const struct member document_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(KERNELS_SCHEMA, KERNELS_SCHEMA)},
    {.path = "provenance", .kind = MEMBER_OBJECT},
    {.path = "kernels", .kind = MEMBER_LIST, .members = kernel_members},
    {.path = "cases", .kind = MEMBER_LIST, .members = case_code_members, .later = true},
    {.path = NULL}};

cJSON *kernels_new(void)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", KERNELS_SCHEMA);
    cJSON_AddItemToObject(document, "provenance", provenance_new());
    cJSON_AddArrayToObject(document, "kernels");
    cJSON_AddArrayToObject(document, "cases");
    return document;
}

void kernels_add(cJSON *document, const struct kernel_row *row)
{
    cJSON_AddItemToArray(json_get(document, "kernels"), members_write(kernel_members, row));
}

static void add_hash(cJSON *item, const char *name, const char *hash)
{
    if (hash[0] != '\0')
        cJSON_AddStringToObject(item, name, hash);
}

void kernels_add_case(cJSON *document, const struct case_spec *spec, int architecture,
                      const struct kernel_code *code)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "id", spec->id);
    cJSON_AddStringToObject(item, "strategy", spec->strategy->name);
    cJSON_AddStringToObject(item, "model", spec->model->name);
    cJSON_AddStringToObject(item, "precision", precision_info(spec->precision)->name);
    if (architecture > 0)
        cJSON_AddNumberToObject(item, "architecture", architecture);
    add_hash(item, "force", code->force);
    add_hash(item, "lists", code->lists);
    add_hash(item, "motion", code->motion);
    if (code->loops > 0)
        cJSON_AddNumberToObject(item, "loop_instructions", code->loops);
    cJSON_AddItemToArray(json_get(document, "cases"), item);
}

void kernels_read(const cJSON *item, struct kernel_row *row)
{
    members_read(kernel_members, item, row);
}

const cJSON *kernels_of(const cJSON *document)
{
    const cJSON *kernels = json_get(document, "kernels");
    return cJSON_IsArray(kernels) ? kernels : NULL;
}

cJSON *kernels_results(const cJSON *document)
{
    cJSON *results = cJSON_CreateObject();
    cJSON_AddNumberToObject(results, "schema_version", RESULTS_SCHEMA);
    cJSON_AddItemToObject(results, "provenance",
                          cJSON_Duplicate(json_get(document, "provenance"), true));
    cJSON *cases = cJSON_AddArrayToObject(results, "cases");
    const cJSON *code = NULL;
    cJSON_ArrayForEach (code, json_get(document, "cases")) {
        static const char *const same[] = {"strategy", "model", "precision"};
        const cJSON *loops = json_get(code, "loop_instructions");
        char text[MEMBER_TEXT_SIZE];
        if (loops == NULL)
            continue;
        cJSON *item = cJSON_CreateObject();
        snprintf(text, sizeof text, "sm_%g", json_value(code, "architecture"));
        cJSON_AddStringToObject(item, "device", text);
        snprintf(text, sizeof text, "%s/sm_%g", json_text(code, "id"),
                 json_value(code, "architecture"));
        cJSON_AddStringToObject(item, "id", text);
        cJSON_AddStringToObject(item, "status", "ok");
        cJSON_AddStringToObject(item, "backend", "cuda");
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            cJSON_AddStringToObject(item, same[k], json_text(code, same[k]));
        cJSON_AddItemToObject(cJSON_AddObjectToObject(item, "counts"), "loop_instructions",
                              cJSON_Duplicate(loops, false));
        cJSON_AddItemToArray(cases, item);
    }
    return results;
}

bool kernels_check(const cJSON *document, const char *path, struct error *error)
{
    char place[MEMBER_TEXT_SIZE];
    snprintf(place, sizeof place, "%s: provenance", path);
    return members_check(document_members, document, MEMBERS_MUST, path, error) &&
           members_check(provenance_members, json_get(document, "provenance"), MEMBERS_MAY, place,
                         error);
}
