/* Names of the ceilings with which cases are compared. */
#ifndef PAIRLANES_LIMIT_NAMES_H
#define PAIRLANES_LIMIT_NAMES_H

#include "harness/json/member.h"

/** Lists their names, with NULL after the last. */
void names_limits(const char *names[MEMBER_NAMES]);

#endif
