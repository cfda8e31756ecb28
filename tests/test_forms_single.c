/* Bonded forms in single precision. */
#define REAL float
#include "tests/forms.h"

int main(void)
{
    return run_forms();
}
