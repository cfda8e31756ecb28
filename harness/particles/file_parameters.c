#include "harness/particles/file_parameters.h"

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/particles/cells.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"
#include "harness/particles/type_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct close_pair {
    int64_t p, q;
    double distance;
};

/** Search for the closest two particles of a system. */
struct search {
    const struct system *system;
    struct cells cells;
    struct topology topology; /* topology, because an excluded pair may have any distance */
};

/** Compares the distances between a particle and a cell's particles with the smallest so far. */
static void look_in_cell(const struct search *search, int64_t cell, int64_t p,
                         struct close_pair *pair)
{
    const struct cells *cells = &search->cells;
    for (int64_t k = cells->start[cell]; k < cells->start[cell + 1]; k++) {
        const int64_t q = cells->particle[k];
        double r[3];
        if (q <= p)
            continue;
        system_displacement(search->system, p, q, r);
        const double distance = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        if (distance < pair->distance && !topology_excludes(&search->topology, p, q))
            *pair = (struct close_pair){p, q, distance};
    }
}

/** Compares the distances between a particle and the particles in cells around it. */
static void look_around(const struct search *search, int64_t p, struct close_pair *pair)
{
    int64_t around[CELLS_AROUND];
    const int count = cells_around(&search->cells, search->cells.cell[p], around);
    for (int k = 0; k < count; k++)
        look_in_cell(search, around[k], p, pair);
}

/*
 * Finds the pair with the smallest distance below `distance` that is not excluded. Sets *found to
 * whether there is one. EXIT_ENVIRONMENT if memory runs out.
 */
static bool close_pair_find(const struct system *system, double distance, struct close_pair *pair,
                            bool *found, struct error *error)
{
    /* the larger of `distance` and an edge for about one particle per cell */
    const double edge = fmax(distance, cbrt(1 / system_density(system)));
    struct search search = {.system = system};
    if (!topology_build(system, &search.topology, error))
        return false;
    const bool built = cells_build(system, edge, &search.cells, error);
    *pair = (struct close_pair){.p = -1, .distance = distance};
    for (int64_t p = 0; built && p < system->n; p++)
        look_around(&search, p, pair);
    if (built)
        cells_free(&search.cells);
    topology_free(&search.topology);
    *found = pair->p >= 0;
    return built;
}

/** Returns the smaller of two lengths that are above 0; 0 if neither is. */
static double smaller(double a, double b)
{
    return a <= 0 ? fmax(b, 0) : b <= 0 ? a : fmin(a, b);
}

/** Returns the index of sigma among a model's coefficients; -1: it has none. */
static int place_of_sigma(const struct model *model)
{
    for (int k = 0; model->coefficients != NULL && model->coefficients[k] != NULL; k++)
        if (strcmp(model->coefficients[k], "sigma") == 0)
            return k;
    return -1;
}

/**
 * Returns the smallest sigma of any two types. Uses the types of the system or, if it has none, of
 * the model.
 */
static double of_types(const struct system *system, const struct model *model, int place)
{
    const struct force_field *field = system->field;
    const int types = field != NULL && field->types > 0 ? field->types : model->type_count;
    double sigma = 0, mixed[MODEL_COEFFICIENTS];
    for (int p = 0; p < types; p++)
        for (int q = p; q < types; q++) {
            const double *of = type_rows_coefficients(model, field, p, q, mixed);
            sigma = of != NULL ? smaller(sigma, of[place]) : sigma;
        }
    return sigma;
}

/**
 * Returns the smallest sigma of a model that has neither a parameter nor a coefficient with this
 * name; 0: unknown.
 */
static double of_model(const struct model *model)
{
    static const struct {
        const char *model;
        double sigma;
    } known[] = {
        {"oxdna", 0.33},   /* sigma between two bases */
        {"brahms", 3.016}, /* sigma of SSD1 water */
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(model->name, known[k].model) == 0)
            return known[k].sigma;
    return 0;
}

/**
 * Returns the smallest sigma of the pairs of a system; 0: none is known. It comes from the model's
 * parameters, the coefficients of its types or the system's types, or the model itself. Also
 * returns 0 for a built system with a parameter sigma up to the default: builders keep suitable
 * distances.
 */
static double close_pair_sigma(const struct system *system, const struct model *model,
                               const double *parameters)
{
    const int parameter = model_parameter(model, "sigma"), place = place_of_sigma(model);
    const bool built = system->temperature > 0;
    if (parameter >= 0)
        return built && parameters[parameter] <= model->parameters[parameter].initial
                   ? 0
                   : parameters[parameter];
    if (built)
        return 0;
    return place >= 0 ? of_types(system, model, place) : of_model(model);
}

void file_parameter_add(struct system *system, const struct file_parameter *given)
{
    for (int k = 0; k < system->file_parameter_count; k++) {
        const struct file_parameter *had = &system->file_parameters[k];
        if (had->model == given->model && had->parameter == given->parameter &&
            had->value == given->value && strcmp(had->what, given->what) == 0)
            return;
    }
    if (system->file_parameter_count == SYSTEM_FILE_PARAMETERS)
        return;
    const bool last = system->file_parameter_count + 1 == SYSTEM_FILE_PARAMETERS;
    system->file_parameters[system->file_parameter_count++] =
        last ? (struct file_parameter){.sentence = true, .what = "further notes are left out"}
             : *given;
}

void file_note_add(struct system *system, int64_t line, const char *format, ...)
{
    struct file_parameter given = {.line = line, .sentence = true};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(given.what, sizeof given.what, format, arguments);
    va_end(arguments);
    file_parameter_add(system, &given);
}

/** Writes the value of a parameter: the name of a choice, or a number. */
static const char *value_text(const struct parameter *parameter, double value,
                              char text[TEXT_NUMBER])
{
    if (parameter->choices != NULL)
        return parameter->choices[(int)value];
    snprintf(text, TEXT_NUMBER, "%.9g", value);
    return text;
}

/** Appends the file's value of a parameter and the value in use. */
static void append_parameter(const struct file_parameter *given, const struct parameter *parameter,
                             double used, char *text, size_t size)
{
    char number[2][TEXT_NUMBER];
    text_append(text, size, "", "%s has %s=%s, but %s is used", given->what, given->parameter,
                value_text(parameter, given->value, number[0]),
                value_text(parameter, used, number[1]));
}

/** Appends data of a file that are not used; model NULL: no model is known. */
static void append_unused(const struct file_parameter *given, const struct model *model, char *text,
                          size_t size)
{
    text_append(text, size, "", "%s", given->what);
    if (given->sentence)
        return;
    if (model == NULL)
        text_append(text, size, "", " is not used without a model");
    else
        text_append(text, size, "", " is not used: model %s has parameters of its own",
                    model->name);
}

/**
 * Appends a note if two particles are so close that the input is probably wrong. If memory runs
 * out, appends nothing; the evaluation will report that.
 */
static void append_close_pair(const struct system *system, const struct model *model,
                              const double *parameters, char *text, size_t size)
{
    const double sigma = close_pair_sigma(system, model, parameters);
    struct close_pair pair;
    struct error error;
    bool found = false;
    if (sigma > 0 && close_pair_find(system, sigma / 10, &pair, &found, &error) && found)
        text_append(text, size, "; ",
                    "%s: particles %" PRId64 " and %" PRId64
                    " are %.3g apart, less than a tenth of the smallest sigma, %g",
                    system->source, system_id(system, pair.p), system_id(system, pair.q),
                    pair.distance, sigma);
}

bool file_parameters_differ(const struct system *system, const struct model *model,
                            const double *parameters, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < system->file_parameter_count; k++) {
        const struct file_parameter *given = &system->file_parameters[k];
        const bool own =
            model != NULL && given->model != NULL && strcmp(given->model, model->name) == 0;
        const int parameter = own ? model_parameter(model, given->parameter) : -1;
        const double used = own ? parameters[parameter] : NAN;
        /* values that agree to five digits are the same, because some files have only six */
        if (own && fabs(given->value - used) <= 1e-5 * fabs(used))
            continue;
        /* a heading with several parameters appears only once */
        if (model == NULL && k > 0 && strcmp(given->what, given[-1].what) == 0)
            continue;
        text_append(text, size, "; ", "%s", system->source);
        if (given->line > 0)
            text_append(text, size, "", ":%" PRId64, given->line);
        text_append(text, size, "", ": ");
        if (own)
            append_parameter(given, &model->parameters[parameter], used, text, size);
        else
            append_unused(given, model, text, size);
    }
    if (model != NULL)
        append_close_pair(system, model, parameters, text, size);
    double charge = system_net_charge(system);
    if (charge != 0)
        text_append(text, size, "; ", "%s: the charges add up to %.5f e", system->source, charge);
    return text[0] != '\0';
}
