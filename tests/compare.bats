#!/usr/bin/env bats
# Tests `pairlanes compare`, the gate for changes of speed: all exit codes and formats.

load setup

base=$ROOT/tests/data/demo.json
new=$BATS_TEST_TMPDIR/new.json

# Sets $new to the recorded results of another commit, changed by a jq program.
changed() {
  jq "$@" "$base" | jq '.provenance.commit = "fedcba987654"' >"$new"
}

# Three runs on each side.
three=(--base "$base" "$base" "$base" --new "$new" "$new" "$new")
back=(--base "$new" "$new" "$new" --new "$base" "$base" "$base")

# Makes the force of one strategy at one density and size 5 % slower.
slowed() {
  changed '.cases |= map(if .strategy == "vertex" and .n == 4000 and .density == 0.5 and
    .force then .force.samples_ns |= map(. * 1.05) else . end)'
}

@test "without changes compare exits with 0, and prints what it compared" {
  expect 0 "$PAIRLANES" compare --strict --base "$base" "$base" "$base" --new "$base" "$base" "$base"
  has "0 slower or more, 0 faster or fewer, 0 inconclusive"
  has "Compared: force, build, bin, pairs_listed"
  has "Not compared: step, bonded, force_cold"
}

@test "5 % slower is found, reported and exits 1; the other way round it is faster and exits 0" {
  slowed
  shows 1 "2 slower or more, 0 faster" "$PAIRLANES" compare "${three[@]}"
  [[ $output =~ slower\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force ]]
  has "1.050 ["
  shows 0 "0 slower or more, 2 faster" "$PAIRLANES" compare "${back[@]}"
}

@test "one run of each side without recorded noise is inconclusive, even for a large change" {
  slowed
  shows 0 "504 times have too few runs for a verdict" "$PAIRLANES" compare "$base" "$new"
  has "0 slower or more, 0 faster or fewer, 504 inconclusive"
  [[ $output =~ inconclusive\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force\ +1\.050\ \[too\ few\ runs ]]
  expect 3 "$PAIRLANES" compare --strict "$base" "$new"
  # noise of this case on this device
  local id=lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128 noise=$BATS_TEST_TMPDIR/noise.json
  jq -n --arg id "$id" '{schema_version: 1, runs: 5, devices: [],
    cases: [{id: $id, device: "NVIDIA H200", force: 0.001}]}' >"$noise"
  shows 1 "1 slower or more" "$PAIRLANES" compare "$base" "$new" --noise "$noise"
  cp "$base" "$BATS_TEST_TMPDIR/base.json" # the noise is found in the folder of this file
  expect 1 "$PAIRLANES" compare "$BATS_TEST_TMPDIR/base.json" "$new"
  jq '.cases[].force = 0.05' "$noise" >"$BATS_TEST_TMPDIR/loud.json"
  expect 0 "$PAIRLANES" compare "$base" "$new" --noise "$BATS_TEST_TMPDIR/loud.json"
  jq '.cases[].device = "NVIDIA H100" | .devices = [{device: "NVIDIA H200", force: 0.001}]' "$noise" \
    >"$BATS_TEST_TMPDIR/other.json"
  expect 0 "$PAIRLANES" compare "$base" "$new" --noise "$BATS_TEST_TMPDIR/other.json"
  shows 2 "expected the noise that \`pairlanes calibrate\` writes" "$PAIRLANES" compare "$base" "$new" --noise "$base"
  shows 2 "nowhere.json: cannot be read: No such file" "$PAIRLANES" compare "$base" "$new" --noise nowhere.json
}

@test "a time that is not to be trusted is inconclusive, with the reason" {
  slowed
  local fault='(.cases[] | select(.id | test("n4000/rho0.5/T1.8/double/cuda/hilbert/vertex")))'
  local doubted=$BATS_TEST_TMPDIR/doubted.json
  jq "$fault.force |= (.throttled = 3 | .n = 60)" "$new" >"$doubted"
  expect 1 "$PAIRLANES" compare --base "$base" "$base" "$base" --new "$new" "$doubted" "$new"
  has "1 slower or more, 0 faster"
  [[ $output =~ inconclusive\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force ]]
  [[ $output =~ 1\.050\ \[[0-9.,\ ]+\]\ !$'\n' ]]
  flat=$(tr -s ' \n' '  ' <<<"$output")
  [[ $flat == *"! 1 of 1680 is inconclusive because a time is not to be trusted. It is force of lj/n4000"* ]]
  [[ $flat == *"doubted.json: the hardware throttled in 3 of 60 samples. Remedy: let the device cool"* ]]
  jq '.provenance.cpu_cores = 2 | .cases[].machine = {others: 1.5, stolen: 0} |
    .cases[] |= (if .strategy == "newton" and .force then .force.samples_ns |= map(. * 2) else . end)' \
    "$new" >"$doubted"
  expect 1 "$PAIRLANES" compare --base "$base" "$base" "$base" --new "$doubted" "$doubted" "$doubted" \
    --format json
  [ "$(jq '[.comparisons[] | select(.verdict == "slower")] | length > 0 and all(.[];
    .reason == "on a busy machine: other programs kept 1.5 CPUs busy, a hypervisor 0")' <<<"$output")" = true ]
  [ "$(jq '[.comparisons[] | select(.unit == "ns" and .verdict == "same")] | length' <<<"$output")" = 0 ]
  expect 1 "$PAIRLANES" compare --base "$base" "$base" "$base" --new "$doubted" "$doubted" "$doubted" --format csv
  has "inconclusive,lj/n4000"
}

@test "only trusted numbers are written for a dashboard" {
  changed '.provenance.cpu_cores = 2 | .cases[].machine = {others: 300, stolen: 50}'
  expect 0 "$PAIRLANES" compare "${three[@]}" --format github
  [ "$(jq '[.[] | select(.unit == "ns")] | length' <<<"$output")" = 0 ]
}

@test "every time that a record has is compared, and errors with the base's" {
  for key in .step .force_cold .force_energies .bonded; do
    local with="(.cases[] | select(.force)) |= ($key = .force)"
    jq "$with" "$base" >"$BATS_TEST_TMPDIR/base.json"
    jq "$with | (.cases[] | select(.force) | $key.samples_ns[]) *= 3" "$base" >"$new"
    expect 1 "$PAIRLANES" compare --base "$BATS_TEST_TMPDIR"/base.json{,,} --new "$new" "$new" "$new"
    has "168 slower or more"
  done
  changed '(.cases[] | select(.verify) | .verify.force_rms_rel) *= 50'
  shows 1 "force_error" "$PAIRLANES" compare "$base" "$new"
}

@test "a threshold above the change lets it pass, as a share or in percent" {
  slowed
  expect 0 "$PAIRLANES" compare "${three[@]}" --threshold 8%
  expect 0 "$PAIRLANES" compare "${three[@]}" --threshold 0.08
  expect 1 "$PAIRLANES" compare "${three[@]}" --threshold 1%
  for wrong in -1% 7 five 5%% ""; do
    shows 2 "--threshold: expected a share such as 0.05 or 5%" "$PAIRLANES" compare "$base" "$new" --threshold "$wrong"
  done
}

@test "a change within the scatter of several runs is inconclusive, with the number of runs that would decide" {
  slowed
  for k in 0 1 2; do # runs that differ by 4 %
    for side in base new; do
      jq --argjson k "$k" '.cases[].force |= (if . then .samples_ns |= map(. * (1 + 0.04 * $k)) else . end)' \
        "${!side}" >"$BATS_TEST_TMPDIR/$side-$k.json"
    done
  done
  expect 0 "$PAIRLANES" compare --base "$BATS_TEST_TMPDIR"/base-?.json --new "$BATS_TEST_TMPDIR"/new-?.json \
    --format json
  [ "$(jq '[.comparisons[] | select(.quantity == "force")] | all(.[]; .verdict == "inconclusive" and
    .runs_needed > 3 and (.reason | test("runs a side would decide")))' <<<"$output")" = true ]
  expect 3 "$PAIRLANES" compare --strict --base "$BATS_TEST_TMPDIR"/base-?.json --new "$BATS_TEST_TMPDIR"/new-?.json
  # changes that both runs of a turn have in common cancel
  for k in 0 1 2; do
    for side in base new; do
      jq --arg date "2026-01-01T00:0$k:0${#side}Z" '.provenance.date = $date' \
        "$BATS_TEST_TMPDIR/$side-$k.json" >"$BATS_TEST_TMPDIR/turn-$side-$k.json"
    done
  done
  expect 1 "$PAIRLANES" compare --strict --base "$BATS_TEST_TMPDIR"/turn-base-?.json \
    --new "$BATS_TEST_TMPDIR"/turn-new-?.json
  has "2 slower or more, 0 faster or fewer, 0 inconclusive"
  shows 2 "use --base FILE… --new FILE…" "$PAIRLANES" compare "$base" "$new" "$new"
}

@test "a newly failed case exits with 1; missing cases are reported, and exit with 3 if they are many or with --strict" {
  changed '.cases[1] |= (.status = "failed" | .reason = "over the tolerance" | .force = null |
    .build = null)'
  expect 1 "$PAIRLANES" compare "$base" "$new"
  [[ $output =~ broken\ +lj.*over\ the\ tolerance ]]
  expect 1 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.cases |= map(select(.strategy != "edge"))'
  for options in "" --counts-only; do # a seventh of all quantities is missing
    # shellcheck disable=SC2086
    shows 3 "24 missing" "$PAIRLANES" compare "$base" "$new" --threshold 10% $options
    has "too much for a verdict"
  done
  shows 0 "24 new" "$PAIRLANES" compare "$new" "$base"
  changed 'del(.cases[1])'
  shows 0 "1 missing" "$PAIRLANES" compare "$base" "$new"
  expect 3 "$PAIRLANES" compare --strict --counts-only "$base" "$new"
  changed 'del(.cases[1].build)'
  expect 0 "$PAIRLANES" compare "$base" "$new"
  [[ $output =~ missing\ +lj.*build\ +the\ new\ results\ lack ]]
  # a file for the CPU and a file for the GPU form one run
  jq '.cases[] |= (.backend = "cpu" | .id += "/cpu")' "$base" >"$BATS_TEST_TMPDIR/cpu.json"
  expect 0 "$PAIRLANES" compare --counts-only --base "$base" "$BATS_TEST_TMPDIR/cpu.json" --new "$base" "$BATS_TEST_TMPDIR/cpu.json"
  has ", 1 run"
  lacks "Missing from the new results"
}

@test "a case that fails in one of several new runs is broken, unless the base always fails or no new run does" {
  quiet=$BATS_TEST_TMPDIR/quiet.json
  changed '.cases[1] |= (.status = "failed" | .reason = "over the tolerance" | .force = null)'
  for options in "" --counts-only; do
    # shellcheck disable=SC2086
    expect 1 "$PAIRLANES" compare $options --base "$base" "$base" "$base" --new "$base" "$new" "$base" --columns all
    [[ $output =~ broken\ +lj.*case.*in\ 1\ of\ 3\ runs:\ over\ the\ tolerance ]]
    has ", 1 broken"
    # shellcheck disable=SC2086
    expect 0 "$PAIRLANES" compare $options --base "$base" "$new" "$base" --new "$base" "$base" "$base"
    lacks broken
  done
  expect 1 "$PAIRLANES" compare --base "$base" "$new" "$base" --new "$base" "$base" "$new"
  expect 0 "$PAIRLANES" compare --base "$new" "$new" "$new" --new "$base" "$base" "$new"
  # a case that the base lacks fails, too; results that share no case are still not comparable
  jq 'del(.cases[1])' "$base" >"$quiet"
  shows 1 "in 1 of 2 runs: over the tolerance" "$PAIRLANES" compare --base "$quiet" "$quiet" --new "$base" "$new" --columns all
  shows 1 "over the tolerance" "$PAIRLANES" compare --base "$quiet" --new "$new" --format junit
  jq '.cases |= .[1:2]' "$new" >"$quiet"
  jq 'del(.cases[1])' "$base" >"$new"
  shows 2 "the results share no case" "$PAIRLANES" compare "$new" "$quiet"
}

@test "another device, driver, CPU, input, number of threads or schema version is not comparable" {
  changed '.cases[].device = "NVIDIA H100"'
  shows 2 'not comparable: ' "$PAIRLANES" compare "$base" "$new"
  has 'was measured on the device "NVIDIA H200", in '
  expect 2 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.provenance.devices[0].driver = "CUDA driver 12.4"'
  shows 2 'the driver "CUDA driver 13.0"' "$PAIRLANES" compare "$base" "$new"
  expect 0 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.cases[1].input_hash = "0123456789abcdef"'
  shows 2 'the input "' "$PAIRLANES" compare "$base" "$new"
  expect 2 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.schema_version = 0'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has "$new: schema_version: expected 1, found 0; another version of pairlanes wrote the file: measure again"
  changed 'del(.schema_version)'
  expect 2 "$PAIRLANES" compare "$new" "$base"
  has "$new: schema_version: expected 1, found none; \`pairlanes run\` writes it"
  jq -c '.provenance as $where | .cases[] | .provenance = $where' "$base" >"$new"l
  expect 2 "$PAIRLANES" compare "$new"l "$base"
  has "$new"'l has no schema version, so it is not a results file of a run'
  changed '.cases[].id |= "other/" + .'
  shows 2 "share no case" "$PAIRLANES" compare "$base" "$new"
  results=$BATS_TEST_DIRNAME/data/results.json
  jq '.cases[].threads = 4' "$results" >"$new"
  shows 2 "in $new with 4" "$PAIRLANES" compare --counts-only "$results" "$new"
  # a different CPU with the same name
  for side in 1 2; do
    jq --arg model "family 26 model 2 stepping $side" '.provenance.cpu_model = $model' "$results" >"$new.$side"
  done
  shows 2 'was measured on the CPU "family 26 model 2 stepping ' "$PAIRLANES" compare "$new.1" "$new.2"
  expect 0 "$PAIRLANES" compare --counts-only "$new.1" "$new.2"
}

@test "missing files and files without results are usage errors that name them" {
  shows 2 "the base results are missing" "$PAIRLANES" compare
  shows 2 "the new results are missing" "$PAIRLANES" compare "$base"
  shows 2 "nowhere.json: cannot be read: No such file" "$PAIRLANES" compare "$base" nowhere.json
  head -n 5 "$base" >"$new"
  shows 2 "new.json:6:1: this is not JSON: expected a value, found the end of file" "$PAIRLANES" compare "$base" "$new"
  changed '.cases[].force |= (if . then del(.samples_ns) else . end)'
  shows 2 "a time has no samples to compare" "$PAIRLANES" compare "$base" "$new"
  shows 2 'html' "$PAIRLANES" compare "$base" "$base" --format html
  has 'junit'
}

# shellcheck disable=SC2016
# bats test_tags=long
@test "--counts-only never looks at times: fifty noisy comparisons, no alarm" {
  for k in $(seq 50); do
    changed --argjson k "$k" '.cases[].force |= (if . then .samples_ns |=
      (to_entries | map(.value * (1 + ((.key * 7919 + $k * 104729) % 101) / 50))) else . end)'
    expect 0 "$PAIRLANES" compare --counts-only "$base" "$new"
  done
  has "0 more, 0 fewer, 0 inconclusive"
  has "(--counts-only: no times)"
}

@test "--counts-only reports more pairs, atomics and bytes; pairs within the cut-off must not change" {
  for key in .counts.pairs_listed .counts.atomics .list_bytes .memory_bytes; do
    changed "(.cases[] | select(.strategy == \"edge\") | $key) |= (. * 1.01 | ceil)"
    shows 1 "24 more" "$PAIRLANES" compare --counts-only "$base" "$new"
    has "${key##*.}"
    expect 0 "$PAIRLANES" compare --counts-only "$base" "$new" --threshold 2%
    shows 0 "24 fewer" "$PAIRLANES" compare --counts-only "$new" "$base"
  done
  changed '.cases[1].counts.pairs_in_cutoff -= 1'
  shows 1 "changed " "$PAIRLANES" compare --counts-only --threshold 5% "$base" "$new"
}

@test "JSON has every comparison with its verdict, and follows results/compare.schema.json" {
  slowed
  expect 1 "$PAIRLANES" compare "${three[@]}" --format json --out "$BATS_TEST_TMPDIR/out.json"
  [ -z "$output" ]
  expect 0 python3 -c '
import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))
' "$ROOT/results/compare.schema.json" "$BATS_TEST_TMPDIR/out.json"
  [ "$(jq '[.comparisons[] | select(.verdict == "slower")] | length' "$BATS_TEST_TMPDIR/out.json")" \
    = 2 ]
  [ "$(jq '.exit_code' "$BATS_TEST_TMPDIR/out.json")" = 1 ]
}

@test "format github is that of github-action-benchmark's customSmallerIsBetter" {
  slowed
  expect 1 "$PAIRLANES" compare "${three[@]}" --format github --out "$BATS_TEST_TMPDIR/out.json"
  expect 0 jq -e 'length == 1680 and all(.[]; (.name | type) == "string" and (.value | type) == "number" and
    (.unit != "ns" or (.range | startswith("± "))) and (.extra | type) == "string")
    and ([.[].name] | unique | length) == length' "$BATS_TEST_TMPDIR/out.json"
}

@test "CSV has every comparison with its numbers, and as many columns as its head" {
  slowed
  expect 1 "$PAIRLANES" compare "${three[@]}" --format csv
  expect 0 python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 1680 and all(None not in row for row in rows), len(rows)
slower = [row for row in rows if row["verdict"] == "slower"]
assert len(slower) == 2 and all(1.03 < float(row["low"]) <= float(row["ratio"]) for row in slower)
' <(printf '%s\n' "$output")
  expect 1 "$PAIRLANES" compare "${three[@]}" --columns verdict,threshold
  [[ $output =~ verdict\ +threshold ]]
  COLUMNS=160 expect 1 "$PAIRLANES" compare "${three[@]}"
  [[ $output =~ vertex/block128\ +force\ +[0-9.]+\ →\ [0-9.]+\ µs\ +1\.050 ]]
  expect 1 "$PAIRLANES" compare "${three[@]}" --columns case,base,new
  [[ $output =~ vertex/block128\ +[0-9.]+\ µs\ +[0-9.]+\ µs ]]
}

@test "JUnit is valid XML with a failure for each slower time, for texts with any characters" {
  changed '.cases |= map(.device = "a<b>&\"'\''c" | .id |= . + "<&\">" |
    if .strategy == "vertex" and .n == 4000 and .force
    then .force.samples_ns |= map(. * 1.05) else . end)'
  changed_base=$BATS_TEST_TMPDIR/base.json
  jq '.cases |= map(.device = "a<b>&\"'\''c" | .id |= . + "<&\">")' "$base" >"$changed_base"
  expect 1 "$PAIRLANES" compare --base "$changed_base"{,,} --new "$new" "$new" "$new" --format junit \
    --out "$BATS_TEST_TMPDIR/out.xml"
  expect 0 python3 - "$BATS_TEST_TMPDIR/out.xml" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
cases = suite.findall("testcase")
assert int(suite.get("tests")) == len(cases) == 1680
failed = [c for c in cases if c.find("failure") is not None]
assert int(suite.get("failures")) == len(failed) == 8, len(failed)
assert all("/vertex/" in c.get("name") and c.get("name").endswith('<&"> force') for c in failed)
assert failed[0].get("classname") == "a<b>&\"'c"
assert failed[0].find("failure").get("message").startswith("slower: 1.050 [")
assert int(suite.get("skipped")) == len([c for c in cases if c.find("skipped") is not None])
PYTHON
}

@test "Markdown is a table of the changes, with as many columns as its head in each row" {
  slowed
  expect 1 "$PAIRLANES" compare "${three[@]}" --format markdown
  [[ $output == "### pairlanes: 2 slower or more, 0 faster"* ]]
  [ "$(grep '^|' <<<"$output" | tr -dc '|\n' | sort -u)" = "||||||" ]
  expect 0 "$PAIRLANES" compare --counts-only "$base" "$base" --format markdown
  lacks "|"
}

# shellcheck disable=SC2016
@test "calibrate records the noise of a machine, and compare reads it" {
  cd "$BATS_TEST_TMPDIR"
  set -- --set system.n=500 --set strategy=vertex,team --set precision=double \
    --set sampling.max_samples=8 --set sampling.min_samples=8 --set sampling.warmup_ms=0
  expect 0 "$PAIRLANES" calibrate "$ROOT/configs/quick.json" --backend cpu --runs 3 --out noise.json \
    "$@"
  has "Noise between identical runs"
  expect 0 jq -e '.schema_version == 1 and .runs == 3 and (.devices | length) == 1 and
    (.cases | length) >= 2 and all(.cases[]; .force >= 0 and .build >= 0)' noise.json
  expect 0 "$PAIRLANES" run "$ROOT/configs/quick.json" --backend cpu --quiet --out a.json "$@"
  expect 0 "$PAIRLANES" run "$ROOT/configs/quick.json" --backend cpu --quiet --out b.json "$@"
  expect 0 "$PAIRLANES" compare --counts-only --strict a.json b.json
  "$PAIRLANES" compare a.json b.json --format json --out c.json || true
  expect 0 jq -e '.unconfirmed == 0 and all(.comparisons[] | select(.unit == "ns"); .interval[1] != null)' c.json
}

@test "calibrate records the noise of the other cases if a kernel crashes" {
  cd "$BATS_TEST_TMPDIR"
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/if (i == 7) *(volatile int *)8 = 1;\n&/' rowwise/rowwise.c
  set -- lj --n 500 --precision single --backend cpu --threads 1 --quiet --runs 3 --out noise.json --set sampling.max_seconds=0.01
  expect 1 "$PAIRLANES" calibrate "$@" --strategy ./rowwise,vertex
  has "run 1: the kernel did not end: SIGSEGV in lj/n500/"
  has "the noise of the other cases is recorded"
  jq -e '.runs == 3 and ([.cases[].id | test("vertex")] | length > 0 and all)' noise.json
  rm noise.json
  expect 1 "$PAIRLANES" calibrate "$@" --strategy ./rowwise
  [ ! -e noise.json ]
}

@test "calibrate refuses files that it has not written" {
  shows 2 "a config is missing" "$PAIRLANES" calibrate
  shows 2 "--runs: expected a whole number from 3" "$PAIRLANES" calibrate "$ROOT/configs/quick.json" --runs 2
  shows 2 "nowhere.json" "$PAIRLANES" calibrate nowhere.json
}
