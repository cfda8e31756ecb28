/* Molecules of ethane, C2H6; each atom excludes the seven others of its molecule. */
#pragma once

#include "harness/base/random.h"
#include "tests/support.h"

#include <math.h>

enum { ETHANE_ALONG = 3, ETHANE_ATOMS = 8, ETHANE_BONDS = 7, ETHANE_DIHEDRALS = 9 };

static inline void write_ethane_atoms(FILE *stream)
{
    const double third = 2 * acos(-1) / 3;
    struct random random = random_start(7, 0);
    for (int m = 0; m < ETHANE_ALONG * ETHANE_ALONG * ETHANE_ALONG; m++) {
        const int at[3] = {m % 3, m / 3 % 3, m / 9};
        for (int k = 0; k < ETHANE_ATOMS; k++) {
            const int end = k % 2, hydrogen = k / 2;
            const double along = hydrogen == 0 ? 1.53 * end : end ? 1.9 : -0.37;
            const double angle = third * (hydrogen + 0.5 * end);
            double place[3] = {along, hydrogen ? 1.03 * cos(angle) : 0,
                               hydrogen ? 1.03 * sin(angle) : 0};
            for (int d = 0; d < 3; d++)
                place[d] += 5 * at[d] + 0.1 * random_uniform(&random);
            fprintf(stream, "%d %d %d %g %.6f %.6f %.6f\n", ETHANE_ATOMS * m + k + 1, m + 1,
                    hydrogen == 0 ? 1 : 2, hydrogen == 0 ? -0.27 : 0.09, place[0], place[1],
                    place[2]);
        }
    }
}

/**
 * Returns ethane, read from a LAMMPS data file that the function writes; `charge` is the charge of
 * hydrogen.
 */
static inline struct system ethane(void)
{
    enum { MOLECULES = ETHANE_ALONG * ETHANE_ALONG * ETHANE_ALONG };
    char path[] = "/tmp/pairlanes-ethane-XXXXXX";
    int number = 1;
    FILE *stream = fdopen(mkstemp(path), "w");
    assert_non_null(stream);
    fprintf(stream,
            "LAMMPS ethane\n\n%d atoms\n%d bonds\n%d dihedrals\n0 15 xlo xhi\n0 15 ylo yhi\n"
            "0 15 zlo zhi\n\nPair Coeffs # lj/charmm/coul/long\n\n"
            "1 0.08 3.670503 0.01 3.385415\n2 0.022 2.351973 0.022 2.351973\n\n"
            "Bond Coeffs # harmonic\n\n1 310 1.53\n\n"
            "Dihedral Coeffs # charmm\n\n1 0.15 3 0 1\n2 0.15 3 0 0.5\n\nAtoms # full\n\n",
            MOLECULES * ETHANE_ATOMS, MOLECULES * ETHANE_BONDS, MOLECULES * ETHANE_DIHEDRALS);
    write_ethane_atoms(stream);
    fprintf(stream, "\nBonds\n\n");
    for (int m = 0; m < MOLECULES; m++) {
        const int first = ETHANE_ATOMS * m + 1;
        for (int k = 1; k < ETHANE_ATOMS; k++)
            fprintf(stream, "%d 1 %d %d\n", number++, first + (k > 1 ? k % 2 : 0), first + k);
    }
    fprintf(stream, "\nDihedrals\n\n");
    number = 1;
    for (int m = 0; m < MOLECULES; m++)
        for (int k = 0; k < ETHANE_DIHEDRALS; k++) {
            const int first = ETHANE_ATOMS * m + 1;
            fprintf(stream, "%d %d %d %d %d %d\n", number++, k == 0 ? 2 : 1,
                    first + 2 + 2 * (k % 3), first, first + 1, first + 3 + 2 * (k / 3));
        }
    assert_int_equal(fclose(stream), 0);
    const struct system_spec spec = {.file = path, .format = "lammps"};
    struct system system = created(&spec);
    remove(path);
    return system;
}
