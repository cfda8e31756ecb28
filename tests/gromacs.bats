#!/usr/bin/env bats
# Compares energy terms and forces of GROMACS topologies with GROMACS itself, which computes in single precision.

load setup

setup() {
  command -v "${GMX:-gmx}" >/dev/null || skip "GROMACS (gmx) is not installed"
  cd "$BATS_TEST_TMPDIR" || return
}

# write_parameters PARAMETERS: writes run.mdp for one evaluation, with additional parameters, separated by ";"
write_parameters() {
  cat >run.mdp <<'MDP'
integrator = md
nsteps = 0
nstfout = 1
nstenergy = 1
nstcalcenergy = 1
cutoff-scheme = Verlet
verlet-buffer-tolerance = -1
rlist = 1.2
rvdw = 1.1
rcoulomb = 1.1
comm-mode = none
continuation = yes
MDP
  tr ';' '\n' <<<"$1" >>run.mdp
}

# write_system CHARGE RULE PARAMETERS: writes system.top, system.g96 and run.mdp. Molecules are zigzags with bonded
# terms of every supported function; their charges are multiplied by CHARGE
write_system() {
  write_parameters "$3"
  python3 - "$@" <<'PYTHON'
import math, random, sys
charge, rule = float(sys.argv[1]), sys.argv[2]
random.seed(1)
ATOMS, ALONG, SPACING = 10, 4, 1.5
types = {"A": (14, 0.39, 0.8), "B": (15, 0.35, 1.1), "C": (72, 0.43, 0.5)}
lines = ["#define stiff 1 0.15 20000", "[ defaults ]", f"1 {rule} yes 0.5 0.8333", "[ atomtypes ]"]
for name, (mass, sigma, epsilon) in types.items():
    v, w = (4 * epsilon * sigma**6, 4 * epsilon * sigma**12) if rule == "1" else (sigma, epsilon)
    lines.append(f"{name} {mass} 0 A {v:.8g} {w:.8g}")
lines += ["[ nonbond_params ]", "A C 1 " + ("0.01 2e-5" if rule == "1" else "0.41 0.9"),
          "[ bondtypes ]", "A B 1 0.15 25000", "[ angletypes ]", "A B C 1 109.5 400",
          "[ dihedraltypes ]", "X B C X 9 180 3 2", "A B C A 9 0 2 1", "A B C A 9 120 1 3", "A B C A 4 180 4 2",
          "[ moleculetype ]", "M 2", "[ atoms ]"]
of = "ABCABCCBAB"
charges = [charge * q for q in (0.5, -0.25, 0, -0.25, 0.3, -0.3, 0.125, -0.125, 0.4, -0.4)]
for k in range(ATOMS):
    lines.append(f"{k + 1} {of[k]} 1 M {of[k]}{k} {k + 1} {charges[k]:g}")
lines += ["[ bonds ]", "1 2", "2 3 stiff", "3 4 stiff", "4 5", "5 6 stiff", "6 7 1 0.15 \\", "18000",
          "7 8 7 0.3 8000", "8 9 stiff", "9 10 5", "1 5 6 0.5 300"]
lines = [line if line not in ("1 2", "4 5") else line + " 1" for line in lines]
lines += ["[ angles ]", "1 2 3 1", "2 3 4 2 110 300", "3 4 5 5 110 300 0.25 4000", "4 5 6 1 110 300",
          "8 9 10 2 180 25", "[ dihedrals ]", "1 2 3 4 9", "4 5 6 1 1 30 2 3", "2 3 4 5 2 20 40",
          "3 4 5 6 3 9.28 12.16 -13.12 -3.06 26.24 -31.5", "1 2 3 4 4", "5 6 7 8 5 1.5 -0.6 0.8 0.2",
          "[ pairs ]", "1 4 1", "1 6 1", "2 5 1 " + ("1e-3 1e-6" if rule == "1" else "0.3 0.7"),
          "3 6 2 0.7 0.4 -0.3 " + ("1e-3 1e-6" if rule == "1" else "0.3 0.7"),
          "[ exclusions ]", "1 9 10", "#ifdef MORE", "[ exclusions ]", "2 8", "#endif",
          "[ system ]", "zigzags", "[ molecules ]", f"M {ALONG**3}"]
open("system.top", "w").write("\n".join(lines) + "\n")
box = ALONG * SPACING
with open("system.g96", "w") as f:
    f.write("TITLE\nzigzags\nEND\nPOSITION\n")
    for i in range(ALONG**3 * ATOMS):
        molecule, k = divmod(i, ATOMS)
        corner = (molecule % ALONG, molecule // ALONG % ALONG, molecule // ALONG**2)
        place = (0.08 * (k % 2) + 0.05, 0.06 * (k // 2 % 2) + 0.05, 0.12 * k)
        at = [c * SPACING + p + random.uniform(-0.012, 0.012) for c, p in zip(corner, place)]
        f.write(f"{molecule + 1:5d} {'M':<5} {of[k] + str(k):<5}{i + 1:7d}" + "".join(f"{x:15.9f}" for x in at) + "\n")
    f.write("END\nBOX\n" + f"{box:15.9f}" * 3 + "\nEND\n")
PYTHON
}

# agrees COORDINATES [SQUARES]: compares energies and forces of system.top with these coordinates; with PME, only
# energies. SQUARES is the sum of squared charges
agrees() {
  expect 0 "$PAIRLANES" energy system.top --coordinates "$1" --mdp run.mdp --json --forces forces
  printf '%s' "$output" >answer.json
  expect 0 python3 - "$@" <<'PYTHON'
import json, math, os, re, subprocess, sys
def gmx(*arguments, feed=""):
    command = [os.environ.get("GMX", "gmx"), "-quiet", "-nobackup", *arguments]
    done = subprocess.run(command, input=feed, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout

gmx("grompp", "-f", "run.mdp", "-c", sys.argv[1], "-p", "system.top", "-o", "a.tpr", "-maxwarn", "5")
gmx("mdrun", "-s", "a.tpr", "-deffnm", "a", "-nt", "1", "-nb", "cpu")
gmx("energy", "-f", "a.edr", "-dp", "-o", "energy.xvg", feed="\n".join(map(str, range(1, 45))) + "\n\n")
legends = re.findall(r'^@ s\d+ legend "(.*)"', open("energy.xvg").read(), re.M)
_, *energies = map(float, open("energy.xvg").readlines()[-1].split())
ours = {"Bond": "bond", "Harmonic Pot.": "bond", "FENE Bonds": "bond", "Angle": "angle", "G96Angle": "angle",
        "U-B": "angle", "Proper Dih.": "dihedral", "Ryckaert-Bell.": "dihedral", "Fourier Dih.": "dihedral", "Improper Dih.": "improper",
        "Per. Imp. Dih.": "improper", "LJ-14": "vdw14", "Coulomb-14": "coulomb14", "LJ (SR)": "lj",
        "Coulomb (SR)": "coulomb"}
expected = {}
for name, energy in zip(legends, energies):
    if name == "Potential":
        break
    assert name in ours or energy == 0 or name == "Coul. recip.", name
    if name in ours:
        expected[ours[name]] = expected.get(ours[name], 0) + energy
answer = json.load(open("answer.json"))
found = dict(answer["terms"])
parts = [found.pop(name, 0) for name in ("coulomb", "excluded", "self")]
if answer["model"] == "allatom":  # GROMACS adds the self energy of Ewald's sum to the part in real space
    found = {"lj" if name == "vdw" else name: 4.184 * energy for name, energy in found.items()}
    parts = [4.184 * part for part in parts]
    parts[2] = -138.935458 * 10 * answer["parameters"]["alpha"] / math.sqrt(math.pi) * float(sys.argv[2])
found["coulomb"] = sum(parts)
for name, energy in expected.items():
    size = sum(map(abs, parts)) if name == "coulomb" else abs(energy)
    limit = 2e-5 if name == "lj" else 1e-5  # attraction and repulsion cancel, from approximate inverse roots
    assert abs(found[name] - energy) <= limit * size, (name, found[name], energy)
assert {name for name in found if found[name]} == {name for name in expected if expected[name]}, (found, expected)
print(answer["model"], expected)
if answer["model"] == "allatom":
    sys.exit() # GROMACS' forces include the part in Fourier space
gmx("traj", "-f", "a.trr", "-s", "a.tpr", "-fp", "-of", "forces.xvg", feed="0\n")
_, *components = map(float, open("forces.xvg").readlines()[-1].split())
forces = [[float(x) for x in line.split()[:3]] for line in open("forces")]
assert len(components) == 3 * len(forces)
forces_expected = [components[3 * k:3 * k + 3] for k in range(len(forces))]
size = math.hypot(*(x for row in forces_expected for x in row))
apart = math.hypot(*(math.dist(a, b) for a, b in zip(forces, forces_expected)))
assert apart < 1e-4 * size, (apart, size)
topology = open("system.top").read()
if "zigzags" not in topology or "[ constraints ]" in topology:
    sys.exit() # GROMACS's virial includes constraints
found = [-0.5 * math.prod(answer["box"]) * p for row in answer["pressure_tensor"] for p in row]
expected = [dict(zip(legends, energies))[f"Vir-{a}{b}"] for a in "XYZ" for b in "XYZ"]
assert math.dist(found, expected) < 1e-4 * math.hypot(*expected), (found, expected)
PYTHON
}

@test "points without charges have the energies and forces of GROMACS, by every combination rule" {
  for rule in 1 2 3; do
    write_system 0 "$rule" "vdw-modifier = none;define = -DMORE"
    agrees system.g96
    has polyethylene
  done
}

# Tests a reaction field, with corrections of excluded pairs and the self energy, for charges that are multiples of
# 10^-5 e.
@test "charged beads have the energies and forces of GROMACS, in every field and with every shift" {
  local field="coulombtype = reaction-field;epsilon-r = 15"
  for parameters in "$field" "$field;epsilon-rf = 78;vdw-modifier = none" "epsilon-r = 2"; do
    write_system 1 2 "$parameters"
    agrees system.g96
    has martini
  done
}

@test "charged atoms with PME have the energies of GROMACS in real space, by every combination rule" {
  for rule in 1 2 3; do
    write_system 1 $rule "coulombtype = PME;vdw-modifier = none;coulomb-modifier = none"
    sed -i 's/1\.1$/1.15/' run.mdp # GROMACS does not run with excluded atoms beyond the cut-off
    agrees system.g96 58
    has allatom
  done
}

@test "strategies have the same energies as the reference, on the CPU and on an emulated GPU" {
  write_system 1 2 "coulombtype = reaction-field;epsilon-r = 15"
  expect 0 "$PAIRLANES" energy system.top --coordinates system.g96 --mdp run.mdp --strategy cluster --precision single
  has martini
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  export PAIRLANES_CACHE=${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/emulated
  local folder=$PWD
  cd "$ROOT"
  expect 0 "$program" energy "$folder/system.top" --coordinates "$folder/system.g96" --mdp "$folder/run.mdp" \
    --strategy team --backend cuda
}

@test "a config takes model, parameters and thermostat from the files, and refuses unknown couplings" {
  write_system 1 2 "coulombtype = reaction-field;epsilon-r = 15;dt = 0.002;tau-t = 1;ref-t = 310"
  sed -i 's/^integrator = md/integrator = sd/' run.mdp
  cat >run.json <<'JSON'
{"system": {"file": "system.top", "coordinates": "system.g96", "mdp": "run.mdp"}, "strategy": "team", "precision": "double",
 "backend": "cpu", "skin": 0.2, "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}, "dynamics": {"steps": 4, "sample": 2}}
JSON
  expect 0 "$PAIRLANES" run run.json --quiet --out out.json
  [ "$(value '.cases[0] | .model + " " + (.parameters.dielectric | tostring) + " " + .status' out.json)" = "martini 15 ok" ]
  [ "$(value '.cases[0].dynamics | .thermostat + " " + (.dt | tostring)' out.json)" = "langevin 2" ]
  expect 0 "$PAIRLANES" verify run.json
  sed -i 's/integrator = sd/tcoupl = berendsen/' run.mdp
  shows 2 "tcoupl is berendsen" "$PAIRLANES" run run.json --quiet --out other.json
  has "set dynamics.thermostat"
}

@test "constraints exclude their particles, and steps keep them" {
  write_system 1 2 "coulombtype = reaction-field;epsilon-r = 15;define = -DMORE"
  sed -i 's/^2 8$/2 8\n[ constraints ]\n1 6 1 0.65/' system.top
  agrees system.g96
  echo '{"system": {"file": "system.top", "coordinates": "system.g96", "mdp": "run.mdp"}, "strategy": "team", "precision": "double",
 "backend": "cpu", "skin": 0.2, "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}, "dynamics": {"steps": 4}}' >run.json
  expect 0 "$PAIRLANES" run run.json --quiet --out out.json
  [ "$(value '.cases[0].dynamics.shares.constraints > 0' out.json)" = true ]
  sed -i 's/^1 6 1 0.65$/1 6 1 0.65\n1 5 1 0.1\n5 6 1 0.1/' system.top
  shows 2 "this constraint of M cannot be satisfied" "$PAIRLANES" run run.json --quiet --out other.json
}

# write_peptide NAME…: writes peptide.pdb, a straight chain of these amino acids without hydrogen
write_peptide() {
  python3 - "$@" >peptide.pdb <<'PYTHON'
import math, sys
# Each row is an atom, three atoms that define its distance (Å), angle and dihedral (degrees), and these values. "-"
# marks an atom of the preceding amino acid.
backbone = ["N -C -CA -N 1.33 116 140", "CA N -C -CA 1.46 122 180", "C CA N -C 1.52 111 -120", "O C CA N 1.23 120 -30"]
beta = "CB CA N C 1.53 110 -122"
sides = {"GLY": [], "SER": [beta, "OG CB CA N 1.42 110 60"],
         "ASP": [beta, "CG CB CA N 1.52 113 -70", "OD1 CG CB CA 1.25 118 -20", "OD2 CG CB CA 1.25 118 160"],
         "LYS": [beta, "CG CB CA N 1.52 113 -60", "CD CG CB CA 1.52 112 180", "CE CD CG CB 1.52 112 180",
                 "NZ CE CD CG 1.49 112 180"],
         "MET": [beta, "CG CB CA N 1.52 113 -60", "SD CG CB CA 1.81 112 180", "CE SD CG CB 1.79 100 70"],
         "PHE": [beta, "CG CB CA N 1.50 114 -60", "CD1 CG CB CA 1.39 120 90", "CD2 CG CB CA 1.39 120 -90",
                 "CE1 CD1 CG CB 1.39 120 180", "CE2 CD2 CG CB 1.39 120 180", "CZ CE1 CD1 CG 1.39 120 0"]}
def less(a, b):
    return [x - y for x, y in zip(a, b)]
def unit(a):
    return [x / math.hypot(*a) for x in a]
def across(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
def led(a, b, c, r, angle, dihedral):
    theta, phi = math.radians(angle), math.radians(dihedral)
    along = unit(less(a, b))
    up = unit(across(less(b, c), along))
    aside = across(up, along)
    return [x + r * (math.sin(theta) * (math.cos(phi) * v + math.sin(phi) * w) - math.cos(theta) * u)
            for x, u, v, w in zip(a, along, aside, up)]
before, count = {"-C": [0, 0, 0], "-CA": [1.5, 0, 0], "-N": [2, 1.4, 0]}, 0
for k, name in enumerate(sys.argv[1:], 1):
    at = before
    for line in backbone + sides[name] + ["OXT C CA N 1.25 117 140"] * (k == len(sys.argv) - 1):
        atom, a, b, c, *numbers = line.split()
        at[atom] = led(at[a], at[b], at[c], *map(float, numbers))
        count += 1
        print(f"ATOM  {count:5d}  {atom:<3} {name} A{k:4d}    " + "".join(f"{x:8.3f}" for x in at[atom]) + "  1.00  0.00")
    before = {"-" + atom: at[atom] for atom in ("N", "CA", "C")}
PYTHON
}

# The topologies are unchanged except for [ cmap ], which is not supported.
# bats test_tags=long
@test "a peptide in water has the energies of GROMACS by the force fields of AMBER, CHARMM and OPLS" {
  local field squares
  write_peptide SER PHE LYS MET ASP GLY
  for field in amber99sb-ildn charmm27 oplsaa; do
    expect 0 "${GMX:-gmx}" -nobackup pdb2gmx -f peptide.pdb -ff $field -water tip3p -ignh -nocmap -o a.gro -p system.top
    expect 0 "${GMX:-gmx}" -nobackup editconf -f a.gro -box 3.2 3.2 3.2 -o box.gro
    expect 0 "${GMX:-gmx}" -nobackup solvate -cp box.gro -cs spc216 -p system.top -o system.g96
    write_parameters "coulombtype = reaction-field;epsilon-rf = 78"
    agrees system.g96
    has martini
    squares=$(awk '/^\[/ { atoms = $2 == "atoms" } atoms && $7 ~ /[0-9]/ { s += $7 ^ 2 }
      $1 == "SOL" { s += $2 * (0.834 ^ 2 + 2 * 0.417 ^ 2) } END { print s }' system.top)
    write_parameters "coulombtype = PME;vdw-modifier = none;coulomb-modifier = none"
    agrees system.g96 "$squares"
    has allatom
  done
  expect 0 "${GMX:-gmx}" -nobackup pdb2gmx -f peptide.pdb -ff charmm27 -water tip3p -ignh -o a.gro -p system.top
  shows 2 "[ cmap ]" "$PAIRLANES" energy system.top --coordinates a.gro --mdp run.mdp
}

# Cholesterol has constraints, virtual sites (with rounded positions in the file), excluded pairs and an improper
# dihedral.
# bats test_tags=long
@test "lipids with cholesterol and ions in Martini's water have the energies and forces of GROMACS" {
  local files=${PAIRLANES_REFDATA:-}/martini/popc_chol_bilayer field
  [ -e "$files/system.top" ] || skip "$files/system.top is not there (PAIRLANES_REFDATA names the folder)"
  sed "s|\.\./resources|$files|" "$files/system.top" >system.top
  for field in 0 78; do
    write_parameters "coulombtype = reaction-field;epsilon-r = 15;epsilon-rf = $field"
    agrees "$files/CG-eq4.gro"
    has martini
  done
}

# bats test_tags=long
@test "water with antifreeze has the energies and forces of GROMACS" {
  "$PAIRLANES" system --model martini --n 1000 --out water.xyz
  cat >system.top <<'TOP'
[ defaults ]
1 2
[ atomtypes ]
P4 72 0 A 0.47 5
BP4 72 0 A 0.47 5
[ nonbond_params ]
P4 BP4 1 0.57 5.6
[ moleculetype ]
W 1
[ atoms ]
1 P4 1 W W 1 0
[ moleculetype ]
WF 1
[ atoms ]
1 BP4 1 WF WF 1 0
[ system ]
water
[ molecules ]
TOP
  python3 - <<'PYTHON'
_, box, *beads = open("water.xyz").read().splitlines()
edges = box.split('"')[1].split()[::4]
with open("system.top", "a") as top, open("system.g96", "w") as f:
    f.write("TITLE\nwater\nEND\nPOSITION\n")
    for k, bead in enumerate(beads, 1):
        _, *at, kind = bead.split()
        name = "WF" if kind == "1" else "W"
        top.write(f"{name} 1\n")
        f.write(f"{k:5d} {name:<5} {name:<5}{k:7d}" + "".join(f"{float(x):15.9f}" for x in at) + "\n")
    f.write("END\nBOX\n" + "".join(f"{float(x):15.9f}" for x in edges) + "\nEND\n")
PYTHON
  [ "$(grep -c '^WF 1$' system.top)" = 101 ]
  write_parameters "coulombtype = reaction-field;epsilon-r = 15"
  agrees system.g96
  has martini
}
