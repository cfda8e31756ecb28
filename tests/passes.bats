#!/usr/bin/env bats
# Tests measurements in addition to the usual times: cold caches, energy and whole steps.

load setup

sweep() {
  "$PAIRLANES" run "$ROOT/configs/quick.json" --backend cpu --quiet --set strategy=serial \
    --set precision=double --set system.n=4000 --set sampling.warmup_ms=0 \
    --set sampling.warmup_calls=1 --set sampling.min_samples=6 --set sampling.max_samples=6 \
    --out "$BATS_TEST_TMPDIR/out.json" "$@"
}

value() {
  jq -r "$1" "$BATS_TEST_TMPDIR/out.json"
}

follows_schema() {
  python3 - "$ROOT/results/schema.json" "$BATS_TEST_TMPDIR/out.json" <<'PYTHON'
import json, sys, jsonschema
schema, document = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator(schema).validate(document)
PYTHON
}

@test "calls with energies and calls on cold caches, one call per sample, are separate quantities" {
  expect 0 sweep
  [ "$(value '.cases[0].force_cold')" = null ]
  [ "$(value '.cases[0].force_energies')" = null ]
  expect 0 sweep --set system.n=500 --set sampling.cold=true --set sampling.energies=true
  follows_schema
  [ "$(value '.cases[0].force_energies | .n >= 6 and .min_ns > 0')" = true ]
  [ "$(value '.cases[0].force_cold.calls_per_sample')" = 1 ]
  [ "$(value '.cases[0].force_cold.n')" = 6 ]
  # cold calls read positions and list from memory. The fastest cold call is slower than the fastest warm call,
  # unless other programs slow down all calls
  for _ in 1 2; do
    [ "$(value '.cases[0] | .force_cold.min_ns > .force.min_ns')" = true ] && break
    expect 0 sweep --set system.n=500 --set sampling.cold=true
  done
  [ "$(value '.cases[0] | .force_cold.min_ns > .force.min_ns')" = true ]
  cold=$("$PAIRLANES" export "$BATS_TEST_TMPDIR/out.json" --format csv | python3 -c \
    'import csv, sys; print(next(csv.DictReader(sys.stdin))["force_cold_median_ns"])')
  [ "$(value ".cases[0].force_cold.median_ns == $cold")" = true ]
}

# bats test_tags=long
@test "whole steps are timed if their length is given, and reported by parts" {
  shows 2 "sampling.step" sweep --set sampling.step=-1
  expect 0 sweep
  [ "$(value '.cases[0] | [.step, .step_parts] == [null, null]')" = true ]
  expect 0 sweep --set system.n=500 --set sampling.step=0.005
  follows_schema
  [ "$(value '.cases[0] | .step.n == 6 and .step.min_ns > .force.min_ns')" = true ]
  # warm-up and samples have 200 steps each; each list is used for several steps
  [ "$(value '.cases[0].step_parts | .steps >= 1400 and .builds > 7 and .builds < .steps')" = true ]
  [ "$(value '.cases[0] | (.step_parts.force + .step_parts.list + .step_parts.integration) /
    .step.median_ns | . > 0.5 and . < 1.5')" = true ]
}

@test "energy is reported in joules or with the reason why not" {
  expect 0 sweep
  [ "$(value '.cases[0].energy')" = null ]
  expect 0 sweep --set counters.energy=true
  follows_schema
  if [ -r /sys/class/powercap/intel-rapl:0/energy_uj ]; then
    [ "$(value '.cases[0].energy | .source == "RAPL" and .watts > 0 and .seconds >= 1')" = true ]
  else
    [[ $(value '.cases[0].energy.reason') == RAPL:* ]]
  fi
}

@test "keys of sampling and counters are checked" {
  shows 2 "sampling.cold: expected true or false, found 1" sweep --set sampling.cold=1
  shows 2 'did you mean "energy"?' sweep --set counters.energie=true
}

@test "forces are evaluated repeatedly if the config requests determinism" {
  expect 0 sweep
  [ "$(value '.cases[0].verify.spread_rel')" = null ]
  expect 0 sweep --set counters.determinism=true
  [ "$(value '.cases[0].verify.spread_rel')" = 0 ]
  [ "$(value '.cases[0].verify.net_force_rel < 1e-10')" = true ]
}

@test "hardware counters that a backend lacks are reported with the reason" {
  expect 0 sweep --set counters.hardware=true
  follows_schema
  [ "$(value '.cases[0].hardware.reason')" = "the cpu backend has no hardware counters" ]
  expect 0 sweep
  [ "$(value '.cases[0].hardware')" = null ]
}

# shellcheck disable=SC2016
@test "scripts/lanes-table prints replayed and counted lanes with their correlation" {
  recorded=$ROOT/results/nvidia-h200/passes.json
  expect 0 "$ROOT/scripts/lanes-table" "$recorded"
  expect 0 python3 - "$recorded" <(echo "$output") <<'PYTHON'
import json, re, statistics, sys
cases = [c for c in json.load(open(sys.argv[1]))["cases"]
         if c.get("lanes") and "threads_per_instruction" in (c.get("hardware") or {})]
text = open(sys.argv[2]).read()
assert len(re.findall(r"^\| `", text, re.M)) == len(cases) >= 12
for c in cases:
    if c["strategy"] == "vertex":
        lanes = (32 * c["lanes"]["overall"], c["hardware"]["threads_per_instruction"])
        row = "| `vertex` | block 128 | %s | 0.8442 | %.3g | %.3g | " % (c["precision"], *lanes)
        assert re.search(re.escape(row) + r"[0-9.]+ % \|$", text, re.M), row
replayed = [32 * c["lanes"]["overall"] for c in cases]
counted = [c["hardware"]["threads_per_instruction"] for c in cases]
printed = float(re.search(r"replayed with counted lanes: ([0-9.]+);", text)[1])
assert abs(printed - statistics.correlation(replayed, counted)) < 6e-4, printed
PYTHON
  expect 2 "$ROOT/scripts/lanes-table" "$BATS_TEST_DIRNAME/data/results.json"
  has "no case has lanes that were both replayed and counted"
  shows 2 "README.md: no results of a run" "$ROOT/scripts/lanes-table" "$ROOT/README.md"
  shows 2 "expected one results file, found 0; see --help" "$ROOT/scripts/lanes-table"
}

@test "the metrics that are counted can be chosen" {
  expect 0 sweep --set counters.hardware=true \
    --set counters.metrics=dram__bytes.sum,sm__warps_active.avg.pct_of_peak_sustained_active
  follows_schema
  [ "$(value '.config.sweeps[0].counters.metrics[0]')" = dram__bytes.sum ]
  first=$(value '.cases[0].identity')
  expect 0 sweep --set counters.hardware=true --set counters.metrics.dram=dram__bytes.sum
  [ "$(value '.config.sweeps[0].counters.metrics.dram')" = dram__bytes.sum ]
  [ "$(value '.cases[0].identity')" != "$first" ]
  value .config >"$BATS_TEST_TMPDIR/config.json"
  python3 -c 'import json, sys, jsonschema
schema, config = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator(schema).validate(config)' \
    "$ROOT/configs/schema.json" "$BATS_TEST_TMPDIR/config.json"
}

@test "an impossible metric of CUPTI is refused before anything runs" {
  for wrong in dram_bytes.sum dram__bytes dram__bytes.total __bytes.sum Dram__bytes.sum \
    dram__.sum dram__bytes.sum. 'dram__bytes.sum;' 7; do
    shows 2 "counters.metrics: expected a metric of CUPTI, unit__quantity.rollup" sweep --set counters.metrics="$wrong"
  done
  shows 2 'counters.metrics[1]: expected a metric of CUPTI' sweep --set counters.metrics=dram__bytes.sum,dram__bytes
  shows 2 "the same metric twice" sweep --set counters.metrics=dram__bytes.sum,dram__bytes.sum
  shows 2 "expected from 1 to 64 metrics, found []" sweep --set counters.metrics='[]'
  shows 2 'neither "passes" nor "reason"' sweep --set counters.metrics.passes=dram__bytes.sum
}
