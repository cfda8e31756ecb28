#include "harness/lanes/traffic/requests.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

void warp_requests_append(struct warp_requests *requests, const int64_t *sector, int count)
{
    if (count == 0)
        return;
    if (requests->count + count > requests->room) {
        requests->room = 2 * (requests->count + count);
        requests->sector =
            memory_resized(requests->sector, requests->room, sizeof *sector, "the loads of a warp");
    }
    memcpy(requests->sector + requests->count, sector, (size_t)count * sizeof *sector);
    requests->count += count;
    requests->sector[requests->count - 1] = ~sector[count - 1];
}

void warp_requests_free(struct warp_requests *requests)
{
    free(requests->sector);
    *requests = (struct warp_requests){0};
}
