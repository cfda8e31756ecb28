#include "harness/base/error.h"

#include "harness/base/printable.h"
#include <errno.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, enum exit_code code, const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error->code = code;
    error->too_large = false;
    printable_copy(error->text, sizeof error->text, text, true);
    return false;
}

bool error_too_large(struct error *error)
{
    error->too_large = true;
    return false;
}

/* Whether an error number concerns the path or its file, so that another path may work. */
static bool is_of_path(int reason)
{
    static const int reasons[] = {ENOENT,       ENOTDIR, EISDIR, EACCES,  EPERM, ELOOP,
                                  ENAMETOOLONG, EINVAL,  ENXIO,  EBADMSG, EFBIG};
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (reason == reasons[k])
            return true;
    return false;
}

bool error_unreadable(struct error *error, const char *path)
{
    enum exit_code code = is_of_path(errno) ? EXIT_USAGE : EXIT_ENVIRONMENT;
    const char *reason =
        errno == EBADMSG ? "its compressed content is damaged or cut off"
        : errno == ENXIO
            ? "it is a FIFO or a device that the command line does not name, or a socket"
        : errno == EFBIG
            ? "its text is over 4 GiB when unpacked, or over 256 MiB and 200 times its size"
            : strerror(errno);
    return error_set(error, code, "%s: cannot be read: %s", path, reason);
}

bool error_prefix(struct error *error, const char *prefix)
{
    char text[sizeof error->text];
    const size_t length = strlen(prefix);
    const bool begins = strncmp(error->text, prefix, length) == 0 &&
                        (error->text[length] == ':' || error->text[length] == ' ');
    if (begins || length + 2 >= sizeof text)
        return false;
    memcpy(text, error->text, sizeof text);
    bool too_large = error->too_large;
    error_set(error, error->code, "%s: %s", prefix, text);
    error->too_large = too_large;
    return false;
}
