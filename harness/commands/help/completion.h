/* Completion of the command line in shells, from the tables of --help. */
#ifndef PAIRLANES_COMPLETION_H
#define PAIRLANES_COMPLETION_H

#include <stdio.h>

/** Each writes a script for a shell that completes commands, options, their values, names of
 * configs and models, and files. */
void completion_bash(FILE *stream);
void completion_zsh(FILE *stream);
void completion_fish(FILE *stream);

#endif
