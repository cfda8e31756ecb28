/* Errors of JSON documents without memory. */
#pragma once

/**
 * Makes memory errors fatal: from now on a document that lacks memory ends the process
 * (memory_end). cJSON silently drops items for which memory is lacking, and takes a text that it
 * cannot store for no JSON, which callers could not notice.
 */
void json_memory_guard(void);
