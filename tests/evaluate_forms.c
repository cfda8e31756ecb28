/* Evaluates bonded terms for tests/forms.bats. Reads a term per line: the form's name, the numbers
 * of its rows and the coordinates of its members. Prints a line for each: its energy and the force
 * on each member. Fails if a line is malformed. */
#include "models/forms/form.h"
#include "models/forms/info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LENGTH = 64 };

/** Returns the form with this name; exits if there is none. */
static int form_of(const char *name)
{
    for (int form = 0; form < FORMS; form++)
        if (strcmp(form_infos[form].name, name) == 0)
            return form;
    fprintf(stderr, "there is no form %s\n", name);
    exit(EXIT_FAILURE);
}

/** Reads the next number; exits if there is none. */
static real number_read(void)
{
    double number;
    if (scanf("%lf", &number) != 1) {
        fprintf(stderr, "expected a number\n");
        exit(EXIT_FAILURE);
    }
    return (real)number;
}

static struct vector vector_read(void)
{
    const real x = number_read(), y = number_read(), z = number_read();
    return vector(x, y, z);
}

static void evaluate_line(int form)
{
    const struct form_info *info = &form_infos[form];
    struct form_row row[FORM_ROWS];
    struct vector at[FORM_MEMBERS], r[FORM_MEMBERS - 1];
    struct form_force f;
    for (int k = 0; k < FORM_NUMBERS * info->rows; k++)
        row[k / FORM_NUMBERS].k[k % FORM_NUMBERS] = number_read();
    for (int k = 0; k < info->members; k++) {
        at[k] = vector_read();
        if (k > 0)
            r[k - 1] = minus(at[k], at[k - 1]);
    }
    form_evaluate(form, row, r, &f);
    printf("%.17g", (double)f.energy);
    for (int k = 0; k < info->members; k++)
        printf(" %.17g %.17g %.17g", (double)f.force[k].x, (double)f.force[k].y,
               (double)f.force[k].z);
    printf("\n");
}

int main(void)
{
    char name[NAME_LENGTH];
    while (scanf("%63s", name) == 1)
        evaluate_line(form_of(name));
    return EXIT_SUCCESS;
}
