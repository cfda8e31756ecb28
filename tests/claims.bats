#!/usr/bin/env bats
# Tests `pairlanes claims`: verdicts on recorded times, exit codes and formats.

load setup

recorded=$ROOT/tests/data/demo.json
results=$BATS_TEST_TMPDIR/results.json

# Writes the recorded results with these claims in their config. Claims are JSON; the function adds text and source.
# shellcheck disable=SC2016
claiming() {
  jq --argjson claims "[$1]" '.config.claims = ($claims |
    map({text: "a | claim", source: "fig. 3"} + .))' "$recorded" >"$results"
}

@test "claims that hold, hold no more, are exceeded, undecided or without data are distinguished" {
  ratio=$(jq '[.cases[] | select(.n == 256000 and .density == 0.5 and .precision == "single" and
    .force != null) | {(.strategy): .force.median_ns}] | add | .vertex / .edge' "$recorded")
  claiming '{"ratio": ["vertex", "edge"], "below": 1, "at": "largest n"},
    {"ratio": ["vertex", "edge"], "above": 1},
    {"ratio": ["vertex", "edge"], "where": {"n": 256000, "density": 0.5, "precision": "single"},
     "above": '"$ratio"'},
    {"ratio": ["edge", "vertex"], "above": 1.01, "below": 1.02, "published": [1.01, 1.02],
     "at": "largest n"},
    {"ratio": ["vertex", "edge"], "where": {"model": "patchy"}, "above": 1}'
  expect 0 "$PAIRLANES" claims "$results"
  [ "$(grep -oE '^(holds no more|holds|exceeded|undecided|no data) ' <<<"$output" | tr '\n' ,)" = \
    "holds ,holds no more ,undecided ,exceeded ,no data ," ]
  has "(published: 1.01 to 1.02)"
  has "force of vertex / edge below 1 at the largest n: 8 of 8 points"
  [[ $output == *"$(printf %.3f "$ratio") ["*"]: lj, N = 256,000, ρ = 0.5, single precision, NVIDIA H200"* ]]
  has "1 hold, 1 exceeded, 1 hold no more, 1 undecided, 1 without data"
}

@test "a GPU is compared with one core of its host, next to the paper's number" {
  claiming '{"ratio": ["serial", "vertex"], "where": {"backend": "cuda", "n": 256000, "density": 0.5},
    "above": 49, "below": 51, "published": 13.69}'
  shows 0 "no data " "$PAIRLANES" claims "$results"
  jq '.cases = [.cases[] | select(.strategy == "vertex" and .backend == "cuda" and .force != null)] |
    .cases += [.cases[] | .strategy = "serial" | .tuning = {} | .backend = "cpu" | .device = "CPU" |
      .threads = 1 | .force.samples_ns |= map(. * 50)]' "$results" >"$BATS_TEST_TMPDIR/host.json"
  expect 0 "$PAIRLANES" claims "$BATS_TEST_TMPDIR/host.json"
  [[ $output =~ holds.*2\ of\ 2\ points.*" 50."[0-9]+" [".*"] (published: 13.69): lj, N = 256,000".*"NVIDIA H200" ]]
  # a core of another machine cannot be the baseline
  jq '.cases |= map(select(.strategy == "vertex"))' "$BATS_TEST_TMPDIR/host.json" \
    >"$BATS_TEST_TMPDIR/gpu.json"
  jq '.provenance.host = "other" | .cases |= map(select(.strategy == "serial"))' \
    "$BATS_TEST_TMPDIR/host.json" >"$BATS_TEST_TMPDIR/core.json"
  shows 0 "no data " "$PAIRLANES" claims "$BATS_TEST_TMPDIR/gpu.json" "$BATS_TEST_TMPDIR/core.json"
  lacks "holds "
}

@test "sums leave out numbers that a case lacks, and a divided sum is written in parentheses" {
  claiming '{"value": "vertex", "number": "counts.pairs_interacting + counts.pairs_interacting + counts.nothing",
      "per": "counts.pairs_interacting", "above": 1.99, "below": 2.01},
    {"value": "vertex", "number": "counts.pairs_interacting",
      "per": "counts.pairs_interacting + counts.pairs_interacting", "above": 0.49, "below": 0.51},
    {"value": "vertex", "number": "counts.nothing + counts.none", "above": 1}'
  COLUMNS=300 expect 0 "$PAIRLANES" claims "$results"
  has "(counts.pairs_interacting + counts.pairs_interacting + counts.nothing) / counts.pairs_interacting of vertex"
  has "counts.pairs_interacting / (counts.pairs_interacting + counts.pairs_interacting) of vertex"
  has "2 hold, 0 exceeded, 0 hold no more, 0 undecided, 1 without data"
}

@test "sides may differ in parameters, and any number of a case may be bounded" {
  claiming '{"ratio": [{"vertex": {}, "parameters": {"cutoff": 3}},
      {"vertex": {}, "parameters": {"cutoff": 2.5}}], "above": 1.9, "below": 2.1},
    {"value": "vertex", "where": {"parameters": {"cutoff": [2.5]}, "source": "fluid"},
      "number": "counts.pairs_interacting", "per": "counts.pairs_in_cutoff", "above": 0.99, "below": 1.01},
    {"value": "vertex", "number": "counts.atomics", "below": 1},
    {"value": "vertex", "number": "counts.nothing", "below": 1},
    {"ratio": ["edge", "vertex"], "number": "counts.pairs_listed", "above": 0.49, "below": 0.51}'
  jq '.cases = [.cases[] | select(.n == 32000 and .force != null and .backend == "cuda")] |
    .cases += [.cases[] | select(.strategy == "vertex") | .parameters.cutoff = 3 |
      .force.samples_ns |= map(2 * .)]' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" claims "$BATS_TEST_TMPDIR/r.json" --format json
  expect 0 jq -e '[.claims[] | .verdict] == ["holds", "holds", "holds", "no data", "holds"] and
    .claims[0].ratio[0].parameters == "cutoff=3" and .claims[2].points[0].ratio == 0 and
    (.claims[1].ratio | length) == 1' <<<"$output"
}

@test "time steps are distinguished, and a change with them is bounded" {
  claiming '{"ratio": ["edge", "vertex"], "number": "dynamics.step_ns", "across": "dt",
      "above": 1.49, "below": 1.51},
    {"value": "vertex", "number": "dynamics.step_ns", "where": {"dt": 10}, "above": 99, "below": 101}'
  jq '[.cases[] | select(.n == 32000 and .density == 0.5 and .precision == "single" and
      .force != null and .backend == "cuda")] as $cases | .cases =
    [$cases[] | .dynamics = {dt: 1, step_ns: 100}] + [$cases[] | .dynamics = {dt: 10, step_ns:
      (if .strategy == "edge" then 150 else 100 end)}]' "$results" >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "2 hold, 0 exceeded, 0 hold no more" "$PAIRLANES" claims "$BATS_TEST_TMPDIR/r.json"
  has "its change with dt, above 1.49"
  has ", dt = 1 … 10, single precision"
  has "1 of 1 point"
}

@test "results of one config in several files are judged together" {
  claiming '{"ratio": ["vertex", "edge"], "below": 1, "at": "largest n"}'
  for strategy in vertex edge; do
    jq --arg strategy "$strategy" '.cases |= map(select(.strategy == $strategy))' "$results" \
      >"$BATS_TEST_TMPDIR/$strategy.json"
  done
  shows 0 "1 without data" "$PAIRLANES" claims "$BATS_TEST_TMPDIR/vertex.json"
  expect 0 "$PAIRLANES" claims "$BATS_TEST_TMPDIR/vertex.json" "$BATS_TEST_TMPDIR/edge.json"
  has "1 hold, 0 exceeded, 0 hold no more, 0 undecided, 0 without data"
}

@test "--strict exits 1 if a claim holds no more, and only then" {
  claiming '{"ratio": ["vertex", "edge"], "above": 1}'
  expect 0 "$PAIRLANES" claims "$results"
  expect 1 "$PAIRLANES" claims --strict "$results"
  claiming '{"ratio": ["vertex", "edge"], "below": 100}, {"ratio": ["vertex", "serial"], "below": 1}'
  expect 0 "$PAIRLANES" claims --strict "$results"
  claiming '{"ratio": ["vertex", "edge"], "below": 1, "at": "largest n"}'
  cp "$results" "$BATS_TEST_TMPDIR/first.json"
  claiming '{"ratio": ["vertex", "edge"], "above": 1}'
  shows 1 "1 hold, 0 exceeded, 1 hold no more" "$PAIRLANES" claims --strict "$BATS_TEST_TMPDIR/first.json" "$results"
}

@test "too few samples leave a claim undecided" {
  claiming '{"ratio": ["vertex", "edge"], "below": 100}'
  jq '.cases[].force |= (if . then .samples_ns |= .[:6] else . end)' "$results" \
    >"$BATS_TEST_TMPDIR/few.json"
  shows 0 "undecided " "$PAIRLANES" claims "$BATS_TEST_TMPDIR/few.json"
  has "[too few samples]"
}

@test "JSON of claims follows its schema, with the deciding point first" {
  claiming '{"ratio": ["vertex", {"newton": {"buffers": 1}}], "below": 1.2},
    {"ratio": ["vertex", "edge"], "across": "density", "above": 0.8, "below": 1.25},
    {"ratio": ["vertex", "edge"], "where": {"model": "patchy"}, "above": 1}'
  "$PAIRLANES" claims "$results" --format json >"$BATS_TEST_TMPDIR/out.json"
  expect 0 python3 - "$ROOT/results/claims.schema.json" "$BATS_TEST_TMPDIR/out.json" <<'PYTHON'
import json, sys, jsonschema
schema, claims = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator(schema).validate(claims)
newton, density, patchy = claims["claims"]
assert newton["ratio"][1] == {"strategy": "newton", "tuning": "buffers=1"}
assert len(newton["points"]) == 24
assert newton["points"][0]["ratio"] == max(p["ratio"] for p in newton["points"])
assert density["verdict"] == "holds no more" and len(density["points"]) == 6
assert all("rho0.5/" in p["id"] and "rho0.1/" in p["least_id"] for p in density["points"])
assert patchy["verdict"] == "no data" and patchy["points"] == []
PYTHON
}

@test "--config uses the claims in the current config" {
  jq 'del(.config.claims)' "$recorded" >"$results"
  echo '{"name": "other", "strategy": "vertex", "system": {"n": 500}, "claims": [{"text": "of today",
    "source": "fig. 3", "entry": "a2015/fig3", "ratio": ["vertex", "edge"], "deviation": true, "above": 0.1,
    "where": {"most_n": 256000}, "at": "largest n"}]}' >"$BATS_TEST_TMPDIR/c.json"
  shows 2 "makes no claims" "$PAIRLANES" claims "$results"
  expect 0 "$PAIRLANES" claims --config "$BATS_TEST_TMPDIR/c.json" "$results" "$recorded"
  has "of vertex / edge, its distance from one, above 0.1 at the largest n: 8 of 8 points"
  expect 0 "$PAIRLANES" claims --config "$BATS_TEST_TMPDIR/c.json" "$results" --format json
  echo "$output" >"$BATS_TEST_TMPDIR/out.json"
  valid "$ROOT/results/claims.schema.json" "$BATS_TEST_TMPDIR/out.json"
  expect 0 jq -e '.claims[0] | .entry == ["a2015/fig3"] and .deviation' "$BATS_TEST_TMPDIR/out.json"
  # a system's files may be absent
  jq '.system = {"file": "absent.xyz"}' "$BATS_TEST_TMPDIR/c.json" >"$BATS_TEST_TMPDIR/absent.json"
  shows 0 "8 of 8 points" "$PAIRLANES" claims --config "$BATS_TEST_TMPDIR/absent.json" "$results" "$recorded"
  shows 2 "demo: its config makes no claims" "$PAIRLANES" claims --config demo "$results"
  expect 2 "$PAIRLANES" claims --config nowhere "$results"
  sed -i 's/"deviation": true/"deviation": true, "across": "n"/' "$BATS_TEST_TMPDIR/c.json"
  shows 2 'without "across", because it has "deviation"' "$PAIRLANES" claims --config "$BATS_TEST_TMPDIR/c.json" "$results"
}

@test "markdown: a table whose rows are all as wide as its head" {
  claiming '{"ratio": ["vertex", "edge"], "above": 1}, {"ratio": ["vertex", "serial"], "below": 1}'
  expect 0 "$PAIRLANES" claims "$results" --format markdown
  [[ $output == "### Claims: 0 hold, 0 exceeded, 1 hold no more"* ]]
  has "a &#124; claim"
  [ "$(grep '^|' <<<"$output" | tr -dc '|\n' | sort -u)" = "||||||||||" ]
}

@test "a run carries the claims of its config" {
  cat >"$BATS_TEST_TMPDIR/c.json" <<'JSON'
{"system": {"n": 500}, "strategy": ["serial", "vertex"], "precision": "double", "backend": "cpu",
 "sampling": {"max_samples": 8, "min_samples": 8, "warmup_ms": 0},
 "claims": [{"text": "a bound that any machine keeps", "source": "none",
             "ratio": ["serial", "vertex"], "above": 1e-6, "below": 1e6}]}
JSON
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/c.json" --quiet --out "$results"
  quiet "$results"
  shows 0 "holds " "$PAIRLANES" claims --strict "$results"
  has "force of serial / vertex above 1e-06 and below 1e+06: 1 of 1 point"
}

@test "timed steps have a requested Brownian heat bath, and claims distinguish orders in memory" {
  cat >"$BATS_TEST_TMPDIR/c.json" <<'JSON'
{"system": {"n": 256, "density": 0.5, "temperature": 1.8}, "strategy": "vertex", "precision": "double_state",
 "sort": ["none", "hilbert"], "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"step": 0.003, "diffusion": 2.5, "max_samples": 6, "min_samples": 6, "warmup_ms": 0},
 "claims": [{"text": "a bound that any machine keeps", "source": "none", "of": "step",
             "ratio": [{"vertex": {}, "sort": "none"}, {"vertex": {}, "sort": "hilbert"}], "above": 1e-6}]}
JSON
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/c.json" --quiet --out "$results"
  expect 0 jq -e '[.cases[].step_parts | .diffusion == 2.5 and .thermostat > 0] == [true, true]' "$results"
  expect 0 "$PAIRLANES" claims "$results" --format json
  [ "$(jq -c '.claims[0].points | map(.id, .other_id | capture("/(?<s>none|hilbert)/").s)' <<<"$output")" = '["none","hilbert"]' ]
  expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/c.json" --quiet --out "$results.still" --set sampling.diffusion=0
  expect 0 jq -e '[.cases[].step_parts | .diffusion == 0 and .thermostat == 0] == [true, true]' "$results.still"
}

@test "results without claims, wrong claims and files without results are usage errors" {
  shows 2 "demo.json: its config makes no claims" "$PAIRLANES" claims "$recorded"
  claiming '{"ratio": ["vertex", "egde"], "above": 1}'
  shows 2 "config.claims[0].ratio[1]: expected one of" "$PAIRLANES" claims "$results"
  claiming '{"ratio": ["vertex", "edge"], "above": 1}'
  jq 'del(.cases[].force.samples_ns?)' "$results" >"$BATS_TEST_TMPDIR/bare.json"
  shows 2 "a time has no samples" "$PAIRLANES" claims "$BATS_TEST_TMPDIR/bare.json"
  shows 2 "nowhere.json: cannot be read: No such file" "$PAIRLANES" claims nowhere.json
  shows 2 "a results file is missing" "$PAIRLANES" claims
  expect 2 "$PAIRLANES" claims "$results" --format html
  has 'there is no format "html"; expected one of text, markdown, json, jsonl, csv, tsv'
}

# Force calls are timed instead of whole steps, which take longer.
@test "the claims of the shipped configs find their cases" {
  for config in "$ROOT"/configs/rovigatti-*.json; do
    [ "$(basename "$config")" != rovigatti-peers.json ] || continue # its claims are about other engines, which peers.bats tests
    jq '(.claims[].where.backend) = "cpu" | del(.claims[].of) | .backend = "cpu" |
      (.sweeps[].backend | strings) |= "cpu" |
      .sweeps |= map(select(.model == "lj")) | .claims |= map(select((.where.model // "lj") == "lj")) |
      (.. | .n? | arrays) |= [500, 600] | (.. | .n? | numbers) |= [500, 600] |
      .sampling = {warmup_ms: 0, min_samples: 7, max_samples: 7}' "$config" \
      >"$BATS_TEST_TMPDIR/small.json"
    expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/small.json" --quiet --out "$results"
    shows 0 "0 without data" "$PAIRLANES" claims "$results"
  done
}

# Water also replaces lipids, because a bilayer takes long to build. Left out are claims that compare the two, and
# claims about numbers that only a GPU counts or tunes.
# bats test_tags=long
@test "the claims of the configs of lipids find their cases, and show what the paper has" {
  for config in "$ROOT"/configs/shkurti-*.json; do
    [ "$(basename "$config")" != shkurti-fused.json ] || continue # only a GPU has all these tuning values
    jq --arg root "$ROOT" 'def small: .builder = "water" | .n = 200;
      (.preset | strings) |= "\($root)/configs/\(.)" |
      .claims |= map(select(.across == null and (.number // "" | test("^(hardware|step_)") | not)) |
        .where += {backend: "cpu", source: "water"}) |
      (.sweeps[]?.backend | strings) |= "cpu" | .backend = "cpu" |
      .parameters.cutoff = 6 | .skin = 0.5 | (.system, .sweeps[]?.system | objects) |= small |
      (.dynamics, .sweeps[]?.dynamics | objects) |= (.steps = 20 | .warmup = 0 | .sample = 10) |
      .sampling = {warmup_ms: 0, min_samples: 7, max_samples: 7}' "$config" >"$BATS_TEST_TMPDIR/small.json"
    expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/small.json" --quiet --out "$results"
    shows 0 "0 without data" "$PAIRLANES" claims "$results"
    [ "$(basename "$config")" = shkurti-fig11.json ] || has "(published: "
  done
}

@test "claims from Zhang and Phillips in configs have data on an H200" {
  for config in zhang-lists divergence; do
    expect 0 "$PAIRLANES" claims --config "$ROOT/configs/$config.json" "$ROOT/results/nvidia-h200/$config.json"
    has "0 without data"
  done
  # results of a CPU core are not recorded
  shows 0 "1 without data" "$PAIRLANES" claims --config "$ROOT/configs/apoa1.json" "$ROOT/results/nvidia-h200/apoa1.json"
}

@test "a time that is not to be trusted leaves a claim undecided, with the reason, unless half and twice it agree" {
  claiming '{"ratio": ["vertex", "edge"], "below": 1, "at": "largest n"}'
  shows 0 "1 hold, 0 exceeded, 0 hold no more, 0 undecided" "$PAIRLANES" claims "$results"
  for change in '.cases[].machine = {others: 300, stolen: 50}#other programs kept 3e+02 CPUs busy' \
    '.cases[].machine = {others: 0, stolen: 0, allowed: 1, quota: 0.5}#with a quota of 0.5 CPUs'; do
    jq "${change%#*}" "$results" >"$BATS_TEST_TMPDIR/doubted.json"
    shows 0 "0 hold, 0 exceeded, 0 hold no more, 1 undecided" "$PAIRLANES" claims "$BATS_TEST_TMPDIR/doubted.json"
    has "! not to be trusted: "
    has "${change#*#}"
  done
  jq '(.cases[] | select(.strategy == "edge")).force |= with_entries(
    select(.key | endswith("_ns")).value |= (if type == "array" then map(. * 9) else . * 9 end))' \
    "$BATS_TEST_TMPDIR/doubted.json" >"$BATS_TEST_TMPDIR/far.json"
  shows 0 "1 hold, 0 exceeded, 0 hold no more, 0 undecided" "$PAIRLANES" claims "$BATS_TEST_TMPDIR/far.json"
  has "! not to be trusted: "
}
