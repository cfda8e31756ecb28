#include "harness/input/formats/lammps_styles.h"

#include "harness/base/text.h"

#include <math.h>
#include <string.h>

const char *const lammps_kind_names[LAMMPS_KINDS] = {"bond", "angle", "dihedral", "improper"};

static const double pi = 3.14159265358979323846;

static double radians(double degrees)
{
    return degrees * (pi / 180);
}

static bool is_whole(double value)
{
    return value == floor(value);
}

static bool is_sign(double value)
{
    return value == 1 || value == -1;
}

/**
 * Accepts K, R0, epsilon, sigma. Refuses the four numbers of style class2, because the third is
 * negative.
 */
static bool takes_fene(const double *value)
{
    return value[1] > 0 && value[2] >= 0 && value[3] >= 0;
}

static bool takes_charmm(const double *value)
{
    return value[1] >= 0 && is_whole(value[1]) && is_whole(value[2]) &&
           (value[3] == 0 || value[3] == 0.5 || value[3] == 1);
}

/** Accepts K, d, n. */
static bool takes_signed(const double *value)
{
    return is_sign(value[1]) && value[2] >= 0 && is_whole(value[2]);
}

static void copy_one(const double *value, double *row)
{
    row[0] = value[0];
}

static void copy_two(const double *value, double *row)
{
    memcpy(row, value, 2 * sizeof *row);
}

static void copy_three(const double *value, double *row)
{
    memcpy(row, value, 3 * sizeof *row);
}

static void copy_four(const double *value, double *row)
{
    memcpy(row, value, 4 * sizeof *row);
}

static void angle_harmonic(const double *value, double *row)
{
    row[0] = value[0];
    row[1] = radians(value[1]);
}

static void angle_cosine_squared(const double *value, double *row)
{
    row[0] = value[0];
    row[1] = cos(radians(value[1]));
}

static void angle_charmm(const double *value, double *row)
{
    copy_four(value, row);
    row[1] = radians(value[1]);
}

static void dihedral_charmm(const double *value, double *row)
{
    copy_two(value, row);
    row[2] = cos(radians(value[2]));
    row[3] = sin(radians(value[2]));
}

/** Coefficients of powers of cos phi. LAMMPS has powers of cos(phi - 180 degrees) = -cos phi. */
static void dihedral_multi_harmonic(const double *value, double *row)
{
    for (int n = 0; n < 5; n++)
        row[n] = n % 2 == 0 ? value[n] : -value[n];
}

static void improper_harmonic(const double *value, double *row)
{
    row[0] = value[0];
    row[1] = cos(radians(value[1]));
    row[2] = sin(radians(value[1]));
    row[3] = 1; /* the mirror image has the same energy */
}

static void improper_cvff(const double *value, double *row)
{
    row[0] = value[0];
    row[1] = value[2];
    row[2] = value[1];
}

static void state_angle(const double *row, double *value)
{
    value[0] = row[0];
    value[1] = row[1] / (pi / 180);
}

/** Fills in K, n, d (whole degrees) and a weight of 0 for 1-4 interactions. */
static void state_charmm(const double *row, double *value)
{
    copy_two(row, value);
    value[2] = round(atan2(row[3], row[2]) / (pi / 180));
    value[3] = 0;
}

static const struct lammps_style styles[] = {
    {LAMMPS_BOND, "harmonic", 2, "K, r0", FORM_BOND_HARMONIC, false, NULL, copy_two, copy_two},
    {LAMMPS_BOND, "fene", 4, "K, R0, epsilon, sigma", FORM_BOND_FENE, false, takes_fene, copy_four,
     copy_four},
    {LAMMPS_ANGLE, "harmonic", 2, "K, theta0", FORM_ANGLE_HARMONIC, false, NULL, angle_harmonic,
     state_angle},
    {LAMMPS_ANGLE, "cosine", 1, "K", FORM_ANGLE_COSINE, false, NULL, copy_one, copy_one},
    {LAMMPS_ANGLE, "cosine/squared", 2, "K, theta0", FORM_ANGLE_COSINE_SQUARED, false, NULL,
     angle_cosine_squared, NULL},
    {LAMMPS_ANGLE, "charmm", 4, "K, theta0, K_ub, r_ub", FORM_ANGLE_UREY_BRADLEY, false, NULL,
     angle_charmm, NULL},
    {LAMMPS_DIHEDRAL, "charmm", 4, "K, whole n and d, a weight of 1-4 interactions of 0, 0.5 or 1",
     FORM_DIHEDRAL_PERIODIC, true, takes_charmm, dihedral_charmm, state_charmm},
    {LAMMPS_DIHEDRAL, "harmonic", 3, "K, d of 1 or -1, whole n", FORM_DIHEDRAL_HARMONIC, false,
     takes_signed, copy_three, copy_three},
    {LAMMPS_DIHEDRAL, "opls", 4, "K1, K2, K3, K4", FORM_DIHEDRAL_OPLS, false, NULL, copy_four,
     copy_four},
    {LAMMPS_DIHEDRAL, "multi/harmonic", 5, "A1, A2, A3, A4, A5", FORM_DIHEDRAL_RYCKAERT_BELLEMANS,
     false, NULL, dihedral_multi_harmonic, NULL},
    {LAMMPS_IMPROPER, "harmonic", 2, "K, chi0", FORM_IMPROPER_HARMONIC, false, NULL,
     improper_harmonic, NULL},
    {LAMMPS_IMPROPER, "cvff", 3, "K, d of 1 or -1, whole n", FORM_IMPROPER_PERIODIC, false,
     takes_signed, improper_cvff, NULL},
};

static const struct lammps_style *const styles_end = styles + sizeof styles / sizeof *styles;

bool lammps_style_is(const char *found, const char *name)
{
    static const char *const endings[] = {"", "/gpu", "/intel", "/kk", "/omp", "/opt"};
    const size_t length = strlen(name);
    if (strncmp(found, name, length) != 0)
        return false;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (strcmp(found + length, endings[k]) == 0)
            return true;
    return false;
}

const struct lammps_style *lammps_style_next(enum lammps_kind kind,
                                             const struct lammps_style *style)
{
    style = style == NULL ? styles : style + 1;
    while (style < styles_end && style->kind != kind)
        style++;
    return style < styles_end ? style : NULL;
}

const struct lammps_style *lammps_style_find(enum lammps_kind kind, const char *name)
{
    const struct lammps_style *style = lammps_style_next(kind, NULL);
    while (style != NULL && !lammps_style_is(name, style->name))
        style = lammps_style_next(kind, style);
    return style;
}

const struct lammps_style *lammps_style_of(enum form form)
{
    const struct lammps_style *style = styles;
    while (style < styles_end && (style->form != form || style->state == NULL))
        style++;
    return style < styles_end ? style : NULL;
}

bool lammps_style_fits(const struct lammps_style *style, const double *value, int count)
{
    return count == style->numbers && (style->takes == NULL || style->takes(value));
}

void lammps_style_append(const struct lammps_style *style, char *text, size_t size)
{
    text_append(text, size, ", ", "%s (%s)", style->name, style->meaning);
}

void lammps_styles_text(enum lammps_kind kind, char *text, size_t size)
{
    const struct lammps_style *style = NULL;
    text[0] = '\0';
    while ((style = lammps_style_next(kind, style)) != NULL)
        lammps_style_append(style, text, size);
}
