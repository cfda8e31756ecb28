/* The option --device, and the devices of a host that --devices lists. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"

#include <argp.h>

/** --device K, as a child of a command's argp; its input is the int for the number. */
extern const struct argp device_option;

/** Devices in the order in which they were named. */
struct device_list {
    int index[WORKERS], count;
};

/**
 * Finds the CUDA devices that `text` lists: "all", or numbers with commas between. EXIT_USAGE, with
 * the existing ones, for an unknown or repeated device, or for several kinds of devices, whose
 * times cannot be compared; EXIT_ENVIRONMENT if there is no device.
 */
bool device_list_find(const char *text, struct device_list *list, struct error *error);
