/* The manual page of the program. */
#ifndef PAIRLANES_MAN_PAGE_H
#define PAIRLANES_MAN_PAGE_H

#include <stdio.h>

/** Writes pairlanes(1) as roff of the man macros: every command with its options, the environment
 * and the exit codes, from the tables of --help. */
void man_page(FILE *stream);

#endif
