#include "harness/particles/stated.h"

#include "harness/base/text.h"
#include "harness/particles/close_pair.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void stated_add(struct system *system, const struct stated *stated)
{
    for (int k = 0; k < system->stated_count; k++) {
        const struct stated *had = &system->stated[k];
        if (had->model == stated->model && had->parameter == stated->parameter &&
            had->value == stated->value && strcmp(had->what, stated->what) == 0)
            return;
    }
    if (system->stated_count < SYSTEM_STATED)
        system->stated[system->stated_count++] = *stated;
}

void stated_note(struct system *system, int64_t line, const char *format, ...)
{
    struct stated stated = {.line = line, .sentence = true};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(stated.what, sizeof stated.what, format, arguments);
    va_end(arguments);
    stated_add(system, &stated);
}

/** Writes a value of a parameter: the name of a choice, or a number. */
static const char *value_text(const struct parameter *parameter, double value,
                              char text[TEXT_NUMBER])
{
    if (parameter->choices != NULL)
        return parameter->choices[(int)value];
    snprintf(text, TEXT_NUMBER, "%.9g", value);
    return text;
}

/** Appends how a parameter that the file states differs from the one that is used. */
static void append_parameter(const struct stated *stated, const struct parameter *parameter,
                             double used, char *text, size_t size)
{
    char number[2][TEXT_NUMBER];
    text_append(text, size, "", "%s has %s=%s, but %s is used", stated->what, stated->parameter,
                value_text(parameter, stated->value, number[0]),
                value_text(parameter, used, number[1]));
}

/** Adds the data of a file that are not used; model NULL: there is none that could use them. */
static void append_unused(const struct stated *stated, const struct model *model, char *text,
                          size_t size)
{
    text_append(text, size, "", "%s", stated->what);
    if (stated->sentence)
        return;
    if (model == NULL)
        text_append(text, size, "", " is not used without a model");
    else
        text_append(text, size, "", " is not used: model %s has parameters of its own",
                    model->name);
}

/** Appends a note on two particles that are so close that the input is probably wrong; nothing if
 * there is no memory to find them: the evaluation then reports that. */
static void append_close_pair(const struct system *system, const struct model *model,
                              const double *parameters, char *text, size_t size)
{
    /* positions of built systems need no check */
    const bool built = system->temperature > 0;
    const double sigma = built ? 0 : close_pair_sigma(system, model, parameters);
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

bool stated_differs(const struct system *system, const struct model *model,
                    const double *parameters, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < system->stated_count; k++) {
        const struct stated *stated = &system->stated[k];
        const bool own =
            model != NULL && stated->model != NULL && strcmp(stated->model, model->name) == 0;
        const int parameter = own ? model_parameter(model, stated->parameter) : -1;
        const double used = own ? parameters[parameter] : NAN;
        /* files have six digits at times */
        if (own && fabs(stated->value - used) <= 1e-5 * fabs(used))
            continue;
        /* a heading with several parameters is reported once */
        if (model == NULL && k > 0 && strcmp(stated->what, stated[-1].what) == 0)
            continue;
        text_append(text, size, "; ", "%s", system->source);
        if (stated->line > 0)
            text_append(text, size, "", ":%" PRId64, stated->line);
        text_append(text, size, "", ": ");
        if (own)
            append_parameter(stated, &model->parameters[parameter], used, text, size);
        else
            append_unused(stated, model, text, size);
    }
    if (model != NULL)
        append_close_pair(system, model, parameters, text, size);
    double charge = system_net_charge(system);
    if (charge != 0)
        text_append(text, size, "; ", "%s: the charges add up to %.5f e", system->source, charge);
    return text[0] != '\0';
}
