/*
 * Fills the tables of models/allatom/lookup.h, in double precision with functions of the C library.
 */
#ifndef PAIRLANES_MODELS_ALLATOM_TABLES_H
#define PAIRLANES_MODELS_ALLATOM_TABLES_H

/**
 * Energies, and forces divided by r, of the parts of a table: repulsion, attraction and unit
 * charges.
 */
struct allatom_parts {
    double energy[3], over_r[3];
};

static struct allatom_parts allatom_parts(const struct allatom_constants *c, double r2)
{
    struct allatom_parts parts;
    const struct allatom_distance d = allatom_distance_of(c, r2);
    const struct allatom_share coulomb = allatom_coulomb(c, 1, &d);
    double per_r6 = d.per_r2 * d.per_r2 * d.per_r2, factor = 1, slope = 0;
    if (c->per_width > 0) {
        const double left = allatom_saturated(c->switch_end - r2 * c->per_width);
        factor = left * left * (3 - 2 * left);
        slope = 2 * left * (1 - left) * c->per_width;
    }
    parts.energy[0] = per_r6 * per_r6 * factor / 12;
    parts.energy[1] = -per_r6 * factor / 6;
    parts.energy[2] = coulomb.energy;
    parts.over_r[0] = per_r6 * per_r6 * (d.per_r2 * factor + slope / 2);
    parts.over_r[1] = -per_r6 * (d.per_r2 * factor + slope);
    parts.over_r[2] = coulomb.over_r;
    return parts;
}

static int allatom_windows(const struct allatom_constants *c)
{
    return table_window_of_double(c->cutoff2).index + 1;
}

/** Returns the size of the table for these constants, in numbers; 0: no table. */
static int64_t allatom_table_size(const double *constants)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    if (c->way == ALLATOM_LINEAR || c->way == ALLATOM_TEXTURE)
        return (int64_t)LINEAR_NUMBERS * LINEAR_ENTRIES;
    return c->way == ALLATOM_CUBIC ? (int64_t)CUBIC_NUMBERS * allatom_windows(c) : 0;
}

static void allatom_fill_linear(const struct allatom_constants *c, double *numbers)
{
    for (int i = 0; i < LINEAR_ENTRIES; i++) {
        const double r = LINEAR_ENTRIES / (i + 0.5);
        const struct allatom_parts parts = allatom_parts(c, r * r);
        for (int part = 0; part < LINEAR_NUMBERS; part++)
            numbers[LINEAR_NUMBERS * i + part] = part < 3 ? parts.over_r[part] : 0;
    }
}

/* The slope dU/d(r^2) is minus half of the force divided by r. */
static void allatom_fill_cubic(const struct allatom_constants *c, double *numbers)
{
    for (int i = 0; i < allatom_windows(c); i++) {
        const int octave = i >> CUBIC_BITS, within = i - (octave << CUBIC_BITS);
        const double width = ldexp(1, octave + CUBIC_LOWEST - CUBIC_BITS);
        const double begin = width * ((1 << CUBIC_BITS) + within);
        const struct allatom_parts at = allatom_parts(c, begin),
                                   to = allatom_parts(c, begin + width);
        double *window = numbers + (int64_t)CUBIC_NUMBERS * i;
        for (int part = 0; part < 4; part++) {
            const double first = part < 3 ? at.over_r[part] : 0;
            const double last = part < 3 ? to.over_r[part] : 0;
            const double mean = part < 3 ? -2 * (to.energy[part] - at.energy[part]) / width : 0;
            window[part] = first;
            window[4 + part] = 2 * (3 * mean - 2 * first - last) / width;
            window[8 + part] = 3 * (first + last - 2 * mean) / (width * width);
        }
    }
}

/** Fills the table. */
static void allatom_table_fill(const double *constants, double *numbers)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    if (c->way == ALLATOM_CUBIC)
        allatom_fill_cubic(c, numbers);
    else
        allatom_fill_linear(c, numbers);
}

/** Whether a texture unit reads the table. */
static bool allatom_table_texture(const double *constants)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    return c->way == ALLATOM_TEXTURE;
}

/**
 * Returns a bound of the relative RMS error of forces computed from the table. The weights of a
 * texture unit have an error of at most 2^-8. The relative error of r^-p is then at most p r 2^-8 /
 * N, with p <= 14, at a distance r of 3 A, the smallest between atoms.
 */
static double allatom_table_error(const double *constants)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    const double line = 1e-4, weights = 14 * 3 / (256.0 * LINEAR_ENTRIES);
    if (c->way == ALLATOM_CUBIC)
        return 1e-5;
    return c->way == ALLATOM_LINEAR ? line : c->way == ALLATOM_TEXTURE ? line + weights : 0;
}

#endif
