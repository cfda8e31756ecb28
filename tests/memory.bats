#!/usr/bin/env bats
# Tests cases that need more than the free memory: they end before systems are built.

load setup

@test "a case that does not fit is skipped in a moment, and the others are measured" {
  cat >"$BATS_TEST_TMPDIR/big.json" <<'JSON'
{
  "name": "big",
  "system": {"n": [500, 2000000000], "density": 0.1},
  "strategy": ["serial", "tile"],
  "precision": "double",
  "backend": "cpu",
  "threads": 1,
  "sampling": {"warmup_ms": 1, "max_samples": 6, "min_samples": 6, "max_seconds": 0.2}
}
JSON
  out=$BATS_TEST_TMPDIR/out.json
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/big.json" --quiet --out "$out"
  has "2 timed (0 of them before), 2 skipped, 0 failed"
  jq -e '[.cases[] | select(.id | contains("n2000000000"))] | length == 2 and
    all(.status == "skipped" and (.reason | test("needs [0-9.e+]+ GiB, [0-9.e+]+ GiB free")))' "$out"
}

@test "a case larger than all memory is refused at once, with the memory that it needs" {
  config='{"name": "big", "system": {"n": 2000000000}, "strategy": "vertex", "backend": "cpu"}'
  printf '%s' "$config" >"$BATS_TEST_TMPDIR/big.json"
  sentence="the memory of this machine is too small: needs "
  export PAIRLANES_CACHE=$BATS_TEST_TMPDIR/cache # an empty cache, because no kernel may be compiled either
  shows 3 "$sentence" timeout 60 "$PAIRLANES" run "$BATS_TEST_TMPDIR/big.json" --quiet --out "$BATS_TEST_TMPDIR/o"
  [ ! -e "$PAIRLANES_CACHE" ] || [ -z "$(find "$PAIRLANES_CACHE" -name '*.so')" ]
  shows 3 "$sentence" timeout 60 "$PAIRLANES" verify -n 1000000000 --model lj
  shows 3 "$sentence" timeout 60 "$PAIRLANES" system -n 2000000000
  shows 3 "$sentence" timeout 60 "$PAIRLANES" system -n 1000000000 --model brahms
}

@test "the limit of a process's address space also limits its cases" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers take more address space than there is"
  awk 'BEGIN {
    print 125000
    print "Lattice=\"60 0 0 0 60 0 0 0 60\" Properties=species:S:1:pos:R:3"
    for (i = 0; i < 125000; i++)
      print "Ar", i % 50 * 1.2, int(i / 50) % 50 * 1.2, int(i / 2500) * 1.2
  }' >"$BATS_TEST_TMPDIR/many.xyz"
  export OMP_NUM_THREADS=1
  expect 0 "$PAIRLANES" energy --model lj "$BATS_TEST_TMPDIR/many.xyz"
  for limit in {10000..60000..2000}; do
    run bash -c "ulimit -v $limit && exec '$PAIRLANES' energy --model lj '$BATS_TEST_TMPDIR/many.xyz'"
    [[ $output != *"the memory of this machine is too small: needs "* ]] || break
  done
  [ "$status" -eq 3 ]
  has "GiB free"
}
