#include "harness/commands/help/man_page.h"

#include "harness/base/version.h"
#include "harness/commands/help/topics.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/option_list.h"

#include <argp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Writes a text: roff takes a backslash, a dash, and a dot or quote that begins a line, for its
 * own. */
static void write_text(FILE *stream, const char *text, size_t length)
{
    bool begins = true;
    for (size_t k = 0; k < length; k++) {
        if (begins && (text[k] == '.' || text[k] == '\''))
            fputs("\\&", stream);
        begins = text[k] == '\n';
        if (text[k] == '\\')
            fputs("\\e", stream);
        else if (text[k] == '-')
            fputs("\\-", stream);
        else
            fputc(text[k], stream);
    }
}

static void write_line(FILE *stream, const char *text)
{
    write_text(stream, text, strlen(text));
    fputc('\n', stream);
}

static void write_option(FILE *stream, const struct argp_option *option)
{
    fputs(".TP\n\\fB", stream);
    if (option_has_letter(option))
        fprintf(stream, "\\-%c\\fR, \\fB", option->key);
    fputs("\\-\\-", stream);
    write_text(stream, option->name, strlen(option->name));
    fputs(option->arg != NULL ? "\\fR=\\fI" : "\\fR", stream);
    write_line(stream, option->arg != NULL ? option->arg : "");
    fputs("\\fR", stream);
    write_line(stream, option->doc != NULL ? option->doc : "");
}

/* Writes the text after a command's options: the text after \v, as changed by its filter. */
static void write_end(FILE *stream, const struct argp *argp, const char *end)
{
    if (end[0] != '\0') {
        fputs(".PP\n", stream);
        write_line(stream, end);
    }
    char *more = argp->help_filter != NULL ? argp->help_filter(ARGP_KEY_HELP_POST_DOC, end, NULL)
                                           : (char *)end;
    if (more == end)
        return;
    fputs(".PP\n.nf\n", stream);
    write_line(stream, more);
    fputs(".fi\n", stream);
    free(more);
}

static void write_command(FILE *stream, const struct command *command)
{
    const struct argp *argp = command->argp;
    struct option_list options;
    option_list(argp, &options);
    fprintf(stream, ".SS \"pairlanes %s\"\n.B pairlanes %s\n[\\fIOPTION\\fR...]\n", command->name,
            command->name);
    if (argp->args_doc != NULL)
        write_line(stream, argp->args_doc);
    fputs(".PP\n", stream);
    size_t length = strcspn(argp->doc, "\v");
    write_text(stream, argp->doc, length);
    fputc('\n', stream);
    for (int k = 0; k < options.count; k++)
        write_option(stream, options.option[k]);
    write_end(stream, argp, argp->doc[length] == '\v' ? argp->doc + length + 1 : "");
}

static void write_meanings(FILE *stream, const struct meaning *meaning)
{
    for (; meaning->name != NULL; meaning++) {
        fputs(".TP\n.B ", stream);
        write_line(stream, meaning->name);
        write_line(stream, meaning->text);
    }
}

void man_page(FILE *stream)
{
    fprintf(
        stream,
        ".\\\" Written by `pairlanes list \\-\\-reference man`.\n"
        ".TH PAIRLANES 1 \"\" \"pairlanes %s\" \"User Commands\"\n"
        ".SH NAME\n"
        "pairlanes \\- measure how molecular\\-dynamics pair forces map onto parallel hardware\n"
        ".SH SYNOPSIS\n"
        ".B pairlanes\n"
        "\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n"
        ".SH DESCRIPTION\n"
        "The same particles, the same model, every parallelization strategy: time, lanes, energy\n"
        "and accuracy of each in one file of results, and tables and figures of it. Besides the\n"
        "commands, \\fBpairlanes help\\fR knows these topics:\n",
        version_number());
    for (const struct topic *topic = topics(); topic->name != NULL; topic++) {
        fputs(".TP\n.B ", stream);
        write_line(stream, topic->name);
        write_line(stream, topic->summary);
    }
    fputs(".SH COMMANDS\n", stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        write_command(stream, command);
    fputs(".SH ENVIRONMENT\n", stream);
    write_meanings(stream, topic_variables);
    fputs(".SH EXIT STATUS\n", stream);
    write_meanings(stream, topic_exit_meanings);
}
