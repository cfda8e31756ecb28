/* Bonded forms in double precision. */
#define REAL double
#include "tests/forms.h"

int main(void)
{
    return run_forms();
}
