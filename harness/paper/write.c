#include "harness/paper/write.h"

#include "harness/base/files/output.h"
#include "harness/paper/html.h"
#include "harness/paper/markdown.h"

#include <limits.h>
#include <stdio.h>

static bool begin(struct output *output, const char *folder, const char *name, struct error *error)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return error_set(error, EXIT_USAGE, "%s: the name is too long", folder);
    return output_folders(path, error) && output_begin(output, path, error);
}

bool write_report(const struct report *report, const char *folder, struct error *error)
{
    struct output output;
    if (!begin(&output, folder, "report.html", error) ||
        !output_end(&output, html_write(output.stream, report, error), error) ||
        !begin(&output, folder, "report.md", error))
        return false;
    markdown_write(output.stream, report);
    return output_end(&output, true, error);
}
