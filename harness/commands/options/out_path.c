#include "harness/commands/options/out_path.h"

#include "harness/base/files/gzip.h"
#include "harness/base/files/output.h"
#include "harness/base/text.h"

#include <stdio.h>
#include <sys/stat.h>

char *out_path(struct argp_state *state, const char *option, char *argument)
{
    if (argument[0] == '\0')
        argp_error(state, "%s: the path is empty", option);
    if (argument[0] == '|' || argument[0] == '<')
        argp_error(state, "%s: a path may not begin with %c; write ./%c…", option, argument[0],
                   argument[0]);
    if (argument[0] == '-' && !out_is_standard(argument))
        argp_error(state,
                   "%s: expected a path, found what looks like an option, %s; write ./%s for a "
                   "file of that name",
                   option, argument, argument);
    for (const unsigned char *at = (const unsigned char *)argument; *at != '\0'; at++)
        if (*at < ' ' || *at == 0x7F)
            argp_error(state, "%s: a path may not have control characters such as byte %d", option,
                       *at);
    return argument;
}

char *out_folder(struct argp_state *state, const char *option, char *argument)
{
    if (out_is_standard(argument))
        argp_error(state, "%s: a folder, not the standard output", option);
    return out_path(state, option, argument);
}

void out_not_input(struct argp_state *state, const char *option, const char *path,
                   const char *input)
{
    struct stat written, read;
    if (path != NULL && input != NULL && stat(path, &written) == 0 && stat(input, &read) == 0 &&
        written.st_dev == read.st_dev && written.st_ino == read.st_ino)
        argp_error(state, "%s: %s is an input, and would be overwritten", option, path);
}

bool out_is_standard(const char *path)
{
    return path != NULL && output_is_standard(path);
}

FILE *out_table(const char *path)
{
    return out_is_standard(path) ? stderr : stdout;
}

char *out_numbered(const char *path, int k)
{
    int length = gzip_stem(path);
    return text_new("%.*s-%d%s", length, path, k, path + length);
}
