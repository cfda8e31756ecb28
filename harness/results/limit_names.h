/* Names of the ceilings with which cases are compared. */
#pragma once

#include "harness/json/member.h"

/** Lists their names, with NULL after the last. */
void names_limits(const char *names[MEMBER_NAMES]);
