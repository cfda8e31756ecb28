/* Compiled once per model (-DMODEL=name -DMODEL_HEADER=...): its description and double-precision
 * pair function under the name model_<name>. */
#define REAL double
#define MODEL_DESCRIBE

#include MODEL_HEADER

#define JOIN_(a, b)  a##b
#define JOIN(a, b)   JOIN_(a, b)
#define OF_MODEL(b)  JOIN(MODEL, b)
#define TEXT_(a)     #a
#define TEXT(a)      TEXT_(a)
#define MODEL_STRUCT struct OF_MODEL(_constants)

static bool pair(const double *constants, const double r[3], double force[3],
                 double terms[MODEL_TERMS])
{
    struct pair_force f;
    bool interacts = OF_MODEL(_pair)((const MODEL_STRUCT *)constants, r[0], r[1], r[2], &f);
    force[0] = f.x;
    force[1] = f.y;
    force[2] = f.z;
    terms[0] = f.energy;
    return interacts;
}

_Static_assert(sizeof(MODEL_STRUCT) % sizeof(real) == 0 &&
                   sizeof(MODEL_STRUCT) / sizeof(real) <= MODEL_CONSTANTS,
               "a model's constants are at most MODEL_CONSTANTS fields of type real");

static const char *const one_term[] = {TEXT(MODEL)};

/** The model's description with what only the compiler knows filled in. */
void JOIN(describe_, MODEL)(struct model *model)
{
    *model = OF_MODEL(_model);
    model->constant_count = (int)(sizeof(MODEL_STRUCT) / sizeof(real));
    model->pair = pair;
    model->terms = one_term;
    model->term_count = 1;
}
