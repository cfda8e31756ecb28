#!/usr/bin/env bats
# Tests runs without enough memory, anywhere: the exit code is 3, and a message gives the reason. No incomplete
# result or output looks complete. The short part lets some allocations fail, the long part every allocation.

load setup

setup() {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers have an allocator of their own"
  shim=$(dirname "$PAIRLANES")/tests/fail_allocation.so
  cd "$BATS_TEST_TMPDIR" || return
  # one thread, because libgomp allocates memory for more threads
  export OMP_NUM_THREADS=1
  awk 'BEGIN {
    print 216
    print "Lattice=\"7.2 0 0 0 7.2 0 0 0 7.2\" Properties=species:S:1:pos:R:3"
    for (i = 0; i < 216; i++)
      print "Ar", i % 6 * 1.2 + 0.1 * sin(i), int(i / 6) % 6 * 1.2, int(i / 36) * 1.2 + 0.1 * cos(i)
  }' >few.xyz
  cat >tiny.json <<'JSON'
{
  "name": "tiny",
  "system": {"file": "few.xyz"},
  "strategy": "serial",
  "precision": "double",
  "backend": "cpu",
  "threads": 1,
  "sampling": {"warmup_ms": 0, "sample_ms": 0, "max_samples": 6, "min_samples": 6, "max_seconds": 0.01}
}
JSON
  expect 0 "$PAIRLANES" run tiny.json --quiet --out old.json
  expect 0 "$PAIRLANES" run tiny.json --quiet --out new.json
}

fail_every() { # STEP RESULTS ARGUMENT…
  local step=$1 results=$2
  shift 2
  expect 0 "$ROOT/tests/every_allocation" "$shim" "$step" "$results" "$PAIRLANES" "$@"
  [ "$(sed -n 's/.*: \([0-9]*\) allocations failed.*/\1/p' <<<"$output")" -gt 10 ]
}

@test "run, show and energy report some allocations that fail" {
  fail_every 2 - energy --model lj few.xyz
  fail_every 41 - show new.json
  fail_every 109 OUT run tiny.json --quiet --out OUT
}

# bats test_tags=long
@test "each allocation of list and energy fails" {
  fail_every 1 - list
  fail_every 1 - energy --model lj few.xyz
  fail_every 1 - energy --model lj few.xyz --strategy vertex --json
}

# bats test_tags=long
@test "each allocation of a run fails" {
  fail_every 1 OUT run tiny.json --quiet --out OUT
}

# bats test_tags=long
@test "allocations of a run that moves particles and replays lanes fail" {
  jq '. + {"strategy": ["vertex", "tile"], "precision": "single", "counters": {"determinism": true},
    "dynamics": {"steps": 4, "warmup": 2, "sample": 2, "thermostat": "langevin", "temperature": 1}}' \
    tiny.json >wide.json
  expect 0 "$PAIRLANES" run wide.json --quiet --out wide.out.json # compiles the kernels
  fail_every 11 OUT run wide.json --quiet --out OUT
}

# bats test_tags=long
@test "each allocation of a resumed run fails" {
  fail_every 3 OUT=old.json run tiny.json --quiet --resume --out OUT
}

# bats test_tags=long
@test "each allocation of show, compare and export fails" {
  fail_every 1 - show new.json
  fail_every 1 - compare old.json new.json
  fail_every 1 - export new.json
}
