/*
 * Describes a model to the harness by the function describe_<name>. It sets the model's properties
 * and the pair function in double precision. Compiled once per model (-DMODEL=name
 * -DMODEL_HEADER=...); users' models are compiled at run time.
 */
#define REAL double
#define MODEL_DESCRIBE

#include MODEL_HEADER

#include "harness/catalog/interactions.h"
#include "models/defaults.h"
#include "models/forms/info.h"

#include <string.h>

_Static_assert(sizeof(MODEL_STRUCT) % sizeof(real) == 0 &&
                   sizeof(MODEL_STRUCT) / sizeof(real) <= MODEL_CONSTANTS,
               "a model's constants are at most MODEL_CONSTANTS fields of type real");
_Static_assert(sizeof(((struct pair_force *)0)->terms) / sizeof(real) == MODEL_TERMS,
               "models/model.h leaves room for MODEL_TERMS");

#if HAS_BODIES
static struct OF_MODEL(_body)
    body_of(const MODEL_STRUCT *constants, const struct particle *particle)
{
    const double *o = particle->orientation;
    struct quaternion orientation = {o[0], o[1], o[2], o[3]};
    return OF_MODEL(_body_of)(constants, particle->type, particle->charge, orientation);
}
#endif

#if HAS_KINDS
_Static_assert((int)MODEL_INTERACTIONS <= (int)INTERACTION_KINDS,
               "harness/catalog/interactions.h has room for INTERACTION_KINDS");

static int interaction(const double *constants, int type_p, int type_q)
{
    return OF_MODEL(_interaction)((const MODEL_STRUCT *)constants, type_p, type_q);
}

static int common(const double *constants)
{
    return OF_MODEL(_common)((const MODEL_STRUCT *)constants);
}
#endif

/* Evaluates a pair; p and q are ignored if the model's particles have only a position. */
static bool pair_of_bodies(const double *constants, const double *row, const void *p, const void *q,
                           const double r[3], struct pair_result *result)
{
    const MODEL_STRUCT *c = (const MODEL_STRUCT *)constants;
    struct pair_force f = {0};
    *result = (struct pair_result){0};
#if HAS_ROWS
    const struct OF_MODEL(_body) *body_p = p, *body_q = q;
    bool interacts =
        model_pair(c, (const struct OF_MODEL(_row) *)row,
                   product_of_charges(c, body_p->charge, body_q->charge), r[0], r[1], r[2], &f);
#elif HAS_BODIES
    (void)row;
    const struct OF_MODEL(_body) *body_p = p, *body_q = q;
#if HAS_KINDS
    int kind = OF_MODEL(_interaction)(c, body_p->type, body_q->type);
    bool interacts = model_pair(c, body_p, body_q, kind, r[0], r[1], r[2], &f);
#else
    bool interacts = model_pair(c, body_p, body_q, r[0], r[1], r[2], &f);
#endif
#else
    (void)row;
    (void)p;
    (void)q;
    bool interacts = model_pair(c, r[0], r[1], r[2], &f);
#endif
    if (!interacts)
        return false;
    result->force[0] = f.x;
    result->force[1] = f.y;
    result->force[2] = f.z;
#if HAS_ORIENTATION
    result->torque[0] = f.torque.x;
    result->torque[1] = f.torque.y;
    result->torque[2] = f.torque.z;
#endif
    memcpy(result->terms, f.terms, sizeof f.terms);
    if (OF_MODEL(_model).terms == NULL)
        result->terms[0] = f.energy;
    result->branches = f.branches;
    return true;
}

#if HAS_ROWS
/** Returns the row of two types of the model, not of a force field. */
static const double *own_row(const double *constants, const struct particle *p,
                             const struct particle *q, struct OF_MODEL(_row) * of)
{
    const struct model *model = &OF_MODEL(_model);
    const double *p_has = model->types[p->type].coefficients;
    const double *q_has = model->types[q->type].coefficients;
    double mixed[MODEL_COEFFICIENTS];
    int types = 0;
    while (model->pairs != NULL && model->types[types].name != NULL)
        types++;
    if (model->pairs == NULL && p->type != q->type)
        model->mix(p_has, q_has, mixed);
    model->row(constants,
               model->pairs != NULL ? model->pairs[types * p->type + q->type]
               : p->type == q->type ? p_has
                                    : mixed,
               (double *)of);
    return (const double *)of;
}
#endif

static bool pair_in_double(const double *constants, const double *row, const struct particle *p,
                           const struct particle *q, const double r[3], struct pair_result *result)
{
#if HAS_BODIES
    const MODEL_STRUCT *c = (const MODEL_STRUCT *)constants;
    const struct OF_MODEL(_body) body_p = body_of(c, p), body_q = body_of(c, q);
#if HAS_ROWS
    struct OF_MODEL(_row) own;
    if (row == NULL)
        row = own_row(constants, p, q, &own);
#endif
    return pair_of_bodies(constants, row, &body_p, &body_q, r, result);
#else
    return pair_of_bodies(constants, row, p, q, r, result);
#endif
}

static void make_body(const double *constants, const struct particle *particle, void *body)
{
#if HAS_BODIES
    *(struct OF_MODEL(_body) *)body = body_of((const MODEL_STRUCT *)constants, particle);
#else
    (void)constants;
    (void)particle;
    (void)body;
#endif
}

#ifdef MODEL_MAY_INTERACT
static bool may_interact(const double *constants, const struct particle *p,
                         const struct particle *q, const double r[3])
{
    const MODEL_STRUCT *c = (const MODEL_STRUCT *)constants;
    const struct OF_MODEL(_body) body_p = body_of(c, p), body_q = body_of(c, q);
    return OF_MODEL(_may_interact)(c, &body_p, &body_q, r[0], r[1], r[2]);
}
#endif

#ifdef MODEL_BONDED
_Static_assert(MODEL_BONDED <= MODEL_MEMBERS, "a bonded term has at most MODEL_MEMBERS particles");

static void set(double to[3], struct vector from)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

static void bonded(const double *constants, int form, const struct particle member[MODEL_MEMBERS],
                   double r[MODEL_MEMBERS - 1][3], struct bonded_result *result)
{
    const MODEL_STRUCT *c = (const MODEL_STRUCT *)constants;
    struct OF_MODEL(_body) body[MODEL_BONDED];
    struct vector step[MODEL_BONDED - 1];
    struct bonded_force f = {0};
    *result = (struct bonded_result){0};
    for (int k = 0; k < MODEL_BONDED; k++)
        body[k] = body_of(c, &member[k]);
    for (int k = 0; k < MODEL_BONDED - 1; k++)
        step[k] = vector(r[k][0], r[k][1], r[k][2]);
    model_bonded(c, form, body, step, &f);
    for (int k = 0; k < MODEL_BONDED; k++) {
        set(result->force[k], f.force[k]);
        set(result->torque[k], f.torque[k]);
    }
    memcpy(result->terms, f.terms, sizeof f.terms);
}
#endif

#if !HAS_ORIENTATION
static const char *all_terms[MODEL_TERMS + 1]; /* energy terms of the model, then of the bonded
                                                * forms */

/**
 * Finds the model's energy term of a kind of bonded form. If the model has none of that name,
 * appends a new term.
 */
static void add_form_term(struct model *model, enum form_term kind)
{
    static const char *const names[FORM_TERMS] = {
        [TERM_BOND] = "bond",         [TERM_ANGLE] = "angle",  [TERM_DIHEDRAL] = "dihedral",
        [TERM_IMPROPER] = "improper", [TERM_VDW_14] = "vdw14", [TERM_COULOMB_14] = "coulomb14",
        [TERM_EXCLUDED] = "excluded"};
    int found = 0;
    while (found < model->all_term_count && strcmp(all_terms[found], names[kind]) != 0)
        found++;
    model->form_term[kind] = found;
    all_terms[found] = names[kind];
    if (found == model->all_term_count)
        model->all_term_count++;
}

/**
 * Adds energy terms for bonded forms to the model's terms, first for the forms of the model itself.
 */
static void add_form_terms(struct model *model)
{
    for (int k = 0; k < model->term_count; k++)
        all_terms[k] = model->terms[k];
    for (int form = 0; form < FORMS; form++)
        if ((model->forms >> form & 1) != 0)
            add_form_term(model, form_infos[form].term);
    model->term_count = model->all_term_count;
    for (int kind = 0; kind < FORM_TERMS; kind++)
        add_form_term(model, (enum form_term)kind);
    model->terms = all_terms;
}
#endif

/*
 * Pair styles that a header may define (models/description.h); NULL without a definition. They are
 * not a member of struct model, because its text determines the hashes of all kernels' sources.
 */
static const char *const *const OF_MODEL(_pair_styles);

/**
 * Fills in the parts of a model's description that only the compiler can compute. Returns the pair
 * styles that the model declares.
 */
const char *const *JOIN(describe_, MODEL)(struct model *model)
{
    static const char *const one_term[] = { TEXT(MODEL), NULL };
    static const struct particle_type one_type[] = {{.name = "A", .mass = 1}, {0}};
    *model = OF_MODEL(_model);
    model->constant_count = (int)(sizeof(MODEL_STRUCT) / sizeof(real));
    model->pair = pair_in_double;
    if (model->time.unit == NULL)
        model->time = (struct model_time){"time unit", 1, model->time.step, "time unit", 1};
    if (model->time.step == 0)
        model->time.step = 0.001;
    if (model->terms == NULL)
        model->terms = one_term;
    while (model->terms[model->term_count] != NULL)
        model->term_count++;
    model->all_term_count = model->term_count;
#if !HAS_ORIENTATION
    add_form_terms(model);
#endif
#if HAS_ROWS
    model->row_reals = (int)(sizeof(struct OF_MODEL(_row)) / sizeof(real));
#endif
    if (model->types == NULL)
        model->types = one_type;
    while (model->types[model->type_count].name != NULL)
        model->type_count++;
    while (model->branches != NULL && model->branches[model->branch_count].name != NULL) {
        const struct model_work *work = &model->branches[model->branch_count].work;
        if (work->flops > 0 || work->special > 0)
            model->diverging |= 1U << model->branch_count;
        model->branch_count++;
    }
#if HAS_BODIES
    model->body = true;
    model->body_bytes = sizeof(struct OF_MODEL(_body));
#endif
#ifdef MODEL_CHARGES
    model->charged = true;
#endif
#if HAS_ORIENTATION
    model->oriented = true;
#endif
    model->interaction_count = 1;
#if HAS_KINDS
    model->interaction_count = MODEL_INTERACTIONS;
    model->interaction = interaction;
    model->common = common;
#endif
#ifdef MODEL_MAY_INTERACT
    model->may_interact = may_interact;
#endif
    model->make_body = make_body;
    model->pair_of_bodies = pair_of_bodies;
#ifdef MODEL_BONDED
    model->bonded_members = MODEL_BONDED;
    if (model->own_forms == 0)
        model->own_forms = OWN_FORMS;
    model->bonded = bonded;
#endif
    return OF_MODEL(_pair_styles);
}

#ifdef MODEL_EXPORTED
/** Symbol that the harness looks up in a shared object. */
const char *const *(*const pairlanes_describe)(struct model *model) = JOIN(describe_, MODEL);
#endif
