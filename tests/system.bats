#!/usr/bin/env bats
# Tests the systems that `pairlanes system` builds, reads and writes.

load setup

hash_of() {
  "$PAIRLANES" system "$@" | sed -n 's/^hash  *//p'
}

@test "the same options give the same hash, another seed another" {
  first=$(hash_of --n 300 --density 0.5 --temperature 1.8)
  [ ${#first} -eq 32 ]
  [ "$(PAIRLANES_CACHE=/dev/null/none OMP_NUM_THREADS=1 hash_of --model lj --n 300 --density 0.5 --temperature 1.8 --seed 1)" = "$first" ]
  [ "$(hash_of --n 300 --density 0.5 --temperature 1.8 --seed 2)" != "$first" ]
}

@test "system prints the number of particles and the box" {
  shows 0 "n           1000" "$PAIRLANES" system --n 1000 --density 0.125
  has "box         20 x 20 x 20"
  has "density     0.125"
  has "source      fluid, seed 1"
}

@test "a written system reads back bit by bit" {
  built=$(hash_of --n 300 --density 0.5 --out "$BATS_TEST_TMPDIR/a.xyz")
  [ "$(hash_of "$BATS_TEST_TMPDIR/a.xyz")" = "$built" ]
  mv "$BATS_TEST_TMPDIR/a.xyz" "$BATS_TEST_TMPDIR/a"
  [ "$(hash_of "$BATS_TEST_TMPDIR/a")" = "$built" ]
  [ "$(hash_of --from extxyz "$BATS_TEST_TMPDIR/a")" = "$built" ]
}

@test "patchy particles keep their orientations; bonds are kept as well" {
  built=$(hash_of --model patchy --n 64 --density 0.1 --out "$BATS_TEST_TMPDIR/a.xyz")
  [ "$(hash_of "$BATS_TEST_TMPDIR/a.xyz")" = "$built" ]
  shows 0 "hash $built" "$PAIRLANES" energy --model patchy --strategy vertex "$BATS_TEST_TMPDIR/a.xyz"
  expect 2 "$PAIRLANES" system --model oxdna --n 16 --out "$BATS_TEST_TMPDIR/b.xyz"
  has "format extxyz cannot hold the bonded terms of duplexes, seed 1"
}

@test "LAMMPS data files have the counts, the box and every particle" {
  "$PAIRLANES" system --n 300 --density 0.5 --format lammps --out "$BATS_TEST_TMPDIR/a.data"
  # shellcheck disable=SC2016
  expect 0 awk '$2 == "atoms" { n = $1 } $2 == "atom" && $3 == "types" { types = $1 }
    $3 == "xlo" { box = $2 } /^Atoms # atomic/ { atoms = NR }
    atoms && NR > atoms + 1 && $1 == ++id && NF == 5 && $2 == 1 && $3 >= 0 && $3 < box { good++ }
    END { exit n != 300 || types != 1 || good != 300 }' "$BATS_TEST_TMPDIR/a.data"
}

@test "copies of a file's particles stand side by side, in a run too" {
  "$PAIRLANES" system --n 300 --density 0.5 --out "$BATS_TEST_TMPDIR/one.xyz"
  expect 0 "$PAIRLANES" system "$BATS_TEST_TMPDIR/one.xyz" --copies 2x1x3 --out "$BATS_TEST_TMPDIR/six.xyz"
  has "n           1800"
  has "source      $BATS_TEST_TMPDIR/one.xyz, 2x1x3 copies"
  expect 0 "$PAIRLANES" run quick --set backend=cpu --set strategy=serial --set precision=single \
    --set system.file="$BATS_TEST_TMPDIR/one.xyz" --set system.copies=1x1x1,2x1x3 --quiet --out "$BATS_TEST_TMPDIR/out.json"
  [ "$(jq -c '[.cases[] | [.n, .copies, .verify.passed]] | unique' "$BATS_TEST_TMPDIR/out.json")" = \
    '[[300,"1x1x1",true],[1800,"2x1x3",true]]' ]
  [ "$(jq -r '.cases[] | select(.n == 1800).input_hash' "$BATS_TEST_TMPDIR/out.json" | head -n 1)" = "$(hash_of "$BATS_TEST_TMPDIR/six.xyz")" ]
  expect 2 "$PAIRLANES" run quick --set system.copies=2x1x3 --quiet
  has "copies are of a file's particles, and this system is built"
  expect 2 "$PAIRLANES" system "$BATS_TEST_TMPDIR/one.xyz" --copies 2x3
  has '--copies: expected three whole numbers from 1 to 9999, as in 3x3x1, found "2x3"'
  expect 2 "$PAIRLANES" system --n 300 --copies 2x1x3
}

@test "data of a file that contradict its particles are reported" {
  local data=$BATS_TEST_TMPDIR/argon.data
  printf 'argon\n\n2 atoms\n1 atom types\n0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nMasses\n\n1 39.9\n\n' >"$data"
  printf 'Pair Coeffs # lj/cut\n\n1 0.238 3.4\n\nAtoms # atomic\n\n1 1 1 1 1\n2 1 5 5 5\n' >>"$data"
  expect 0 "$PAIRLANES" system "$data" --format lammps --out "$BATS_TEST_TMPDIR/out.data"
  has "note: $data:15: Pair Coeffs # lj/cut is not used without a model"
  has "$data: Masses are not used: type 1 has 39.9, particles without a model have 1"
  shows 0 "Masses are not used: type 1 has 39.9, in model lj 1" "$PAIRLANES" system --model lj "$data"
  expect 0 "$PAIRLANES" system "$BATS_TEST_TMPDIR/out.data"
  lacks "note:"
}

@test "builders use the parameters of their models" {
  for of in "--model patchy --n 64 --temperature 1" "--model oxdna --n 16"; do
    # shellcheck disable=SC2086 # several words
    usual=$(hash_of $of)
    case $of in *patchy*) setting=patches=4 ;; *) setting=sequence=dependent ;; esac
    # shellcheck disable=SC2086
    other=$(hash_of $of --set $setting)
    [ -n "$other" ] && [ "$other" != "$usual" ]
  done
  [ "$(hash_of --model patchy --n 64 --temperature 1 --set patches=2 --set alpha=0.12)" = \
    "$(hash_of --model patchy --n 64 --temperature 1)" ]
  shows 2 "temperature: expected 0.24 to 20 for patchy particles" "$PAIRLANES" system --model patchy --set epsilon=2
}

# bats test_tags=long
@test "water is built for the named model, in a sweep, too" {
  built=$(hash_of --model brahms --builder water --n 120)
  ssd=$(hash_of --model brahms --builder water --n 120 --set water=ssd)
  [ -n "$ssd" ] && [ "$ssd" != "$built" ]
  cat > "$BATS_TEST_TMPDIR/water.json" <<'JSON'
{"model": "brahms", "parameters": {"water": ["elba", "ssd"], "cutoff": 6}, "strategy": "vertex",
 "system": {"builder": "water", "n": 120}, "precision": "double", "backend": "cpu",
 "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6}}
JSON
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/water.json" --out "$BATS_TEST_TMPDIR/water.result"
  expect 0 jq -r '.cases[] | .id + " " + .source + " " + .input_hash + " " + .status' \
    "$BATS_TEST_TMPDIR/water.result"
  has "brahms,cutoff=6/water/n120/rho0.0334/double/cpu/hilbert/vertex water $built ok"
  has "brahms,water=ssd,cutoff=6/water/n120/rho0.0334/double/cpu/hilbert/vertex water $ssd ok"
}

@test "unknown builders of a model, and parameters that a builder does not use, are refused" {
  expect 2 "$PAIRLANES" system --model brahms --builder wader
  has "there is no builder of model brahms called \"wader\"; expected one of bilayer, water. Did"
  shows 2 "--set: builder bilayer does not use the parameter cutoff" "$PAIRLANES" system --model brahms --set cutoff=11
  echo '{"model": ["brahms", "lj"], "system": {"builder": "water"}}' > "$BATS_TEST_TMPDIR/c.json"
  expect 2 "$PAIRLANES" run "$BATS_TEST_TMPDIR/c.json"
  has "c.json:1:51: system.builder: there is no builder of model lj called \"water\""
}

@test "a million particles take seconds" {
  local TIMEFORMAT=%U
  { time expect 0 env PAIRLANES_CACHE=/dev/null/none "$PAIRLANES" system --n 1000000; } 2>"$BATS_TEST_TMPDIR/seconds"
  has "n           1000000"
  [ "$(printf '%.0f' "$(cat "$BATS_TEST_TMPDIR/seconds")")" -lt 20 ]
}

@test "built systems are cached, and built again if the cache is damaged" {
  export PAIRLANES_CACHE=$BATS_TEST_TMPDIR/cache
  built=$(hash_of --n 64 --density 0.1)
  file=$(find "$PAIRLANES_CACHE" -name '*.particles')
  [ "$(hash_of --n 64 --density 0.1)" = "$built" ]
  printf 'garbage' | dd of="$file" bs=1 seek=200 conv=notrunc status=none
  [ "$(hash_of --n 64 --density 0.1)" = "$built" ]
  hash_of --n 64 --density 0.1 --seed 2
  [ "$(find "$PAIRLANES_CACHE" -name '*.particles' | wc -l)" -eq 2 ]
}

@test "wrong values are refused" {
  shows 2 "n: expected 2 to 2147483646 particles, found 1" "$PAIRLANES" system --n 1
  shows 2 '--n: expected a whole number from 0, found "3e5"' "$PAIRLANES" system --n 3e5
  shows 2 "density: expected a positive number" "$PAIRLANES" system --density 0
  shows 2 '--temperature: expected a number, found "hot"' "$PAIRLANES" system --temperature hot
  shows 2 '--seed: expected a whole number' "$PAIRLANES" system --seed -1
  shows 2 'there is no model "jl"' "$PAIRLANES" system --model jl
}

@test "options that exclude each other are refused" {
  touch "$BATS_TEST_TMPDIR/a.xyz"
  shows 2 "--n is for building a system, but FILE is given" "$PAIRLANES" system "$BATS_TEST_TMPDIR/a.xyz" --n 300
  shows 2 "--from is for reading FILE" "$PAIRLANES" system --from nist
  shows 2 "--format is for writing" "$PAIRLANES" system --format lammps
  expect 2 "$PAIRLANES" system --n 300 --format lamps --out "$BATS_TEST_TMPDIR/a.data"
  has 'no writable file format "lamps"; expected one of extxyz, lammps, lammps_beads, lammps_molecules. Did you mean "lammps"?'
  expect 3 "$PAIRLANES" system --n 300 --out "$BATS_TEST_TMPDIR/no/such/folder"
  has "cannot be written: No such file or directory"
}
