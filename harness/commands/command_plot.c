/* `pairlanes plot` draws figures of results. */
#include "harness/base/words.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/plot.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <argp.h>
#include <stdio.h>

struct options {
    struct record_files files;
    const struct figure *figure; /* the requested figure; NULL: all */
    const char *out;
    double centimetres; /* width of the page in centimetres */
    bool machines;      /* true: one figure with panels for several machines */
};

/* Widths of figures in centimetres: text on a printed A4 page, minimum, poster as maximum. */
static const double page_width = 17.4, least_width = 6, most_width = 120;

static void write_figures(FILE *stream)
{
    struct error error;
    fputs("Figures:\n", stream);
    for (const struct figure *figure = figures(&error); figure != NULL && figure->name != NULL;
         figure++)
        fprintf(stream, "  %-16s %s\n", figure->name, figure->title);
}

static char *append_figures(int key, const char *text, void *input)
{
    (void)input;
    return command_line_append(key, text, write_figures);
}

static void refuse_figure(struct argp_state *state, const char *wrong)
{
    struct words names = {0};
    figure_names(&names);
    command_line_unknown(state, "figure", wrong, (const char *const *)names.word);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'f':
        options->figure = figure_find(argument);
        if (options->figure == NULL)
            refuse_figure(state, argument);
        return 0;
    case 'o':
        options->out = out_folder(state, "--out", argument);
        return 0;
    case 'w':
        options->centimetres = option_number(state, "--width", argument, least_width, most_width);
        return 0;
    case 'm':
        options->machines = true;
        return 0;
    case ARGP_KEY_END:
        if (options->out == NULL)
            argp_error(state, "--out: the folder for the figures is missing");
        return 0;
    default:
        return record_files_parse(key, argument, state, &options->files);
    }
}

/* Prints the paths of a figure's files, or why the figure was not drawn. */
static bool report(const struct options *options, const cJSON *figure, int *drawn,
                   struct error *error)
{
    const char *name = json_text(figure, "name"), *unfit = json_text(figure, "unfit");
    if (unfit[0] != '\0' && options->figure != NULL)
        return error_set(error, EXIT_USAGE, "%s", unfit);
    if (unfit[0] != '\0')
        fprintf(stderr, "%s: left out: %s\n", name, unfit);
    else
        printf("%s/%s.png, .svg and .tsv\n", options->out, name);
    *drawn += unfit[0] == '\0';
    return true;
}

static bool plot(const struct options *options, const struct records *records, struct error *error)
{
    const char *const names[] = {options->figure != NULL ? options->figure->name : NULL, NULL};
    const struct plot_page page = {options->centimetres, "."};
    const struct plot_wanted wanted = {.names = options->figure != NULL ? names : NULL,
                                       .shared = options->machines,
                                       .folder = options->out,
                                       .page = &page,
                                       .pages = 1};
    cJSON *figures = NULL;
    const cJSON *figure = NULL;
    int drawn = 0;
    bool good = plot_draw(records, &wanted, &figures, error);
    cJSON_ArrayForEach (figure, figures) {
        good = good && report(options, figure, &drawn, error);
    }
    if (good && figures->child == NULL && options->figure != NULL)
        fprintf(stderr, "%s: nothing to draw; it needs %s\n", names[0], options->figure->needs);
    cJSON_Delete(figures);
    return good && (drawn > 0 || error_set(error, EXIT_USAGE, "the results have nothing to draw"));
}

static const struct argp_option keys[] = {
    {"figure", 'f', "NAME", 0, "Draw only this figure (default: all)", 0},
    {"out", 'o', "DIR", 0, "Folder for the figures, created if needed", 0},
    {"width", 'w', "CM", 0,
     "Width of the figures on paper (default: 17.4, a page's), with letters of 7 pt", 0},
    {"machines", 'm', NULL, 0,
     "Draw all machines in the same panels, with different marks (default: separate panels)", 0},
    RECORD_CEILINGS_OPTION,
    {0},
};

const struct argp command_plot_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "RESULT… --out DIR",
    .doc = "Draws figures of results as PNG and SVG, with their data as TSV. Several results, for "
           "example of several devices, share the figures. Also draws tables of kernels that "
           "`compile --out` has written.\v",
    .help_filter = append_figures,
};

int command_plot(int argc, char **argv)
{
    struct options options = {.centimetres = page_width, .files.others = true};
    command_line_parse(&command_plot_argp, argc, argv, 0, &options);

    struct records records = {0};
    struct error error;
    bool good = records_load(&records, &options.files, &error) &&
                limits_load(&records, options.files.ceilings, &error) &&
                plot(&options, &records, &error);
    records_free(&records);
    return command_end(argv[0], good, &error);
}
