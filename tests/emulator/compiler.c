/* The functions of NVRTC, implemented by tests/emulator/compile with the C++ compiler
 * EMULATOR_COMPILER. */
#include "tests/emulator/library.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 512, ARGUMENTS = 64 };

struct bytes {
    char *data; /* zero-terminated; `size` does not count the zero */
    size_t size;
};

struct _nvrtcProgram {
    char folder[64]; /* folder of the sources and of compiled files */
    char name[PATH_SIZE];
    int headers;
    const char *const *header_text, *const *header_name; /* owned by the caller; read during
                                                          * compilation */
    bool *written;                                       /* true for each header that is already
                                                          * written to the folder */
    struct bytes log, image;
};

static const char *result_text(nvrtcResult result)
{
    return result == NVRTC_ERROR_COMPILATION     ? "compilation failed"
           : result == NVRTC_ERROR_OUT_OF_MEMORY ? "out of memory"
                                                 : "no place for temporary files";
}

/* Returns the version of the build, or of EMULATOR_NVRTC. */
static nvrtcResult version(int *major, int *minor)
{
    const char *asked = getenv("EMULATOR_NVRTC");
    const int number = asked != NULL ? atoi(asked) : CUDA_VERSION;
    *major = number / 1000;
    *minor = number % 1000 / 10;
    return NVRTC_SUCCESS;
}

static bool write_source(const struct _nvrtcProgram *program, const char *name, const char *text)
{
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", program->folder, name);
    for (char *slash = strchr(path + strlen(program->folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* fails if it exists; opening the file reports other errors */
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool write_included(const struct _nvrtcProgram *program, const char *text);

/*
 * Writes the headers with paths that end like the `length` bytes of `path`. Also writes their
 * included headers.
 */
static bool write_named(const struct _nvrtcProgram *program, const char *path, size_t length)
{
    char named[PATH_SIZE];
    snprintf(named, sizeof named, "%.*s", (int)length, path);
    for (int k = 0; k < program->headers; k++) {
        if (program->written[k] ||
            strcmp(last_part(program->header_name[k]), last_part(named)) != 0)
            continue;
        program->written[k] = true;
        if (!write_source(program, program->header_name[k], program->header_text[k]) ||
            !write_included(program, program->header_text[k]))
            return false;
    }
    return true;
}

/* Writes the headers that a text may include: only a few of the headers that come with a kernel. */
static bool write_included(const struct _nvrtcProgram *program, const char *text)
{
    static const char directive[] = "include \"";
    while ((text = strstr(text, directive)) != NULL) {
        text += strlen(directive);
        if (!write_named(program, text, strcspn(text, "\"\n")))
            return false;
    }
    return true;
}

static void read_made(const struct _nvrtcProgram *program, const char *name, struct bytes *bytes)
{
    char path[PATH_SIZE + 64];
    FILE *made = NULL;
    FILE *file = NULL;
    snprintf(path, sizeof path, "%s/%s", program->folder, name);
    if ((file = fopen(path, "rb")) == NULL)
        return;
    made = open_memstream(&bytes->data, &bytes->size);
    for (int byte = getc(file); made != NULL && byte != EOF; byte = getc(file))
        putc(byte, made);
    if (made != NULL)
        fclose(made);
    fclose(file);
}

static nvrtcResult destroy(nvrtcProgram *program)
{
    char *const words[] = {"rm", "-rf", (*program)->folder, NULL};
    pid_t child = 0;
    if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) == 0)
        waitpid(child, NULL, 0);
    free((*program)->written);
    free((*program)->log.data);
    free((*program)->image.data);
    free(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

static nvrtcResult create(nvrtcProgram *created, const char *text, const char *name, int headers,
                          const char *const *header_texts, const char *const *header_names)
{
    nvrtcProgram program = calloc(1, sizeof *program);
    if (program == NULL)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    snprintf(program->folder, sizeof program->folder, "/tmp/pairlanes-emulator-XXXXXX");
    snprintf(program->name, sizeof program->name, "%s", name);
    program->headers = headers;
    program->header_text = header_texts;
    program->header_name = header_names;
    program->written = calloc((size_t)headers + 1, sizeof *program->written);
    if (program->written == NULL || mkdtemp(program->folder) == NULL ||
        !write_source(program, name, text) || !write_included(program, text)) {
        destroy(&program);
        return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
    }
    *created = program;
    return NVRTC_SUCCESS;
}

static nvrtcResult compile(nvrtcProgram program, int options, const char *const *option)
{
    char *words[ARGUMENTS] = {"tests/emulator/compile", EMULATOR_COMPILER, program->folder,
                              program->name};
    int count = 4;
    pid_t child = 0;
    int status = -1;
    for (int k = 0; k < options && count < ARGUMENTS - 1; k++) {
        /* a macro may be the name of a header, in quotes */
        const char *quoted = strchr(option[k], '"');
        if (quoted != NULL && !write_named(program, quoted + 1, strcspn(quoted + 1, "\"")))
            return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
        words[count++] = (char *)option[k];
    }
    if (posix_spawn(&child, words[0], NULL, NULL, words, environ) != 0 ||
        waitpid(child, &status, 0) != child)
        return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
    read_made(program, "log", &program->log);
    read_made(program, "image", &program->image);
    return status == 0 && program->image.size > 0 ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

static nvrtcResult log_size(nvrtcProgram program, size_t *size)
{
    *size = program->log.size;
    return NVRTC_SUCCESS;
}

static nvrtcResult get_log(nvrtcProgram program, char *log)
{
    if (program->log.size > 0)
        memcpy(log, program->log.data, program->log.size);
    return NVRTC_SUCCESS;
}

static nvrtcResult image_size(nvrtcProgram program, size_t *size)
{
    *size = program->image.size;
    return NVRTC_SUCCESS;
}

static nvrtcResult get_image(nvrtcProgram program, char *image)
{
    memcpy(image, program->image.data, program->image.size);
    return NVRTC_SUCCESS;
}

const struct cuda_compiler emulated_compiler = {
    .nvrtcVersion = version,
    .nvrtcGetErrorString = result_text,
    .nvrtcCreateProgram = create,
    .nvrtcDestroyProgram = destroy,
    .nvrtcCompileProgram = compile,
    .nvrtcGetProgramLogSize = log_size,
    .nvrtcGetProgramLog = get_log,
    .nvrtcGetCUBINSize = image_size,
    .nvrtcGetCUBIN = get_image,
};
