#!/usr/bin/env bats
# Tests tables for results with known numbers.

load setup

results=$BATS_TEST_DIRNAME/data/results.json

# Prints the line of a strategy in the table for a density and number of particles; options may follow.
row() {
  local density=$1 n=$2 strategy=$3
  shift 3
  "$PAIRLANES" show "$results" "$@" | sed -n "/^ *lj, ρ = $density, N = $n,/,/^$/p" |
    grep -E "^ *[*=!]? *$strategy "
}

# Succeeds if no line of the output exceeds this width.
fits() {
  expect 0 python3 -c 'import sys
lines = [line for line in sys.stdin.read().split("\n") if len(line) > int(sys.argv[1])]
print("\n".join(lines)); sys.exit(bool(lines))' "$1" <<<"$output"
}

@test "times, interval, throughput and speed-ups are those of the results" {
  shown="strategy,sort,threads,force,95 % interval,M particles/s,G pairs/s,× serial,× vertex,force error,list"
  run row 0.5 4,000 "team lanes=4" --columns "$shown"
  [ "$(echo "$output" | tr -s ' ')" = " team lanes=4 cell 2 40.00 [39.60, 40.40] 100 2.70 5.00 2.50 2.5e-16 80.00" ]
  run row 0.5 4,000 edge --columns "$shown"
  [ "$(echo "$output" | tr -s ' ')" = " edge cell 2 160.0 [158.4, 161.6] 25.0 0.675 1.25 0.625 2.5e-16 320.0" ]
}

@test "tables and sentences fit the width of COLUMNS, and name the columns left out" {
    cd "$BATS_TEST_DIRNAME/data"
  for width in 60 100 160; do
    COLUMNS=$width expect 0 "$PAIRLANES" show results.json
    fits $width
  done
  lacks "G pairs/s, "
  COLUMNS=80 expect 0 "$PAIRLANES" show "$results"
  has "Columns left out for a width of 80: "
  for file in demo zhang-lists; do
    COLUMNS=100 expect 0 "$PAIRLANES" show "$ROOT/results/nvidia-h200/$file.json" \
      --brief
    fits 100
  done
}

@test "columns with the same value in every row are in the heading instead" {
  shows 0 "  sort cell, skin 0.3" "$PAIRLANES" show "$results"
  [[ $output =~ strategy\ +threads\ +force,\ µs ]]
  shows 2 'there is no column "forse"' "$PAIRLANES" show "$results" --columns forse
  expect 0 "$PAIRLANES" show "$results" --columns all
  [[ $output =~ strategy\ +sort\ +threads ]]
}

@test "the fastest case is marked, and those tied with it" {
  run row 0.75 32,000 "team lanes=4"
  [[ $output =~ ^\ *\*\ *team ]]
  run row 0.75 32,000 "team lanes=8"
  [[ $output =~ ^\ *=\ *team ]]
  run row 0.75 32,000 vertex
  [[ $output =~ ^\ *vertex ]]
}

@test "each system has a table, and the last one names the fastest of each" {
  expect 0 "$PAIRLANES" show "$results"
  [ "$(grep -c '^lj, ρ = ' <<<"$output")" -eq 4 ]
  has "The fastest of each"
  [ "$(sed -n '/The fastest of each/,$p' <<<"$output" | grep -c ' team lanes=4 ')" -eq 5 ]
}

@test "cases without a time are listed by their reasons" {
  shows 0 'out of memory: patch pairs, 3 arrays of "float"' "$PAIRLANES" show "$results"
  [ "$(grep -c 'no CUDA device' <<<"$output")" -eq 1 ]
  [[ $output =~ skipped\ +cuda\ +2\  ]]
}

@test "cases that were verified without a clock are reported" {
  jq '.cases[].force = null' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ ok\ +cpu\ +20\ .*verified\ only ]]
}

@test "a baseline that is missing is a dash" {
  jq '.cases |= map(select(.strategy != "vertex"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --columns strategy,over_serial,over_vertex
  [[ $output =~ team\ lanes=4\ +5\.00\ +–\ * ]]
}

@test "a device without a serial case is compared with that of its host" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .backend = "cuda" | .device = "GPU" |
    .threads = null | .force.median_ns /= 10])' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ team\ lanes=4\ +4\.000\ .*\ 50\.0\  ]]
  has "one thread of Test CPU"
  # machines with the same name but other hardware are distinguished
  for other in '.cpu = "Other CPU"' '.cpu_cores = 64' '.host = "otherhost"'; do
    jq '.cases |= map(select(.backend == "cuda" and .device == "GPU"))' "$BATS_TEST_TMPDIR/r.json" |
      jq ".provenance |= ($other)" >"$BATS_TEST_TMPDIR/gpu.json"
    expect 0 "$PAIRLANES" show "$results" "$BATS_TEST_TMPDIR/gpu.json" --format jsonl \
      --columns device,strategy,over_serial
    has '{"device": "GPU", "strategy": "team", "over_serial": null}'
    has '{"device": "Test CPU", "strategy": "team", "over_serial": 5}'
  done
}

@test "serial is followed by the speed of its CPU with SIMD and with more threads" {
  shows 0 "serial is scalar code on one core of that CPU" env COLUMNS=300 "$PAIRLANES" show "$results"
  has "its SIMD is not recorded here; team on 2 threads is 5 × serial"
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .id += "/one" | .threads = 1 |
    (.force | .median_ns, .min_ns, .p95_ns) |= 2 * .])' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 env COLUMNS=300 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  has "team on 1 thread is 2.5 × serial; team on 2 threads is 5 × serial"
  jq '.cases |= map(select(.strategy == "serial"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 env COLUMNS=300 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  has "its SIMD is not recorded here; its other threads are not recorded here"
  # no speed-up is shown for times that other programs disturbed
  for held in == !=; do
    jq "(.cases[] | select(.force and .strategy $held \"serial\") | .force | .median_ns, .ci95_ns[], .p95_ns) |= 3 * ." "$results" \
      >"$BATS_TEST_TMPDIR/r.json"
    expect 0 env COLUMNS=300 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
    if [ "$held" = == ]; then lacks "scalar code"; else has "on 2 threads were held up."; fi
  done
}

@test "systems with other parameters have separate tables, and name these" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .parameters.cutoff = 3])' "$results" \
    >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "cutoff=3 " "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [ "$(grep -c '^lj, ρ = ' <<<"$output")" -eq 8 ]
}

@test "a missing, empty or incomplete file, or one without results, is a usage error that names it" {
  shows 2 "nowhere.json: cannot be read: No such file" "$PAIRLANES" show nowhere.json
  : >"$BATS_TEST_TMPDIR/empty.json"
  shows 2 "empty.json: the file is empty" "$PAIRLANES" show "$BATS_TEST_TMPDIR/empty.json"
  head -n 5 "$results" >"$BATS_TEST_TMPDIR/cut.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/cut.json"
  has "cut.json:6:1: this is not JSON: expected a value, found the end of file"
  echo '{"name": "a config"}' >"$BATS_TEST_TMPDIR/config.json"
  shows 2 'expected an object with an array "cases"' "$PAIRLANES" show "$BATS_TEST_TMPDIR/config.json"
}

@test "impossible values in results are refused by all commands, with their place" {
  local change command
  for change in '.cases[1].n = 1e300' '.cases[1].force.ci95_ns = [3, 2]' \
    '.cases[1].force.ci95_ns = [3]' '.cases[1].input_hash = "x"' '.cases[1].counts.atomics = 0.5' \
    '.cases[1].force.samples_ns[0] = null' '.cases[1].verify.passed = false' \
    '.provenance.cpu_cores = "two"' '.provenance.devices = [3]' '.cases[1] = 3'; do
    jq "$change" "$results" >"$BATS_TEST_TMPDIR/r.json"
    for command in show export claims "plot --out $BATS_TEST_TMPDIR" "compare $results"; do
      # shellcheck disable=SC2086
      shows 2 "r.json: " "$PAIRLANES" $command "$BATS_TEST_TMPDIR/r.json"
      has ": expected "
    done
  done
  jq -c '.cases[0] + {provenance: (.provenance + {memory_bytes: -1})}' "$results" \
    >"$BATS_TEST_TMPDIR/r.jsonl"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.jsonl"
  has "cases[0]: provenance.memory_bytes: expected an integer of at least 0, found -1"
}

@test "show refuses or reports what it cannot show" {
  shows 2 'there is no column ""' "$PAIRLANES" show "$results" --columns ""
  expect 2 "$PAIRLANES" show "$results" --columns foo
  [ "$(grep -c . <<<"$output")" = 1 ]
  [ "$(grep -o ' limit,' <<<"$output" | wc -l)" = 1 ]
  expect 0 "$PAIRLANES" show "$results" --columns strategy,τ/day,time
  jq '.cases = []' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [ "$output" = "There are no cases." ]
  expect 2 "$PAIRLANES" show "$ROOT/results/nvidia-h200/ceilings.json"
  lacks "left out"
  expect 2 "$PAIRLANES" show "$ROOT/results/nvidia-h200"
  has "found a folder: name the files in it, as $ROOT/results/nvidia-h200/*.json"
  shows 0 "No verdict: no steps were timed. Set sampling.step" "$PAIRLANES" show "$results" --by step --brief
  lacks "trusted"
  COLUMNS=20 expect 0 "$PAIRLANES" show "$results" --brief
  fits 60
}

@test "rows that differ only in threads show them, however narrow the table, and so does the answer" {
  jq '.provenance.cpu_cores = 4 | .cases |= [(map(select(.n == 4000 and .density == 0.5 and .strategy == "vertex"))[0]) as $one |
    (1, 2, 4) as $threads | $one | .id += "/t\($threads)" | .threads = $threads |
    .force.median_ns /= $threads | .force.ci95_ns |= map(. / $threads)]' "$results" \
    >"$BATS_TEST_TMPDIR/r.json"
  COLUMNS=50 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ strategy\ +threads\ +force ]]
  COLUMNS=400 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --brief
  has "vertex, 4 threads is the fastest, 100 % ahead of vertex, 2 threads."
}

@test "systems that differ only in temperature, seed or parameters have different headings" {
  local change shown
  while IFS='#' read -r change shown; do
    jq ".cases |= map(select(.n == 4000 and .density == 0.5 and .status == \"ok\")) |
      .cases[].temperature = 1.5 | .cases[].seed = 1 |
      .cases |= . + map($change | .id += \"/other\" | .input_hash = \"0123456789abcdef\")" \
      "$results" >"$BATS_TEST_TMPDIR/r.json"
    COLUMNS=200 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
    has "lj, ρ = 0.5, N = 4,000, $shown, double precision, Test CPU (cpu)"
    has "lj, $shown, double precision, Test CPU (cpu): the fastest force call"
    [ "$(grep '^lj, ' <<<"$output" | sort -u | wc -l)" = 4 ]
  done <<'CHANGES'
.temperature = 0.75#T = 0.75
.seed = 7#seed 7
.#input 01234567
.parameters.cutoff = 3#cutoff=3
CHANGES
  COLUMNS=200 expect 0 "$PAIRLANES" show "$ROOT/results/nvidia-h200/staged.json"
  [ "$(grep '^lj, .*N = ' <<<"$output" | sort | uniq -d)" = "" ]
  has "N = 4,000, T = 1.44, single precision"
}

@test "no case is called the fastest if an untrusted one may be faster" {
  jq '.provenance.cpu_cores = 2 | .cases |= map(select(.n == 4000 and .density == 0.5 and
    (.strategy == "serial" or .strategy == "team"))) | .cases[].machine = {others: 1.1, stolen: 0}' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  COLUMNS=400 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ \?\ +serial\ +1\ +200\.0 ]]
  has "No verdict: of those to be trusted, serial is the fastest, with no other to be trusted; but team lanes=4, not to be trusted, may be faster."
  has "? One of these may be faster than what is shown."
  lacks "no other strategy to compare"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --format jsonl
  [ "$(jq -rs 'map(.place) | unique | join(",")' <<<"$output")" = "doubtful,not to be trusted" ]
}

@test "cases that were timed while the hardware throttled are reported" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "throttled"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge") | .force) +=
    {"throttled": 2, "discarded": 20}' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ !\ +edge\ +2\ +160\.0 ]]
  has "! 1 of 20 times is not to be trusted and left out of the verdict."
  flat=$(tr -s ' \n' '  ' <<<"$output")
  [[ $flat == *"rho0.5/double/cpu/cell/edge: the hardware throttled in 2 of 6 samples. Remedy: let"* ]]
}

# shellcheck disable=SC2016
@test "a mean that differs from the median by over a tenth is shown, too" {
  local mean
  for mean in 42 48 32; do # µs; the median is 40
    jq --argjson mean "$mean" '.cases[0].force |= (.median_ns = 40000 | .samples_ns = [range(30) |
      if . < 20 then 40000 else 3000 * $mean - 80000 end])' "$results" >"$BATS_TEST_TMPDIR/r.json"
    expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
    if [ "$mean" = 42 ]; then lacks ", mean "; else has ", mean $mean"; fi
  done
}

@test "cases that were timed with gaps between launches are reported" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "gaps"
  jq '(.cases[] | select(.strategy == "edge") | .force.launch_gaps) = false |
    (.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge") | .force.launch_gaps) = true' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [ "$(sed '1,/Timed with gaps between launches/d; /^$/,$d' <<<"$output")" = \
    "  lj/n4000/rho0.5/double/cpu/cell/edge" ]
}

@test "cold caches and energy have columns if measured" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "nJ/pair"
  lacks "cold"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge")) |= (.force_cold = .force |
    .force_cold.median_ns = 170000 | .energy = {"joules": 90, "seconds": 1, "watts": 90,
    "nj_per_pair": 1.25, "calls": 5, "source": "RAPL"})' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  
  COLUMNS=200 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ cold,\ µs.*nJ/pair ]]
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --columns strategy,list,cold,nJ/pair,W
  [[ $output =~ edge\ +320\.0\ +170\.0\ +1\.25\ +90\.0 ]]
  [[ $output =~ vertex\ +200\.0\ +–\ +–\ +– ]]
}

@test "unusual ways to build lists have columns, with the time of filling cells" {
  jq '.cases[] |= (.binning = "sort" | .listing = "thread" | .distance = .precision | .bin = .build)' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output != *binning* ]]
  for way in binning=cbin listing=team_ballot distance=single; do
    jq --arg key "${way%=*}" --arg name "${way#*=}" '.cases[] |= (.precision = "double" | .[$key] = $name)' \
      "$BATS_TEST_TMPDIR/r.json" >"$BATS_TEST_TMPDIR/one.json"
    shows 0 "${way%=*} ${way#*=}" "$PAIRLANES" show "$BATS_TEST_TMPDIR/one.json"
    COLUMNS=200 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/one.json"
    [[ $output =~ cells,\  ]]
  done
}

@test "whole steps have columns for their time, the share of lists and the unexplained share" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "step, µs"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge")) |= (.step = .force |
    (.step | .median_ns, .min_ns, .p95_ns) = 400000 | .step_parts = {"force": 300000, "bonded": null, "list": 40000,
    "sort": 20000, "integration": 20000, "thermostat": null, "steps": 1000, "builds": 90})' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ strategy\ +threads\ +step,\ µs ]]
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" \
    --columns strategy,list,step,lists_percent,waiting_percent
  [[ $output =~ list,\ µs\ +step,\ µs\ +lists\ %\ +waiting\ % ]]
  [[ $output =~ edge\ +320\.0\ +400\.0\ +15\ +5\.0 ]]
  [[ $output =~ vertex\ +200\.0\ +–\ +–\ +– ]]
}

@test "untrusted times are marked, do not count in verdicts, and are reported with a remedy" {
  local change reason
  while IFS='#' read -r change reason; do
    jq "(.cases[] | select(.id == \"lj/n4000/rho0.5/double/cpu/cell/team/lanes4\")) |= ($change)" \
      "$results" >"$BATS_TEST_TMPDIR/r.json"
    COLUMNS=400 expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
    [[ $output =~ !\ +team\ lanes=4\ +2\ +40\.00 ]]
    [[ $output =~ \?\ +team\ lanes=8\ +2\ +40\.20 ]]
    has "team lanes=8 at N = 4,000, 149 % ahead of vertex"
    has "$reason"
    has ". Remedy: "
    has "? In 1 of 4 systems one of these may be faster than what is shown."
  done <<'FAULTS'
.force.n = 5 | .force.samples_ns |= .[:5]#5 samples are too few for an interval
.force.ci95_ns = [36000, 48000]#the interval is 30 % wide after 6 samples (converged)
.force.stop_reason = "stalled" | .force.ci95_ns = [39500, 42500]#the interval is 7.5 % wide after 6 samples (stalled)
.force.stop_reason = "max_seconds" | .force.ci95_ns = [36000, 48000]#sampling.max_seconds (which overrides min_samples)
.machine = {others: 1.5, stolen: 0}#other programs kept 1.5 CPUs busy
.machine = {others: 0, stolen: 0.5}#a hypervisor 0.5
.machine = {others: 0, stolen: 0, allowed: 1}#2 threads on 1 CPU
.machine = {others: 0, stolen: 0, allowed: 2, quota: 1}#2 threads with a quota of 1 CPUs
.machine = {others: 0, stolen: 0, allowed: 2, quota: 2, throttled: 0.9}#used up in 90 % of its periods
.machine = {others: 0.2, stolen: 0, allowed: 2, delayed: 0.5}#0.5 threads of the run waited for a CPU on average
.places = [0, 0]#several threads bound to CPU 0
FAULTS
  jq '(.cases[] | .machine) = {others: 0.1, stolen: 0.01} | .cases[].force |=
    (if . then .stop_reason = "max_samples" else . end)' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  lacks "not to be trusted and"
  jq '.cases[].force |= (if . then .n = 3 else . end)' "$results" >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "No verdict: no time is to be trusted." "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
}

@test "the answer has the fastest with its margin, ties, changes, and reasons of slower cases" {
  COLUMNS=400 expect 0 "$PAIRLANES" show "$results"
  has "team lanes=4 is the fastest of all 4 systems, tied with team lanes=8 (the intervals overlap)."
  has "serial: 5 × as long; it has 1 thread, not 2"
  COLUMNS=400 expect 0 "$PAIRLANES" show --brief "$ROOT/tests/data/demo.json"
  has "At ρ = 0.1, 0.3, 0.5, 0.8442: team lanes=8 at N = 4,000, 19 to 34 % ahead of team lanes=4; team \
lanes=4 at N = 32,000"
  has "vertex reaches 56 % of gather_l1, 93 % of lanes active; the others:"
  [[ $output =~ edge:\ 6(\.[0-9]+)?\ ×\ as\ long\;\ it\ adds\ 13,962,726\ vectors\ by\ atomics ]]
  [[ $output =~ tile\ block=32.*tests\ 9\.86\ ×\ as\ many\ pairs ]]
  lacks "95 % interval  "
}

@test "cases are ranked by steps if these were timed, and by lists if only these differ" {
  steps=$ROOT/results/nvidia-h200/steps-lj.json
  shows 0 "the fastest step" "$PAIRLANES" show "$steps"
  [[ $output =~ strategy\ +skin\ +step,\ µs ]]
  expect 0 "$PAIRLANES" show "$steps" --format csv
  expect 0 python3 -c '
import csv, sys
rows = [r for r in csv.DictReader(sys.stdin) if r["n"] == "256000" and r["precision"] == "double"]
trusted = [r for r in rows if r["place"] != "not to be trusted"]
assert {r["ranked_by"] for r in rows} == {"step"} and len({r["skin"] for r in rows}) > 1
assert trusted[0]["place"] == "fastest", trusted[0]
assert [float(r["time_ns"]) for r in trusted] == sorted(float(r["step_ns"]) for r in trusted)
assert all(abs(float(r["tau_day"]) - 86400e9 / float(r["step_ns"]) * 0.005) < 1 for r in rows)
' <<<"$output"
  # the time unit of a model with real units, ns, in tables and in exported files
  real=$BATS_TEST_TMPDIR/real.json
  jq '.cases[0] | .step.median_ns = 86400 | .step_parts.dt = 8' "$steps" >"$BATS_TEST_TMPDIR/case.json"
  jq --slurpfile case "$BATS_TEST_TMPDIR/case.json" '.cases = [$case[0] | .model = "brahms"]' "$steps" >"$real"
  expect 0 "$PAIRLANES" show "$real" --format csv --columns ns_day,tau_day
  [ "${lines[1]}" = $'8000,\r' ]
  expect 0 "$PAIRLANES" export "$real" --format csv --columns step_ns_per_day,step_time_per_day
  [ "${lines[1]}" = $'8000,\r' ]
  shows 0 "the fastest force call" "$PAIRLANES" show "$steps" --by force --brief
  shows 0 "the fastest list building" "$PAIRLANES" show "$ROOT/results/nvidia-h200/xu-table4.json" --brief
  [[ $(tr -s ' \n' '  ' <<<"$output") =~ filling\ cells\ takes\ [0-9.,]+\ µs,\ not\ [0-9.]+ ]]
  shows 2 "force" "$PAIRLANES" show "$steps" --by energy
}

@test "every format has the same cases, and Markdown has tables and sentences" {
  expect 0 "$PAIRLANES" show "$results" --format json
  [ "$(jq length <<<"$output")" = 20 ]
  [ "$(jq -r '[.[] | select(.place == "fastest")] | length' <<<"$output")" = 4 ]
  expect 0 "$PAIRLANES" show "$results" --format jsonl
  [ "$(jq -s length <<<"$output")" = 20 ]
  expect 0 "$PAIRLANES" show "$results" --format tsv
  [ "$(wc -l <<<"$output")" = 21 ]
  expect 0 "$PAIRLANES" show "$results" --format markdown
  [ "$(grep -cE '^\|-+:?\|' <<<"$output")" = 6 ]
  has "- team lanes=4 is the fastest of all 4 systems"
  shows 2 "markdown" "$PAIRLANES" show "$results" --format mardown
}

@test "files without cases are left out with a message" {
  ceilings=$ROOT/results/nvidia-h200/ceilings.json
  for command in show claims export "plot --out $BATS_TEST_TMPDIR --figure speedup"; do
    # shellcheck disable=SC2086
    run "$PAIRLANES" $command "$ceilings" "$ROOT/results/nvidia-h200/xu-table4.json"
    has "ceilings.json: left out: it holds no cases"
    lacks "expected an object"
    # shellcheck disable=SC2086
    shows 2 'no results: it holds no cases' "$PAIRLANES" $command "$ceilings"
  done
}

@test "with ceilings, every case has its nearest one and the fraction of it" {
  cp "$results" "$BATS_TEST_TMPDIR/r.json"
  ceiling='{best: 1e18, median: 1e18, worst: 1e18, unit: "1/s", repetitions: 10, set_bytes: 0}'
  # serial: 160,000 gathers in 200 µs are 0.8 G/s
  jq -n "{schema_version: 1, provenance: {}, devices: [{backend: \"cpu\", name: \"Test CPU\",
    cores: 2, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1,
    ceilings: {fma_double: $ceiling, gather_l1: ($ceiling | .best = 1e10)}}]}" \
    >"$BATS_TEST_TMPDIR/ceilings.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ serial\ .*\ 8\.0\ %\ of\ gather_l1 ]]
  expect 0 "$PAIRLANES" show "$results"
  lacks "gather_l1"
  expect 0 "$PAIRLANES" export "$results" --ceilings "$BATS_TEST_TMPDIR/ceilings.json"
  [ "$(awk -F'\t' 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k }
    NR == 2 { print $at["limit"], $at["limit_fraction"] }' <<<"$output")" = "gather_l1 0.08" ]

  # ceilings for one thread are not used for cases with two
  jq '.devices[0].cores = 1' "$BATS_TEST_TMPDIR/ceilings.json" >"$BATS_TEST_TMPDIR/one.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --ceilings "$BATS_TEST_TMPDIR/one.json"
  [[ $output =~ serial\ .*\ 8\.0\ %\ of\ gather_l1 ]]
  [[ $output =~ vertex\ .*\ –\ *$'\n' ]]

  expect 2 "$PAIRLANES" show "$results" --ceilings "$results"
  has "expected what \`pairlanes ceilings\` of this version writes"
  shows 2 "nowhere.json: cannot be read: No such file" "$PAIRLANES" show "$results" --ceilings nowhere.json
}

@test "recorded limits are shown, unless --ceilings names others" {
  jq '(.cases[] | select(.status == "ok")) += {limits: {ceiling: "stream_l2", fraction: 0.25,
    fractions: {stream_l2: 0.25}}}' "$results" >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "25.0 % of stream_l2" "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
}

@test "--branches shows shares of pairs, lanes and paths, each system and mapping once" {
  jq '.cases[].model = "patchy" | .cases |= map(select(.n == 4000 and .density == 0.5)) |
    .cases[].counts |= (.pairs_in_cutoff = 80 | .branches = {touch: 40, bond: 5}) |
    (.cases[] | select(.strategy == "team")).lanes = {overall: 0.5, regions: [],
      paths: {mean: 1.5, most: 3}, branches: [{name: "touch", issues: 9, active_share: 0.25}]} |
    .cases |= (. + map(.precision = "single"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show --branches "$BATS_TEST_TMPDIR/r.json"
  squeezed=$(tr -s ' ' <<<"$output")
  [ "$(grep -E '^ (touch|bond) ' <<<"$squeezed")" = " touch 40 50.0 50.0 44
 bond 5 6.25 93.8 24" ]
  [ "$(grep -E '^ team lanes=4 ' <<<"$squeezed")" = " team lanes=4 cell 50.0 1.50 3 8.00" ]
  lacks "vertex"
  shows 2 "no case of a model with branches was counted" "$PAIRLANES" show --branches "$results"
}

# bats test_tags=long
@test "no recorded case of a GPU exceeds a ceiling" {
  for file in "$ROOT"/results/*/*.json; do
    [ -e "$(dirname "$file")/ceilings.json" ] && jq --exit-status '.cases' "$file" >/dev/null || continue
    expect 0 "$PAIRLANES" export "$file"
    awk -F'\t' 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
      $at["backend"] == "cuda" && $at["force_median_ns"] != "" {
        timed++
        if (!($at["limit_fraction"] > 0 && $at["limit_fraction"] <= 1.05)) wrong = wrong $at["id"] "\n"
      }
      END { printf "%d timed\n%s", timed, wrong; exit wrong != "" }' <<<"$output"
  done
}

@test "results of another version or without provenance are refused by all commands" {
  data=$BATS_TEST_DIRNAME/data/results.json
  for command in show "plot --figure time --out $BATS_TEST_TMPDIR/plots" export; do
    refused() { # FILTER TEXT
      jq "$1" "$data" >"$BATS_TEST_TMPDIR/other.json"
      # shellcheck disable=SC2086 # the figure is a separate word
      shows 2 "other.json: $2" "$PAIRLANES" $command "$BATS_TEST_TMPDIR/other.json"
    }
    refused '.schema_version = 99' "schema_version: expected 1, found 99; another version of pairlanes"
    refused 'del(.schema_version)' "schema_version: expected 1, found none"
    refused '.schema_version = "1"' "schema_version: expected 1, found no number"
    refused 'del(.provenance)' "provenance: expected an object"
  done
}

@test "any number is explained by its formula, its inputs and, of a limit, its basis" {
  local id=lj/n32000/rho0.5/double/cpu/cell/team
  id=$("$PAIRLANES" show "$results" --format jsonl --columns id | jq -r .id | grep -m 1 /team/)
  shows 0 "= counts.pairs_in_cutoff / force.median_ns" "$PAIRLANES" show "$results" --explain "$id" "G pairs/s"
  [ "$(printf '%.4g' "$(jq --arg id "$id" '.cases[] | select(.id == $id) | .counts.pairs_in_cutoff / .force.median_ns' \
    "$results")")" = "$(printf '%.4g' "${lines[0]##*: }")" ]
  has "  counts.pairs_in_cutoff = $(jq --arg id "$id" '.cases[] | select(.id == $id).counts.pairs_in_cutoff' "$results")  ("
  has "    = median of samples_ns"
  # the explanation of a ratio has the values of both cases
  expect 0 "$PAIRLANES" show "$results" --explain "$(jq -r '.cases[] | select(.strategy == "edge").id' "$results" |
    head -n 1)" relative
  has "that of lj"
  # members that are not columns are explained, too
  shows 0 "verify.force_max_rel of $id" "$PAIRLANES" show "$results" --explain "$id" verify.force_max_rel
  has "  verify.force_max_rel = $(jq --arg id "$id" '.cases[] | select(.id == $id).verify.force_max_rel' "$results")  ("
  # every column of the data has a formula
  while read -r column; do
    expect 0 "$PAIRLANES" show "$results" --explain "$id" "$column"
    [[ ${lines[1]} = "= "?* ]]
    lacks "TIME"
  done < <("$PAIRLANES" show "$results" --format csv --columns all | head -n 1 | tr ',' '\n' | tr -d '"\r')
}

# Prints the headers of numeric columns in the tables of a text: right-aligned ones, or ones with units.
headers() {
  awk '/^ *─/ { print last } { last = $0 }' | sed 's/^ *//; s/   */\n/g' | sort -u |
    grep -vxE 'branch|strategy|fastest|model|precision|backend|device|system|than|sort|thermostat|integrator|dt|N|ρ|lanes of 32|status|cases|reason'
}

@test "any number in the tables of dynamics, branches and the fastest is explained" {
  local file id option header count=0
  for option in timesteps: rovigatti-fig6:--branches; do
    file=$BATS_TEST_TMPDIR/few.json
    jq '.cases |= ([.[] | select(.dynamics or .lanes.branches)][:6])' "$ROOT/results/nvidia-h200/${option%:*}.json" >"$file"
    id=$(jq -r '.cases[0].id' "$file")
    # shellcheck disable=SC2086
    while read -r header; do
      expect 0 "$PAIRLANES" show "$file" --explain "$id" "$header"
      [[ $output =~ $'\n= '.*$'\n  '[a-z0-9_.]+' = ' ]] || { echo "$header: $output" && false; }
      count=$((count + 1))
    done < <(COLUMNS=1000 "$PAIRLANES" show "$file" ${option#*:} | headers)
  done
  [ "$count" -gt 30 ]
}

@test "the basis of a limit, which older files lack, is shown after a comparison with ceilings" {
  local file=$ROOT/results/nvidia-h100-80gb-hbm3/limits.json id
  id=$(jq -r '[.cases[] | select(.limits.ceiling == "gather_l1" and .lanes.wavefronts).id][0]' "$file")
  jq '.cases |= [.[] | del(.limits.basis)]' "$file" >"$BATS_TEST_TMPDIR/old.json"
  shows 0 "  basis: not recorded" "$PAIRLANES" show "$BATS_TEST_TMPDIR/old.json" --explain "$id" "limit fraction"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/old.json" --ceilings "${file%/*}/ceilings.json" --explain "$id" limit_share
  has "  basis: replayed"
  has "  work = lanes.wavefronts * "
  jq --arg id "$id" '.cases |= [.[] | select(.id == $id) | del(.limits, .lanes)]' "$file" >"$BATS_TEST_TMPDIR/blind.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/blind.json" --ceilings "${file%/*}/ceilings.json" --explain "$id" limit
  has "  basis: assumed"
}

@test "--explain refuses an unknown case or column" {
  shows 2 '"no-such-case" is in the names of 0 timed cases' "$PAIRLANES" show "$results" --explain no-such-case limit
  shows 2 "expected the id of one" "$PAIRLANES" show "$results" --explain /team/ limit
  expect 2 "$PAIRLANES" show "$results" --explain "$(jq -r '.cases[0].id' "$results")" "lane %"
  has 'there is no column "lane %"'
  expect 2 "$PAIRLANES" show "$results" --explain
  expect 2 "$PAIRLANES" show --explain x
}
