/* What becomes of JSON documents that there is no memory for. */
#ifndef PAIRLANES_JSON_MEMORY_H
#define PAIRLANES_JSON_MEMORY_H

/**
 * Makes memory errors fatal: from now on a document that lacks memory ends the process
 * (memory_end). cJSON leaves out what it has no memory for, item by item, and a text that it cannot
 * keep seems to be no JSON: no caller could see the difference.
 */
void json_memory_guard(void);

#endif
