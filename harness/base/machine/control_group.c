#include "harness/base/machine/control_group.h"

#include "harness/base/machine/system_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double control_group_number(const char *folder, const char *name, const char *key)
{
    char path[3 * PATH_MAX], line[256];
    double number = INFINITY;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return INFINITY;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        if (sscanf(line + strlen(key), "%lf", &number) != 1)
            number = INFINITY;
        break;
    }
    fclose(file);
    return number;
}

static void visit_upwards(const char *mount, char *group, bool unified, control_group_visit *visit,
                          void *context)
{
    char folder[2 * PATH_MAX];
    for (;;) {
        snprintf(folder, sizeof folder, "%s%s", mount, group);
        visit(context, folder, unified);
        char *slash = strrchr(group, '/');
        if (slash == NULL)
            return;
        *slash = '\0';
    }
}

/* Whether a list such as "cpu,cpuacct:" has the controller. */
static bool has_controller(const char *list, const char *controller)
{
    size_t length = strlen(controller);
    for (const char *name = list; name != NULL; name = strchr(name, ',')) {
        name += *name == ',' || *name == ':';
        if (strncmp(name, controller, length) == 0 && strchr(",:", name[length]) != NULL)
            return true;
    }
    return false;
}

void control_groups(const char *root, const char *controller, control_group_visit *visit,
                    void *context)
{
    char path[PATH_MAX], line[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        bool unified = strcmp(controllers, ":") == 0;
        if (!unified && !has_controller(controllers, controller))
            continue;
        snprintf(path, sizeof path, "%s/sys/fs/cgroup%s%s", root, unified ? "" : "/",
                 unified ? "" : controller);
        visit_upwards(path, group, unified, visit, context);
    }
    fclose(file);
}
