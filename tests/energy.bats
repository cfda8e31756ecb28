#!/usr/bin/env bats
# Tests the output of `pairlanes energy` for configurations.

load setup

nist=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/lj_nist/lj_sample_config_periodic4.txt
duplex=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/lammps_oxdna/duplex1/data.duplex1

# Writes three particles in a row, at distances of 1.2 and 3, the latter across a face of the box.
setup() {
  three=$BATS_TEST_TMPDIR/three.xyz
  cat >"$three" <<'XYZ'
3
Lattice="8 0 0 0 8 0 0 0 8" Properties=species:S:1:pos:R:3
Ar 1 4 4
Ar 2.2 4 4
Ar 6 4 4
XYZ
}

@test "the text names energy, terms, virial and net force" {
  shows 0 "particles   3" "$PAIRLANES" energy --model lj --set shift=none "$three"
  has "epsilon 1, sigma 1, cutoff 2.5, shift none"
  has "energy      -0.8909652"
  has "lj        -0.8909652"
  has "virial      "
  has "net force   "
  has "1 within the range, 1 interacting"
}

@test "JSON has the documented keys and the values of the formula" {
  "$PAIRLANES" energy --model lj "$three" --set cutoff=3.5 --set shift=none --json \
    >"$BATS_TEST_TMPDIR/energy.json"
  expect 0 python3 - "$BATS_TEST_TMPDIR/energy.json" <<'PYTHON'
import json, sys
found = json.load(open(sys.argv[1]))
assert list(found) == ["energy", "terms", "virial", "virial_molecular", "pressure", "pressure_tensor",
                       "pressure_molecular", "net_force", "n", "box", "hash", "model", "parameters"], list(found)
# across the periodic boundary, the distance of the third and the first particle is 3
u = sum(4 * (r ** -12 - r ** -6) for r in (1.2, 3.0))
w = sum(48 * r ** -12 - 24 * r ** -6 for r in (1.2, 3.0))
assert abs(found["energy"] / u - 1) < 1e-13, (found["energy"], u)
assert abs(found["virial"] / w - 1) < 1e-13, (found["virial"], w)
assert found["virial_molecular"] == found["virial"] # equal, because each particle is a molecule
assert abs(found["pressure"] * 3 * 512 / w - 1) < 1e-13
along = found["pressure_tensor"][0][0] # the pairs are along x
assert abs(along * 512 / w - 1) < 1e-13
assert found["pressure_tensor"] == [[along, 0, 0], [0, 0, 0], [0, 0, 0]], found
assert found["pressure_molecular"] == [along, 0, 0]
assert found["terms"] == {"lj": found["energy"]}
assert all(abs(f) < 1e-14 for f in found["net_force"])
assert found["n"] == 3 and found["box"] == [8, 8, 8] and len(found["hash"]) == 32
assert found["model"] == "lj"
assert found["parameters"] == {"epsilon": 1, "sigma": 1, "cutoff": 3.5, "shift": "none"}
PYTHON
}

@test "--set of epsilon and sigma scales energies as the potential does" {
  "$PAIRLANES" energy --model lj "$three" --set cutoff=3.5 --json >"$BATS_TEST_TMPDIR/one.json"
  sed 's/^Ar \(.*\) 4 4/Ar \1 4 4/; s/8 0 0 0 8 0 0 0 8/16 0 0 0 16 0 0 0 16/
       s/^Ar 1 /Ar 2 /; s/^Ar 2.2 /Ar 4.4 /; s/^Ar 6 /Ar 12 /' "$three" >"$BATS_TEST_TMPDIR/two.xyz"
  "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/two.xyz" --set sigma=2 --set epsilon=3 \
    --set cutoff=7 --json >"$BATS_TEST_TMPDIR/two.json"
  # shellcheck disable=SC2016
  expect 0 jq -e -n --slurpfile a "$BATS_TEST_TMPDIR/one.json" \
    --slurpfile b "$BATS_TEST_TMPDIR/two.json" '
    def near(x; y): (x / y - 1) | fabs < 1e-13;
    near($b[0].energy; 3 * $a[0].energy) and near($b[0].virial; 3 * $a[0].virial)'
}

@test "--forces writes a line per particle, in the order of the file" {
  expect 0 "$PAIRLANES" energy --model lj "$three" --set cutoff=3.5 \
    --forces "$BATS_TEST_TMPDIR/forces"
  # the first two particles interact along x; the third acts on the first from the other side
  # shellcheck disable=SC2016
  expect 0 awk 'function f(r) { return 48 * r ^ -13 - 24 * r ^ -7 }
    function near(a, b) { d = a / b - 1; return d * d < 1e-26 }
    NR == 1 && near($1, -f(1.2) + f(3)) && $2 == 0 { good++ }
    NR == 2 && near($1, f(1.2)) { good++ }
    NR == 3 && near($1, -f(3)) { good++ }
    NF != 3 { good = -9 }
    END { exit good != 3 || NR != 3 }' "$BATS_TEST_TMPDIR/forces"
}

@test "--out writes extended XYZ with numbers, forces and energies, whose sum is the energy" {
  cd "$BATS_TEST_TMPDIR"
  expect 0 "$PAIRLANES" system --model polyethylene --n 150 --format lammps_molecules --out chains.data
  local k systems=("--model lj --set cutoff=3.5 $three" "--model polyethylene chains.data")
  for k in "${!systems[@]}"; do
    # shellcheck disable=SC2086
    "$PAIRLANES" energy ${systems[k]} --json --out out.xyz --forces forces >energy.json
    expect 0 python3 - <<'PYTHON'
import json, re
found = json.load(open("energy.json"))
n, head, *lines = open("out.xyz").read().splitlines()
names = re.search(r"Properties=(\S+)", head)[1].split(":")[::3]
rows = [line.split() for line in lines]
assert int(n) == len(rows) == found["n"] and [int(row[0]) for row in rows] == list(range(1, int(n) + 1))
assert names[0] == "id" and names[-1] == "energies", names
energies = [float(row[-1]) for row in rows]
assert abs(float(re.search(r" energy=(\S+)", head)[1]) / found["energy"] - 1) < 1e-14
assert abs(sum(energies) - found["energy"]) < 1e-13 * sum(map(abs, energies)), (sum(energies), found["energy"])
forces = [line.split() for line in open("forces")]
width = len(forces[0])
assert [row[-1 - width:-1] for row in rows] == forces
PYTHON
  done
  expect 0 "$PAIRLANES" energy --model lj --set cutoff=3.5 "$three" --out out.xyz
  expect 0 "$PAIRLANES" energy --model lj --set cutoff=3.5 out.xyz --strategy vertex --out again.xyz
  grep -q "forces:R:3 pbc" again.xyz
  expect 2 "$PAIRLANES" energy --model lj out.xyz --out same --forces same
}

@test "a NIST configuration gives the published energy and virial" {
  [ -r "$nist" ] || skip "no reference data (PAIRLANES_REFDATA)"
  shows 0 "energy      -16.790321304" "$PAIRLANES" energy --model lj --set cutoff=3 --set shift=none "$nist"
  has "virial      -46.2491967"
  expect 0 "$PAIRLANES" energy --model lj --format nist --set cutoff=3 --set shift=force "$nist"
  has "energy      -15.00140228"
}

@test "a duplex of LAMMPS has its energy, every term by name, and a net torque" {
  [ -r "$duplex" ] || skip "no reference data (PAIRLANES_REFDATA)"
  shows 0 "energy      -13.05762195343" "$PAIRLANES" energy --model oxdna --format lammps "$duplex"
  has "  stck      -8.49094724"
  has "net torque  "
  "$PAIRLANES" energy --model oxdna --format lammps "$duplex" --forces "$BATS_TEST_TMPDIR/forces" \
    --json >"$BATS_TEST_TMPDIR/energy.json"
  expect 0 python3 - "$BATS_TEST_TMPDIR/energy.json" "$BATS_TEST_TMPDIR/forces" "$duplex" <<'PYTHON'
import json, sys
found = json.load(open(sys.argv[1]))
rows = [[float(x) for x in line.split()] for line in open(sys.argv[2])]
assert len(rows) == found["n"] == 10 and all(len(row) == 6 for row in rows)
assert list(found["terms"]) == ["fene", "bexc", "stck", "nexc", "hb", "crst", "cxst"]
assert abs(found["energy"] + 13.0576219534369) < 1e-12
assert abs(sum(found["terms"].values()) - found["energy"]) < 1e-12
sums = [sum(column) for column in zip(*rows)]
for found_sum, expected in zip(found["net_force"] + found["net_torque"], sums):
    assert abs(found_sum - expected) < 1e-12, (found, sums)
# without external forces, the torques and the moments of all forces add up to zero
atoms = open(sys.argv[3]).read().split("Atoms # hybrid\n\n")[1].split("\n\n")[0].splitlines()
at = {int(a.split()[0]) - 1: [float(x) for x in a.split()[2:5]] for a in atoms}
for d in range(3):
    e, f = (d + 1) % 3, (d + 2) % 3
    moment = sum(t[3 + d] + at[i][e] * t[f] - at[i][f] * t[e] for i, t in enumerate(rows))
    assert abs(moment) < 1e-11, moment
PYTHON
}

@test "a lipid of LAMMPS has its energies, and its pressure in atm" {
  lipid=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/elba/singleLipid/data.singleLipid
  [ -r "$lipid" ] || skip "no reference data (PAIRLANES_REFDATA)"
  shows 0 "energy      214.516857" "$PAIRLANES" energy --model brahms "$lipid"
  has " = 269.551968"
  has " atm from the virial"
}

# bats test_tags=long
@test "--strategy evaluates with the strategy, and prints its name" {
  [ -r "$duplex" ] || skip "no reference data (PAIRLANES_REFDATA)"
  expect 0 "$PAIRLANES" energy --model oxdna --format lammps "$duplex"
  virial=$(sed -n 's/^virial *\(-*[0-9.]\{12\}\).*/\1/p' <<<"$output")
  [ ${#virial} -ge 12 ]
  for strategy in serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh; do
    expect 0 "$PAIRLANES" energy --model oxdna --format lammps "$duplex" --strategy $strategy
    has "by          strategy $strategy on cpu in double precision"
    has "energy      -13.05762195343"
    has "  stck      -8.490947245242"
    has "virial      $virial"
  done
  expect 0 sh -c '"$@" 2>/dev/null' - "$PAIRLANES" energy --model oxdna --format lammps "$duplex" --strategy edge \
    --precision single --json
  expect 0 jq -e '.strategy == "edge" and .backend == "cpu" and .precision == "single" and
    (.energy + 13.0576219534369 | fabs | . > 1e-9 and . < 1e-4) and 
    (.terms | length == 7 and (.hb + 3.9278993759 | fabs) < 1e-5 and
      (.crst + 1.0696992987 | fabs) < 1e-5) and (.virial - ('"$virial"') | fabs) < 1e-3 and
    (.net_force | map(fabs) | max < 1e-4) and (.net_torque | length == 3)' <<<"$output"
}

@test "bonds longer than their limit are reported with their particles, by reference and strategies" {
  [ -r "$duplex" ] || skip "no reference data (PAIRLANES_REFDATA)"
  awk '/^Atoms/ { at = NR } at && NR == at + 4 { $3 += 1 } 1' "$duplex" >"$BATS_TEST_TMPDIR/far.data"
  for by in "" "--strategy edge" "--strategy team --precision single"; do
    # shellcheck disable=SC2086 # several words
    expect 2 "$PAIRLANES" energy --model oxdna --format lammps "$BATS_TEST_TMPDIR/far.data" $by
    has "far.data: the bonded term of particles 3 and 2 (counted from 1) has no finite energy"
  done
}

# bats test_tags=long
@test "every strategy takes Gay-Berne beads among others as the reference does" {
  python3 - >"$BATS_TEST_TMPDIR/mixed.xyz" <<'PYTHON'
import math, random
random.seed(2)
print('125\nLattice="45 0 0 0 45 0 0 0 45" Properties=type:I:1:pos:R:3:orientation:R:4')
for i in range(125):
    q = [random.gauss(0, 1) for _ in range(4)]
    at = [9 * (i // 5 ** d % 5) + random.uniform(0, .4) for d in range(3)]
    print(7 if i % 4 < 2 else i % 7, *at, *(x / math.hypot(*q) for x in q))
PYTHON
  reference=$("$PAIRLANES" energy --model brahms --set tail=gay_berne "$BATS_TEST_TMPDIR/mixed.xyz" \
    --forces "$BATS_TEST_TMPDIR/expected" --json)
  for strategy in serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh; do
    expect 0 "$PAIRLANES" energy --model brahms --set tail=gay_berne "$BATS_TEST_TMPDIR/mixed.xyz" \
      --strategy $strategy --forces "$BATS_TEST_TMPDIR/found" --json
    # shellcheck disable=SC2016
    expect 0 jq -e -n --argjson a "$reference" --argjson b "$output" '
      ($a.terms.gay_berne | fabs) > 1 and ($a.terms.coulomb | fabs) > 1 and
      ($a.energy / $b.energy - 1 | fabs) < 1e-12'
    paste -d" " "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/found" >"$BATS_TEST_TMPDIR/both"
    # shellcheck disable=SC2016
    expect 0 awk '{ for (k = 1; k <= 6; k++) { d = $k - $(k + 6); if (d * d > 1e-24) exit 1 } }
      NF != 12 { exit 1 }' "$BATS_TEST_TMPDIR/both"
  done
}

@test "--strategy refuses unknown strategies, backends and precisions" {
  shows 2 'there is no strategy "egde"; expected one of serial' "$PAIRLANES" energy --model lj "$three" --strategy egde
  has 'Did you mean "edge"?'
  expect 2 "$PAIRLANES" energy --model lj "$three" --strategy edge --backend gpu
  has 'there is no backend "gpu"; expected one of cpu, cuda'
  expect 2 "$PAIRLANES" energy --model lj "$three" --strategy edge --precision singel
  has 'there is no precision "singel"; expected one of double, single, mixed, fixed, intrinsics, fixed_math, double_state. Did you mean "single"?'
  shows 2 "--backend belongs to --strategy, which is missing" "$PAIRLANES" energy --model lj "$three" --backend cpu
  expect 2 "$PAIRLANES" energy --model lj "$three" --strategy vertex --set cutoff=4.1
  has "three.xyz: the box edge in x is 8, but has to be at least 8.2"
  shows 2 "three.xyz: model patchy needs orientations" "$PAIRLANES" energy --model patchy "$three" --strategy vertex
}

@test "oxDNA's duplex is read with its topology" {
  folder=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/oxdna1/DSDNA8
  [ -r "$folder/init.dat" ] || skip "no reference data (PAIRLANES_REFDATA)"
  # 20 C
  expect 0 "$PAIRLANES" energy --model oxdna --set temperature=0.09771666666666667 \
    --topology "$folder/dsdna8.top" "$folder/init.dat"
  has "per particle -1.3455185"
  expect 2 "$PAIRLANES" energy --model oxdna "$folder/init.dat"
  has "DSDNA8/init.top: cannot be read: No such file or directory"
  shows 2 "format extxyz has no topology, but" "$PAIRLANES" energy --model lj "$three" --topology "$folder/dsdna8.top"
}

@test "beads of lipids that lack something are named" {
  local beads=$BATS_TEST_TMPDIR/beads.xyz bad=$BATS_TEST_TMPDIR/bad.xyz
  cat >"$beads" <<'XYZ'
3
Lattice="30 0 0 0 30 0 0 0 30" Properties=type:S:1:pos:R:3:orientation:R:4
water 1 2 3 1 0 0 0
tail 5 5 5 1 0 0 0
gay_berne 9 9 9 1 0 0 0
XYZ
  shows 0 "  gay_berne -" "$PAIRLANES" energy --model brahms --set tail=gay_berne "$beads"
  expect 2 "$PAIRLANES" energy --model brahms "$beads"
  has "beads.xyz: particle 3 is of type gay_berne, for which model brahms needs tail=gay_berne"
  expect 2 "$PAIRLANES" energy --model brahms --strategy vertex "$beads"
  has "particle 3 is of type gay_berne, for which model brahms needs tail=gay_berne"
  expect 2 "$PAIRLANES" energy --model oxdna "$beads"
  has 'beads.xyz:3: particle 1: there is no type of particle called "water"; expected one of A, C, G, T'
  sed 's/^tail/tial/' "$beads" >"$bad"
  expect 2 "$PAIRLANES" energy --model brahms "$bad"
  has 'bad.xyz:4: particle 2: there is no type of particle called "tial"; expected one of'
  has 'Did you mean "tail"?'
  sed 's/type:S:1://; s/^[a-z_]* \([0-9]\)/\1/' "$beads" >"$bad"
  shows 2 "model brahms needs the types of particles, which" "$PAIRLANES" energy --model brahms "$bad"
  has "bad.xyz lacks; they are water, "
  sed 's/:orientation:R:4//; s/ 1 0 0 0$//' "$beads" >"$bad"
  shows 2 "model brahms needs orientations, which" "$PAIRLANES" energy --model brahms "$bad"
  sed '4s/1 0 0 0/0 0 0 0/' "$beads" >"$bad"
  expect 2 "$PAIRLANES" energy --model brahms "$bad"
  has "bad.xyz:4: the quaternion of particle 2 has the length 0; expected 1 within 1e-3"
  echo '{"name": "bad", "title": "bad", "model": "brahms", "backend": "cpu", "strategy": "vertex",
    "system": {"file": "beads.xyz"}}' >"$BATS_TEST_TMPDIR/bad.json"
  expect 2 "$PAIRLANES" run "$BATS_TEST_TMPDIR/bad.json" --out "$BATS_TEST_TMPDIR/out.json"
  has "particle 3 is of type gay_berne, for which model brahms needs tail=gay_berne"
}

@test "unknown models, parameters and values name the nearest" {
  shows 2 'no model "kj"; expected one of lj' "$PAIRLANES" energy --model kj "$three"
  expect 2 "$PAIRLANES" energy --model lj --set cutof=3 "$three"
  has 'called "cutof"; expected one of epsilon, sigma, cutoff, shift. Did you mean "cutoff"?'
  expect 2 "$PAIRLANES" energy --model lj --set shift=forces "$three"
  has 'shift: expected one of none, energy, force, found "forces"'
  shows 2 'cutoff: expected a number' "$PAIRLANES" energy --model lj --set cutoff=wide "$three"
  shows 2 'cutoff: expected a number' "$PAIRLANES" energy --model lj --set cutoff=-1 "$three"
  shows 2 'cutoff: expected a number' "$PAIRLANES" energy --model lj --set cutoff=nan "$three"
}

@test "a configuration comes from standard input too" {
  expect 0 "$PAIRLANES" energy --model lj "$three"
  local named=$output
  expect 0 "$PAIRLANES" energy --model lj - <"$three"
  [ "$output" = "$named" ]
  # shellcheck disable=SC2016
  expect 0 bash -c 'cat "$1" | "$2" energy --model lj -' bash "$three" "$PAIRLANES"
  [ "$output" = "$named" ]
  expect 2 "$PAIRLANES" energy --model lj - <<<$'3\nLattice="4 0 0 0 4 0 0 0 4"\nA 1 2 3\n'
  has "standard input:4: "
  local body="1 0 0 0 0 1 0 0 0 0 0 0"
  expect 2 "$PAIRLANES" energy --model oxdna - <<<$'t = 0\nb = 9 9 9\nE = 0 0 0\n'"1 1 1 $body"$'\n'"2 2 2 $body"
  has "standard input: format oxdna has its topology in a separate file; name it"
}

@test "the atom style and the frame can be chosen if a file does not determine them" {
  local data=$BATS_TEST_TMPDIR/charge.data frames=$BATS_TEST_TMPDIR/frames.xyz
  printf '%s\n' "no style" "" "3 atoms" "" "0 8 xlo xhi" "0 8 ylo yhi" "0 8 zlo zhi" "" Atoms "" \
    "1 1 0.0 1 1 1" "2 1 0.0 2.1 1 1" "3 1 0.0 7.9 1 1.5" >"$data"
  expect 2 "$PAIRLANES" energy --model lj "$data"
  has "charge.data:9: the heading of section Atoms names no atom style, and its rows fit several"
  has "say which by --style or system.style"
  expect 0 "$PAIRLANES" energy --model lj --style charge "$data"
  expect 2 "$PAIRLANES" energy --model lj --style dpd "$data"
  has "charge.data:9: atom style dpd is not read; expected one of angle, atomic"
  cat "$three" "$three" >"$frames"
  expect 0 "$PAIRLANES" energy --model lj "$frames"
  has "note: $frames: the first of several frames is read; --frame chooses another"
  expect 0 "$PAIRLANES" system --frame 2 "$frames"
  shows 2 "--style is for reading FILE, but there is none" "$PAIRLANES" system --style charge
  echo '{"model": "lj", "parameters": {"cutoff": 3}, "backend": "cpu", "strategy": "vertex",
    "system": {"file": "charge.data", "style": "charge"}, "precision": "double",
    "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6}}' >"$BATS_TEST_TMPDIR/style.json"
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/style.json" --out "$BATS_TEST_TMPDIR/style.result"
  expect 0 jq -r '.cases[] | .id + " " + .status' "$BATS_TEST_TMPDIR/style.result"
  has "charge.data+charge/double/cpu/hilbert/vertex ok"
}

@test "wrong arguments are usage errors" {
  shows 2 "FILE is missing" "$PAIRLANES" energy --model lj
  shows 2 "--model is missing: one of \`pairlanes help models\`" "$PAIRLANES" energy "$three"
  shows 2 "expected one FILE" "$PAIRLANES" energy --model lj "$three" "$three"
  shows 2 "expected KEY=VALUE" "$PAIRLANES" energy --model lj --set cutoff "$three"
  shows 2 '--frame: expected a whole number from 1, found "0"' "$PAIRLANES" energy --model lj --frame 0 "$three"
  shows 2 "three.xyz: expected a frame from 1 to 1, found 2" "$PAIRLANES" energy --model lj --frame 2 "$three"
  expect 3 "$PAIRLANES" energy --model lj "$three" --forces "$BATS_TEST_TMPDIR/no/such/folder"
  has "cannot be written: No such file or directory"
}

@test "errors of files have the line and what was expected" {
  expect 2 "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/none.xyz"
  has "none.xyz: cannot be read: No such file or directory"
  sed '5s/6 4 4/6 nan 4/' "$three" >"$BATS_TEST_TMPDIR/bad.xyz"
  expect 2 "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/bad.xyz"
  has "bad.xyz:5: the y coordinate of particle 3 is nan; expected a finite number"
  head -n 4 "$three" >"$BATS_TEST_TMPDIR/bad.xyz"
  expect 2 "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/bad.xyz"
  has "bad.xyz:5: the file ends here; expected particle 3 of 3"
  expect 2 "$PAIRLANES" energy --model lj --set cutoff=4.1 "$three"
  has "three.xyz: the box edge in x is 8, but has to be at least 8.2"
  sed 's/2.2/1/' "$three" >"$BATS_TEST_TMPDIR/bad.xyz"
  expect 2 "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/bad.xyz"
  has "particles 1 and 2 (counted from 1) lie at the same place"
}

@test "messages number particles by the ids of their file, in data files and dumps" {
  local head=$'gaps\n\n3 atoms\n1 atom types\n0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nAtoms # atomic\n\n'
  local dump=$'ITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS pp pp pp\n0 10\n0 10\n0 10\nITEM: ATOMS id x y z\n'
  while IFS='|' read -r second complaint; do
    printf '%s70 1 5 5 5\n10 1 1 1 1\n30 1 %s\n' "$head" "$second" >"$BATS_TEST_TMPDIR/gaps.data"
    printf '%s70 5 5 5\n10 1 1 1\n30 %s\n' "$dump" "$second" >"$BATS_TEST_TMPDIR/gaps.dump"
    for file in gaps.data gaps.dump; do
      shows 2 "$file: $complaint" "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/$file"
    done
  done <<'EOF'
1 1 1|particles 10 and 30 (ids of the file) lie at the same place
1e18 1 1|particle 30 (ids of the file): expected it within 2^20 boxes, found the coordinate 1e+18
EOF
}

@test "--strategy is compared with the reference, and fails if forces exceed its range" {
  local at=$BATS_TEST_TMPDIR
  pair() { # DISTANCE
    printf '3\nLattice="20 0 0 0 20 0 0 0 20" Properties=species:S:1:pos:R:3\nA 1 1 1\nA %s 1 1\nA 2 3 4\n' \
      "$(jq -n "1 + $1")" >"$at/pair.xyz"
  }
  pair 0.9
  shows 0 "error       forces" "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision fixed_math
  pair 0.5
  expect 1 "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision fixed_math
  has "differ from the reference by more than the tolerance"
  has ": exceeded, forces left the range of the precision: those on particle 1 add up to 3.9e+05, and its limit is 32768"
  expect 0 "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision fixed
  lacks "left the range"
  pair 0.1
  expect 1 "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision fixed
  has "forces left the range of the precision: those on particle 1 add up to 4.8e+14, and its limit is 2.14748e+09"
  pair 0.001
  expect 1 "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision single --forces "$at/f"
  pair 0
  shows 2 "lie at the same place" "$PAIRLANES" energy --model lj "$at/pair.xyz" --strategy vertex --precision fixed
}

@test "particles so far from their box that digits are lost are refused" {
  local far=$BATS_TEST_TMPDIR/far.xyz shift
  for shift in 0 1e6 1e15; do
    printf '3\nLattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3\nA %s 1 1\nA 2 2 1\nA 2 3 4\n' \
      "$(python3 -c "print(1.25 + $shift)")" >"$far"
    if [ "$shift" = 1e15 ]; then
      expect 2 "$PAIRLANES" energy --model lj "$far"
      has "particle 1 (counted from 1): expected it within 2^20 boxes, found the coordinate 1e+15"
    else
      expect 0 "$PAIRLANES" energy --model lj "$far"
    fi
  done
}
