#include "harness/backend/cpu/machine/cpu_kernel.h"

#include "harness/base/files/shared_object.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/version.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model_table.h"
#include "harness/catalog/source_hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Whether a section contains code or data. Sections that the linker adds, such as symbol tables,
 * contain names.
 */
static bool is_code(const char *name)
{
    static const char *const sections[] = {".text", ".rodata", ".data"};
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if (strcmp(name, sections[k]) == 0)
            return true;
    return false;
}

/*
 * Hashes a shared object: its instructions and the data that they read, without names, addresses
 * and line numbers. Returns false and the hash of no data if the object has no instructions.
 */
static bool cpu_code_hash(const void *bytes, size_t size, struct hash *hash)
{
    struct elf elf;
    struct elf_section section;
    struct hasher hasher;
    bool found = false;
    *hash = (struct hash){0};
    if (bytes == NULL || !elf_open(&elf, bytes, size))
        return false;
    hash_start(&hasher);
    for (int k = 0; k < elf_sections(&elf); k++) {
        if (!elf_section(&elf, k, &section))
            return false;
        if (section.bytes == NULL || !is_code(section.name))
            continue;
        hash_string(&hasher, section.name);
        hash_bytes(&hasher, section.bytes, section.size);
        found = true;
    }
    *hash = hash_end(&hasher);
    return found;
}

enum { NAME = 256 };

/* A kernel that was opened, or that failed to compile. */
struct entry {
    struct hash hash, code;
    const struct cpu_kernel *kernel; /* NULL: failed, `error` has the reason */
    struct error *error;
};

/* Kernels that the process has opened. They stay open until it ends. */
static struct {
    struct entry *entry;
    int count;
} opened;

static const struct entry *find_entry(struct hash hash)
{
    for (int k = 0; k < opened.count; k++)
        if (hash_same(opened.entry[k].hash, hash))
            return &opened.entry[k];
    return NULL;
}

static void remember(struct hash hash, struct hash code, const struct cpu_kernel *kernel,
                     const struct error *error)
{
    static const char what[] = "kernels";
    struct error *own = kernel == NULL ? memory_new(1, sizeof *own, what) : NULL;
    if (own != NULL)
        *own = *error;
    opened.entry = memory_resized(opened.entry, opened.count + 1, sizeof *opened.entry, what);
    opened.entry[opened.count++] = (struct entry){hash, code, kernel, own};
}

/* --- the sources of a kernel --- */

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

int cpu_wanted_of_case(enum bonding bonding, struct cpu_wanted wanted[CPU_CASE_KERNELS])
{
    const struct strategy *kernel = bonding_kernel(bonding);
    if (!model_is_bonded(wanted[0].model) && wanted[0].bonded.forms == 0)
        return 1;
    wanted[0].bonds = kernel == NULL;
    if (kernel == NULL)
        return 1;
    wanted[1] = wanted[0];
    wanted[1].strategy = kernel->name;
    wanted[1].bonds = true;
    return 2;
}

bool cpu_wanted_same(const struct cpu_wanted *a, const struct cpu_wanted *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && a->model == b->model &&
           precision_of_pairs(a->precision) == precision_of_pairs(b->precision) &&
           row_types(a->model, &a->bonded) == row_types(b->model, &b->bonded) &&
           a->bonded.forms == b->bonded.forms && a->bonded.lacks == b->bonded.lacks &&
           a->bonded.excludes == b->bonded.excludes && a->bonds == b->bonds &&
           same_text(a->compiler, b->compiler) && same_text(a->arch, b->arch);
}

static bool is_among(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/*
 * Adds the build's flags. Leaves out C-only flags if the kernel is C++. Leaves out -march if
 * the case has its own target.
 */
static void add_build_flags(struct words *flags, const struct cpu_wanted *wanted, bool cxx)
{
    static const char *const c_only[] = {"-std=gnu11", "-Wshadow", "-Wstrict-prototypes", NULL};
    struct words build = {0};
    words_split(&build, version_kernel_flags());
    for (int k = 0; k < build.count; k++)
        if (!(cxx && is_among(build.word[k], c_only)) &&
            !(wanted->arch != NULL && strncmp(build.word[k], "-march=", 7) == 0))
            words_add(flags, "%s", build.word[k]);
    words_free(&build);
    if (wanted->arch != NULL)
        words_add(flags, "-march=%s", wanted->arch);
}

/*
 * Adds flags for vector math. Models of this repository have their own vector functions. Users'
 * models and forms of bonded terms call the C library. clang finds vector variants of the library's
 * functions; gcc gets them from vector_math.h. VECTOR_MATH adds the contents of that header, with
 * all that it includes, to a unit's hash.
 */
static void add_vector_math(struct words *flags, const struct source_set *sources,
                            const struct cpu_wanted *wanted, const struct cpu_compiler *compiler)
{
    static const struct source_unit header = {.path = "harness/backend/cpu/machine/vector_math.h"};
    char path[NAME];
    snprintf(path, sizeof path, "models/%s.h", wanted->model->name);
    if ((embedded_find(path) != NULL && !wanted->bonds) ||
        strstr(precision_info(wanted->precision)->cpu, "-x c++"))
        return;
    if (compiler->is_clang) {
        words_add(flags, "-fveclib=libmvec");
        return;
    }
    char hash[HASH_TEXT];
    hash_text(source_hash(sources, &header), hash);
    words_add(flags, "-DVECTOR_MATH=0x%.8s", hash);
    if (!wanted->bonds)
        words_add(flags, "-DVECTOR_PAIRS");
    words_add(flags, "-include");
    words_add(flags, "%s", header.path);
}

static void add_flags(struct words *flags, const struct source_set *sources,
                      const struct cpu_wanted *wanted, const struct cpu_compiler *compiler)
{
    const struct precision_info *info = precision_info(wanted->precision);
    bool cxx = strstr(info->cpu, "-x c++") != NULL;
    words_split(flags, "-I. -D_GNU_SOURCE -fPIC -shared");
    add_build_flags(flags, wanted, cxx);
    /*
     * Kernels that throw no exceptions need no C++ library, and a driver built without CUDA does
     * not contain one. The disabled warnings concern plain C and, in gcc 12, gcc's own vector
     * functions.
     */
    if (cxx)
        words_split(
            flags,
            "-fno-exceptions -Wno-missing-field-initializers "
            "-Wno-deprecated-enum-enum-conversion -Wno-uninitialized -Wno-maybe-uninitialized");
    else /* otherwise the loader would report a missing function, without a source line */
        words_add(flags, "-Werror=implicit-function-declaration");
    /*
     * warns of expressions such as 0.5 * x, which are computed in double precision; that is rarely
     * intended
     */
    if (!cxx && info->sum_size == 4)
        words_add(flags, "-Wdouble-promotion");
    if (compiler->is_clang)
        words_add(flags, "-Wno-unknown-warning-option");
    if (compiler->is_clang && cxx)
        words_split(flags, "-Wno-missing-braces -Wno-deprecated-anon-enum-enum-conversion");
    words_split(flags, info->types);
    words_split(flags, info->cpu);
    /*
     * A model may branch on its constants. max-unswitch-insns lets gcc move such a branch out of a
     * loop of any size. For rigid bodies that does not make kernels faster, and only lengthens
     * compilation. Copies of functions for constant arguments also only lengthen it:
     * -fno-ipa-cp-clone disables them.
     */
    if (!compiler->is_clang)
        words_split(flags,
                    wanted->model->body ? "-fno-ipa-cp-clone" : "--param max-unswitch-insns=1000");
    words_add(flags, "-DPRECISION=%s", precision_info(precision_of_pairs(wanted->precision))->name);
    words_add(flags, "-DMODEL=%s", wanted->model->name);
    words_add(flags, "-DMODEL_HEADER=\"models/%s.h\"", wanted->model->name);
    if (wanted->model->row_reals > 0)
        words_add(flags, "-DROW_TYPES=%d", row_types(wanted->model, &wanted->bonded));
    if (wanted->bonded.excludes)
        words_add(flags, "-DHAS_EXCLUSIONS");
    char options[BONDED_OPTIONS] = "";
    if (wanted->bonds)
        bonded_options(wanted->model, &wanted->bonded, options, sizeof options);
    for (const char *option = options; *option != '\0'; option += strlen(option) + 1)
        words_add(flags, "%s", option);
    if (wanted->bonds)
        words_add(flags, "-DBONDED");
    add_vector_math(flags, sources, wanted, compiler);
}

/* A requested kernel until its object is opened. */
struct job {
    char name[NAME], path[NAME];
    struct cpu_unit unit;
};

static bool describe(const struct source_set *sources, const struct cpu_wanted *wanted,
                     struct job *job, struct error *error)
{
    *job = (struct job){0};
    snprintf(job->name, NAME, "%s %s %s", wanted->strategy, wanted->model->name,
             precision_info(wanted->precision)->name);
    source_cpu_kernel(sources, wanted->strategy, wanted->model, job->path, NAME);
    if (precision_tolerance(wanted->precision, wanted->model) == 0)
        return error_set(error, EXIT_ENVIRONMENT, "model %s has no kernels in %s precision",
                         wanted->model->name, precision_info(wanted->precision)->name);
    if (source_text(sources, job->path) == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "strategy %s has no CPU kernel: there is no %s",
                         wanted->strategy, job->path);
    const struct cpu_compiler *compiler = cpu_compiler_find(wanted->compiler, wanted->arch, error);
    if (compiler == NULL) /* the error for a missing compiler is the same for every kernel */
        return error->code != EXIT_ENVIRONMENT && error_prefix(error, job->name);
    const struct source_unit source = {job->path, wanted->strategy, wanted->model->name};
    job->unit = (struct cpu_unit){.name = job->name,
                                  .path = job->path,
                                  .source_hash = source_hash(sources, &source),
                                  .compiler = compiler};
    add_flags(&job->unit.flags, sources, wanted, compiler);
    return true;
}

/* --- opening a kernel --- */

static const struct cpu_kernel *open_object(const struct cpu_object *object, const struct job *job,
                                            const struct cpu_wanted *wanted, struct error *error)
{
    const struct cpu_kernel *kernel =
        shared_object_open(object->bytes, object->size, job->name, "pairlanes_kernel", error);
    if (kernel == NULL)
        return NULL;
    if (strcmp(kernel->strategy, wanted->strategy) == 0 &&
        strcmp(kernel->model, wanted->model->name) == 0 &&
        strcmp(kernel->precision, precision_info(precision_of_pairs(wanted->precision))->name) == 0)
        return kernel;
    error_set(error, EXIT_USAGE, "%s: %s has the kernel \"%s %s %s\"", job->name, job->path,
              kernel->strategy, kernel->model, kernel->precision);
    return NULL;
}

/*
 * Opens a compiled kernel. Compiles it again if its cached object was built on another system and
 * cannot be opened.
 */
static const struct cpu_kernel *open_job(const struct source_set *sources,
                                         const struct cpu_wanted *wanted, struct job *job,
                                         struct cpu_object *object)
{
    struct hash hash = cpu_unit_hash(&job->unit), code = {0};
    const struct cpu_kernel *kernel = NULL;
    if (object->bytes != NULL)
        kernel = open_object(object, job, wanted, &object->error);
    if (kernel == NULL && object->cached) {
        cpu_object_free(object);
        cpu_compile(sources, &job->unit, object, 1, 1, true, NULL);
        if (object->bytes != NULL)
            kernel = open_object(object, job, wanted, &object->error);
    }
    if (kernel != NULL)
        cpu_code_hash(object->bytes, object->size, &code);
    if (kernel != NULL || object->error.code == EXIT_USAGE)
        remember(hash, code, kernel, &object->error);
    return kernel;
}

/* --- many kernels at once --- */

/*
 * Moves the kernels that have to be compiled to the front of `unit` and `index`; returns their
 * number.
 */
static int choose(const struct source_set *sources, const struct cpu_wanted *wanted,
                  struct cpu_compiled *compiled, int count, bool open, struct job *jobs,
                  struct cpu_unit *unit, int *index)
{
    int chosen = 0;
    for (int k = 0; k < count; k++) {
        struct error error;
        if (!describe(sources, &wanted[k], &jobs[k], &error)) {
            if (compiled != NULL)
                compiled[k].error = error;
            continue;
        }
        if (compiled != NULL)
            compiled[k].compiler = jobs[k].unit.compiler;
        if (open && find_entry(cpu_unit_hash(&jobs[k].unit)) != NULL)
            continue;
        unit[chosen] = jobs[k].unit;
        index[chosen++] = k;
    }
    return chosen;
}

void cpu_kernels_compile(const struct source_set *sources, const struct cpu_wanted *wanted,
                         struct cpu_compiled *compiled, int count, int jobs, bool open,
                         const struct compile_watch *watch)
{
    struct error error;
    struct job *job = memory_allocate_zeroed(count, sizeof *job, "kernels", &error);
    struct cpu_unit *unit = memory_allocate(count, sizeof *unit, "kernels", &error);
    struct cpu_object *object = memory_allocate(count, sizeof *object, "kernels", &error);
    int *index = memory_allocate(count, sizeof *index, "kernels", &error);
    bool good = job != NULL && unit != NULL && object != NULL && index != NULL;
    for (int k = 0; k < count && compiled != NULL; k++) {
        compiled[k] = (struct cpu_compiled){0};
        if (!good)
            compiled[k].error = error;
    }
    int chosen = good ? choose(sources, wanted, compiled, count, open, job, unit, index) : 0;
    if (good)
        cpu_compile(sources, unit, object, chosen, jobs, false, watch);
    for (int k = 0; k < chosen; k++) {
        if (open)
            open_job(sources, &wanted[index[k]], &job[index[k]], &object[k]);
        if (compiled != NULL) {
            compiled[index[k]].bytes = (int64_t)object[k].size;
            compiled[index[k]].cached = object[k].cached;
            cpu_code_hash(object[k].bytes, object[k].size, &compiled[index[k]].code);
            compiled[index[k]].messages = object[k].messages;
            object[k].messages = NULL;
            compiled[index[k]].error = object[k].error;
        }
        cpu_object_free(&object[k]);
    }
    for (int k = 0; k < count && job != NULL; k++)
        words_free(&job[k].unit.flags);
    free(job);
    free(unit);
    free(object);
    free(index);
}

const struct cpu_kernel *cpu_kernel_find(const struct source_set *sources,
                                         const struct cpu_wanted *wanted, struct error *error)
{
    struct job job;
    struct cpu_object object = {0};
    const struct cpu_kernel *kernel = NULL;
    if (!describe(sources, wanted, &job, error)) {
        words_free(&job.unit.flags);
        return NULL;
    }
    const struct entry *entry = find_entry(cpu_unit_hash(&job.unit));
    if (entry == NULL) {
        cpu_compile(sources, &job.unit, &object, 1, 1, false, NULL);
        kernel = open_job(sources, wanted, &job, &object);
    } else {
        kernel = entry->kernel;
    }
    if (kernel == NULL)
        *error = entry != NULL ? *entry->error : object.error;
    cpu_object_free(&object);
    words_free(&job.unit.flags);
    return kernel;
}

const void **cpu_kernel_table(const struct cpu_kernel *kernel)
{
    return shared_object_symbol(kernel, MODEL_TABLE_SYMBOL);
}

struct hash cpu_kernel_code(const struct cpu_kernel *kernel)
{
    for (int k = 0; k < opened.count; k++)
        if (opened.entry[k].kernel == kernel)
            return opened.entry[k].code;
    return (struct hash){0};
}
