#include "tests/emulator/library.h"

struct cuda_driver cu;
struct cuda_compiler rtc;

bool cuda_open_driver(struct error *error)
{
    (void)error;
    cu = emulated_driver;
    return true;
}

bool cuda_open_compiler(struct error *error)
{
    (void)error;
    rtc = emulated_compiler;
    return true;
}

bool cuda_check(CUresult result, const char *what, struct error *error)
{
    const char *text = NULL;
    if (result == CUDA_SUCCESS)
        return true;
    emulated_driver.cuGetErrorString(result, &text);
    return error_set(error, EXIT_ENVIRONMENT, "%s: %s", what, text);
}
