/* What `pairlanes verify` goes through: every strategy, model, precision and tuning value. */
#ifndef PAIRLANES_VERIFY_MATRIX_H
#define PAIRLANES_VERIFY_MATRIX_H

/**
 * The text of a config with systems of one model, or of all for NULL, and a sweep more for every
 * tuning value of every strategy. Release with cJSON_free; NULL if memory is exhausted.
 */
char *verify_matrix(const char *only);

#endif
