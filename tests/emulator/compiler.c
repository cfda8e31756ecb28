/* NVRTC's functions, by tests/emulator/compile with the C++ compiler EMULATOR_COMPILER. */
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
    char *data; /* ended by a zero that `size` leaves out */
    size_t size;
};

struct _nvrtcProgram {
    char folder[64]; /* of the sources and of what is made of them */
    char name[PATH_SIZE];
    struct bytes log, image;
};

static const char *result_text(nvrtcResult result)
{
    return result == NVRTC_ERROR_COMPILATION     ? "compilation failed"
           : result == NVRTC_ERROR_OUT_OF_MEMORY ? "out of memory"
                                                 : "no place for temporary files";
}

static nvrtcResult version(int *major, int *minor)
{
    *major = CUDA_VERSION / 1000;
    *minor = CUDA_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}

static bool write_source(const struct _nvrtcProgram *program, const char *name, const char *text)
{
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", program->folder, name);
    for (char *slash = strchr(path + strlen(program->folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* fails where it is there; opening the file tells all else */
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
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
    bool written = mkdtemp(program->folder) != NULL;
    for (int k = 0; k < headers && written; k++)
        written = write_source(program, header_names[k], header_texts[k]);
    if (!written || !write_source(program, name, text)) {
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
    for (int k = 0; k < options && count < ARGUMENTS - 1; k++)
        words[count++] = (char *)option[k];
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
