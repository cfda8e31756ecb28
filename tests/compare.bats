#!/usr/bin/env bats
# The gate for changes of speed: exit codes of every path, and every format.

load setup

base=$ROOT/results/nvidia-h200/demo.json
new=$BATS_TEST_TMPDIR/new.json

# The recorded results of another commit, changed by a jq program, as $new.
changed() {
  jq "$@" "$base" | jq '.provenance.commit = "fedcba987654"' >"$new"
}

# The force of one strategy at one density and size takes 5 % longer.
slowed() {
  changed '.cases |= map(if .strategy == "vertex" and .n == 4000 and .density == 0.5 and
    .force then .force.samples_ns |= map(. * 1.05) else . end)'
}

@test "nothing changed: exit 0" {
  expect 0 "$PAIRLANES" compare "$base" "$base"
  has "0 slower, 0 faster"
}

@test "5 % slower is found, told and exits 1; the other way round it is faster and exits 0" {
  slowed
  expect 1 "$PAIRLANES" compare "$base" "$new"
  has "2 slower, 0 faster"
  [[ $output =~ slower\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force ]]
  has "1.050 ["
  expect 0 "$PAIRLANES" compare "$new" "$base"
  has "0 slower, 2 faster"
}

@test "one commit on both sides with a run each and no noise file is no more than inconclusive" {
  slowed
  same=$BATS_TEST_TMPDIR/same.json
  jq --arg commit "$(jq -r .provenance.commit "$base")" '.provenance.commit = $commit' "$new" >"$same"
  expect 0 "$PAIRLANES" compare "$base" "$same"
  has "One commit on both sides, a single run each and no noise file"
  has "0 slower, 0 faster, "
  [[ $output =~ inconclusive\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force\ +1\.050 ]]
  expect 3 "$PAIRLANES" compare --strict "$base" "$same"
  expect 1 "$PAIRLANES" compare --base "$base" "$base" --new "$same" "$same"
  lacks "One commit"
  jq -n '{schema_version: 1, cases: [], devices: [{device: "NVIDIA H200", force: 0.001}]}' \
    >"$BATS_TEST_TMPDIR/noise.json"
  expect 1 "$PAIRLANES" compare "$base" "$same" --noise "$BATS_TEST_TMPDIR/noise.json"
  # with uncommitted changes the hashes of the kernels tell
  local folder=$BATS_TEST_TMPDIR/dirty
  mkdir "$folder"
  local dirty='.provenance.commit += "-dirty-0123abcd" | .cases[] |= (if .status == "ok" then
    .source_hash = "00112233445566778899aabbccddeeff" | del(.code_hash) else . end)'
  jq "$dirty" "$base" >"$folder/base.json"
  jq "$dirty" "$same" >"$new"
  expect 0 "$PAIRLANES" compare "$folder/base.json" "$new"
  has "One commit on both sides"
  for other in '.source_hash = "ffeeddccbbaa99887766554433221100"' '.compiler = "gcc 1"' '.source_hash = null'; do
    jq "(.cases[] | select(.strategy == \"vertex\")) |= ($other)" "$new" \
      >"$folder/changed.json"
    expect 1 "$PAIRLANES" compare "$folder/base.json" "$folder/changed.json"
    lacks "One commit"
  done
  # other sources with the same machine code are the same kernel
  local code='(.cases[] | select(.status == "ok")).code_hash = {"force": "0123456789abcdef0123456789abcdef"}'
  jq "$code" "$folder/base.json" >"$folder/code.json"
  jq "$code | (.cases[] | select(.status == \"ok\")).source_hash = \"ffeeddccbbaa99887766554433221100\"" "$new" >"$folder/changed.json"
  expect 0 "$PAIRLANES" compare "$folder/code.json" "$folder/changed.json"
  has "One commit on both sides"
  jq '.cases[].source_hash = null' "$folder/base.json" >"$folder/unknown.json"
  jq '.cases[].source_hash = null' "$new" >"$folder/changed.json"
  expect 1 "$PAIRLANES" compare "$folder/unknown.json" "$folder/changed.json"
}

@test "a time that is not to be trusted is inconclusive, with the reason" {
  slowed
  local fault='(.cases[] | select(.id | test("n4000/rho0.5/T1.8/double/cuda/hilbert/vertex")))'
  jq "$fault.force |= (.throttled = 3 | .n = 60)" "$new" >"$BATS_TEST_TMPDIR/doubted.json"
  expect 1 "$PAIRLANES" compare "$base" "$BATS_TEST_TMPDIR/doubted.json"
  has "1 slower, 0 faster"
  [[ $output =~ inconclusive\ +lj/n4000/rho0.5/T1.8/double/cuda/hilbert/vertex/block128\ +force ]]
  [[ $output =~ 1\.050\ \[[0-9.,\ ]+\]\ !$'\n' ]]
  flat=$(tr -s ' \n' '  ' <<<"$output")
  [[ $flat == *"! 2 of 336 are inconclusive because a time is not to be trusted. The first, force of lj/n4000"* ]]
  [[ $flat == *"doubted.json: the hardware throttled in 3 of 60 samples. Mend: let the device cool"* ]]
  jq '.provenance.cpu_cores = 2 | .cases[].machine = {others: 1.5, stolen: 0}' "$new" \
    >"$BATS_TEST_TMPDIR/doubted.json"
  for pair in "$base $BATS_TEST_TMPDIR/doubted.json" "$BATS_TEST_TMPDIR/doubted.json $new"; do
    # shellcheck disable=SC2086
    expect 0 "$PAIRLANES" compare $pair --format json
    [ "$(jq '[.comparisons[] | select(.verdict == "inconclusive")] | length' <<<"$output")" = 336 ]
    [ "$(jq -r '.comparisons[0].reason' <<<"$output")" = \
      "not to be trusted: other programs kept 1.5 CPUs busy, a hypervisor 0" ]
  done
  expect 3 "$PAIRLANES" compare --strict "$base" "$BATS_TEST_TMPDIR/doubted.json"
  # shellcheck disable=SC2086
  expect 0 "$PAIRLANES" compare $pair --format csv
  has "inconclusive,lj/n4000"
}

@test "a threshold above the change lets it pass, as a share or in percent" {
  slowed
  expect 0 "$PAIRLANES" compare "$base" "$new" --threshold 8%
  expect 0 "$PAIRLANES" compare "$base" "$new" --threshold 0.08
  expect 1 "$PAIRLANES" compare "$base" "$new" --threshold 1%
  for wrong in -1% 7 five 5%% ""; do
    expect 2 "$PAIRLANES" compare "$base" "$new" --threshold "$wrong"
    has "--threshold: expected a share such as 0.05 or 5%"
  done
}

@test "the noise of the machine widens the margin: from --noise, or noise.json beside BASE" {
  slowed
  cp "$base" "$BATS_TEST_TMPDIR/base.json"
  jq -n '{schema_version: 1, cases: [], devices: [{device: "NVIDIA H200", force: 0.03}]}' \
    >"$BATS_TEST_TMPDIR/noise.json"
  expect 0 "$PAIRLANES" compare "$base" "$new" --noise "$BATS_TEST_TMPDIR/noise.json"
  has "0 slower, 0 faster"
  expect 0 "$PAIRLANES" compare "$base" "$new" --noise "$BATS_TEST_TMPDIR/noise.json" --format json
  [ "$(jq '[.comparisons[] | select(.quantity == "force") | .margin] | unique | .[0]' \
    <<<"$output")" = 0.09 ]
  expect 0 "$PAIRLANES" compare "$BATS_TEST_TMPDIR/base.json" "$new"
  expect 2 "$PAIRLANES" compare "$base" "$new" --noise "$base"
  has "expected the noise that \`pairlanes calibrate\` writes"
  expect 2 "$PAIRLANES" compare "$base" "$new" --noise nowhere.json
  has "nowhere.json: cannot be read: No such file"
}

@test "several runs: a change that one run denies is not confirmed" {
  slowed
  expect 1 "$PAIRLANES" compare --base "$base" "$base" --new "$new" "$new"
  has "commit $(jq -r .provenance.commit "$base"), 2 runs"
  expect 0 "$PAIRLANES" compare --base "$base" --new "$new" --new "$base"
  expect 2 "$PAIRLANES" compare "$base" "$new" "$new"
  has "say --base FILE… --new FILE…"
}

@test "several runs: a change that is no larger than what runs of one side differ by is none" {
  slowed
  again=$BATS_TEST_TMPDIR/again.json
  newer=$BATS_TEST_TMPDIR/newer.json
  for pair in "$base $again" "$new $newer"; do # second runs that are 2 % slower
    read -r from to <<<"$pair"
    jq '.cases[].force |= (if . then .samples_ns |= map(. * 1.02) else . end)' "$from" >"$to"
  done
  expect 1 "$PAIRLANES" compare "$again" "$new"
  COLUMNS=160 expect 0 "$PAIRLANES" compare --base "$base" "$again" --new "$new" "$newer"
  has "0 slower"
  has "5.9 %"
  expect 3 "$PAIRLANES" compare --strict --base "$base" "$again" --new "$new" "$newer"
}

@test "inconclusive is exit 3 with --strict only" {
  changed '.cases[].force |= (if . then .samples_ns |= .[:5] else . end)'
  expect 0 "$PAIRLANES" compare "$base" "$new"
  has "too few samples"
  expect 3 "$PAIRLANES" compare --strict "$base" "$new"
  slowed
  expect 1 "$PAIRLANES" compare --strict "$base" "$new"
}

@test "a case that fails now is exit 1, one that is gone is told, and exit 3 with --strict" {
  changed '.cases[1] |= (.status = "failed" | .reason = "over the tolerance" | .force = null |
    .build = null)'
  expect 1 "$PAIRLANES" compare "$base" "$new"
  [[ $output =~ broken\ +lj.*over\ the\ tolerance ]]
  expect 1 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.cases |= map(select(.strategy != "edge"))'
  expect 0 "$PAIRLANES" compare "$base" "$new" --threshold 10%
  has "24 missing"
  expect 3 "$PAIRLANES" compare --strict "$base" "$new" --threshold 10%
  expect 0 "$PAIRLANES" compare "$new" "$base"
  has "24 new"
}

@test "another device, driver, input, number of threads or schema version is not comparable" {
  changed '.cases[].device = "NVIDIA H100"'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has 'not comparable: '
  has 'was measured on the device "NVIDIA H200", in '
  expect 2 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.provenance.devices[0].driver = "CUDA driver 12.4"'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has 'the driver "CUDA driver 13.0"'
  expect 0 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.cases[1].input_hash = "0123456789abcdef"'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has 'the input "'
  expect 2 "$PAIRLANES" compare --counts-only "$base" "$new"
  changed '.schema_version = 0'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has "$new: schema_version: expected 1, found 0; another version of pairlanes wrote the file: measure anew"
  changed 'del(.schema_version)'
  expect 2 "$PAIRLANES" compare "$new" "$base"
  has "$new: schema_version: expected 1, found none; \`pairlanes run\` writes it"
  jq -c '.provenance as $where | .cases[] | .provenance = $where' "$base" >"$new"l
  expect 2 "$PAIRLANES" compare "$new"l "$base"
  has "$new"'l has no schema version, so it is no results of a run'
  changed '.cases[].id |= "other/" + .'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has "share no case"
  results=$BATS_TEST_DIRNAME/data/results.json
  jq '.cases[].threads = 4' "$results" >"$new"
  expect 2 "$PAIRLANES" compare --counts-only "$results" "$new"
  has "in $new with 4"
}

@test "files that are missing or no results are usage errors that name them" {
  expect 2 "$PAIRLANES" compare
  has "the base results are missing"
  expect 2 "$PAIRLANES" compare "$base"
  has "the new results are missing"
  expect 2 "$PAIRLANES" compare "$base" nowhere.json
  has "nowhere.json: cannot be read: No such file"
  head -n 5 "$base" >"$new"
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has "new.json:6:1: this is not JSON: expected a value, found the end of file"
  changed '.cases[].force |= (if . then del(.samples_ns) else . end)'
  expect 2 "$PAIRLANES" compare "$base" "$new"
  has "a time has no samples to compare"
  expect 2 "$PAIRLANES" compare "$base" "$base" --format html
  has 'html'
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
}

@test "--counts-only tells more pairs, atomics and bytes; pairs within the cut-off must not change" {
  for key in .counts.pairs_listed .counts.atomics .list_bytes .memory_bytes; do
    changed "(.cases[] | select(.strategy == \"edge\") | $key) |= (. * 1.01 | ceil)"
    expect 1 "$PAIRLANES" compare --counts-only "$base" "$new"
    has "24 more"
    has "${key##*.}"
    expect 0 "$PAIRLANES" compare --counts-only "$base" "$new" --threshold 2%
    expect 0 "$PAIRLANES" compare --counts-only "$new" "$base"
    has "24 fewer"
  done
  changed '.cases[1].counts.pairs_in_cutoff -= 1'
  expect 1 "$PAIRLANES" compare --counts-only --threshold 5% "$base" "$new"
  has "changed "
}

@test "json: every comparison with its verdict, as results/compare.schema.json says" {
  slowed
  expect 1 "$PAIRLANES" compare "$base" "$new" --format json --out "$BATS_TEST_TMPDIR/out.json"
  [ -z "$output" ]
  expect 0 python3 -c '
import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))
' "$ROOT/results/compare.schema.json" "$BATS_TEST_TMPDIR/out.json"
  [ "$(jq '[.comparisons[] | select(.verdict == "slower")] | length' "$BATS_TEST_TMPDIR/out.json")" \
    = 2 ]
  [ "$(jq '.exit_code' "$BATS_TEST_TMPDIR/out.json")" = 1 ]
}

@test "github: what github-action-benchmark reads as customSmallerIsBetter" {
  slowed
  expect 1 "$PAIRLANES" compare "$base" "$new" --format github --out "$BATS_TEST_TMPDIR/out.json"
  expect 0 jq -e 'length == 336 and all(.[]; (.name | type) == "string" and .unit == "ns" and
    (.value | type) == "number" and (.range | startswith("± ")) and (.extra | type) == "string")
    and ([.[].name] | unique | length) == length' "$BATS_TEST_TMPDIR/out.json"
}

@test "csv: every comparison with its numbers, as wide as its head" {
  slowed
  expect 1 "$PAIRLANES" compare "$base" "$new" --format csv
  expect 0 python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 336 and all(None not in row for row in rows), len(rows)
slower = [row for row in rows if row["verdict"] == "slower"]
assert len(slower) == 2 and all(1.03 < float(row["low"]) <= float(row["ratio"]) for row in slower)
' <(printf '%s\n' "$output")
  expect 1 "$PAIRLANES" compare "$base" "$new" --columns verdict,margin
  [[ $output =~ verdict\ +margin ]]
  COLUMNS=160 expect 1 "$PAIRLANES" compare "$base" "$new"
  [[ $output =~ vertex/block128\ +force\ +[0-9.]+\ →\ [0-9.]+\ µs\ +1\.050 ]]
  expect 1 "$PAIRLANES" compare "$base" "$new" --columns case,base,new
  [[ $output =~ vertex/block128\ +[0-9.]+\ µs\ +[0-9.]+\ µs ]]
}

@test "junit: XML with a failure for what is slower, whatever the texts hold" {
  changed '.cases |= map(.device = "a<b>&\"'\''c" | .id |= . + "<&\">" |
    if .strategy == "vertex" and .n == 4000 and .force
    then .force.samples_ns |= map(. * 1.05) else . end)'
  changed_base=$BATS_TEST_TMPDIR/base.json
  jq '.cases |= map(.device = "a<b>&\"'\''c" | .id |= . + "<&\">")' "$base" >"$changed_base"
  expect 1 "$PAIRLANES" compare "$changed_base" "$new" --format junit \
    --out "$BATS_TEST_TMPDIR/out.xml"
  expect 0 python3 - "$BATS_TEST_TMPDIR/out.xml" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
cases = suite.findall("testcase")
assert int(suite.get("tests")) == len(cases) == 336
failed = [c for c in cases if c.find("failure") is not None]
assert int(suite.get("failures")) == len(failed) == 8, len(failed)
assert all("/vertex/" in c.get("name") and c.get("name").endswith('<&"> force') for c in failed)
assert failed[0].get("classname") == "a<b>&\"'c"
assert failed[0].find("failure").get("message").startswith("slower: 1.050 [")
assert int(suite.get("skipped")) == len([c for c in cases if c.find("skipped") is not None])
PYTHON
}

@test "markdown: a table of what changed, all rows as wide as its head" {
  slowed
  expect 1 "$PAIRLANES" compare "$base" "$new" --format markdown
  [[ $output == "### pairlanes: 2 slower, 0 faster"* ]]
  [ "$(grep '^|' <<<"$output" | tr -dc '|\n' | sort -u)" = "|||||||" ]
  expect 0 "$PAIRLANES" compare "$base" "$base" --format markdown --threshold 20%
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
  expect 0 jq -e --slurpfile noise noise.json '.comparisons[0] as $c |
    ([$noise[0] | .devices[0].force, (.cases[] | select(.id == $c.id).force)] | max) as $larger |
    (([3 * $larger, 0.02] | max) - $c.margin) | fabs < 1e-9' c.json
}

@test "calibrate refuses what is no calibration" {
  expect 2 "$PAIRLANES" calibrate
  has "a config is missing"
  expect 2 "$PAIRLANES" calibrate "$ROOT/configs/quick.json" --runs 2
  has "--runs: expected a whole number from 3"
  expect 2 "$PAIRLANES" calibrate nowhere.json
  has "nowhere.json"
}
