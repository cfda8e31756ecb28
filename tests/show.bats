#!/usr/bin/env bats
# Tables of results whose numbers are known.

load setup

results=$BATS_TEST_DIRNAME/data/results.json

# The line of a strategy in the table of a density and number of particles.
row() {
  "$PAIRLANES" show "$results" | sed -n "/^lj, ρ = $1, N = $2,/,/^$/p" | grep -E "^ *[*=]? *$3 "
}

@test "times, interval, throughput and speed-ups are those of the results" {
  run row 0.5 4,000 "team lanes=4"
  [ "$(echo "$output" | tr -s ' ')" = " * team lanes=4 cell 2 40.00 [39.60, 40.40] 100 2.70 5.00 2.50 2.5e-16 80.00" ]
  run row 0.5 4,000 edge
  [ "$(echo "$output" | tr -s ' ')" = " edge cell 2 160.0 [158.4, 161.6] 25.0 0.675 1.25 0.625 2.5e-16 320.0" ]
}

@test "the fastest is marked, and what its interval does not tell apart" {
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
  [ "$(sed -n '/The fastest of each/,$p' <<<"$output" | grep -c 'team lanes=4')" -eq 4 ]
}

@test "cases without a time are listed with the reason, those of one reason once" {
  expect 0 "$PAIRLANES" show "$results"
  has 'out of memory: patch pairs, 3 arrays of "float"'
  [ "$(grep -c 'no CUDA device' <<<"$output")" -eq 1 ]
  [[ $output =~ skipped\ +cuda\ +2\  ]]
}

@test "cases that were verified without a clock are told" {
  jq '.cases[].force = null' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ ok\ +cpu\ +20\ .*verified\ only ]]
}

@test "a baseline that is missing is a dash" {
  jq '.cases |= map(select(.strategy != "vertex"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ team\ lanes=4\ .*5\.00\ +–\ +2\.5e-16 ]]
}

@test "a device without serial is compared with the serial case of its host" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .backend = "cuda" | .device = "GPU" |
    .threads = null | .force.median_ns /= 10])' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ team\ lanes=4\ +cell\ +–\ +4\.000\ .*\ 50\.0\ +25\.0\  ]]
}

@test "other parameters are another system, and are told" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .parameters.cutoff = 3])' "$results" \
    >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  has "cutoff=3 "
  [ "$(grep -c '^lj, ρ = ' <<<"$output")" -eq 8 ]
}

@test "a file that is missing, empty, cut short or no results is a usage error that names it" {
  expect 2 "$PAIRLANES" show nowhere.json
  has "nowhere.json: cannot be read: No such file"
  : >"$BATS_TEST_TMPDIR/empty.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/empty.json"
  has "empty.json: the file is empty"
  head -n 5 "$results" >"$BATS_TEST_TMPDIR/cut.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/cut.json"
  has "cut.json:6: this is not JSON"
  echo '{"name": "a config"}' >"$BATS_TEST_TMPDIR/config.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/config.json"
  has 'expected an object with an array "cases"'
}

@test "what no results can say is refused, named, by all that reads them" {
  local change command
  for change in '.cases[1].n = 1e300' '.cases[1].force.ci95_ns = [3, 2]' \
    '.cases[1].force.ci95_ns = [3]' '.cases[1].input_hash = "x"' '.cases[1].counts.atomics = 0.5' \
    '.cases[1].force.samples_ns[0] = null' '.cases[1].verify.passed = false' \
    '.provenance.cpu_cores = "two"' '.provenance.devices = [3]' '.cases[1] = 3'; do
    jq "$change" "$results" >"$BATS_TEST_TMPDIR/r.json"
    for command in show export claims "plot --out $BATS_TEST_TMPDIR" "compare $results"; do
      # shellcheck disable=SC2086
      expect 2 "$PAIRLANES" $command "$BATS_TEST_TMPDIR/r.json"
      has "r.json: "
      has ": expected "
    done
  done
  jq -c '.cases[0] + {provenance: (.provenance + {memory_bytes: -1})}' "$results" \
    >"$BATS_TEST_TMPDIR/r.jsonl"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.jsonl"
  has "cases[0]: provenance.memory_bytes: expected an integer of at least 0, found -1"
}

@test "cases that were timed while the hardware throttled are told" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "throttled"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge") | .force) +=
    {"throttled": 2, "discarded": 20}' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ "while the hardware throttled".*rho0\.5/double/cpu/cell/edge\ +2\ +3 ]]
}

@test "cases that were timed with gaps between launches are told" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "gaps"
  jq '(.cases[] | select(.strategy == "edge") | .force.launch_gaps) = false |
    (.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge") | .force.launch_gaps) = true' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [ "$(sed '1,/Timed with gaps between launches/d; /^$/,$d' <<<"$output")" = \
    "  lj/n4000/rho0.5/double/cpu/cell/edge" ]
}

@test "cold caches and energy have columns where they were measured" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "nJ/pair"
  lacks "cold"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge")) |= (.force_cold = .force |
    .force_cold.median_ns = 170000 | .energy = {"joules": 90, "seconds": 1, "watts": 90,
    "nj_per_pair": 1.25, "calls": 5, "source": "RAPL"})' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ list,\ µs\ +cold,\ µs\ +nJ/pair\ +W ]]
  [[ $output =~ edge\ +cell\ .*\ 320\.0\ +170\.0\ +1\.25\ +90\.0 ]]
  [[ $output =~ vertex\ +cell\ .*\ 200\.0\ +–\ +–\ +– ]]
}

@test "unusual ways to build lists have columns, with the time of filling cells" {
  jq '.cases[] |= (.binning = "sort" | .listing = "thread" | .distance = .precision | .bin = .build)' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output != *binning* ]]
  for way in binning=cbin listing=team_ballot distance=single; do
    jq --arg key "${way%=*}" --arg name "${way#*=}" '.cases[] |= (.precision = "double" | .[$key] = $name)' \
      "$BATS_TEST_TMPDIR/r.json" >"$BATS_TEST_TMPDIR/one.json"
    expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/one.json"
    [[ $output =~ list,\ (m|µ|n)s\ +binning\ +listing\ +distance\ +cells,\  ]]
    has "${way#*=}"
  done
}

@test "whole steps have a column, and the shares of lists and of what no part explains" {
  expect 0 "$PAIRLANES" show "$results"
  lacks "step, µs"
  jq '(.cases[] | select(.id == "lj/n4000/rho0.5/double/cpu/cell/edge")) |= (.step = .force |
    .step.median_ns = 400000 | .step_parts = {"force": 300000, "bonded": null, "list": 40000,
    "sort": 20000, "integration": 20000, "thermostat": null, "steps": 1000, "builds": 90})' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  [[ $output =~ list,\ µs\ +step,\ µs\ +lists\ %\ +waiting\ % ]]
  [[ $output =~ edge\ +cell\ .*\ 320\.0\ +400\.0\ +15\ +5\.0 ]]
  [[ $output =~ vertex\ +cell\ .*\ 200\.0\ +–\ +–\ +– ]]
}

@test "with ceilings at hand, every case tells which is nearest and its fraction of it" {
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

  # ceilings of one thread do not bind cases of two
  jq '.devices[0].cores = 1' "$BATS_TEST_TMPDIR/ceilings.json" >"$BATS_TEST_TMPDIR/one.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json" --ceilings "$BATS_TEST_TMPDIR/one.json"
  [[ $output =~ serial\ .*\ 8\.0\ %\ of\ gather_l1 ]]
  [[ $output =~ vertex\ .*\ –\ *$'\n' ]]

  expect 2 "$PAIRLANES" show "$results" --ceilings "$results"
  has "expected what \`pairlanes ceilings\` of this version writes"
  expect 2 "$PAIRLANES" show "$results" --ceilings nowhere.json
  has "nowhere.json: cannot be read: No such file"
}

@test "recorded limits are shown, unless others are asked for" {
  jq '(.cases[] | select(.status == "ok")) += {limits: {ceiling: "stream_l2", fraction: 0.25,
    fractions: {stream_l2: 0.25}}}' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  has "25.0 % of stream_l2"
}

@test "--branches tells shares of pairs, lanes and paths, each system and mapping once" {
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
  expect 2 "$PAIRLANES" show --branches "$results"
  has "no case of a model with branches was counted"
}

@test "no recorded case of a GPU passes a ceiling" {
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
