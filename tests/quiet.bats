#!/usr/bin/env bats
# Tests measurements that need a quiet machine: the overhead of a run, and comparisons of strategies.

load setup

setup() {
  folder=$BATS_TEST_TMPDIR
  small_sweep
}

@test "a run reports where its time went" {
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json"
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  [[ $output =~ [0-9.]+\ s:\ sampling\ [0-9.]+\ %,.*\ harness\ [0-9.]+\ % ]]
  valid "$ROOT/results/schema.json" "$folder/out.json"
  [ "$(value '.overhead.shares | add | (. - 1) * (. - 1) < 1e-12' "$folder/out.json")" = true ]
  [ "$(value '.overhead.shares | .sampling > 0 and .verification > 0 and .systems > 0 and
    .compilation == 0 and .harness < .sampling' "$folder/out.json")" = true ]
  # no sample is taken if all cases are kept
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet --resume
  valid "$ROOT/results/schema.json" "$folder/out.json"
  [ "$(value .overhead.shares.sampling "$folder/out.json")" = 0 ]
}

# Pair functions take more than twice as long without vector instructions.
# bats test_tags=long
@test "SIMD lanes of a core are faster than scalar code on lipids" {
  grep -qw avx2 /proc/cpuinfo || skip "needs AVX2"
  # AVX2 has half as many lanes as AVX-512, and selects partners one by one
  local most=0.95
  if grep -qw avx512f /proc/cpuinfo; then most=0.8; fi
  expect 0 "$PAIRLANES" run "$ROOT/configs/bench-lipids.json" --out "$folder/out.json" \
    --set strategy=serial,team --set precision=double
  shows 0 true value '[.cases[] | {(.strategy): .force.min_ns}] | add | .team < '$most' * .serial' "$folder/out.json"
}
