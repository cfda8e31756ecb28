/* The option --device, and the list of devices of the option --devices. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"

#include <argp.h>

/** The option --device K, as a child of a command's argp. Its input is the int that gets K. */
extern const struct argp device_option;

/** Devices in the order in which they were given. */
struct device_list {
    int index[WORKERS], count;
};

/**
 * Finds the CUDA devices in a list: "all", or numbers separated by commas. EXIT_USAGE if a device
 * is unknown or repeated; the message lists the existing devices. EXIT_USAGE also for devices of
 * different kinds, because their times could not be compared. EXIT_ENVIRONMENT if there is no
 * device.
 */
bool device_list_find(const char *text, struct device_list *list, struct error *error);
