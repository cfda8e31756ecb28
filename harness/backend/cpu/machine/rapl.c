#include "harness/backend/cpu/machine/rapl.h"

#include "harness/base/machine/system_file.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

static bool read_number(const char *folder, const char *file, double *number, struct error *error)
{
    char path[RAPL_PATH + 32];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *stream = system_file_open(path);
    if (stream == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "RAPL: %s: %s%s", path, strerror(errno),
                         errno == EACCES ? " (readable by root: chmod a+r it, or run as root)"
                                         : "");
    bool good = fscanf(stream, "%lf", number) == 1;
    fclose(stream);
    return good || error_set(error, EXIT_ENVIRONMENT, "RAPL: %s: expected a number", path);
}

/*
 * Whether a zone is a package. Other zones are parts of packages and, on some machines, "psys",
 * which includes the packages.
 */
static bool is_package(const char *folder)
{
    char path[RAPL_PATH + 32];
    char name[32] = "";
    snprintf(path, sizeof path, "%s/name", folder);
    FILE *stream = system_file_open(path);
    if (stream == NULL)
        return false;
    bool good = fscanf(stream, "%31s", name) == 1;
    fclose(stream);
    return good && strncmp(name, "package", 7) == 0;
}

static bool add_package(struct rapl *rapl, const char *folder, struct error *error)
{
    int k = rapl->packages;
    snprintf(rapl->package[k].path, RAPL_PATH, "%s", folder);
    rapl->packages++;
    return read_number(folder, "max_energy_range_uj", &rapl->package[k].range, error) &&
           read_number(folder, "energy_uj", &rapl->package[k].last, error);
}

bool rapl_open(struct rapl *rapl, const char *root, struct error *error)
{
    char pattern[RAPL_PATH];
    glob_t found;
    *rapl = (struct rapl){0};
    snprintf(pattern, sizeof pattern, "%s/intel-rapl:*", root);
    bool good = true;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t k = 0; k < found.gl_pathc && good && rapl->packages < RAPL_PACKAGES; k++)
            if (strlen(found.gl_pathv[k]) < RAPL_PATH && is_package(found.gl_pathv[k]))
                good = add_package(rapl, found.gl_pathv[k], error);
        globfree(&found);
    }
    if (good && rapl->packages == 0)
        good = error_set(error, EXIT_ENVIRONMENT,
                         "RAPL: no package below %s: the kernel lacks intel_rapl, or this is a "
                         "virtual machine",
                         root);
    if (!good)
        *rapl = (struct rapl){0};
    return good;
}

bool rapl_read(struct rapl *rapl, double *joules, struct error *error)
{
    for (int k = 0; k < rapl->packages; k++) {
        double now = 0;
        if (!read_number(rapl->package[k].path, "energy_uj", &now, error))
            return false;
        double used = now - rapl->package[k].last;
        rapl->joules += 1e-6 * (used < 0 ? used + rapl->package[k].range : used);
        rapl->package[k].last = now;
    }
    *joules = rapl->joules;
    return true;
}
