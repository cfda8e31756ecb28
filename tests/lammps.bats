#!/usr/bin/env bats
# Compares the reference with LAMMPS.

load setup
load lammps

# lammps_agrees N DENSITY SHIFT: compares energy, virial and every force of a built fluid with LAMMPS
lammps_agrees() {
  local folder=$BATS_TEST_TMPDIR
  "$PAIRLANES" system --n "$1" --density "$2" --temperature 1.44 --out "$folder/a.xyz"
  "$PAIRLANES" system "$folder/a.xyz" --format lammps --out "$folder/a.data"
  "$PAIRLANES" energy --model lj --set "shift=$3" "$folder/a.xyz" --json \
    --forces "$folder/forces" >"$folder/a.json"
  if [ "$3" = energy ]; then set -- --shift; else set --; fi
  "$ROOT/scripts/oracle-lammps" "$@" "$folder/a.data" >"$folder/oracle"
  expect 0 python3 - "$folder/a.json" "$folder/forces" "$folder/oracle" <<'PYTHON'
import json, math, sys
found = json.load(open(sys.argv[1]))
forces = [[float(f) for f in line.split()] for line in open(sys.argv[2])]
oracle = [[float(f) for f in line.split()] for line in open(sys.argv[3])]
(energy,), (virial,), expected = oracle[0], oracle[1], oracle[2:]
assert abs(found["energy"] / energy - 1) < 1e-10, (found["energy"], energy)
assert abs(found["virial"] / virial - 1) < 1e-10, (found["virial"], virial)
assert len(forces) == len(expected) == found["n"]
rms = math.sqrt(sum(e * e for f in expected for e in f) / len(expected))
worst = max(math.dist(f, e) for f, e in zip(forces, expected))
assert worst < 1e-10 * rms, (worst, rms)
PYTHON
}

setup() {
  command -v "${LMP:-lmp}" >/dev/null || skip "LAMMPS (lmp) is not installed"
}

# bats test_tags=long
@test "energy, virial and forces of the dense melt are those of LAMMPS" {
  lammps_agrees 4000 0.8442 energy
}

# bats test_tags=long
@test "energy, virial and forces without the shift, and in a gas, are those of LAMMPS" {
  lammps_agrees 1000 0.1 none
}

@test "LAMMPS takes no commands from the name of a file" {
  cd "$BATS_TEST_TMPDIR" || return
  local name=$'a b\nshell false\n#.data'
  expect 0 "$PAIRLANES" system --n 500 --density 0.5 --format lammps --out a.data
  mv a.data "$name"
  expect 0 "$ROOT/scripts/oracle-lammps" "$name"
  [ "${#lines[@]}" = 502 ]
}

# Lets LAMMPS move a melt and write it as dumps and as data files, with and without coefficients.
melt_of_lammps() {
  cd "$BATS_TEST_TMPDIR" || return
  cat >in <<'LAMMPS'
units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1
velocity all create 1.44 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1 1 2.5
fix 1 all nve
dump custom all custom 20 custom.lammpstrj type x y z id vx vy vz
dump_modify custom format float %.17g
dump unwrapped all custom 20 unwrapped.dump id type xu yu zu
dump_modify unwrapped format float %.17g units yes time yes
dump scaled all atom 20 scaled.dump
thermo_style custom pe
thermo_modify norm no format float %.17g
run 40
write_data plain.data nocoeff
write_data types.data
write_data pairs.data pair ij
pair_coeff 1 1 0.5 1 3
write_data other.data pair ij
LAMMPS
  "${LMP:-lmp}" -in in -log log -screen none
}

@test "files written by LAMMPS are read: data files with coefficients and image flags, dumps" {
  melt_of_lammps
  expect 0 "$PAIRLANES" energy --model lj --set shift=none plain.data --json
  lacks "note:"
  hash=$(jq -r .hash <<<"$output")
  energy=$(awk '/^Loop/ { print last } { last = $1 }' log)
  # shellcheck disable=SC2016
  expect 0 jq -en --argjson a "$(jq .energy <<<"$output")" --argjson b "$energy" '($a / $b - 1 | fabs) < 1e-10'
  local file
  for file in types.data pairs.data; do
    grep -qE '^Pair(IJ)? Coeffs # lj/cut' $file
    shows 0 "hash $hash" "$PAIRLANES" energy --model lj --set shift=none $file
    lacks "note:"
  done
  for file in custom.lammpstrj unwrapped.dump; do
    shows 0 "energy      ${energy:0:10}" "$PAIRLANES" energy --model lj --set shift=none --frame 3 $file
  done
  shows 0 "energy      ${energy:0:4}" "$PAIRLANES" energy --model lj --set shift=none --frame 3 scaled.dump
  expect 0 "$PAIRLANES" energy --model lj other.data
  has "note: other.data:16: PairIJ Coeffs # lj/cut has epsilon=0.5, but 1 is used; other.data:16: PairIJ Coeffs # lj/cut has cutoff=3, but 2.5 is used"
}

# lipids_agree FILE: compares energy, virial, every force and every torque of a data file of lipids
lipids_agree() {
  local folder=$BATS_TEST_TMPDIR
  "$PAIRLANES" energy --model brahms "$1" --json --forces "$folder/forces" >"$folder/a.json"
  "$ROOT/scripts/oracle-lammps" --lipids "$1" >"$folder/oracle"
  expect 0 python3 - "$folder/a.json" "$folder/forces" "$folder/oracle" <<'PYTHON'
import json, math, sys
found = json.load(open(sys.argv[1]))
rows = [[float(x) for x in line.split()] for line in open(sys.argv[2])]
oracle = [[float(x) for x in line.split()] for line in open(sys.argv[3])]
(energy,), (virial,), expected = oracle[0], oracle[1], oracle[2:]
assert abs(found["energy"] / energy - 1) < 1e-12, (found["energy"], energy)
assert abs(found["virial"] - virial) < 1e-12 * abs(energy), (found["virial"], virial)
assert len(rows) == len(expected) == found["n"]
for part in slice(0, 3), slice(3, 6):
    rms = math.sqrt(sum(x * x for row in expected for x in row[part]) / len(expected))
    worst = max(math.dist(a[part], b[part]) for a, b in zip(rows, expected))
    assert rms > 0 and worst < 1e-11 * rms, (worst, rms)
PYTHON
}

# bats test_tags=long
@test "a built bilayer has the energy, virial, forces and torques of LAMMPS" {
  "$PAIRLANES" system --model brahms --n 1538 --format lammps_beads --out "$BATS_TEST_TMPDIR/a.data"
  lipids_agree "$BATS_TEST_TMPDIR/a.data"
}

# bats test_tags=long
@test "ELBA's examples of both lipids have the energy, virial, forces and torques of LAMMPS" {
  local folder=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/elba file
  [ -d "$folder" ] || skip "no reference data (PAIRLANES_REFDATA)"
  for file in singleLipid/data.singleLipid bilamellar_1024dope_9wpl/data.1024lip9216wat; do
    "$PAIRLANES" system "$folder/$file" --format lammps_beads --out "$BATS_TEST_TMPDIR/a.data"
    lipids_agree "$BATS_TEST_TMPDIR/a.data"
  done
}

# Compares twelve ellipsoids and a bead of each other type, with random orientations, all in range of each other. LAMMPS
# has no shift; with a cut-off of 100 A, the shift is smaller than the tolerance. Only forces on ellipsoids are
# compared, because other beads have further interactions in pairlanes. Strengths in LAMMPS are eps / eta, where eta is
# constant for a sphere; its spheres have radii R with sigma^2 / 2 = (breadth / 2)^2 + R^2. Its torques with mu = 2 do
# not conserve angular momentum (with mu = 1 they do). Therefore torques are tested by conservation here, and by
# gradients in test_gay_berne.
# bats test_tags=long
@test "Gay-Berne beads have the energy and forces of LAMMPS" {
  local folder=$BATS_TEST_TMPDIR
  python3 - "$folder" <<'PYTHON'
import math, random, sys
random.seed(1)
rod, tail = 7, 5
eps = [.554, 1.095, 1.095, .894, .894, .837, .837]  # coefficients of tail beads with all others
sigma = [3.775, 4.950, 4.850, 4.550, 4.550, 4.500, 4.500]
a, c, wells = 2.25, 4.275, 2.0
chi = (c * c - a * a) / (c * c + a * a)
types = [rod] * 12 + list(range(7))
sites = random.sample([(x, y, z) for x in range(3) for y in range(3) for z in range(3)], len(types))
at = [[120 + 8.5 * s + random.uniform(-.7, .7) for s in site] for site in sites]
quaternions = [[random.gauss(0, 1) for _ in range(4)] for _ in types]
quaternions = [[x / math.hypot(*q) for x in q] for q in quaternions]
row = lambda v: " ".join(map(repr, v))
with open(f"{sys.argv[1]}/a.xyz", "w") as f:
    f.write(f'{len(types)}\nLattice="250 0 0 0 250 0 0 0 250" '
            "Properties=type:I:1:pos:R:3:orientation:R:4\n")
    for t, r, q in zip(types, at, quaternions):
        f.write(f"{t} {row(r)} {row(q)}\n")
with open(f"{sys.argv[1]}/a.data", "w") as f:
    f.write(f"LAMMPS\n\n{len(types)} atoms\n8 atom types\n{len(types)} ellipsoids\n"
            "0 250 xlo xhi\n0 250 ylo yhi\n0 250 zlo zhi\n\nAtoms\n\n")
    for i, (t, r) in enumerate(zip(types, at)):
        f.write(f"{i + 1} {t + 1} 1 1 {row(r)}\n")
    f.write("\nEllipsoids\n\n")
    for i, (t, q) in enumerate(zip(types, quaternions)):
        R = a if t == rod else math.sqrt(sigma[t] ** 2 / 2 - a * a)
        f.write(f"{i + 1} {2 * R!r} {2 * R!r} {2 * (c if t == rod else R)!r} {row(q)}\n")
with open(f"{sys.argv[1]}/in", "w") as f:
    f.write("units real\natom_style ellipsoid\nread_data a.data\npair_style gayberne 1 1 2 100\n"
            "pair_coeff * * 0 1 1 1 1 1 1 1\n")
    deep = eps[tail] * wells * math.sqrt(1 - chi * chi)
    f.write(f"pair_coeff 8 8 {deep!r} 4.5 1 1 {1 / wells} 1 1 {1 / wells}\n")
    for t in range(7):
        R2 = sigma[t] ** 2 / 2 - a * a
        g = sigma[t] ** 2 / 2
        eta = math.sqrt(2 * (a * a + c * c) * a * 2 * R2 * math.sqrt(R2) / (g * g * (c * c + R2)))
        side = eps[t] * ((math.sqrt(wells) + 1) / 2) ** 2
        f.write(f"pair_coeff {t + 1} 8 {side / eta!r} {sigma[t]} 1 1 1 1 1 {1 / wells}\n")
    f.write("dump forces all custom 1 forces fx fy fz\n"
            "dump_modify forces sort id format float %.17g\n"
            "thermo_style custom pe\nthermo_modify norm no format float %.17g\nrun 0\n")
PYTHON
  (cd "$folder" && "${LMP:-lmp}" -in in -log log -screen none)
  "$PAIRLANES" energy --model brahms --set tail=gay_berne --set cutoff=100 "$folder/a.xyz" --json \
    --forces "$folder/ours" >"$folder/a.json"
  expect 0 python3 - "$folder" <<'PYTHON'
import json, math, re, sys
found = json.load(open(f"{sys.argv[1]}/a.json"))
rows = [[float(x) for x in line.split()] for line in open(f"{sys.argv[1]}/ours")]
oracle = [[float(x) for x in line.split()] for line in open(f"{sys.argv[1]}/forces").readlines()[9:]]
energy = float(re.search(r"PotEng\s+(\S+)", open(f"{sys.argv[1]}/log").read())[1])
assert abs(found["terms"]["gay_berne"] - energy) < 1e-4, (found["terms"], energy)
assert len(rows) == len(oracle) == 19
largest = max(math.hypot(*row[:3]) for row in oracle[:12])
worst = max(math.dist(a[:3], b[:3]) for a, b in zip(rows[:12], oracle))
assert largest > 0.1 and worst < 1e-7, (worst, largest)
# angular momentum: the sum includes torques and forces of all beads
at = [[float(x) for x in line.split()[1:4]] for line in open(f"{sys.argv[1]}/a.xyz").readlines()[2:]]
for d in range(3):
    e, f = (d + 1) % 3, (d + 2) % 3
    assert abs(sum(t[3 + d] + r[e] * t[f] - r[f] * t[e] for r, t in zip(at, rows))) < 1e-11
PYTHON
}

# LAMMPS approximates erfc with an error of 1.5e-7, and reads sigma with six decimals.
@test "a solvated peptide has the energies and forces of LAMMPS's lj/charmm/coul/long" {
  local data=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/allatom_lammps/data.peptide
  [ -f "$data" ] || skip "no reference data (PAIRLANES_REFDATA)"
  cd "$BATS_TEST_TMPDIR" || return
  cat >in <<LAMMPS
units real
atom_style full
special_bonds charmm
pair_style lj/charmm/coul/long 8 10
pair_modify mix arithmetic table 0
bond_style harmonic
angle_style charmm
dihedral_style charmm
improper_style harmonic
kspace_style ewald 1e-4
kspace_modify gewald 0.268725 compute no
read_data $data
thermo_style custom evdwl ecoul ebond eangle edihed eimp
thermo_modify norm no format float %.15g
dump forces all custom 1 dump id fx fy fz
dump_modify forces sort id format float %.17g
run 0
LAMMPS
  "${LMP:-lmp}" -in in -log log -screen none
  "$PAIRLANES" energy --model allatom --set cutoff=10 --set switch=8 --set alpha=0.268725 \
    "$data" --json --forces forces >a.json 2>messages
  expect 0 python3 - <<'PYTHON'
import json, math
terms = json.load(open("a.json"))["terms"]
vdw, coulomb, *bonded = next(map(float, line.split()) for line in open("log") if line.startswith("692."))
rows = [[float(x) for x in line.split()[:3]] for line in open("forces")]
expected = [[float(x) for x in line.split()[1:]] for line in open("dump").readlines()[9:]]
assert len(rows) == len(expected) == 2004
assert abs((terms["vdw"] + terms["vdw14"]) / vdw - 1) < 1e-7, (terms, vdw)
assert abs(terms["coulomb"] + terms["coulomb14"] + terms["excluded"] - coulomb) < 1e-6 * terms["excluded"]
for name, energy in zip(["bond", "angle", "dihedral", "improper"], bonded):
    assert abs(terms[name] / energy - 1) < 1e-11, (name, terms[name], energy)
rms = math.sqrt(sum(x * x for row in expected for x in row) / len(expected))
worst = max(math.dist(a, b) for a, b in zip(rows, expected))
assert worst < 3e-6 * rms, (worst, rms)
PYTHON
}

@test "bonded terms of every style that is read have the energies and forces of LAMMPS" {
  cd "$BATS_TEST_TMPDIR" || return
  python3 - <<'PYTHON'
import random
random.seed(5)
sections = {
    "Bond": [("harmonic", "450.1 0.97"), ("fene", "30 1.7 1.1 0.9")],
    "Angle": [("harmonic", "50.5 105.3"), ("cosine", "3.3"), ("cosine/squared", "75 107"), ("charmm", "40 110 12.5 1.6")],
    "Dihedral": [("charmm", "1.2 3 60 0"), ("charmm", "0.8 2 0 0"), ("harmonic", "2.1 -1 2"),
                 ("opls", "1.3 -0.7 0.4 0.25"), ("multi/harmonic", "1.3 -0.7 0.4 0.25 0.9")],
    "Improper": [("harmonic", "12 35.5"), ("cvff", "1.7 -1 2")],
}
chain = [[0, 0, 0], [.95, .2, 0], [1.3, 1.1, .1], [2.2, 1.2, .7]]
atoms, terms = [], {name: [] for name in sections}
for m in range(24):
    i = 4 * m + 1
    for bead in chain:
        atoms.append([6 * c + 2 + x + random.uniform(-.12, .12) for c, x in zip((m % 3, m // 3 % 3, m // 9), bead)])
    terms["Bond"] += [(m % 2 + 1, i, i + 1), (1, i + 1, i + 2), (2, i + 2, i + 3)]
    terms["Angle"] += [(m % 4 + 1, i, i + 1, i + 2), ((m + 1) % 4 + 1, i + 1, i + 2, i + 3)]
    terms["Dihedral"] += [(m % 5 + 1, i, i + 1, i + 2, i + 3)]
    terms["Improper"] += [(m % 2 + 1, i, i + 1, i + 2, i + 3)]
order = list(range(len(atoms)))
random.shuffle(order)
with open("a.data", "w") as f:
    f.write(f"LAMMPS chains\n\n{len(atoms)} atoms\n1 atom types\n")
    for name, rows in terms.items():
        f.write(f"{len(rows)} {name.lower()}s\n{len(sections[name])} {name.lower()} types\n")
    f.write("0 18 xlo xhi\n0 18 ylo yhi\n0 18 zlo zhi\n\nMasses\n\n1 1\n")
    for name, styles in sections.items():
        f.write(f"\n{name} Coeffs # hybrid\n\n" + "".join(f"{t + 1} {s} {c}\n" for t, (s, c) in enumerate(styles)))
    f.write("\nAtoms # molecular\n\n" + "".join(f"{i + 1} 1 1 {' '.join(map(repr, atoms[i]))}\n" for i in order))
    for name, rows in terms.items():
        f.write(f"\n{name}s\n\n" + "".join(f"{k + 1} {' '.join(map(str, row))}\n" for k, row in enumerate(rows)))
with open("in", "w") as f:
    f.write("units lj\natom_style molecular\nspecial_bonds lj 0 1 1\npair_style lj/cut 2.5\n")
    for name, styles in sections.items():
        f.write(f"{name.lower()}_style hybrid {' '.join(dict.fromkeys(s for s, _ in styles))}\n")
    f.write("read_data a.data\npair_coeff 1 1 1 1\n")
PYTHON
  lammps_agrees_by_term --model lj --set shift=none
  # every way to evaluate bonded terms gives the forces of the reference
  echo '{"model": "lj", "system": {"file": "a.data"}, "backend": "cpu", "threads": [1, 2], "strategy": "vertex",
         "bonded": ["gather", "scatter", "group", "fused"], "precision": ["double", "single"],
         "sampling": {"max_samples": 6}}' >ways.json
  expect 0 "$PAIRLANES" run ways.json --quiet --out ways.out
  [ "$(jq '[.cases[] | select(.verify.passed)] | length' ways.out)" = 16 ]
}

# Writes chains of sixteen beads on a path through a lattice, with FENE bonds and stiff angles.
fene_chains() {
  cd "$BATS_TEST_TMPDIR" || return
  awk -v side=8 'function place() { return (seed = (seed * 16807) % 2147483647) / 2147483647 * 0.06 }
    BEGIN {
      seed = 7; n = side ^ 3; chain = 16
      for (i = 0; i < n; i++) {
        bonded = i % chain < chain - 1; bent = i % chain < chain - 2
        if (bonded) bonds = bonds sprintf("%d 1 %d %d\n", ++b, i + 1, i + 2)
        if (bent) angles = angles sprintf("%d 1 %d %d %d\n", ++a, i + 1, i + 2, i + 3)
        z = int(i / side / side); y = int(i / side) % side; x = i % side
        if (int(i / side) % 2) x = side - 1 - x
        if (z % 2) y = side - 1 - y
        atoms = atoms sprintf("%d 1 1 %.17g %.17g %.17g\n", i + 1, x + place(), y + place(), z + place())
      }
      printf "LAMMPS chains\n\n%d atoms\n%d bonds\n%d angles\n1 atom types\n1 bond types\n1 angle types\n", n, b, a
      printf "0 %d xlo xhi\n0 %d ylo yhi\n0 %d zlo zhi\n\nMasses\n\n1 1\n\n", side, side, side
      printf "Bond Coeffs # fene\n\n1 30 1.5 1 1\n\nAngle Coeffs # cosine\n\n1 1.5\n\n"
      printf "Atoms # angle\n\n%s\nBonds\n\n%s\nAngles\n\n%s", atoms, bonds, angles
    }' >a.data
}

@test "bead-spring chains have the energies and forces of LAMMPS" {
  fene_chains
  cat >in <<'LAMMPS'
units lj
atom_style angle
special_bonds fene
pair_style lj/cut 2.5
bond_style fene
angle_style cosine
read_data a.data
pair_coeff 1 1 1 1
LAMMPS
  lammps_agrees_by_term --model lj --set shift=none
}

# bats test_tags=long
@test "kernels of every strategy of a CPU verify for bead-spring chains" {
  fene_chains
  cat >chains.json <<'JSON'
{"name": "chains", "model": "lj", "precision": "double", "backend": "cpu", "system": {"file": "a.data"},
 "strategy": ["serial", "vertex", "edge", "edge_segmented", "edge_buffered", "edge_gather", "newton", "team", "staged",
              "cluster", "tile", "patch", "bvh"], "counters": {"lanes": false},
 "sampling": {"step": 0, "max_seconds": 0.01, "min_samples": 6, "warmup_ms": 0, "sample_ms": 0}}
JSON
  expect 0 "$PAIRLANES" run chains.json --quiet --out found.json
  expect 0 jq -e '[.cases[] | .status == "ok" and .verify.passed] | length == 13 and all' found.json
}

# Measuring the drift takes much longer; this short run only shows that both programs move the same bilayer.
# bats test_tags=long
@test "the energy of a bilayer at 10 fs is compared with that of LAMMPS" {
  expect 0 "$ROOT/scripts/drift-lipids" --steps 160 --precision double,single \
    --out "$BATS_TEST_TMPDIR/drift.json"
  has "kT per bead and ns"
  # one row for each; the energy changes by at most a few thousandths of kT
  [ "$(awk '/LAMMPS double|team double|team single/ && $NF > 0 && $NF < 0.01' <<<"$output" | wc -l)" -eq 3 ]
  expect 0 jq -e '.cases | length == 2 and (map(.dynamics.temperature.mean | . > 0.55 and . < 0.7) | all)' \
    "$BATS_TEST_TMPDIR/drift.json"
  shows 2 "there is no argument --stepps" "$ROOT/scripts/drift-lipids" --stepps 5
}

@test "without LAMMPS the reference script reports what is missing" {
  shows 2 "a data file is missing" "$ROOT/scripts/oracle-lammps"
  shows 2 "cannot be read" "$ROOT/scripts/oracle-lammps" "$BATS_TEST_TMPDIR/none.data"
  touch "$BATS_TEST_TMPDIR/a.data"
  LMP=no-such-program expect 3 "$ROOT/scripts/oracle-lammps" "$BATS_TEST_TMPDIR/a.data"
  has "is not installed"
}
