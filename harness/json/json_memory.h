/* Errors of JSON documents without memory. */
#ifndef PAIRLANES_JSON_MEMORY_H
#define PAIRLANES_JSON_MEMORY_H

/**
 * Makes memory errors fatal: from now on a document that lacks memory ends the process
 * (memory_end). cJSON silently leaves out items for which memory is lacking, and a text that it
 * cannot keep seems to be no JSON: no caller could see the difference.
 */
void json_memory_guard(void);

#endif
