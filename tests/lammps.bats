#!/usr/bin/env bats
# The reference against LAMMPS, an independent program.

load setup

# Compares energy, virial and every force of a built fluid with LAMMPS: lammps_agrees N DENSITY SHIFT
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

@test "energy, virial and forces of the dense melt are those of LAMMPS" {
  lammps_agrees 4000 0.8442 energy
}

@test "so they are without the shift, and in a gas" {
  lammps_agrees 1000 0.1 none
}

@test "the oracle says what is missing" {
  expect 2 "$ROOT/scripts/oracle-lammps"
  has "a data file is missing"
  expect 2 "$ROOT/scripts/oracle-lammps" "$BATS_TEST_TMPDIR/none.data"
  has "cannot be read"
  touch "$BATS_TEST_TMPDIR/a.data"
  LMP=no-such-program expect 3 "$ROOT/scripts/oracle-lammps" "$BATS_TEST_TMPDIR/a.data"
  has "is not installed"
}
