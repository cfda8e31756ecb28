/*
 * A tool that NVTX loads ($NVTX_INJECTION64_PATH). Writes the names of ranges to the file
 * $NVTX_LOG, indented by depth. Writes "unmatched" for each pop without a push.
 */
#include <nvtx3/nvToolsExt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *log_file;
static int depth;
static char domain_name[64];

static nvtxDomainHandle_t create_domain(const char *name)
{
    snprintf(domain_name, sizeof domain_name, "%s", name);
    return (nvtxDomainHandle_t)domain_name;
}

static int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *range)
{
    fprintf(log_file, "%*s%s: %s\n", 2 * depth, "", (const char *)domain, range->message.ascii);
    fflush(log_file);
    return depth++;
}

static int pop(nvtxDomainHandle_t domain)
{
    (void)domain;
    if (depth == 0)
        fputs("unmatched\n", log_file);
    return --depth;
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table);
int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table)
{
    const NvtxExportTableCallbacks *callbacks = get_table(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable table = NULL;
    unsigned size = 0;
    const char *path = getenv("NVTX_LOG");
    log_file = path != NULL ? fopen(path, "w") : NULL;
    if (log_file == NULL || callbacks == NULL ||
        !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) ||
        size <= NVTX_CBID_CORE2_DomainCreateA)
        return 0;
    *table[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)create_domain;
    *table[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push;
    *table[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop;
    return 1;
}
