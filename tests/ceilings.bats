#!/usr/bin/env bats
# Tests the ceilings of `pairlanes ceilings`: they are plausible, and the file is valid.

load setup

setup_file() {
  load setup
  export FILE=$BATS_FILE_TMPDIR/ceilings.json
  export EACH=$BATS_FILE_TMPDIR/each.json # with all threads, and with one
  all=$(nproc)
  "$PAIRLANES" ceilings --backend cpu --threads "$([ "$all" -gt 1 ] && echo "$all,1" || echo 1)" --out "$EACH" \
    2>&1 >"$BATS_FILE_TMPDIR/table" | while read -r messages; do
    if [ "$messages" = "measuring cpu, threads: 1" ] && [ "$all" -gt 1 ]; then
      cp "$EACH" "$BATS_FILE_TMPDIR/before.json" # the file at the beginning of the second measurement
    fi
  done
  jq '.devices |= .[:1]' "$EACH" >"$FILE"
}

# Succeeds if a jq condition on the ceilings of the first device is true in one of three measurements. Other
# programs may disturb a measurement.
holds() {
  for _ in 1 2 3; do
    run jq --exit-status ".devices[0].ceilings | map_values(.best) | $1" "$FILE"
    [ "$status" -ne 0 ] || return 0
    jq -c '.devices[0].ceilings | map_values(.best)' "$FILE"
    "$PAIRLANES" ceilings --backend cpu --out "$FILE" >/dev/null
  done
  echo "not so: $1"
  return 1
}

@test "the file is valid, and names machine and build" {
  expect 0 python3 -c 'import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))' \
    results/ceilings.schema.json "$FILE"
  [ "$(jq -r .provenance.devices[0].name "$FILE")" = "$(jq -r .devices[0].name "$FILE")" ]
}

@test "rates of the CPU are plausible" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers' own instructions are among those that are timed"
  # plausible range: 1 to 64 lanes with 2 flops per fused multiply-add at 0.5 to 6 GHz
  cores=$(jq .devices[0].cores "$FILE")
  holds ".fma_single > 1e9 * $cores and .fma_single < 800e9 * $cores"
  holds '.fma_single / .fma_double | . > 1.4 and . < 2.8'
  holds '.rsqrt_single < .fma_single and .reciprocal_single > .reciprocal_double'
  holds '.gather_l1 > .gather_l2 and .gather_l2 > .gather_dram and .gather_l1 > 4 * .gather_dram'
  holds '.stream_l2 > .stream_dram and .stream_dram > 1e9'
}

@test "the single-precision rate of a GPU is at most 5 % below that of its cores and clock" {
  for file in "$ROOT"/results/*/ceilings.json; do
    jq --exit-status '[.devices[].backend] | index("cuda")' "$file" || continue
    # shellcheck disable=SC2016
    expect 0 jq --exit-status '{"sm_70": 64, "sm_75": 64, "sm_80": 64} as $lanes |
      [.devices[] as $device | .provenance.devices[] |
        select(.name == $device.name and .backend == "cuda") |
        $device.ceilings.fma_single.best /
        ($device.cores * ($lanes[.architecture] // 128) * 2e6 * .clock_mhz) |
        . > 0.95 and . < 1.01] | length > 0 and all' "$file"
  done
}

@test "atomic adds to one address are slower than to different ones" {
  [ "$(jq .devices[0].cores "$FILE")" -gt 1 ] || skip "a single core has none"
  holds '.conflict_double < .atomic_double and .conflict_float < .atomic_float'
}

# bats test_tags=long
@test "no case exceeds a ceiling, and each names its nearest one" {
  cp "$FILE" "$BATS_TEST_TMPDIR/ceilings.json"
  expect 0 "$PAIRLANES" run configs/quick.json --backend cpu --set system.n=4000 \
    --set sampling.max_seconds=0.5 --out "$BATS_TEST_TMPDIR/r.json"
  has " % of "
  expect 0 python3 -c 'import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))' \
    results/schema.json "$BATS_TEST_TMPDIR/r.json"
  expect 0 jq --exit-status '[.cases[] | .limits.fraction == ([.limits.fractions[]] | max) and
    .limits.fraction == .limits.fractions[.limits.ceiling] and .limits.fraction <= 1.05] |
    length >= 14 and all' "$BATS_TEST_TMPDIR/r.json"
  # bytes of a list for 4,000 particles, and the work that lj declares per pair
  expect 0 jq --exit-status '[.cases[] | select(.strategy == "vertex" and .precision == "single") |
    .counts | .flops == 20 * .pairs_listed and .special == .pairs_listed and
    .bytes == 20 * .pairs_listed + 32 * 4000] | length > 0 and all' "$BATS_TEST_TMPDIR/r.json"
  # the file is not next to the results; an option names it
  expect 0 "$PAIRLANES" run configs/quick.json --backend cpu --set system.n=500 --set strategy=vertex \
    --set sampling.max_seconds=0.1 --ceilings "$FILE" --out "$BATS_TEST_TMPDIR/else/r.json" --quiet
  expect 0 jq --exit-status '[.cases[].limits.fraction] | length > 0 and all' "$BATS_TEST_TMPDIR/else/r.json"
  expect 2 "$PAIRLANES" run configs/quick.json --ceilings nowhere.json --out "$BATS_TEST_TMPDIR/n.json"
  has "nowhere.json: cannot be read: No such file"
  [ ! -e "$BATS_TEST_TMPDIR/n.json" ]
}

@test "the best of the repetitions is the ceiling, and none is slower than the worst" {
  expect 0 jq --exit-status \
    '[.devices[].ceilings[] | .best >= .median and .median >= .worst] | all' "$FILE"
}

@test "the table has every ceiling, in units that people read" {
  run cat "$BATS_FILE_TMPDIR/table"
  for name in $(jq -r '.devices[0].ceilings | keys[]' "$FILE"); do
    has "$name "
  done
  has "flop/s"
  has "GB/s"
}

@test "without a GPU ceilings exits with 3 and the reason" {
  run "$PAIRLANES" ceilings --backend cuda --out "$BATS_TEST_TMPDIR/c.json"
  [ "$status" -ne 0 ] || skip "there is a GPU"
  [ "$status" -eq 3 ]
  [[ $output =~ "no CUDA driver"|"no cuda backend"|"CUDA device" ]]
  [ ! -e "$BATS_TEST_TMPDIR/c.json" ]
}

@test "each number of threads has separate ceilings in the file and in the table" {
  [ "$(nproc)" -gt 1 ] || skip "there is one number of threads"
  [ "$(jq -c '[.devices[].cores]' "$EACH")" = "[$(nproc),1]" ]
  [ "$(jq -c '[.provenance.devices[].cores]' "$EACH")" = "[$(nproc),1]" ]
  expect 0 python3 -c 'import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))' \
    results/ceilings.schema.json "$EACH"
  [ "$(jq -c '[.devices[].cores]' "$BATS_FILE_TMPDIR/before.json")" = "[$(nproc)]" ]
  # also true on a busy machine
  expect 0 jq --exit-status '.devices | .[0].ceilings.fma_double.best > 1.2 * .[1].ceilings.fma_double.best' "$EACH"
  shows 0 "(cpu, $(nproc) threads)" cat "$BATS_FILE_TMPDIR/table"
  has "(cpu, 1 thread)"
}

@test "threads bound by OpenMP stay bound, and memory beyond the limit is not allocated" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers take more address space than there is"
  [ "$(nproc)" -gt 1 ] || skip "there is one processor"
  # the hardware threads of a core are one place; a thread may run on any of them
  two=$(python3 -c "import os; print(*sorted(os.sched_getaffinity(0))[:2], sep=',')")
  (
    ulimit -v 220000
    OMP_PROC_BIND=close OMP_PLACES="{$two},{$two}" exec "$PAIRLANES" ceilings --backend cpu --threads 2 \
      --out "$BATS_TEST_TMPDIR/c.json"
  ) 2>"$BATS_TEST_TMPDIR/messages" &
  process=$!
  sleep 1.5
  allowed=$(cat /proc/$process/task/*/status | grep Cpus_allowed_list | sort | uniq -c | tr -s ' \t' ' ')
  kill -TERM $process || cat "$BATS_TEST_TMPDIR/messages"
  wait $process || true
  [[ $allowed = " 2 Cpus_allowed_list: "* ]] || {
    echo "$allowed"
    return 1
  }
}

@test "wrong options are usage errors" {
  shows 2 "--threads: expected a whole number from 1" "$PAIRLANES" ceilings --threads 0
  expect 2 "$PAIRLANES" ceilings --threads 1,
  shows 2 "--threads: 2 is given twice" "$PAIRLANES" ceilings --threads 2,1,2
  shows 2 "--threads: expected at most 63 numbers" "$PAIRLANES" ceilings --threads "$(seq -s , 64)"
  shows 2 'expected cpu or cuda, found "gpu"' "$PAIRLANES" ceilings --backend gpu
  shows 2 "expected a whole number from 0" "$PAIRLANES" ceilings --device none
  expect 2 "$PAIRLANES" ceilings --speed
  expect 2 "$PAIRLANES" ceilings surplus
}
