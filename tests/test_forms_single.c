/* Bonded forms in single precision. */
#define REAL float
#include "tests/forms.h"

TESTS_MAIN(NULL, NULL)
