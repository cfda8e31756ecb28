/* Bonded forms in single precision. */
#define REAL float
#include "tests/forms.h"

int main(void)
{
    const struct CMUnitTest tests[] = {FORM_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
