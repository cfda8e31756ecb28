#include "harness/timing/phase.h"
#include "harness/base/clock.h"

#include <stdlib.h>

enum { DEPTH = 8 };

static const char *const names[PHASE_COUNT] = {
    [PHASE_DEVICE] = "device",     [PHASE_SYSTEM] = "system",     [PHASE_REFERENCE] = "reference",
    [PHASE_LOAD] = "load",         [PHASE_PREPARE] = "prepare",   [PHASE_COMPILE] = "compile",
    [PHASE_VERIFY] = "verify",     [PHASE_LANES] = "lanes",       [PHASE_ENERGY] = "energy",
    [PHASE_COUNTERS] = "counters", [PHASE_BUILD] = "build",       [PHASE_BONDED] = "bonded",
    [PHASE_COLD] = "cold",         [PHASE_STEP] = "step",         [PHASE_FORCE] = "force",
    [PHASE_DYNAMICS] = "dynamics", [PHASE_ENERGIES] = "energies",
};

static struct {
    enum phase open[DEPTH + 1]; /* the open phases; the first is PHASE_NONE */
    int depth;
    double since; /* last time at which seconds were added to a phase */
    double seconds[PHASE_COUNT];
} spent;

/* Adds the time since the last change to the innermost phase. */
static void charge(void)
{
    double now = clock_seconds();
    spent.seconds[spent.open[spent.depth]] += now - spent.since;
    spent.since = now;
}

void phase_reset(void)
{
    for (int k = 0; k < PHASE_COUNT; k++)
        spent.seconds[k] = 0;
    spent.since = clock_seconds();
}

double phase_seconds(enum phase phase)
{
    charge();
    return spent.seconds[phase];
}

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns the NVTX domain; NULL if no tool is attached. */
static nvtxDomainHandle_t find_domain(void)
{
    static nvtxDomainHandle_t domain;
    static bool asked;
    if (!asked)
        domain = nvtxDomainCreateA("pairlanes");
    asked = true;
    return domain;
}

static void push(enum phase phase, const char *id)
{
    nvtxDomainHandle_t domain = find_domain();
    if (domain == NULL)
        return;
    char text[640];
    snprintf(text, sizeof text, "%s %s", names[phase], id);
    const nvtxEventAttributes_t range = {.version = NVTX_VERSION,
                                         .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
                                         .messageType = NVTX_MESSAGE_TYPE_ASCII,
                                         .message.ascii = text};
    nvtxDomainRangePushEx(domain, &range);
}

static void pop(void)
{
    nvtxDomainHandle_t domain = find_domain();
    if (domain != NULL)
        nvtxDomainRangePop(domain);
}
#else
static void push(enum phase phase, const char *id)
{
    (void)names[phase];
    (void)id;
}

static void pop(void)
{
}
#endif

void phase_begin(enum phase phase, const char *id)
{
    if (spent.depth == DEPTH)
        abort(); /* more ranges were begun than ended */
    charge();
    spent.open[++spent.depth] = phase;
    push(phase, id);
}

void phase_end(void)
{
    pop();
    charge();
    spent.depth--;
}
