#!/usr/bin/env bats
# Compares the bonded forms with LAMMPS and GROMACS.
# bats file_tags=long

load setup

# build_forms [OPTION…]: compiles tests/evaluate_forms.c into the folder of the test
build_forms() {
  "${CC:-cc}" -std=c11 -O2 -I"$ROOT" -DREAL=double "$@" "$ROOT/tests/evaluate_forms.c" \
    -o "$BATS_TEST_TMPDIR/evaluate" -lm
}

# Writes terms.py, a module with random numbers, positions and evaluated forms for both programs.
write_terms() {
  cat >"$BATS_TEST_TMPDIR/terms.py" <<'PYTHON'
import math, random, subprocess
random.seed(1)
uniform = random.uniform
def radians(degrees): return math.pi * degrees / 180
def turned(degrees): return [math.cos(radians(degrees)), math.sin(radians(degrees))]
def row(name, *numbers):
    length = 8 if name == "dihedral_ryckaert_bellemans" else 4
    return [name, *numbers, *[0] * (length - len(numbers))]
def arm(scale):
    while True:
        v = [random.gauss(0, 1) for _ in range(3)]
        if math.hypot(*v) > 0.1:
            return [scale * uniform(0.9, 1.4) * x / math.hypot(*v) for x in v]
def sine(a, b):
    return math.sqrt(1 - (sum(x * y for x, y in zip(a, b)) / math.hypot(*a) / math.hypot(*b)) ** 2)
def chain(members, start, scale):
    """Places members one after another, never three on a line."""
    arms = [arm(scale)]
    while len(arms) < members - 1:
        new = arm(scale)
        if sine(arms[-1], new) > 0.3:
            arms.append(new)
    at = [start]
    for a in arms:
        at.append([round(x + y, 9) for x, y in zip(at[-1], a)])
    return at
def evaluated(terms):
    """Returns energy and forces of terms, each a row and positions."""
    lines = "".join(" ".join(map(str, [*row, *(x for r in at for x in r)])) + "\n" for row, at in terms)
    found = subprocess.run(["./evaluate"], input=lines, text=True, stdout=subprocess.PIPE, check=True)
    numbers = [list(map(float, line.split())) for line in found.stdout.splitlines()]
    assert len(numbers) == len(terms)
    return [(n[0], [n[k:k + 3] for k in range(1, len(n), 3)]) for n in numbers]
PYTHON
}

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

# Twelve terms of each style, each with different coefficients.
@test "energies and forces of all forms that LAMMPS has are those of LAMMPS" {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
  build_forms
  write_terms
  expect 0 python3 - <<'PYTHON'
import os, subprocess
from terms import *
TERMS = 12
kinds = {2: "bond", 3: "angle", 4: "dihedral"}

def fene():
    k, limit, eps, sigma = uniform(10, 40), uniform(1.5, 2), uniform(.5, 2), uniform(.8, 1.3)
    return [k, limit, eps, sigma], row("bond_fene", k, limit, eps, sigma)
def bond():
    k, r0 = uniform(1, 500), uniform(.8, 1.6)
    return [k, r0], row("bond_harmonic", k, r0)
def angle():
    k, theta = uniform(1, 100), uniform(30, 180)
    return [k, theta], row("angle_harmonic", k, radians(theta))
def cosine():
    k = uniform(1, 100)
    return [k], row("angle_cosine", k)
def squared():
    k, theta = uniform(1, 100), uniform(30, 180)
    return [k, theta], row("angle_cosine_squared", k, math.cos(radians(theta)))
def urey_bradley():
    k, theta, spring, s0 = uniform(1, 100), uniform(30, 180), uniform(1, 50), uniform(1, 3)
    return [k, theta, spring, s0], row("angle_urey_bradley", k, radians(theta), spring, s0)
def charmm():
    k, n, d = uniform(-5, 5), random.randint(0, 6), random.randint(-180, 180)
    return [k, n, d, 0], row("dihedral_periodic", k, n, *turned(d))
def opls():
    k = [uniform(-5, 5) for _ in range(4)]
    return k, row("dihedral_opls", *k)
def multi_harmonic():
    a = [uniform(-5, 5) for _ in range(5)]
    return a, row("dihedral_ryckaert_bellemans", *[a[n] * (-1) ** n for n in range(5)])
def harmonic():
    k, d, n = uniform(-5, 5), random.choice([-1, 1]), random.randint(0, 6)
    return [k, d, n], row("dihedral_harmonic", k, d, n)
def improper():
    k, chi = uniform(1, 100), uniform(0, 180)
    return [k, chi], row("improper_harmonic", k, *turned(chi), 1)
def cvff():
    k, d, n = uniform(1, 5), random.choice([-1, 1]), random.randint(0, 6)
    return [k, d, n], row("improper_periodic", k, n, d, 0)

def ask(members, kind, style, coefficients, terms):
    """Returns LAMMPS's energy of the kind and the forces on all atoms."""
    atoms = [r for _, at in terms for r in at]
    with open("data", "w") as f:
        f.write(f"terms\n\n{len(atoms)} atoms\n1 atom types\n{TERMS} {kind}s\n{TERMS} {kind} types\n"
                "0 100 xlo xhi\n0 100 ylo yhi\n0 100 zlo zhi\n\nMasses\n\n1 1\n\nAtoms # full\n\n")
        for k, r in enumerate(atoms):
            f.write(f"{k + 1} 1 1 0 {r[0]} {r[1]} {r[2]}\n")
        f.write(f"\n{kind.title()}s\n\n")
        for k in range(TERMS):
            f.write(f"{k + 1} {k + 1} {' '.join(str(members * k + m + 1) for m in range(members))}\n")
    with open("in", "w") as f:
        f.write(f"units lj\natom_style full\npair_style zero 3\n{kind}_style {style}\nread_data data\n"
                "pair_coeff * *\nspecial_bonds lj/coul 0 1 1\n")
        for k, numbers in enumerate(coefficients):
            f.write(f"{kind}_coeff {k + 1} {' '.join(map(str, numbers))}\n")
        f.write("thermo_style custom pe\nthermo_modify norm no format float %.17g\n"
                "dump forces all custom 1 forces fx fy fz\n"
                "dump_modify forces sort id format float %.17g\nrun 0\n")
    subprocess.run([os.environ.get("LMP", "lmp"), "-in", "in", "-log", "log", "-screen", "none"], check=True)
    lines = [line.split() for line in open("log")]
    energy = float(lines[lines.index(["PotEng"]) + 1][0])
    return energy, [[float(x) for x in line.split()] for line in open("forces").readlines()[9:]]

for members, style, draw, kind in [
        (2, "harmonic", bond, None), (2, "fene", fene, None),
        (3, "harmonic", angle, None), (3, "cosine", cosine, None), (3, "cosine/squared", squared, None),
        (3, "charmm", urey_bradley, None), (4, "charmm", charmm, None), (4, "opls", opls, None),
        (4, "multi/harmonic", multi_harmonic, None), (4, "harmonic", harmonic, None),
        (4, "harmonic", improper, "improper"), (4, "cvff", cvff, "improper")]:
    coefficients, rows = zip(*[draw() for _ in range(TERMS)])
    terms = [(r, chain(members, [uniform(10, 90) for _ in range(3)], 1)) for r in rows]
    found = evaluated(terms)
    energy, forces = ask(members, kind or kinds[members], style, coefficients, terms)
    ours = [force for _, on in found for force in on]
    assert len(ours) == len(forces) == TERMS * members
    scale = sum(abs(e) for e, _ in found)
    assert abs(sum(e for e, _ in found) - energy) < 1e-11 * scale, (style, rows[0], energy)
    largest = max(math.hypot(*force) for force in forces)
    worst = max(math.dist(a, b) for a, b in zip(ours, forces))
    assert worst < 1e-11 * largest, (style, rows[0], worst / largest)
PYTHON
}

# The only interacting pair is the two ends of a chain with four members. LAMMPS computes its energy in the dihedral
# style, from eps, sigma and a weight.
@test "a pair three bonds apart has the energy and forces of LAMMPS" {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
  build_forms
  write_terms
  expect 0 python3 - <<'PYTHON'
import os, subprocess
from terms import *
eps, sigma, weight, charges = .2, 3.1, .5, (.41, -.37)
at = chain(4, [50, 50, 50], 1.5)
with open("data", "w") as f:
    f.write("pair\n\n4 atoms\n1 atom types\n3 bonds\n1 bond types\n1 dihedrals\n1 dihedral types\n"
            "0 100 xlo xhi\n0 100 ylo yhi\n0 100 zlo zhi\n\nMasses\n\n1 12\n\nAtoms # full\n\n")
    for k, r in enumerate(at):
        charge = {0: charges[0], 3: charges[1]}.get(k, 0)
        f.write(f"{k + 1} 1 1 {charge} {r[0]} {r[1]} {r[2]}\n")
    f.write("\nBonds\n\n1 1 1 2\n2 1 2 3\n3 1 3 4\n\nDihedrals\n\n1 1 1 2 3 4\n")
with open("in", "w") as f:
    f.write("units real\natom_style full\nspecial_bonds charmm\npair_style lj/charmm/coul/charmm 8 10\n"
            "bond_style zero\ndihedral_style charmm\nread_data data\nbond_coeff 1\n"
            f"pair_coeff 1 1 0.1 3 {eps} {sigma}\ndihedral_coeff 1 0 1 0 {weight}\n"
            "thermo_style custom evdwl ecoul\nthermo_modify norm no format float %.17g\n"
            "dump forces all custom 1 forces fx fy fz\n"
            "dump_modify forces sort id format float %.17g\nrun 0\n")
subprocess.run([os.environ.get("LMP", "lmp"), "-in", "in", "-log", "log", "-screen", "none"], check=True)
lines = [line.split() for line in open("log")]
vdw, coulomb = map(float, lines[lines.index(["E_vdwl", "E_coul"]) + 1])
forces = [[float(x) for x in line.split()] for line in open("forces").readlines()[9:]]
both = weight * 332.06371 * charges[0] * charges[1]
terms = [(row("pair_14", weight * 48 * eps * sigma ** 12, weight * 24 * eps * sigma ** 6, q), [at[0], at[3]])
         for q in (0, both)]
(only_vdw, _), (energy, ours) = evaluated(terms)
assert abs(only_vdw / vdw - 1) < 1e-11, (only_vdw, vdw)
assert abs((energy - only_vdw) / coulomb - 1) < 1e-11, (energy - only_vdw, coulomb)
assert math.dist(ours[0], forces[0]) < 1e-11 * math.hypot(*forces[0]) > 0
assert math.dist(ours[1], forces[3]) < 1e-11 * math.hypot(*forces[3])
PYTHON
}

# One GROMACS molecule has all forms, no other interactions, and no two terms that share a particle. GROMACS computes in
# single precision.
@test "energies and forces of all forms that GROMACS has are those of GROMACS" {
  command -v "${GMX:-gmx}" >/dev/null || skip "GROMACS (gmx) is not installed"
  build_forms
  write_terms
  expect 0 python3 - <<'PYTHON'
import os, re, subprocess
from terms import *
TERMS = 3

def bond():
    k, r0 = uniform(1e3, 1e5), uniform(.05, .08)
    return [r0, k], row("bond_harmonic", k / 2, r0)
def fene():
    limit, k = uniform(.15, .2), uniform(1e3, 1e4)
    return [limit, k], row("bond_fene", k, limit, 0, .1)
def angle():
    k, theta = uniform(10, 500), uniform(30, 180)
    return [theta, k], row("angle_harmonic", k / 2, radians(theta))
def squared():
    k, theta = uniform(10, 500), uniform(30, 180)
    return [theta, k], row("angle_cosine_squared", k / 2, math.cos(radians(theta)))
def urey_bradley():
    k, theta, s0, spring = uniform(10, 500), uniform(30, 180), uniform(.1, .3), uniform(1e3, 1e4)
    return [theta, k, s0, spring], row("angle_urey_bradley", k / 2, radians(theta), spring / 2, s0)
def periodic(name):
    k, n, d = uniform(1, 10), random.randint(1, 6), uniform(-180, 180)
    return [d, k, n], row(name, k, n, *turned(d))
def dihedral(): return periodic("dihedral_periodic")
def improper(): return periodic("improper_periodic")
def chi():
    k, target = uniform(10, 100), uniform(-180, 180)
    return [target, k], row("improper_harmonic", k / 2, *turned(target), 0)
def ryckaert_bellemans():
    c = [uniform(-10, 10) for _ in range(6)]
    return c, row("dihedral_ryckaert_bellemans", *c)
def fourier():
    c = [uniform(-10, 10) for _ in range(4)]
    return c, row("dihedral_opls", *c)
def pair():
    sigma, eps = uniform(.3, .4), uniform(.1, 1)
    return [sigma, eps], row("pair_14", 48 * eps * sigma ** 12, 24 * eps * sigma ** 6, 0)

# members, directive, type, coefficients, name of the energy in GROMACS
STYLES = [
    (2, "bonds", 1, bond, "Bond"), (2, "bonds", 7, fene, "FENE Bonds"), (2, "pairs", 1, pair, "LJ-14"),
    (3, "angles", 1, angle, "Angle"), (3, "angles", 2, squared, "G96Angle"),
    (3, "angles", 5, urey_bradley, "U-B"), (4, "dihedrals", 9, dihedral, "Proper Dih."),
    (4, "dihedrals", 1, dihedral, "Proper Dih."), (4, "dihedrals", 2, chi, "Improper Dih."),
    (4, "dihedrals", 4, improper, "Per. Imp. Dih."),
    (4, "dihedrals", 3, ryckaert_bellemans, "Ryckaert-Bell."),
    (4, "dihedrals", 5, fourier, "Fourier Dih.")]
terms, names, atoms, lines = [], [], [], []
for members, directive, kind, draw, name in STYLES:
    for _ in range(TERMS):
        numbers, numbers_of_row = draw()
        at = chain(members, [.5, .5, .5], .3 if draw == pair else .1)
        ids = [len(atoms) + m + 1 for m in range(members)]
        atoms += at
        terms.append((numbers_of_row, at))
        names.append(name)
        lines.append(f"[ {directive} ]\n{' '.join(map(str, [*ids, kind, *numbers]))}\n")
everything = " ".join(str(k + 1) for k in range(len(atoms)))
with open("topol.top", "w") as f:
    f.write("[ defaults ]\n1 2 no 1 1\n[ atomtypes ]\nP 12 0 A 0.1 0\n[ moleculetype ]\nM 0\n[ atoms ]\n")
    for k in range(len(atoms)):
        f.write(f"{k + 1} P 1 M P{k + 1} {k + 1} 0 12\n")
    f.writelines(lines)
    f.write("[ exclusions ]\n")
    for k in range(len(atoms)):
        f.write(f"{k + 1} {everything}\n")
    f.write("[ system ]\nterms\n[ molecules ]\nM 1\n")
with open("conf.g96", "w") as f:
    f.write("TITLE\nterms\nEND\nPOSITION\n")
    for k, r in enumerate(atoms):
        f.write(f"{1:5d} {'M':<5} {f'P{k + 1}':<5}{k + 1:7d}" + "".join(f"{x:15.9f}" for x in r) + "\n")
    f.write("END\nBOX\n" + "".join(f"{x:15.9f}" for x in (5, 5, 5)) + "\nEND\n")
with open("grompp.mdp", "w") as f:
    f.write("integrator = md\nnsteps = 0\nnstfout = 1\nnstenergy = 1\nnstcalcenergy = 1\ncutoff-scheme = Verlet\n"
            "coulombtype = cut-off\nrcoulomb = 1\nrvdw = 1\ncomm-mode = none\ngen-vel = no\ncontinuation = yes\n")

def gmx(*arguments, feed=""):
    command = [os.environ.get("GMX", "gmx"), "-quiet", "-nobackup", *arguments]
    done = subprocess.run(command, input=feed, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout

gmx("grompp", "-f", "grompp.mdp", "-c", "conf.g96", "-p", "topol.top", "-o", "a.tpr", "-maxwarn", "5")
gmx("mdrun", "-s", "a.tpr", "-deffnm", "a", "-nt", "1", "-nb", "cpu")
wanted = dict.fromkeys(names, 0)
scale = dict(wanted)
found = evaluated(terms)
for name, (energy, _) in zip(names, found):
    wanted[name] += energy
    scale[name] += abs(energy)
gmx("energy", "-f", "a.edr", "-dp", "-o", "energy.xvg",
    feed="\n".join(name.replace(" ", "-") for name in wanted) + "\n\n")
gmx("traj", "-f", "a.trr", "-s", "a.tpr", "-fp", "-of", "forces.xvg", feed="0\n")
legends = re.findall(r'^@ s\d+ legend "(.*)"', open("energy.xvg").read(), re.M)
_, *energies = map(float, open("energy.xvg").readlines()[-1].split())
assert sorted(legends) == sorted(wanted), legends
for name, energy in zip(legends, energies):
    assert abs(wanted[name] - energy) < 1e-5 * scale[name], (name, wanted[name], energy)
_, *components = map(float, open("forces.xvg").readlines()[-1].split())
assert len(components) == 3 * len(atoms)
worst, largest = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
for name, (_, forces) in zip(names, found):
    for ours in forces:
        theirs = [components.pop(0) for _ in range(3)]
        worst[name] = max(worst[name], math.dist(ours, theirs))
        largest[name] = max(largest[name], math.hypot(*theirs))
for name in wanted:
    assert worst[name] < 3e-5 * largest[name], (name, worst[name], largest[name])
PYTHON
}

# A kernel for harmonic bonds contains nothing else.
@test "a kernel contains only the bonded forms that it uses" {
  build_forms
  nm -u evaluate >symbols
  grep -q atan2 symbols
  build_forms -DFORMS_USED='(1U << FORM_BOND_HARMONIC)'
  nm -u evaluate >symbols
  expect 1 grep -E 'atan2|log' symbols
  expect 0 ./evaluate <<<"bond_harmonic 2 1 0 0 0 0 0 0 0 3"
  [ "$output" = "8 0 0 8 -0 -0 -8" ]
}

@test "all forms compile for fixed point, in C++" {
  echo '#include "models/forms/form.h"' >fixed.cc
  expect 0 "${CXX:-c++}" -std=c++17 -Wall -Wextra -Werror -I"$ROOT" -DFIXED_MATH -DREAL=float -DFRACTION_BITS=16 \
    -fsyntax-only -Wno-unused-function fixed.cc
}
