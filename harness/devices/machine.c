#include "harness/devices/machine.h"

#include "harness/base/machine/processors.h"
#include "harness/devices/backends.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Whether a word occurs in the names of many devices, and so does not distinguish them. */
static bool says_nothing(const char *word, size_t length)
{
    static const char *const words[] = {"r", "tm", "c", "cpu", "processor"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (length == strlen(words[k]) && strncasecmp(word, words[k], length) == 0)
            return true;
    return false;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || (length > 0 && text[length] == '.'))
        length++;
    return length;
}

void machine_name_of(const char *device, int cores, char *name, size_t size)
{
    size_t used = 0;
    name[0] = '\0';
    /* names of CPUs contain the clock rate after an @ */
    for (const char *at = device; *at != '\0' && *at != '@';) {
        size_t length = word_length(at);
        if (length > 0 && !says_nothing(at, length) && used + length + 2 < size)
            used += (size_t)snprintf(name + used, size - used, "%s%.*s", used > 0 ? "-" : "",
                                     (int)length, at);
        at += length > 0 ? length : 1;
    }
    if (cores > 0)
        snprintf(name + used, size - used, "%s%d-cores", used > 0 ? "-" : "", cores);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
}

void machine_name(char *name, size_t size)
{
    char device[256] = "";
    for (const struct backend *const *backend = backends(); *backend != NULL; backend++)
        if ((*backend)->name_of != NULL && (*backend)->name_of(0, device, sizeof device)) {
            machine_name_of(device, 0, name, size);
            return;
        }
    if (!processors_name("/proc/cpuinfo", device, sizeof device))
        snprintf(device, sizeof device, "unknown");
    machine_name_of(device, (int)sysconf(_SC_NPROCESSORS_ONLN), name, size);
}
