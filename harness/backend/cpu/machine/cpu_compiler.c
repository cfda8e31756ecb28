#include "harness/backend/cpu/machine/cpu_compiler.h"

#include "harness/backend/cpu/machine/cpu_arch.h"
#include "harness/base/files/cache.h"
#include "harness/base/machine/system_file.h"
#include "harness/base/memory.h"
#include "harness/base/process/process.h"
#include "harness/base/text.h"
#include "harness/base/version.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Outputs of a compiler: its version, and the command line that it runs for an empty unit. */
enum { VERSION, TARGET, ANSWERS };

struct answers {
    char *text[ANSWERS];
    int status[ANSWERS];
};

/* Compilers that this process has run so far. */
static struct {
    struct cpu_compiler **compiler;
    int count;
} known;

static void compiler_free(struct cpu_compiler *compiler)
{
    if (compiler == NULL)
        return;
    words_free(&compiler->command);
    free(compiler->name);
    free(compiler->arch);
    free(compiler);
}

static void keep_answer(void *context, int index, const struct process_end *end)
{
    struct answers *answers = context;
    answers->status[index] = end->status;
    answers->text[index] = text_new("%s", end->output);
}

/* Returns the first line that contains `word`; NULL if there is none. */
static const char *line_with(const char *text, const char *word)
{
    const char *line = strstr(text, word);
    while (line != NULL && line > text && line[-1] != '\n')
        line--;
    return line;
}

/*
 * Cuts a text to the line with the command of the internal compiler, in which `native` is expanded.
 * Leaves the text unchanged if the line is missing.
 */
static void cut_target(char *text)
{
    const char *line = line_with(text, "cc1");
    if (line == NULL)
        return;
    size_t length = strcspn(line, "\n");
    memmove(text, line, length);
    text[length] = '\0';
}

/* Returns a compiler's error message. With -v, it follows the compiler's description of itself. */
static const char *complaint(char *text)
{
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    const char *line = line_with(text, "error: ");
    return line != NULL ? line : text;
}

/* Whether the compiler failed because of an unknown target, not for lack of memory or the like. */
static bool refuses(const struct answers *answers, int k)
{
    return k == TARGET && answers->text[k] != NULL &&
           !process_lacks_machine(&(struct process_end){answers->status[k], answers->text[k]});
}

/*
 * Runs the compiler to get its outputs. It runs in the root folder, because clang writes the
 * current folder into its command line. A program that prints no version is not used as a compiler.
 * If a program prints a version but rejects the target, the error quotes its message.
 */
static bool ask(const struct cpu_compiler *compiler, struct answers *answers, struct error *error)
{
    struct words question[ANSWERS] = {0};
    for (int k = 0; k < ANSWERS; k++)
        words_append(&question[k], &compiler->command);
    words_add(&question[VERSION], "--version");
    words_add(&question[TARGET], "-march=%s", compiler->arch);
    words_split(&question[TARGET], "-v -E -x c /dev/null");
    const struct process_command commands[ANSWERS] = {
        {(const char *const *)question[VERSION].word, "/"},
        {(const char *const *)question[TARGET].word, "/"}};
    bool good = process_run(commands, ANSWERS, ANSWERS, keep_answer, answers, error);
    for (int k = 0; k < ANSWERS; k++) {
        /*
         * the build's default target may be unavailable on this machine; another target is the
         * user's choice
         */
        bool asked = refuses(answers, k) && strcmp(compiler->arch, version_arch()) != 0;
        words_free(&question[k]);
        if (good && answers->status[k] != 0)
            good = error_set(error, asked ? EXIT_USAGE : EXIT_ENVIRONMENT,
                             "%s cannot compile for the architecture %s (exit status %d): %.800s%s",
                             compiler->name, compiler->arch, answers->status[k],
                             complaint(answers->text[k]),
                             refuses(answers, k) && !asked
                                 ? "; choose another by --arch or arch, such as x86-64-v3"
                                 : "");
    }
    if (good)
        cut_target(answers->text[TARGET]);
    return good;
}

/* Adds to the hash the properties of the first CPU that never change. */
static void hash_cpu(struct hasher *hasher)
{
    static const char *const fields[] = {"vendor_id", "cpu family",      "model",   "flags",
                                         "Features",  "CPU implementer", "CPU part"};
    FILE *file = system_file_open("/proc/cpuinfo");
    char *line = NULL;
    size_t size = 0;
    ssize_t length = 0;
    while (file != NULL && (length = getline(&line, &size, file)) > 1)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
            if (strncmp(line, fields[k], strlen(fields[k])) == 0)
                hash_string(hasher, line);
    if (length < 0 && !feof(file))
        memory_end("what the kernel says of the CPU");
    free(line);
    if (file != NULL)
        fclose(file);
}

/*
 * Writes the path of the file that caches a compiler's outputs. Machines with the same CPU use the
 * file if the compiler is not installed there.
 */
static bool answers_path(const struct cpu_compiler *compiler, char *path, size_t size)
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, compiler->name);
    hash_string(&hasher, compiler->arch);
    hash_cpu(&hasher);
    return cache_path(hash_end(&hasher), ".compiler", path, size);
}

/* Caches the text of both outputs, each terminated by a zero. */
static void keep_answers(const struct cpu_compiler *compiler, const struct answers *answers)
{
    char path[4096];
    void *had = NULL;
    size_t had_size = 0;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return;
    for (int k = 0; k < ANSWERS; k++)
        fwrite(answers->text[k], 1, strlen(answers->text[k]) + 1, stream);
    if (fclose(stream) == 0 && text != NULL && answers_path(compiler, path, sizeof path) &&
        !(cache_read(path, &had, &had_size) && had_size == size && memcmp(had, text, size) == 0))
        cache_write(path, text, size);
    free(had);
    free(text);
}

static bool recall_answers(const struct cpu_compiler *compiler, struct answers *answers)
{
    char path[4096];
    void *bytes = NULL;
    size_t size = 0;
    if (!answers_path(compiler, path, sizeof path) || !cache_read(path, &bytes, &size))
        return false;
    const char *text = bytes;
    const char *end = text + size;
    for (int k = 0; k < ANSWERS && text < end; k++, text += strlen(text) + 1)
        answers->text[k] = text_new("%s", text);
    free(bytes);
    return answers->text[VERSION] != NULL && answers->text[TARGET] != NULL;
}

/* Creates a compiler without outputs yet. `program`: its path; NULL: not installed. */
static struct cpu_compiler *compiler_new(const char *name, const char *arch, const char *program,
                                         const struct words *words)
{
    struct cpu_compiler *compiler = memory_new(1, sizeof *compiler, "a compiler");
    compiler->name = text_new("%s", name);
    compiler->arch = text_new("%s", arch);
    if (program != NULL)
        words_add(&compiler->command, "%s", program);
    for (int k = 1; program != NULL && k < words->count; k++)
        words_add(&compiler->command, "%s", words->word[k]);
    return compiler;
}

/*
 * Reads the version number: the first word that starts with a digit. Words in parentheses do not
 * count: they contain version numbers of distributions.
 */
static void read_version(struct cpu_compiler *compiler, const char *answer)
{
    int depth = 0;
    bool starts = true;
    while (*answer != '\0' && *answer != '\n' && !(starts && depth == 0 && isdigit(*answer))) {
        depth += (*answer == '(') - (*answer == ')');
        starts = *answer++ == ' ';
    }
    snprintf(compiler->version, sizeof compiler->version, "%s %.*s",
             compiler->is_clang ? "clang" : "gcc", (int)strcspn(answer, " \n"), answer);
    if (strchr(compiler->name, ' ') != NULL)
        text_append(compiler->version, sizeof compiler->version, ": ", "%s", compiler->name);
}

/*
 * Gets the outputs, from the compiler or from the cache, and fills in the fields that depend on
 * them.
 */
static bool identify(struct cpu_compiler *compiler, struct error *error)
{
    struct answers answers = {0};
    bool here = compiler->command.count > 0;
    bool good = here ? ask(compiler, &answers, error)
                     : recall_answers(compiler, &answers) ||
                           error_set(error, EXIT_ENVIRONMENT, "%s is unknown", compiler->name);
    if (good && here)
        keep_answers(compiler, &answers);
    good = good && (strcmp(compiler->arch, "native") != 0 ||
                    cpu_arch_runs(compiler->arch, answers.text[TARGET], error));
    if (good) {
        compiler->is_clang = strstr(answers.text[VERSION], "clang") != NULL;
        read_version(compiler, answers.text[VERSION]);
        struct hasher hasher;
        hash_start(&hasher);
        hash_string(&hasher, compiler->name);
        for (int k = 0; k < ANSWERS; k++)
            hash_string(&hasher, answers.text[k]);
        compiler->hash = hash_end(&hasher);
    }
    for (int k = 0; k < ANSWERS; k++)
        free(answers.text[k]);
    return good;
}

/*
 * Returns the compiler of that name, or NULL. If `here` is set, it must be installed; otherwise,
 * its outputs come from the cache. Sets `*present` if `here` is set and the compiler is installed.
 * If NULL is returned although `*present` is set, `error` has the reason.
 */
static struct cpu_compiler *find(const char *name, const char *arch, bool here, bool *present,
                                 struct error *error)
{
    char path[4096];
    struct words words = {0};
    struct cpu_compiler *compiler = NULL;
    words_split(&words, name);
    *present = here && words.count > 0 && process_find(words.word[0], path, sizeof path);
    if (*present || !here)
        compiler = compiler_new(name, arch, here ? path : NULL, &words);
    words_free(&words);
    if (compiler != NULL && !identify(compiler, error)) {
        compiler_free(compiler);
        return NULL;
    }
    return compiler;
}

/*
 * Finds the first installed compiler of `names`; if none is installed, the first one in the cache.
 * `of_variable`: the name comes from the environment variable PAIRLANES_CC.
 */
static struct cpu_compiler *find_first(const char *const *names, const char *arch, bool of_variable,
                                       struct error *error)
{
    char all[512] = "", remedy[512];
    for (int here = 1; here >= 0; here--) {
        for (int k = 0; names[k] != NULL; k++) {
            bool present = false;
            struct cpu_compiler *compiler = find(names[k], arch, here != 0, &present, error);
            if (compiler != NULL || present)
                return compiler;
        }
    }
    for (int k = 0; names[k] != NULL; k++)
        text_append(all, sizeof all, ", ", "%s", names[k]);
    if (of_variable)
        snprintf(remedy, sizeof remedy,
                 "PAIRLANES_CC names it: set it to an installed compiler, or unset it");
    else
        snprintf(remedy, sizeof remedy, "install %s", names[0]);
    error_set(
        error, EXIT_ENVIRONMENT,
        "there is no C compiler here (%s), and the cache has no kernels for this kind of CPU; %s, "
        "or fill the cache ($PAIRLANES_CACHE, otherwise ~/.cache/pairlanes) with `pairlanes "
        "compile CONFIG --backend cpu` on a machine that has a compiler and this kind of CPU",
        all, remedy);
    return NULL;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static const struct cpu_compiler *find_known(const char *name, const char *arch)
{
    for (int k = 0; k < known.count; k++)
        if (same(known.compiler[k]->name, name) && same(known.compiler[k]->arch, arch))
            return known.compiler[k];
    return NULL;
}

static void remember(struct cpu_compiler *compiler)
{
    known.compiler =
        memory_resized(known.compiler, known.count + 1, sizeof *known.compiler, "compilers");
    known.compiler[known.count++] = compiler;
}

/* names searched after the build's compiler */
static const char *const always[] = {"gcc", "cc", "clang"};

const struct cpu_compiler *cpu_compiler_find(const char *name, const char *arch,
                                             struct error *error)
{
    const char *own = getenv("PAIRLANES_CC");
    const bool of_variable = name == NULL && own != NULL && *own != '\0';
    if (of_variable)
        name = own;
    if (arch == NULL)
        arch = version_arch();
    const char *const given[] = {name, NULL};
    enum { ALWAYS = sizeof always / sizeof *always };
    const char *usual[1 + ALWAYS + 1] = {version_kernel_compiler()};
    int count = 1;
    for (int k = 0; k < ALWAYS; k++)
        if (!same(usual[0], always[k]))
            usual[count++] = always[k];
    const char *const *names = name != NULL ? given : usual;
    for (int k = 0; names[k] != NULL; k++) {
        const struct cpu_compiler *compiler = find_known(names[k], arch);
        if (compiler != NULL)
            return compiler;
    }
    struct cpu_compiler *compiler = find_first(names, arch, of_variable, error);
    if (compiler != NULL)
        remember(compiler);
    return compiler;
}
