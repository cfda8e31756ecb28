#include "harness/commands/options/table_options.h"

enum { KEY_COLUMNS = 768 };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct table_style *style = state->input;
    struct error error;
    switch (key) {
    case ARGP_KEY_INIT:
        style->width = table_terminal_width();
        return 0;
    case 'f':
        if (!table_format_find(argument, &style->format, &error))
            argp_error(state, "--format: %s", error.text);
        return 0;
    case KEY_COLUMNS:
        style->columns = argument;
        return 0;

    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp table_options = {
    .options =
        (const struct argp_option[]){
            {"format", 'f', "FORMAT", 0,
             "text (as wide as the terminal or COLUMNS, else 100; the default unless the command "
             "says otherwise), markdown, json, jsonl, csv, tsv",
             0},
            {"columns", KEY_COLUMNS, "NAME[,…]", 0,
             "These columns in this order, or all; default: those that fit", 0},

            {0}},
    .parser = parse,
};
