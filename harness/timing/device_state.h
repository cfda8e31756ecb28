/* State of the hardware during a measurement: clocks, and reasons for reduced clocks. */
#pragma once

#include <stdbool.h>

/** Reasons why a clock is below its maximum. The bits equal NVML's clocks event reasons. */
enum clock_event {
    CLOCK_IDLE = 0x1,
    CLOCK_APPLICATION_SETTING = 0x2,
    CLOCK_POWER_CAP = 0x4,
    CLOCK_HARDWARE_SLOWDOWN = 0x8,
    CLOCK_SYNC_BOOST = 0x10,
    CLOCK_SOFTWARE_THERMAL = 0x20,
    CLOCK_HARDWARE_THERMAL = 0x40,
    CLOCK_POWER_BRAKE = 0x80,
    CLOCK_DISPLAY_SETTING = 0x100,
};

struct device_state {
    double clock_mhz;        /* clock of the cores (SM clock) */
    double memory_clock_mhz; /* clock of the device memory */
    unsigned events;         /* set of clock_event bits */
};

/**
 * Whether the hardware has reduced its clocks to protect itself (hardware slowdown, thermal
 * slowdown, or power brake). A power cap does not count: it is normal under full load.
 */
bool device_throttled(const struct device_state *state);

/** Returns the name in results of the k-th event in `events`; NULL after the last. */
const char *clock_event_name(unsigned events, int k);
