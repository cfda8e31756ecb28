#include "harness/timing/device_state.h"

#include <stddef.h>

enum {
    THROTTLING = CLOCK_HARDWARE_SLOWDOWN | CLOCK_SOFTWARE_THERMAL | CLOCK_HARDWARE_THERMAL |
                 CLOCK_POWER_BRAKE
};

static const struct {
    enum clock_event event;
    const char *name;
} names[] = {
    {CLOCK_IDLE, "idle"},
    {CLOCK_APPLICATION_SETTING, "application_setting"},
    {CLOCK_POWER_CAP, "power_cap"},
    {CLOCK_HARDWARE_SLOWDOWN, "hardware_slowdown"},
    {CLOCK_SYNC_BOOST, "sync_boost"},
    {CLOCK_SOFTWARE_THERMAL, "software_thermal"},
    {CLOCK_HARDWARE_THERMAL, "hardware_thermal"},
    {CLOCK_POWER_BRAKE, "power_brake"},
    {CLOCK_DISPLAY_SETTING, "display_setting"},
};

bool device_throttled(const struct device_state *state)
{
    return (state->events & THROTTLING) != 0;
}

const char *clock_event_name(unsigned events, int k)
{
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if ((events & names[n].event) != 0 && k-- == 0)
            return names[n].name;
    return NULL;
}
