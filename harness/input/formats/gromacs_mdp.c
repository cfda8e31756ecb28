#include "harness/input/formats/gromacs_mdp.h"

#include "harness/base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 8 };

static const char blanks[] = " \t\r\n\v\f";

/** Use of a key's value. */
enum kind {
    NUMBER, /* a number that is stored as a double of struct gromacs_mdp */
    SHARE,  /* a number above 0 and below 1 */
    FIRST,  /* a number for each group; the first number is stored */
    ALIKE,  /* a number for each direction: stored if all are equal, otherwise NAN */
    TEXT,   /* a string of struct gromacs_mdp, stored in lower case */
    PATHS,  /* paths, unchanged */
    CHOICE, /* one of `choices`, stored as its index in an int of the parameters */
    SWITCH, /* a choice stored as a bool: true for `on` */
    ONLY,   /* one of `choices`, all with the same meaning */
    UNUSED  /* one of `choices` without effect here; other values are noted as unused */
};

static const struct key {
    const char *name;
    enum kind kind;
    size_t offset; /* offset in struct gromacs_mdp */
    const char *choices[CHOICES];
    const char *on; /* the choice that sets a SWITCH to true */
} keys[] = {
#define AT(member) offsetof(struct gromacs_mdp, member)
    {"coulombtype", CHOICE, AT(coulomb), {"cut-off", "reaction-field", "pme", NULL}, NULL},
    {"coulomb-modifier",
     SWITCH,
     AT(shifts_coulomb),
     {"none", "potential-shift", NULL},
     "potential-shift"},
    {"vdw-modifier", SWITCH, AT(shifts_lj), {"none", "potential-shift", NULL}, "potential-shift"},
    {"integrator",
     SWITCH,
     AT(langevin),
     {"md", "md-vv", "md-vv-avek", "steep", "cg", "l-bfgs", "sd", NULL},
     "sd"},
    {"rcoulomb", NUMBER, AT(coulomb_reach), {NULL}, NULL},
    {"rvdw", NUMBER, AT(lj_reach), {NULL}, NULL},
    {"epsilon-r", NUMBER, AT(epsilon_r), {NULL}, NULL},
    {"epsilon-rf", NUMBER, AT(epsilon_rf), {NULL}, NULL},
    {"ewald-rtol", SHARE, AT(ewald_rtol), {NULL}, NULL},
    {"dt", NUMBER, AT(step), {NULL}, NULL},
    {"ref-t", FIRST, AT(temperature), {NULL}, NULL},
    {"tau-t", FIRST, AT(relaxation), {NULL}, NULL},
    {"tcoupl", TEXT, AT(thermostat), {NULL}, NULL},
    {"pcoupl", TEXT, AT(barostat), {NULL}, NULL},
    {"pcoupltype", TEXT, AT(directions), {NULL}, NULL},
    {"nstpcouple", ALIKE, AT(pressure_steps), {NULL}, NULL},
    {"tau-p", NUMBER, AT(pressure_time), {NULL}, NULL},
    {"ref-p", ALIKE, AT(pressure), {NULL}, NULL},
    {"compressibility", ALIKE, AT(compressibility), {NULL}, NULL},
    {"define", PATHS, AT(define), {NULL}, NULL},
    {"include", PATHS, AT(include), {NULL}, NULL},
    {"cutoff-scheme", ONLY, 0, {"verlet", NULL}, NULL},
    {"vdwtype", ONLY, 0, {"cut-off", NULL}, NULL},
    {"pbc", ONLY, 0, {"xyz", NULL}, NULL},
    {"periodic-molecules", ONLY, 0, {"no", NULL}, NULL},
    {"constraints", ONLY, 0, {"none", NULL}, NULL},
    {"free-energy", ONLY, 0, {"no", NULL}, NULL},
    {"implicit-solvent", ONLY, 0, {"no", NULL}, NULL},
    {"nwall", ONLY, 0, {"0", NULL}, NULL},
    {"freezegrps", ONLY, 0, {"", NULL}, NULL},
    {"pull", ONLY, 0, {"no", NULL}, NULL},
    {"rotation", ONLY, 0, {"no", NULL}, NULL},
    {"qmmm", ONLY, 0, {"no", NULL}, NULL},
    {"qmmm-cp2k-active", ONLY, 0, {"no", "false", NULL}, NULL},
    {"acc-grps", ONLY, 0, {"", NULL}, NULL},
    {"adress", ONLY, 0, {"no", NULL}, NULL},
    {"annealing", ONLY, 0, {"", "no", "no no", "no no no", NULL}, NULL},
    {"awh", ONLY, 0, {"no", NULL}, NULL},
    {"colvars-active", ONLY, 0, {"no", "false", NULL}, NULL},
    {"cos-acceleration", ONLY, 0, {"0", "0.0", NULL}, NULL},
    {"deform", ONLY, 0, {"", "0 0 0 0 0 0", NULL}, NULL},
    {"density-guided-simulation-active", ONLY, 0, {"no", "false", NULL}, NULL},
    {"disre", ONLY, 0, {"no", NULL}, NULL},
    {"dihre", ONLY, 0, {"no", NULL}, NULL},
    {"e-x", ONLY, 0, {"", "0", NULL}, NULL},
    {"e-y", ONLY, 0, {"", "0", NULL}, NULL},
    {"e-z", ONLY, 0, {"", "0", NULL}, NULL},
    {"electric-field-x", ONLY, 0, {"", "0 0 0 0", NULL}, NULL},
    {"electric-field-y", ONLY, 0, {"", "0 0 0 0", NULL}, NULL},
    {"electric-field-z", ONLY, 0, {"", "0 0 0 0", NULL}, NULL},
    {"energygrp-excl", ONLY, 0, {"", NULL}, NULL},
    {"energygrp-table", ONLY, 0, {"", NULL}, NULL},
    {"epsilon-surface", ONLY, 0, {"0", "0.0", NULL}, NULL},
    {"ewald-geometry", ONLY, 0, {"3d", NULL}, NULL},
    {"lambda-dynamics", ONLY, 0, {"no", NULL}, NULL},
    {"mass-repartition-factor", ONLY, 0, {"1", "1.0", NULL}, NULL},
    {"morse", ONLY, 0, {"no", NULL}, NULL},
    {"mts", ONLY, 0, {"no", NULL}, NULL},
    {"nnpot-active", ONLY, 0, {"no", "false", NULL}, NULL},
    {"orire", ONLY, 0, {"no", NULL}, NULL},
    {"simulated-tempering", ONLY, 0, {"no", NULL}, NULL},
    {"swapcoords", ONLY, 0, {"no", NULL}, NULL},
    {"dispcorr", UNUSED, 0, {"no", NULL}, NULL},
#undef AT
};

enum { KEYS = sizeof keys / sizeof *keys };

/**
 * Keys of GROMACS that are ignored, because they do not change forces. They set output, lists and
 * minimization, or belong to methods that are refused in any case.
 */
static const char passed[] =
    "accelerate,adress*,andersen-seed,annealing*,awh*,bd-fric,bd-temp,bonded-lambdas,bopt,bts,"
    "calc-lambda-neighbors,cas*,colvars*,comm-grps,comm-mode,compressed-x*,"
    "constraint-algorithm,continuation,coul-lambdas,couple*,cpp,delta-lambda,"
    "density-guided-simulation*,dh*,dihre*,disre*,domain-decomposition,e-xt,e-yt,e-zt,em*,"
    "energygrps,ensemble-temperature*,ewald-rtol-lj,fcstep,fep-lambdas,fourier*,freezedim,gb*,"
    "gen-seed,gen-temp,gen-vel,imd-group,init-lambda*,init-step,ld-seed,lincs*,"
    "lj-pme-comb-rule,lmc*,mass-lambdas,mc*,mininum-var-min,mmchargescalefactor,mts*,nbfgscorr,"
    "nh-chain-length,niter,nnpot*,ns-type,nst*,optimize-fft,orire*,pme-order,"
    "print-nose-hoover-chain-variables,pull*,qm*,rcoulomb-switch,refcoord-scaling,"
    "restraint-lambdas,rgbradii,rlist*,rot*,rtpi,rvdw-switch,sa*,sc*,separate-dhdl-file,sh,"
    "shake*,sim-temp*,simulated-tempering*,simulation-part,swap*,symmetrized-transition-matrix,"
    "table-extension,tc-grps,temperature-lambdas,tinit,title,unconstrained-start,user*,"
    "vdw-lambdas,verlet-buffer*,wall*,warnings,weight-equil*,wl*,xtc*";

/** Other spellings of values. */
static const char *const spellings[][2] = {
    {"reaction-field-zero", "reaction-field"},
    {"ewald", "pme"},
    {"potential-shift-verlet", "potential-shift"},
};

void gromacs_mdp_defaults(struct gromacs_mdp *mdp)
{
    *mdp = (struct gromacs_mdp){.coulomb = GROMACS_CUTOFF,
                                .shifts_coulomb = true,
                                .shifts_lj = true,
                                .coulomb_reach = 1,
                                .lj_reach = 1,
                                .epsilon_r = 1,
                                .ewald_rtol = 1e-5,
                                .step = 0.001,
                                .thermostat = "no",
                                .barostat = "no",
                                .directions = "isotropic",
                                .pressure_steps = -1,
                                .pressure_time = 1,
                                .pressure = NAN,
                                .compressibility = NAN,
                                .temperature = NAN,
                                .relaxation = NAN};
}

/**
 * Whether a word of the file is the key `name`. As in GROMACS, case, hyphens and underscores are
 * ignored. The name ends at its final zero or at a comma. A * at its end matches any rest of the
 * word.
 */
static bool is_called(const char *word, const char *name)
{
    for (;; word++, name++) {
        word += strspn(word, "-_");
        name += strspn(name, "-_");
        if (*name == '*' || tolower((unsigned char)*word) != tolower((unsigned char)*name))
            return *name == '*' || (*name == ',' && *word == '\0');
        if (*name == '\0')
            return true;
    }
}

/** Writes a value in lower case with hyphens, in its usual spelling. */
static void normalize(const char *word, char *text, size_t size)
{
    snprintf(text, size, "%s", word);
    for (char *at = text; *at != '\0'; at++)
        *at = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++)
        if (is_called(text, spellings[k][0]))
            snprintf(text, size, "%s", spellings[k][1]);
}

static const struct key *find_key(const char *name)
{
    for (int k = 0; k < KEYS; k++)
        if (is_called(name, keys[k].name))
            return &keys[k];
    return NULL;
}

/** Adds a key that GROMACS does not have, probably misspelt, to the unused keys. */
static void note_unknown(const struct text_file *file, const char *name, struct gromacs_mdp *mdp)
{
    for (const char *at = passed; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (is_called(name, at))
            return;
    text_append(mdp->unused, sizeof mdp->unused, ", ",
                "%.40s (line %" PRId64 ": no parameter of GROMACS)", name, file->number);
}

static bool take_number(const struct text_file *file, const struct key *key, const char *value,
                        double *number, struct error *error)
{
    const char *cursor = value;
    if (!text_real(&cursor, number) || !isfinite(*number) || *number < 0 ||
        (key->kind != FIRST && !text_is_blank(cursor)) ||
        (key->kind == SHARE && (*number == 0 || *number >= 1)))
        return text_error(file, error, "expected a number %s for %s, found \"%.40s\"",
                          key->kind == SHARE ? "above 0 and below 1" : "from 0 on", key->name,
                          value);
    return true;
}

/** Adds a key to the unused keys if its groups have different numbers. The first number is used. */
static void note_groups(const struct key *key, const char *value, struct gromacs_mdp *mdp)
{
    double first, other;
    if (!text_real(&value, &first))
        return;
    while (text_real(&value, &other))
        if (other != first) {
            text_append(mdp->unused, sizeof mdp->unused, ", ", "%s of all groups but the first",
                        key->name);
            return;
        }
}

/**
 * Sets `number` to the number of a value; to NAN if the value has different numbers. Without a
 * number in the value, `number` stays unchanged.
 */
static void take_alike(const char *value, double *number)
{
    double other;
    if (!text_real(&value, number))
        return;
    while (text_real(&value, &other))
        if (other != *number)
            *number = NAN;
}

static bool take_choice(const struct text_file *file, const struct key *key, const char *value,
                        struct gromacs_mdp *mdp, struct error *error)
{
    char known[256] = "", text[GROMACS_VALUE];
    normalize(value, text, sizeof text);
    for (int k = 0; key->choices[k] != NULL; k++) {
        text_append(known, sizeof known, " or ", "%s",
                    key->choices[k][0] != '\0' ? key->choices[k] : "nothing");
        if (!is_called(text, key->choices[k]))
            continue;
        void *member = (char *)mdp + key->offset;
        if (key->kind == CHOICE)
            *(enum gromacs_coulomb *)member = (enum gromacs_coulomb)k;
        else if (key->kind == SWITCH)
            *(bool *)member = strcmp(text, key->on) == 0;
        return true;
    }
    if (key->kind == UNUSED) {
        text_append(mdp->unused, sizeof mdp->unused, ", ", "%s = %.60s", key->name, value);
        return true;
    }
    return text_error(file, error, "expected %s for %s, found %.60s", known, key->name, value);
}

static bool take(const struct text_file *file, const struct key *key, const char *value,
                 struct gromacs_mdp *mdp, struct error *error)
{
    char *text = (char *)mdp + key->offset;
    switch (key->kind) {
    case NUMBER:
    case SHARE:
    case FIRST:
        if (key->kind == FIRST)
            note_groups(key, value, mdp);
        return (key->kind == FIRST && *value == '\0') ||
               take_number(file, key, value, (double *)(void *)text, error);
    case ALIKE:
        take_alike(value, (double *)(void *)text);
        return true;
    case TEXT:
        normalize(value, text, GROMACS_VALUE);
        return true;
    case PATHS:
        if (strlen(value) >= GROMACS_VALUE)
            return text_error(file, error, "expected under %d characters for %s", GROMACS_VALUE,
                              key->name);
        memcpy(text, value, strlen(value) + 1);
        return true;
    default:
        return take_choice(file, key, value, mdp, error);
    }
}

/** Handles the key and the value on the current line. */
static bool take_line(struct text_file *file, bool seen[KEYS], struct gromacs_mdp *mdp,
                      struct error *error)
{
    file->line[strcspn(file->line, ";")] = '\0';
    if (text_is_blank(file->line))
        return true;
    char *equals = strchr(file->line, '='), *start = file->line + strspn(file->line, blanks);
    if (equals == NULL)
        return text_error(file, error, "expected \"key = value\", found \"%.80s\"", start);
    *equals = '\0';
    start[strcspn(start, blanks)] = '\0';
    char *value = equals + 1 + strspn(equals + 1, blanks), *end = value + strlen(value);
    while (end > value && isspace((unsigned char)end[-1]))
        *--end = '\0';
    const struct key *key = find_key(start);
    if (key == NULL) {
        note_unknown(file, start, mdp);
        return true;
    }
    if (seen[key - keys])
        return text_error(file, error, "%s is given twice", key->name);
    seen[key - keys] = true;
    return take(file, key, value, mdp, error);
}

bool gromacs_mdp_read(const char *path, struct gromacs_mdp *mdp, struct error *error)
{
    struct text_file file;
    bool seen[KEYS] = {false};
    gromacs_mdp_defaults(mdp);
    if (!text_open(path, &file, error))
        return false;
    bool good = true;
    while (good && !text_ended(&file))
        good = take_line(&file, seen, mdp, error);
    text_close(&file);
    return good &&
           (mdp->coulomb != GROMACS_FIELD || mdp->epsilon_rf == 0 ||
            mdp->epsilon_rf >= mdp->epsilon_r ||
            error_set(error, EXIT_USAGE,
                      "%s: expected epsilon-rf 0, for infinite, or from epsilon-r %g on, found %g",
                      path, mdp->epsilon_r, mdp->epsilon_rf));
}

/**
 * Copies the next word that begins with a hyphen and `letter`, without these. False after the last.
 */
static bool next_option(const char **options, char letter, char *word, size_t size)
{
    for (;;) {
        *options += strspn(*options, blanks);
        const size_t length = strcspn(*options, blanks);
        const char *found = *options;
        if (length == 0)
            return false;
        *options += length;
        if (length > 2 && found[0] == '-' && found[1] == letter) {
            snprintf(word, size, "%.*s", (int)length - 2, found + 2);
            return true;
        }
    }
}

void gromacs_mdp_prepare(const struct gromacs_mdp *mdp, struct gromacs_lines *lines)
{
    char word[GROMACS_VALUE];
    const char *options = mdp->define;
    while (next_option(&options, 'D', word, sizeof word)) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = '\0';
        gromacs_lines_define(lines, word, equals != NULL ? equals + 1 : "");
    }
    options = mdp->include;
    while (next_option(&options, 'I', word, sizeof word))
        gromacs_lines_include(lines, word);
}
