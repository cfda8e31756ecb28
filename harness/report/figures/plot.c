#include "harness/report/figures/plot.h"

#include "harness/base/files/data.h"
#include "harness/base/files/output.h"
#include "harness/base/files/scratch.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "harness/json/json_file.h"
#include "harness/report/figures/figure_records.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * gnuplot and python3 run in a temporary folder inside the folder of the figures. Files are moved
 * out when all are complete. Texts are passed to gnuplot's scripts as arguments or in the table,
 * never as code.
 */
enum { ROOM = PATH_MAX + 64 };

static bool find_program(const char *name, const char *package, struct error *error)
{
    char path[PATH_MAX];
    return process_find(name, path, sizeof path) ||
           error_set(error, EXIT_ENVIRONMENT,
                     "figures are drawn by %s, which is not installed (Debian: %s)", name, package);
}

/* Makes the temporary folder, with a link plots/ to the scripts. */
static bool enter(struct scratch *work, const char *folder, struct error *error)
{
    char scripts[PATH_MAX], link[ROOM], path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the name is too long", folder);
    if (!data_path("plots/figures.py", scripts, error) || !output_folders(path, error) ||
        !scratch_make(work, folder, error))
        return false;
    char *plots = realpath(dirname(scripts), NULL);
    snprintf(link, sizeof link, "%s/plots", work->path);
    bool good = plots != NULL && symlink(plots, link) == 0;
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "%s: no figure can be drawn there: %s", folder,
                  strerror(errno));
    free(plots);
    return good;
}

static bool run(const struct plot_wanted *wanted, const char *work, struct error *error)
{
    struct words arguments = {0};
    words_split(&arguments, "python3 -X utf8 -E -s -B plots/figures.py cases.json found.json");
    words_add(&arguments, "%s", wanted->shared ? "shared" : "apart");
    for (int k = 0; k < wanted->pages; k++)
        words_add(&arguments, "%g=%s", wanted->page[k].width, wanted->page[k].below);
    for (const char *const *name = wanted->names; name != NULL && *name != NULL; name++)
        words_add(&arguments, "%s", *name);
    bool good = process_do((const char *const *)arguments.word, work, error);
    words_free(&arguments);
    return good;
}

bool plot_draw(const struct records *records, const struct plot_wanted *wanted, cJSON **figures,
               struct error *error)
{
    char cases[ROOM], answer[ROOM];
    struct scratch work = {0};
    *figures = NULL;
    if (!find_program("gnuplot", "gnuplot-nox", error) ||
        !find_program("python3", "python3", error))
        return false;
    interrupt_watch(); /* catches signals, so that the folder is always removed */
    bool good = enter(&work, wanted->folder, error);
    snprintf(cases, sizeof cases, "%s/cases.json", work.path);
    snprintf(answer, sizeof answer, "%s/found.json", work.path);
    cJSON *known = good ? figure_records(records, error) : NULL;
    if (known != NULL && json_file_write(cases, known, error) && run(wanted, work.path, error))
        *figures = json_file_read(answer, error);
    cJSON_Delete(known);
    scratch_remove(&work);
    interrupt_leave();
    return *figures != NULL;
}
