/* Out-of-memory errors of JSON documents. */
#pragma once

/**
 * Makes memory errors fatal: from now on a document that lacks memory ends the process
 * (memory_end). cJSON silently drops items for which memory is lacking, and reports a text that it
 * cannot store as invalid JSON; callers could not notice that.
 */
void json_memory_guard(void);
