#!/usr/bin/env bats
# Compares chains of polyethylene with LAMMPS and GROMACS.
# bats file_tags=long

load setup
load lammps

# write_chains N [SETTING…]: writes chains as a LAMMPS data file, and the results of the reference
write_chains() {
  local n=$1 set=()
  shift
  for setting in "$@"; do set+=(--set "$setting"); done
  "$PAIRLANES" system --model polyethylene "${set[@]}" --n "$n" --format lammps_molecules --out a.data
  "$PAIRLANES" energy --model polyethylene a.data --json --forces forces >a.json
}

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

# Writes the LAMMPS script "in" for the model.
write_script() {
  cat >in <<'LAMMPS'
units lj
atom_style molecular
pair_style lj/cut 1
pair_modify mix geometric
bond_style harmonic
angle_style harmonic
dihedral_style charmm
special_bonds lj 0 0 1
neighbor 0.1 bin
read_data a.data
mass 1 14.027
mass 2 15.035
pair_coeff 1 1 0.830106 0.362391
pair_coeff 2 2 1.046 0.369937
LAMMPS
}

lammps_agrees() {
  write_script
  lammps_agrees_by_term --model polyethylene
}

@test "long chains have the energies by term, the virial and the forces of LAMMPS" {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
  write_chains 1200
  lammps_agrees
}

@test "short chains without dihedrals at their ends have the energies and forces of LAMMPS" {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
  write_chains 150 ends=omit
  [ "$(awk '$2 == "dihedrals" { print $1 }' a.data)" = $((5 * 25)) ]
  lammps_agrees
}

# GROMACS computes in single precision.
@test "long chains have the energies by term and the forces of GROMACS" {
  command -v "${GMX:-gmx}" >/dev/null || skip "GROMACS (gmx) is not installed"
  write_chains 1200
  expect 0 python3 - <<'PYTHON'
import json, math, os, re, subprocess
LENGTH = 300
found = json.load(open("a.json"))
lines = open("a.data").read().splitlines()
start = lines.index("Atoms # molecular") + 2
atoms = [line.split() for line in lines[start:start + found["n"]]]
names = {"1": "CH2", "2": "CH3"}
masses = {"CH2": 14.027, "CH3": 15.035}
with open("topol.top", "w") as f:
    f.write("[ defaults ]\n1 3 no 1 1\n[ atomtypes ]\nCH2 14.027 0 A 0.362391 0.830106\n"
            "CH3 15.035 0 A 0.369937 1.046\n[ moleculetype ]\nchain 2\n[ atoms ]\n")
    for k in range(LENGTH):
        name = names[atoms[k][2]]
        f.write(f"{k + 1} {name} 1 PE {name} {k + 1} 0 {masses[name]}\n")
    for directive, members, numbers in [("bonds", 2, "1 0.153 292880"), ("angles", 3, "1 109.471 418.4"),
                                        ("dihedrals", 4, "1 0 4.184 3")]:
        f.write(f"[ {directive} ]\n")
        for k in range(LENGTH - members + 1):
            f.write(f"{' '.join(str(k + m + 1) for m in range(members))} {numbers}\n")
    f.write(f"[ system ]\nchains\n[ molecules ]\nchain {found['n'] // LENGTH}\n")
with open("conf.g96", "w") as f:
    f.write("TITLE\nchains\nEND\nPOSITION\n")
    for k, atom in enumerate(atoms):
        f.write(f"{1:5d} {'PE':<5} {names[atom[2]]:<5}{k + 1:7d}"
                + "".join(f"{float(x):15.9f}" for x in atom[3:6]) + "\n")
    f.write("END\nBOX\n" + "".join(f"{x:15.9f}" for x in found["box"]) + "\nEND\n")
with open("grompp.mdp", "w") as f:
    f.write("integrator = md\nnsteps = 0\nnstfout = 1\nnstenergy = 1\nnstcalcenergy = 1\ncutoff-scheme = Verlet\n"
            "verlet-buffer-tolerance = -1\nrlist = 1.1\ncoulombtype = cut-off\nrcoulomb = 1\nvdw-modifier = none\n"
            "rvdw = 1\ncomm-mode = none\ngen-vel = no\ncontinuation = yes\n")

def gmx(*arguments, feed=""):
    command = [os.environ.get("GMX", "gmx"), "-quiet", "-nobackup", *arguments]
    done = subprocess.run(command, input=feed, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout

gmx("grompp", "-f", "grompp.mdp", "-c", "conf.g96", "-p", "topol.top", "-o", "a.tpr", "-maxwarn", "5")
gmx("mdrun", "-s", "a.tpr", "-deffnm", "a", "-nt", "1", "-nb", "cpu")
gmx("energy", "-f", "a.edr", "-dp", "-o", "energy.xvg", feed="Bond\nAngle\nProper-Dih.\nLJ-(SR)\n\n")
gmx("traj", "-f", "a.trr", "-s", "a.tpr", "-fp", "-of", "forces.xvg", feed="0\n")
legends = re.findall(r'^@ s\d+ legend "(.*)"', open("energy.xvg").read(), re.M)
_, *energies = map(float, open("energy.xvg").readlines()[-1].split())
ours = {"Bond": "bond", "Angle": "angle", "Proper Dih.": "dihedral", "LJ (SR)": "lj"}
assert sorted(legends) == sorted(ours), legends
for name, energy in zip(legends, energies):
    assert abs(found["terms"][ours[name]] / energy - 1) < 1e-5, (name, found["terms"], energy)
_, *components = map(float, open("forces.xvg").readlines()[-1].split())
forces = [[float(x) for x in line.split()[:3]] for line in open("forces")]
assert len(components) == 3 * len(forces)
expected = [components[3 * k:3 * k + 3] for k in range(len(forces))]
rms = math.sqrt(sum(x * x for row in expected for x in row) / len(expected))
worst = max(math.dist(a, b) for a, b in zip(forces, expected))
assert worst < 1e-4 * rms, (worst, rms)
PYTHON
}

# 400 ps of 12 chains with 25 beads at 1000 K: about ten times the correlation time of end-to-end vectors.
@test "a long run of chains has the conformations of LAMMPS within three standard errors" {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
  cat >run.json <<'JSON'
{"name": "chains", "model": "polyethylene", "parameters": {"cutoff": 0.8}, "skin": 0.15, "precision": "double",
 "backend": "cpu", "threads": 1, "strategy": "serial", "bonded": "scatter",
 "system": {"n": 300, "chain": 25, "density": 6, "temperature": 8.3144626}, "sampling": {"max_samples": 6},
 "dynamics": {"warmup": 20000, "steps": 200000, "sample": 500, "frames": 1, "dt": 2, "thermostat": "langevin",
              "time": 500, "checkpoint": 0}}
JSON
  expect 0 "$PAIRLANES" run run.json --quiet --out ours.json
  "$PAIRLANES" system --model polyethylene --n 300 --chain 25 --density 6 --temperature 8.3144626 \
    --format lammps_molecules --out a.data
  write_script
  sed -i 's/lj.cut 1$/lj\/cut 0.8/; s/0.1 bin/0.15 bin/' in
  cat >>in <<'LAMMPS'
velocity all create 8.3144626 1
fix move all nve
fix heat all langevin 8.3144626 8.3144626 0.5 7
timestep 0.002
run 20000
dump frames all xyz 500 frames.xyz
dump_modify frames sort id
run 200000
LAMMPS
  expect 0 "${LMP:-lmp}" -in in -log log -screen none
  local box
  box=$(jq -r '.cases[0].n / .cases[0].density | pow(.; 1 / 3) | "\(.),\(.),\(.)"' ours.json)
  "$ROOT/scripts/conformations" ours.json.*.xyz --length 25 >ours.found
  "$ROOT/scripts/conformations" frames.xyz --length 25 --box "$box" >theirs.found
  expect 0 python3 - <<'PYTHON'
import json, math
ours, theirs = (json.load(open(f"{side}.found")) for side in ("ours", "theirs"))
assert ours["frames"] == theirs["frames"] == 401 and ours["chains"] == theirs["chains"] == 12, (ours, theirs)

def apart(a, b):
    """The difference of two numbers in their standard errors."""
    return abs(a[-2] - b[-2]) / math.hypot(a[-1], b[-1], 1e-9)

for name in "radius_of_gyration", "end_to_end":
    assert apart(ours[name], theirs[name]) < 3, (name, ours[name], theirs[name])
for name in "autocorrelation", "radial_distribution":
    found = [apart(a, b) for a, b in zip(ours[name], theirs[name])]
    assert max(found) < 3, (name, found, ours[name], theirs[name])
assert ours["autocorrelation"][10][0] < 0.7 and max(g for _, g, _ in ours["radial_distribution"]) > 1.1, ours
PYTHON
  expect 2 "$ROOT/scripts/conformations" none.xyz --length 25
  expect 2 "$ROOT/scripts/conformations" log --length 25
  shows 2 "name the edges with --box" "$ROOT/scripts/conformations" frames.xyz --length 25
  shows 2 "are no chains of 26" "$ROOT/scripts/conformations" frames.xyz --length 26 --box "$box"
}

@test "systems that lammps_molecules cannot hold are refused" {
  expect 2 "$PAIRLANES" system --model lj --n 500 --format lammps_molecules --out b.data
  has "format lammps_molecules is for points that have bonded terms"
  expect 2 "$PAIRLANES" system --model allatom --n 192 --format lammps_molecules --out b.data
  write_chains 150
  expect 0 "$PAIRLANES" system --model polyethylene a.data --format lammps_molecules --out b.data
  cmp <(tail -n +2 a.data) <(tail -n +2 b.data)
}
