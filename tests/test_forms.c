/* Bonded forms in double precision. */
#define REAL double
#include "tests/forms.h"

TESTS_MAIN(NULL, NULL)
