#!/usr/bin/env bats
# Tests atoms with types outside the model, read from a LAMMPS data file, on the CPU and the emulated GPU.
load setup

setup() {
  cd "$ROOT" || return
  T=$BATS_TEST_TMPDIR
}

# water TYPES FILE [TYPE WITHOUT COEFFICIENTS] [TYPE WITHOUT MASS]: writes water with half of the types for oxygens and
# half for hydrogens; masses differ
water() {
  awk -v types="$1" -v bare="${3:-0}" -v light="${4:-0}" '
    function place() { return (seed = (seed * 16807) % 2147483647) / 2147483647 / 3 }
    BEGIN {
      seed = 7; half = types / 2; n = 125
      printf "LAMMPS water\n\n%d atoms\n%d bonds\n%d atom types\n", 3 * n, 2 * n, types
      printf "0 15.75 xlo xhi\n0 15.75 ylo yhi\n0 15.75 zlo zhi\n\nMasses\n\n"
      for (t = 1; t <= types; t++) if (t != light) print t, (t <= half ? 16 : 1) + t / 1000
      print "\nPair Coeffs # lj/cut/coul/long\n"
      for (t = 1; t <= types; t++) if (t != bare) print t, (t <= half ? "0.16 3.2" : "0.046 0.4")
      print "\nBond Coeffs # harmonic\n\n1 500 1"
      print "\nAtoms # full\n"
      for (m = 0; m < n; m++) {
        x = 3.15 * (m % 5) + place(); y = 3.15 * (int(m / 5) % 5) + place(); z = 3.15 * int(m / 25) + place()
        print 3 * m + 1, m + 1, 1 + m % half, -0.2, x, y, z
        print 3 * m + 2, m + 1, 1 + half + m % half, 0.1, x + 0.8, y + 0.58, z
        print 3 * m + 3, m + 1, 1 + half + m % half, 0.1, x - 0.8, y + 0.58, z
      }
      print "\nBonds\n"
      for (m = 0; m < n; m++) { print ++b, 1, 3 * m + 1, 3 * m + 2; print ++b, 1, 3 * m + 1, 3 * m + 3 }
    }' >"$2"
}

# config FILE STRATEGIES BACKEND [STEP]: writes a config for a file
config() {
  cat >"$T/case.json" <<JSON
{"name": "types", "model": "allatom", "parameters": {"cutoff": 6, "switch": 5}, "precision": "single",
 "strategy": [$2], "backend": "$3", "system": {"file": "$1"}, "counters": {"lanes": false},
 "sampling": {"step": ${4:-0}, "max_seconds": 0.01, "min_samples": 6, "warmup_ms": 0, "sample_ms": 0}}
JSON
}

energy() {
  "$PAIRLANES" energy --model allatom --set cutoff=6 --set switch=5 "$1" --json | jq .energy
}

@test "forty types that differ by their masses have the energy of two" {
  water 2 "$T/two.data"
  water 40 "$T/forty.data"
  two=$(energy "$T/two.data")
  forty=$(energy "$T/forty.data")
  awk "BEGIN { exit !($two != 0 && ($forty - $two) ^ 2 < 1e-20 * $two ^ 2) }"
}

@test "the CPU has kernels for forty types, and moves them" {
  water 40 "$T/forty.data"
  config "$T/forty.data" '"vertex", "team"' cpu 0.001
  expect 0 "$PAIRLANES" run "$T/case.json" --out "$T/out.json"
  jq -e '[.cases[] | .status == "ok" and .step.median_ns > 0] | length == 2 and all' "$T/out.json"
}

# bats test_tags=long
@test "a GPU has kernels for forty types and for more than its tables hold, and moves them" {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  export PAIRLANES_CACHE=${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/emulated
  for types in 40 64; do
    water $types "$T/$types.data"
    config "$T/$types.data" '"vertex", "cluster", "staged"' cuda
    expect 0 "$program" run "$T/case.json" --out "$T/$types.json"
    jq -e '[.cases[].status] == ["ok", "ok", "ok"]' "$T/$types.json"
  done
  config "$T/40.data" '"vertex"' cuda 0.001
  expect 0 "$program" run "$T/case.json" --out "$T/moved.json"
  jq -e '.cases[0] | .status == "ok" and .step.median_ns > 0' "$T/moved.json"
}

@test "a type of atoms without coefficients or without a mass is reported" {
  water 40 "$T/wrong.data" 37
  expect 2 "$PAIRLANES" energy --model allatom --set cutoff=6 --set switch=5 "$T/wrong.data"
  has "wrong.data: there are no Pair Coeffs of type 37, epsilon and sigma, by which model allatom"
  water 40 "$T/light.data" 0 21
  expect 2 "$PAIRLANES" energy --model allatom --set cutoff=6 --set switch=5 "$T/light.data"
  has "light.data: there is no mass of type 21; model allatom has none with eps 0.16"
  config "$T/wrong.data" '"vertex"' cpu
  expect 2 "$PAIRLANES" run "$T/case.json" --out "$T/out.json"
  has "wrong.data: there are no Pair Coeffs of type 37, epsilon and sigma"
}
