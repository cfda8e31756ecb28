#include "harness/phase.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#include <stdbool.h>
#include <stdio.h>

/* No tool listens if there is no domain. */
static nvtxDomainHandle_t find_domain(void)
{
    static nvtxDomainHandle_t domain;
    static bool asked;
    if (!asked)
        domain = nvtxDomainCreateA("pairlanes");
    asked = true;
    return domain;
}

void phase_begin(const char *what, const char *id)
{
    nvtxDomainHandle_t domain = find_domain();
    if (domain == NULL)
        return;
    char text[640];
    snprintf(text, sizeof text, "%s %s", what, id);
    const nvtxEventAttributes_t range = {.version = NVTX_VERSION,
                                         .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
                                         .messageType = NVTX_MESSAGE_TYPE_ASCII,
                                         .message.ascii = text};
    nvtxDomainRangePushEx(domain, &range);
}

void phase_end(void)
{
    nvtxDomainHandle_t domain = find_domain();
    if (domain != NULL)
        nvtxDomainRangePop(domain);
}
#else
void phase_begin(const char *what, const char *id)
{
    (void)what;
    (void)id;
}

void phase_end(void)
{
}
#endif
