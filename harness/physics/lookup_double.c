/* harness/physics/lookup.h in 64 bits. */
#define REAL         double
#define LOOKUP(name) lookup_##name##_in_double

#include "harness/physics/lookup_unit.h"
