#include "harness/input/formats/gromacs_styles.h"

#include "harness/base/text.h"

#include <math.h>
#include <string.h>

const char *const gromacs_kind_names[GROMACS_KINDS] = {"bonds", "angles", "dihedrals"};
const int gromacs_kind_members[GROMACS_KINDS] = {2, 3, 4};

/** Parameters r0, k. */
static void bond_harmonic(const double *value, double *row)
{
    row[0] = value[1] / 2;
    row[1] = value[0];
}

/** Parameters b_m, k_b. The form also has a repulsion, which GROMACS's function lacks. */
static void bond_fene(const double *value, double *row)
{
    row[0] = value[1];
    row[1] = value[0];
}

static void angle_harmonic(const double *value, double *row)
{
    row[0] = value[1] / 2;
    row[1] = value[0];
}

static void angle_g96(const double *value, double *row)
{
    row[0] = value[1] / 2;
    row[1] = cos(value[0]);
}

/** Parameters theta0, k, r13, k_UB. */
static void angle_urey_bradley(const double *value, double *row)
{
    angle_harmonic(value, row);
    row[2] = value[3] / 2;
    row[3] = value[2];
}

/** Parameters phi_s, k, n. */
static void dihedral_periodic(const double *value, double *row)
{
    row[0] = value[1];
    row[1] = value[2];
    row[2] = cos(value[0]);
    row[3] = sin(value[0]);
}

static void improper_harmonic(const double *value, double *row)
{
    row[0] = value[1] / 2;
    row[1] = cos(value[0]);
    row[2] = sin(value[0]);
}

static void copy_four(const double *value, double *row)
{
    memcpy(row, value, 4 * sizeof *row);
}

static void copy_six(const double *value, double *row)
{
    memcpy(row, value, 6 * sizeof *row);
}

static const struct gromacs_style styles[] = {
    {GROMACS_BONDS, 1, "harmonic", FORM_BOND_HARMONIC, "LK", true, bond_harmonic},
    {GROMACS_BONDS, 2, "G96", GROMACS_NO_FORM, "", true, NULL},
    {GROMACS_BONDS, 3, "Morse", GROMACS_NO_FORM, "", true, NULL},
    {GROMACS_BONDS, 4, "cubic", GROMACS_NO_FORM, "", true, NULL},
    {GROMACS_BONDS, 5, "connection", GROMACS_NO_ENERGY, "", true, NULL},
    {GROMACS_BONDS, 6, "harmonic without exclusions", FORM_BOND_HARMONIC, "LK", false,
     bond_harmonic},
    {GROMACS_BONDS, 7, "FENE", FORM_BOND_FENE, "LK", true, bond_fene},
    {GROMACS_BONDS, 8, "tabulated", GROMACS_NO_FORM, "", true, NULL},
    {GROMACS_BONDS, 9, "tabulated without exclusions", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_BONDS, 10, "restraint", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 1, "harmonic", FORM_ANGLE_HARMONIC, "AE", false, angle_harmonic},
    {GROMACS_ANGLES, 2, "G96", FORM_ANGLE_COSINE_SQUARED, "AE", false, angle_g96},
    {GROMACS_ANGLES, 3, "cross bond-bond", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 4, "cross bond-angle", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 5, "Urey-Bradley", FORM_ANGLE_UREY_BRADLEY, "AELK", false, angle_urey_bradley},
    {GROMACS_ANGLES, 6, "quartic", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 8, "tabulated", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 9, "linear", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_ANGLES, 10, "restricted bending", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_DIHEDRALS, 1, "proper", FORM_DIHEDRAL_PERIODIC, "AEN", false, dihedral_periodic},
    {GROMACS_DIHEDRALS, 2, "improper", FORM_IMPROPER_HARMONIC, "AE", false, improper_harmonic},
    {GROMACS_DIHEDRALS, 3, "Ryckaert-Bellemans", FORM_DIHEDRAL_RYCKAERT_BELLEMANS, "EEEEEE", false,
     copy_six},
    {GROMACS_DIHEDRALS, 4, "periodic improper", FORM_IMPROPER_PERIODIC, "AEN", false,
     dihedral_periodic},
    {GROMACS_DIHEDRALS, 5, "Fourier", FORM_DIHEDRAL_OPLS, "EEEE", false, copy_four},
    {GROMACS_DIHEDRALS, 8, "tabulated", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_DIHEDRALS, 9, "multiple proper", FORM_DIHEDRAL_PERIODIC, "AEN", false,
     dihedral_periodic},
    {GROMACS_DIHEDRALS, 10, "restricted", GROMACS_NO_FORM, "", false, NULL},
    {GROMACS_DIHEDRALS, 11, "combined bending-torsion", GROMACS_NO_FORM, "", false, NULL},
};

enum { STYLES = sizeof styles / sizeof *styles };

const struct gromacs_style *gromacs_style_find(enum gromacs_kind kind, int function)
{
    for (int k = 0; k < STYLES; k++)
        if (styles[k].kind == kind && styles[k].function == function)
            return &styles[k];
    return NULL;
}

void gromacs_styles_text(enum gromacs_kind kind, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < STYLES; k++)
        if (styles[k].kind == kind && styles[k].form != GROMACS_NO_FORM)
            text_append(text, size, ", ", "%d (%s)", styles[k].function, styles[k].name);
}

bool gromacs_style_convert(const struct gromacs_style *style, const struct gromacs_units *units,
                           const double *value, double row[FORM_ROWS * FORM_NUMBERS])
{
    const double pi = 3.14159265358979323846;
    double scaled[GROMACS_PARAMETERS];
    for (int k = 0; style->dimensions[k] != '\0'; k++) {
        const char dimension = style->dimensions[k];
        if (dimension == 'N' && !(value[k] >= 0 && value[k] == floor(value[k])))
            return false;
        scaled[k] = value[k] * (dimension == 'L'   ? units->length
                                : dimension == 'E' ? units->energy
                                : dimension == 'K' ? units->energy / units->length / units->length
                                : dimension == 'A' ? pi / 180
                                                   : 1);
    }
    memset(row, 0, FORM_ROWS * FORM_NUMBERS * sizeof *row);
    style->convert(scaled, row);
    return true;
}
