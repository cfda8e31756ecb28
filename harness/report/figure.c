#include "harness/report/figure.h"
#include "harness/report/figure_gather.h"

#include <string.h>

static const struct figure table[] = {
    {.name = "speedup",
     .title = "Speed-up over vertex against the number of particles",
     .needs = "cases of vertex",
     .gather = figure_speedup},
    {.name = "time",
     .title = "Time per particle and force call of each strategy",
     .needs = "timed cases",
     .gather = figure_time},
    {.name = "times",
     .title = "Time of a force call",
     .needs = "timed cases",
     .gather = figure_times},
    {.name = "build",
     .title = "Time to build the list",
     .needs = "timed cases with lists",
     .gather = figure_build},
    {.name = "bin",
     .title = "Time to fill cells with particles",
     .needs = "timed cases of a GPU, with lists",
     .gather = figure_bin},
    {.name = "step",
     .title = "Time of a step at its best skin",
     .needs = "cases whose steps were timed",
     .gather = figure_step},
    {.name = "step-parts",
     .title = "What a step is made of",
     .needs = "cases whose steps were timed, or whose particles moved",
     .gather = figure_step_parts},
    {.name = "cold",
     .title = "Time of a force call with cold and with warm caches",
     .needs = "cases that were timed with cold caches",
     .gather = figure_cold},
    {.name = "pair-energy",
     .title = "Energy that a force call takes from the device",
     .needs = "cases whose joules were measured",
     .gather = figure_pair_energy},
    {.name = "memory",
     .title = "Memory that a case needs, in bytes per particle",
     .needs = "timed cases",
     .gather = figure_memory},
    {.name = "speedup-n",
     .title = "Speed-up of edge over vertex against the number of particles",
     .needs = "cases of vertex and edge",
     .gather = figure_speedup_n},
    {.name = "speedup-density",
     .title = "Speed-up of edge over vertex against density",
     .needs = "cases of vertex and edge",
     .gather = figure_speedup_density},
    {.name = "speedup-serial",
     .title = "Speed-up of the fastest over serial, scalar code on one core",
     .needs = "cases of serial and others on the same particles",
     .gather = figure_speedup_serial},
    {.name = "speedup-dt",
     .title = "Speed-up of the fastest step over serial, scalar code on one core",
     .needs = "cases of serial and others on the same particles, moved by the same time steps",
     .gather = figure_speedup_dt},
    {.name = "history",
     .title = "Time of a force call from commit to commit, over that of the first",
     .needs = "a history of two commits or more",
     .gather = figure_history},
    {.name = "lanes",
     .title = "Active lanes of a warp, replayed and counted",
     .needs = "cases with lanes and hardware counters",
     .gather = figure_lanes},
    {.name = "branches",
     .title = "Pairs, lanes and paths in the branches of the pair function",
     .needs = "cases of a model with branches",
     .gather = figure_branches},
    {.name = "pareto",
     .title = "Force error against the time of a force call",
     .needs = "timed cases",
     .gather = figure_pareto},
    {.name = "energy",
     .title = "Energies of particles that move",
     .needs = "cases whose particles moved",
     .gather = figure_energy},
    {.name = "drift",
     .title = "Total energy against the time step",
     .needs =
         "cases whose particles moved without a thermostat, with the deviation of their energy",
     .gather = figure_drift},
    {.name = "roofline",
     .title = "Every case under the measured roofs of its device",
     .needs = "timed cases with the ceilings of their device",
     .gather = figure_roofline},
    {.name = NULL},
};

const struct figure *figures(void)
{
    return table;
}

const struct figure *figure_find(const char *name)
{
    for (const struct figure *figure = table; figure->name != NULL; figure++)
        if (strcmp(figure->name, name) == 0)
            return figure;
    return NULL;
}
