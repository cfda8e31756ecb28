/*
 * Counts the operations of the forces of bonded forms, and compares them with models/forms/list.h.
 * Each number records the operations that computed it. Operations that only the energy needs are
 * therefore not counted. Prints the forms that differ, and exits with 1 if there are any. With an
 * argument, also prints the operations of models/forms/excluded.h.
 */
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

struct operation {
    int flops, special, a, b; /* a, b: operations that computed the operands; -1: a constant */
};
static std::vector<operation> made;

struct counted {
    double value = 0;
    int by = -1; /* operation that computed the number; -1: a constant */
    counted() = default;
    counted(double constant) : value(constant)
    {
    }
    void note(operation how)
    {
        by = (int)made.size();
        made.push_back(how);
    }
    explicit operator int() const
    {
        return (int)value;
    }
    counted(double result, operation how) : value(result)
    {
        if (how.a >= 0 || how.b >= 0)
            note(how);
    }
};

static bool is_sign(counted x)
{
    return x.by < 0 && std::fabs(x.value) == 1;
}

static counted given(double value)
{
    counted x = value;
    x.note({0, 0, -1, -1});
    return x;
}

static counted operator+(counted a, counted b)
{
    const bool adds = (a.by >= 0 || a.value != 0) && (b.by >= 0 || b.value != 0);
    return {a.value + b.value, {adds, 0, a.by, b.by}};
}
static void operator+=(counted &a, counted b)
{
    a = a + b;
}
static counted operator-(counted a)
{
    return {-a.value, {0, 0, a.by, a.by}};
}
static counted operator-(counted a, counted b)
{
    return a + -b;
}
static counted operator*(counted a, counted b)
{
    return {a.value * b.value, {!is_sign(a) && !is_sign(b), 0, a.by, b.by}};
}
static void operator*=(counted &a, counted b)
{
    a = a * b;
}
/* Counts division by a constant other than 1 as a product, and 1 / sqrt as one operation. */
static counted operator/(counted a, counted b)
{
    const bool root = a.by < 0 && b.by >= 0 && made[b.by].special > 0;
    return {a.value / b.value, {b.by < 0 && !is_sign(b), b.by >= 0 && !root, a.by, b.by}};
}
static bool operator<(counted a, counted b)
{
    return a.value < b.value;
}
static bool operator>(counted a, counted b)
{
    return a.value > b.value;
}
static bool operator!=(counted a, counted b)
{
    return a.value != b.value;
}
static counted sqrt(counted a)
{
    return {std::sqrt(a.value), {0, 1, a.by, -1}};
}
static counted log(counted a)
{
    return {std::log(a.value), {0, 1, a.by, -1}};
}
static counted sin(counted a)
{
    return {std::sin(a.value), {0, 1, a.by, -1}};
}
static counted cos(counted a)
{
    return {std::cos(a.value), {0, 1, a.by, -1}};
}
static counted exp(counted a)
{
    return {std::exp(a.value), {0, 1, a.by, -1}};
}
static counted erf(counted a)
{
    return {std::erf(a.value), {0, 1, a.by, -1}};
}
static counted atan2(counted a, counted b)
{
    return {std::atan2(a.value, b.value), {0, 1, a.by, b.by}};
}

#define REAL       counted
#define FORMS_USED 0xffffffffU
#include "models/forms/excluded.h"
#include "models/forms/form.h"

/* Adds the operations that computed a number and are not yet counted. */
static void add(int by, std::vector<bool> &seen, operation &sum)
{
    if (by < 0 || seen[by])
        return;
    seen[by] = true;
    sum.flops += made[by].flops;
    sum.special += made[by].special;
    add(made[by].a, seen, sum);
    add(made[by].b, seen, sum);
}

/* Returns the operations that computed the forces on the members of a term. */
static operation count(const struct form_force &f, int members)
{
    std::vector<bool> seen(made.size());
    operation sum = {};
    for (int k = 0; k < members; k++)
        for (counted x : {f.force[k].x, f.force[k].y, f.force[k].z})
            add(x.by, seen, sum);
    return sum;
}

/* Returns true if a form has the declared operations, for members that are not on a line. */
static bool check(const char *name, int members, int flops, int special,
                  void (*form)(const struct form_row *, const struct vector *, struct form_force *))
{
    const bool periodic = std::strstr(name, "periodic") != nullptr;
    const bool harmonic = std::strcmp(name, "dihedral_harmonic") == 0;
    struct vector r[FORM_MEMBERS - 1];
    struct form_row row[2];
    struct form_force f = {};
    made.clear();
    for (int k = 0; k < 8; k++)
        row[k / FORM_NUMBERS].k[k % FORM_NUMBERS] = given(2.1 + k);
    if (periodic || harmonic)
        row[0].k[periodic ? 1 : 2] = given(3);
    for (int k = 0; k < FORM_MEMBERS - 1; k++)
        r[k] = {given(0.9 - 0.4 * k), given(0.3 + 0.6 * k * k), given(0.2 - 0.3 * k)};
    form(row, r, &f);
    const operation sum = count(f, members);
    if (sum.flops == flops && sum.special == special)
        return true;
    std::printf("%s: %d flops and %d special ones, declared %d and %d\n", name, sum.flops,
                sum.special, flops, special);
    return false;
}

/* Prints the operations of both corrections, for pairs near each other and for others. */
static void print_excluded()
{
    for (double y : {0.1, 1.0}) {
        struct form_force f = {};
        made.clear();
        const struct vector r = {given(0), given(std::sqrt(y)), given(0)};
        excluded_ewald(given(2), given(1), r, &f);
        const operation sum = count(f, 2);
        std::printf("excluded_ewald, x^2 %s 1/4: %d flops, %d special\n",
                    y < 0.25 ? "<" : ">=", sum.flops, sum.special);
    }
    struct form_force f = {};
    made.clear();
    const struct vector r = {given(1), given(2), given(3)};
    excluded_field(given(2), given(0.25), given(0.5), r, &f);
    const operation sum = count(f, 2);
    std::printf("excluded_field: %d flops, %d special\n", sum.flops, sum.special);
}

int main(int count_of_arguments, char **)
{
    bool same = true;
    if (count_of_arguments > 1)
        print_excluded();
#define FORM(NAME, name, members, rows, term, flops, special)                                      \
    same = check(#name, members, flops, special, form_##name) && same;
#include "models/forms/list.h"
#undef FORM
    return same ? 0 : 1;
}
