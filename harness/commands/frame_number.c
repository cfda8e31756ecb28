#include "harness/commands/frame_number.h"

#include "harness/base/text_file.h"

int64_t frame_number(const char *argument, const struct argp_state *state)
{
    const char *cursor = argument;
    int64_t frame = 0;
    if (!text_integer(&cursor, &frame) || *cursor != '\0' || frame < 1)
        argp_error(state, "--frame: expected a whole number from 1, found \"%s\"", argument);
    return frame;
}
