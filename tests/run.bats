#!/usr/bin/env bats
# Tests runs of configs: measured cases, refused input, and interrupted runs.

load setup

setup() {
  folder=$BATS_TEST_TMPDIR
  small_sweep
}

refused() { # TEXT OF A CONFIG, EXPECTED MESSAGE
  printf '%s' "$1" >"$folder/wrong.json"
  shows 2 "$folder/wrong.json:$2" "$PAIRLANES" run "$folder/wrong.json" --out "$folder/never.json"
  [ ! -e "$folder/never.json" ]
}

# Kills a run once its file exists, unless it has ended by then.
begin_run() { # CONFIG RESULTS
  "$PAIRLANES" run "$1" --out "$2" --quiet 3>&- &
  until [ -s "$2" ]; do
    kill -0 $!
    sleep 0.02
  done
  kill -KILL $! || true
  wait $! || true
}

# bats test_tags=long
@test "every shipped config follows its schema and expands" {
  local config configs=() results=()
  for config in "$ROOT"/configs/*.json; do
    case $(basename "$config") in schema.json | apoa1.json) continue ;; esac # apoa1's particles are not in the tree
    configs+=("$config")
    results+=("$folder/out-$(basename "$config")")
    begin_run "$config" "${results[-1]}"
  done
  valid "$ROOT/configs/schema.json" "${configs[@]}"
  valid "$ROOT/results/schema.json" "${results[@]}"
}

@test "the defaults are those that the schema documents" {
  echo '{"name": "defaults", "dynamics": {}}' >"$folder/defaults.json"
  begin_run "$folder/defaults.json" "$folder/out.json"
  run python3 - "$ROOT/configs/schema.json" "$folder/out.json" <<'PYTHON'
import json, sys
schema, results = (json.load(open(path)) for path in sys.argv[1:])
def compare(properties, values, path):
    count = 0
    for key, property in properties.items():
        if "default" in property:
            count += 1
            assert values[key] == property["default"], f"{path}{key}: {values[key]}"
        count += compare(property.get("properties", {}), values.get(key, {}), f"{path}{key}.")
    return count
assert compare(schema["$defs"]["sweep"]["properties"], results["config"]["sweeps"][0], "") >= 17
PYTHON
  [ "$status" -eq 0 ] || {
    echo "$output"
    return 1
  }
}

@test "requested lanes are counted on any backend, and shown" {
  shows 0 "lanes %" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json"
  valid "$ROOT/results/schema.json" "$folder/out.json"
  [ "$(value '[.cases[] | select(.strategy == "serial") | .lanes] | unique | tostring' \
    "$folder/out.json")" = "[null]" ]
  [ "$(value '[.cases[] | select(.strategy == "vertex") | .lanes.regions[].name] | unique | join(" ")' \
    "$folder/out.json")" = "interacting listed pair trip" ]
  # no lane is counted twice: interacting pairs are twice those of the reference
  # shellcheck disable=SC2016
  [ "$(value '[.cases[] | select(.lanes != null) | .counts.pairs_interacting as $pairs |
    .lanes.regions[] | select(.name == "interacting") | .issues * .active_share * 32 / $pairs | round] |
    unique | tostring' "$folder/out.json")" = "[2]" ]

  expect 0 "$PAIRLANES" run "$folder/small.json" --set counters.lanes=false --out "$folder/off.json"
  [[ $output != *"lanes %"* ]]
  [ "$(value '[.cases[].lanes] | unique | tostring' "$folder/off.json")" = "[null]" ]
  refused '{"counters": {"lanes": 1}}' "1:24: counters.lanes: expected true or false, found 1"
}

@test "states of the hardware during sampling follow the schema" {
  jq '(.cases[] | select(.force != null) | .force, .build) += {"clock_mhz": {"min": 1965,
    "median": 1980}, "memory_clock_mhz": {"min": 3201, "median": 3201}, "clock_events":
    ["power_cap", "hardware_thermal"], "throttled": 1, "discarded": 20, "launch_gaps": false}' \
    "$ROOT/tests/data/results.json" >"$folder/out.json"
  valid "$ROOT/results/schema.json" "$folder/out.json"
}

@test "a sweep ends with a table, and its results follow the schema" {
  shows 0 "N = 500" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json"
  has "6 timed"
  valid "$ROOT/results/schema.json" "$folder/out.json"
  [ "$(value '.cases | length' "$folder/out.json")" -eq 6 ]
  [ "$(value '[.cases[].status] | unique | join(",")' "$folder/out.json")" = ok ]
  [ "$(value '[.cases[].verify.passed] | all' "$folder/out.json")" = true ]
  [ "$(value '[.cases[] | .force.ci95_ns[0] <= .force.median_ns and .force.median_ns <= .force.ci95_ns[1]
    and .force.min_ns <= .force.ci95_ns[0]] | all' "$folder/out.json")" = true ]
  [ "$(value '[.cases[] | .counts.pairs_in_cutoff] | unique | length' "$folder/out.json")" -eq 1 ]
}

@test "the resolved config is a config that gives the same cases" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  value .config "$folder/out.json" >"$folder/again.json"
  valid "$ROOT/configs/schema.json" "$folder/again.json"
  expect 0 "$PAIRLANES" run "$folder/again.json" --out "$folder/second.json" --quiet
  [ "$(value '[.cases[].identity] | join(" ")' "$folder/out.json")" = \
    "$(value '[.cases[].identity] | join(" ")' "$folder/second.json")" ]
}

@test "without --out the results lie in results/<machine>/<name>.json" {
  cd "$folder"
  expect 0 "$PAIRLANES" run small.json --quiet --set strategy=serial
  [ -s "results/$("$PAIRLANES" list --machine)/small.json" ]
}

@test "configs of one name do not write over each other's results" {
  cd "$BATS_TEST_TMPDIR"
  mkdir one two
  echo '{"model": "lj", "system": {"n": 500}, "strategy": "serial", "precision": "single", "backend": "cpu",
    "sampling": {"max_seconds": 0.01}}' >one/c.json
  sed 's/500/600/' one/c.json >two/c.json
  shows 2 "c.json: two configs of this command have this name" "$PAIRLANES" run one/c.json two/c.json --quiet
  [ "$(jq -c '[.cases[].n]' results/*/c.json)" = "[500]" ]
}

@test "--set reaches system, tuning and the model's parameters" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet \
    --set system.n=600 --set strategy=newton --set tuning.newton.buffers=1,2 --set cutoff=2 \
    --set precision=single
  [ "$(value '[.cases[] | .id] | join(" ")' "$folder/out.json")" = "lj,cutoff=2/n600/rho0.8442/single/cpu/threads1/hilbert/newton/buffers1 lj,cutoff=2/n600/rho0.8442/single/cpu/threads1/hilbert/newton/buffers2" ]
  [ "$(value '.cases[1].tuning.buffers' "$folder/out.json")" -eq 2 ]
  [ "$(value '.cases[0].parameters.cutoff' "$folder/out.json")" = 2 ]
}

@test "a wrong config is refused with its place before anything runs" {
  refused '{"strategi": "team"}' '1:2: strategi: unknown key'
  has 'did you mean "strategy"?'
  refused $'{\n  "strategy": ["serial", "newten"]\n}' '2:26: strategy[1]: expected one of serial'
  has 'did you mean "newton"?'
  refused '{"system": {"n": "many"}}' '1:18: system.n: expected an integer'
  refused '{"skin": 0.3, "skin": 0.4}' '1:15: skin: the same key twice'
  refused '{"skin": 0.3,}' '1:14: this is not JSON: expected a key'
  refused '{"skin": 0.3' '1:13: this is not JSON: expected a comma or the end of the object'
  refused '{"system": {"file": "nowhere.xyz"}}' '1:21: system.file: expected a file'
}

@test "wrong usage exits with 2" {
  shows 2 "a config is missing" "$PAIRLANES" run
  shows 2 "$folder/none.json: cannot be read" "$PAIRLANES" run "$folder/none.json"
  shows 2 '--set system.n: expected an integer' "$PAIRLANES" run "$folder/small.json" --set system.n=few
  shows 2 '--backend: expected cpu or cuda, found "gpu"' "$PAIRLANES" run "$folder/small.json" --backend gpu
  shows 2 "the config has no case for it" "$PAIRLANES" run "$folder/small.json" --backend cuda
  shows 2 '--device: expected a whole number from 0' "$PAIRLANES" run "$folder/small.json" --device first
  shows 2 "--out names one file" "$PAIRLANES" run "$folder/small.json" "$folder/small.json" --out "$folder/out.json"
  shows 2 "no kernel sources there" "$PAIRLANES" run "$folder/small.json" --source "$folder" --out "$folder/out.json"
}

@test "a box that is too small fails its cases, the others run, and the exit code is 2" {
  expect 2 "$PAIRLANES" run "$folder/small.json" --set system.n=20,500 --set strategy=serial \
    --out "$folder/out.json"
  [ "$(value '[.cases[] | .status] | join(" ")' "$folder/out.json")" = "failed failed ok ok" ]
  value '.cases[0].reason' "$folder/out.json" | grep -q "box"
  valid "$ROOT/results/schema.json" "$folder/out.json"
}

@test "a broken system file fails its cases with file and line, and the exit code is 2" {
  printf '3\nLattice="9 0 0 0 9 0 0 0 9" Properties=species:S:1:pos:R:3\nAr 1 1 1\nAr 2 nan 2\nAr 3 3 3\n' \
    >"$folder/broken.xyz"
  expect 2 "$PAIRLANES" run "$folder/small.json" --set system.file="$folder/broken.xyz" \
    --out "$folder/out.json"
  has "broken.xyz:4"
  [ "$(value '[.cases[].status] | unique | join(" ")' "$folder/out.json")" = failed ]
  valid "$ROOT/results/schema.json" "$folder/out.json"
  # the file ends early
  printf '3\nLattice="9 0 0 0 9 0 0 0 9" Properties=species:S:1:pos:R:3\nAr 1 1 1\n' \
    >"$folder/broken.xyz"
  expect 2 "$PAIRLANES" run "$folder/small.json" --set system.file="$folder/broken.xyz" \
    --out "$folder/out.json"
  has "broken.xyz"
}

@test "a system from a file is found next to the config, and has its hash" {
  "$PAIRLANES" system -n 500 --out "$folder/fluid.xyz" >"$folder/printed"
  hash=$(sed -n 's/^hash *//p' "$folder/printed")
  expect 0 "$PAIRLANES" run "$folder/small.json" --set system.file=fluid.xyz \
    --set strategy=serial --set precision=double --out "$folder/out.json" --quiet
  [ "$(value '.cases[0].n' "$folder/out.json")" -eq 500 ]
  [ "$(value '.cases[0].input_hash' "$folder/out.json")" = "$hash" ]
  [ "$(value '.cases[0].id' "$folder/out.json")" = "lj/fluid.xyz/double/cpu/hilbert/serial" ]
}

@test "a NIST reference configuration is a system" {
  data=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/lj_nist/lj_sample_config_periodic1.txt
  [ -r "$data" ] || skip "no reference data at $data"
  expect 0 "$PAIRLANES" run "$folder/small.json" --set system.file="$data" \
    --out "$folder/out.json" --quiet
  [ "$(value '[.cases[] | .n, .status] | unique | tojson' "$folder/out.json")" = '[800,"ok"]' ]
}

@test "a perfect lattice verifies, because errors are relative to pair forces where sums cancel" {
  awk 'BEGIN { print "500\nLattice=\"8.4 0 0 0 8.4 0 0 0 8.4\""
    for (k = 0; k < 500; k++) { site = k % 4; x = int(k / 4) % 5; y = int(k / 20) % 5; z = int(k / 100)
      printf "Ar %.17g %.17g %.17g\n", 1.68 * (x + 0.5 * (site == 1 || site == 3)), \
        1.68 * (y + 0.5 * (site == 1 || site == 2)), 1.68 * (z + 0.5 * (site == 2 || site == 3)) } }' \
    >"$folder/fcc.xyz"
  echo '{"model": "lj", "strategy": ["serial", "vertex", "staged"], "backend": "cpu",
    "precision": ["double", "single", "fixed"], "system": {"file": "fcc.xyz"}}' >"$folder/fcc.json"
  shows 0 "9 passed, 0 failed, 0 skipped" "$PAIRLANES" verify "$folder/fcc.json"
}

@test "a dry run reads files, and ends as the run would" {
  local plan='"model": "lj", "strategy": "vertex", "precision": "double", "backend": "cpu", "sampling": {"max_seconds": 0.1}'
  printf '2\nLattice="6 0 0 0 6 0 0 0 6"\nAr 1 1 1\nAr 3 3 3\n' >"$folder/two.xyz"
  echo "{$plan, \"system\": {\"file\": \"two.xyz\"}}" >"$folder/dry.json"
  shows 0 "two.xyz/double/cpu/hilbert/vertex" "$PAIRLANES" run "$folder/dry.json" --dry-run
  expect 2 "$PAIRLANES" run "$folder/dry.json" --dry-run --set parameters.cutoff=3
  has "the box edge in x is 6, but has to be at least 6.6"
  sed -i 's/Ar 3/Ar three/' "$folder/two.xyz"
  shows 2 "two.xyz:4: expected the x coordinate of particle 2" "$PAIRLANES" run "$folder/dry.json" --dry-run
  sed -i 's/Ar three 3 3/Ar 7 1 1/' "$folder/two.xyz"
  expect 2 "$PAIRLANES" run "$folder/dry.json" --dry-run
  has "two.xyz: particles 1 and 2 (counted from 1) lie at the same place"
  expect 2 "$PAIRLANES" run "$folder/dry.json" --quiet --out "$folder/dry.out.json"
  printf '[ defaults ]\n1 2\n[ atomtypes ]\nA 0 0 A 0.3 0.5\n[ moleculetype ]\nM 0\n[ atoms ]\n1 A 1 M A 1
[ system ]\ntwo\n[ molecules ]\nM 2\n' >"$folder/two.top"
  printf 'two\n2\n    1M        A    1   0.100   0.100   0.100\n    2M        A    2   0.600   0.100   0.100\n4 4 4\n' \
    >"$folder/two.gro"
  echo "{${plan/lj/martini}, \"system\": {\"file\": \"two.top\", \"coordinates\": \"two.gro\"}}" >"$folder/dry.json"
  expect 0 "$PAIRLANES" run "$folder/dry.json" --dry-run
  expect 2 "$PAIRLANES" run "$folder/dry.json" --dry-run --set dynamics.steps=1 --set dynamics.dt=0.001
  has "particle 1 moves, but its type, 1 A, has no mass"
}

# bats test_tags=long
@test "a configuration of oxDNA is a system with the topology that the config names" {
  data=${PAIRLANES_REFDATA:-$ROOT/../shared/refdata}/oxdna1/DSDNA8
  [ -r "$data/init.dat" ] || skip "no reference data at $data"
  set -- run "$folder/small.json" --set model=oxdna --set system.file="$data/init.dat" \
    --set backend=cpu --out "$folder/out.json" --quiet
  expect 0 "$PAIRLANES" "$@" --set system.topology="$data/dsdna8.top"
  [ "$(value '[.cases[] | .n, .status] | unique | tojson' "$folder/out.json")" = '[16,"ok"]' ]
  [ "$(value '[.cases[].id | contains("init.dat+dsdna8.top/")] | unique | tojson' \
    "$folder/out.json")" = '[true]' ]
  shows 2 "init.top: cannot be read" "$PAIRLANES" "$@"
}

@test "a case that does not fit into memory is skipped with the reason, and the sweep continues" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizer needs more memory than the test leaves"
  export OMP_NUM_THREADS=1
  run bash -c "ulimit -v 120000; '$PAIRLANES' run '$folder/small.json' --out '$folder/out.json' \
    --strategy vertex,team --set system.n=256000,500 --set precision=double --set system.temperature=1.8"
  echo "$output"
  [ "$status" -eq 0 ]
  valid "$ROOT/results/schema.json" "$folder/out.json"
  value '.cases[] | select(.status == "skipped") | .reason' "$folder/out.json" |
    grep -qE "needs [0-9.]+ GiB, [0-9.]+ GiB free"
  [ "$(value '[.cases[] | select(.status == "skipped") | .n] | unique | tojson' "$folder/out.json")" = "[256000]" ]
  [ "$(value '[.cases[] | select(.n == 500) | .status] | unique | tojson' "$folder/out.json")" = '["ok"]' ]
}

@test "without a GPU the cuda cases are skipped with the reason; --backend cuda exits with 3" {
  if "$PAIRLANES" list | grep -A1 '^  cuda ' | grep -q '^    0 '; then
    skip "this machine has a GPU"
  fi
  shows 0 "6 timed" "$PAIRLANES" run "$folder/small.json" --set backend=cpu,cuda --out "$folder/out.json"
  has "6 skipped"
  value '.cases[] | select(.backend == "cuda") | .reason' "$folder/out.json" | grep -qi cuda
  valid "$ROOT/results/schema.json" "$folder/out.json"
  [ "$(value '[.cases[] | select(.backend == "cuda") | .status] | unique | tojson' "$folder/out.json")" = '["skipped"]' ]
  expect 3 "$PAIRLANES" run "$folder/small.json" --set backend=cpu,cuda --backend cuda --out "$folder/out.json"
}

# Kills a run repeatedly after a percentage of its time, and resumes it.
killed_at() { # PERCENT…
  local short=(--set sampling.max_seconds=0.05)
  started=$(date +%s%N)
  expect 0 "$PAIRLANES" run "$folder/small.json" "${short[@]}" --out "$folder/whole.json" --quiet
  elapsed=$(($(date +%s%N) - started))
  ids=$(value '[.cases[].id] | join(" ")' "$folder/whole.json")
  for percent; do
    echo "killed after $percent % of $elapsed ns"
    moment=$(printf '%d.%09d' $((elapsed * percent / 100 / 1000000000)) \
      $((elapsed * percent / 100 % 1000000000)))
    rm -f "$folder/out.json"
    timeout --foreground -s KILL "$moment" "$PAIRLANES" run "$folder/small.json" "${short[@]}" --out "$folder/out.json" \
      --quiet 2>/dev/null || true
    if [ -e "$folder/out.json" ]; then
      jq -e .cases "$folder/out.json" >/dev/null
      cp "$folder/out.json" "$folder/killed-$percent.json"
      before=$(value '.cases[] | select(.status == "ok") | "\(.id) \(.force.samples_ns | tojson)"' \
        "$folder/out.json")
    else
      before=
    fi
    expect 0 "$PAIRLANES" run "$folder/small.json" "${short[@]}" --out "$folder/out.json" --resume --quiet
    [ -z "$(find "$folder" -name '.pairlanes-*' -o -name '*.lock')" ]
    [ "$(value '[.cases[].id] | join(" ")' "$folder/out.json")" = "$ids" ]
    after=$(value '.cases[] | "\(.id) \(.force.samples_ns | tojson)"' "$folder/out.json")
    while IFS= read -r line; do
      [ -z "$line" ] || grep -qxF -- "$line" <<<"$after"
    done <<<"$before"
  done
  [ -z "$(compgen -G "$folder/killed-*.json")" ] || valid "$ROOT/results/schema.json" "$folder"/killed-*.json
}

@test "a killed run leaves a valid file, and --resume repeats no finished case" {
  killed_at 70
}

# bats test_tags=long
@test "a run killed at any of twenty moments leaves a valid file, and --resume repeats no finished case" {
  # shellcheck disable=SC2046
  killed_at $(shuf -i 1-99 -n 20)
}

@test "--resume of a finished sweep measures nothing" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  cp "$folder/out.json" "$folder/first.json"
  shows 0 "6 of them before" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --resume
  diff <(value .cases "$folder/first.json") <(value .cases "$folder/out.json")
}

@test "--resume repeats cases whose sampling or input has changed" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --resume \
    --set sampling.max_samples=31
  has "0 of them before"
  expect 5 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --resume \
    --set system.seed=2
  has "cannot be resumed"
}

@test "--resume keeps cases whose machine code is unchanged despite other sources, and repeats the rest" {
  local source=$folder/source
  mkdir "$source"
  (cd "$ROOT" && cp -r --parents models strategies harness "$source")
  sed -i '/MODEL_DESCRIBE/i #ifdef OF_ANOTHER\nint another;\n#endif' "$source/models/lj.h"
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  [ "$(value '[.cases[].code_hash.force | length] | unique | tojson' "$folder/out.json")" = '[32]' ]
  shows 0 "6 of them before" "$PAIRLANES" run "$folder/small.json" --source "$source" --out "$folder/out.json" --resume
  sed -i 's/per_r2 = 1 /per_r2 = (real)1.00000000000001 /' "$source/models/lj.h"
  expect 0 "$PAIRLANES" run "$folder/small.json" --source "$source" --out "$folder/out.json" --resume
  has "3 of them before" # cases with constants that are unchanged after rounding to 32 bits
}

@test "--resume refuses results of another machine or program, and names it" {
  local key
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  for key in host list_instructions commit compiler flags; do
    jq --arg key "$key" '.provenance[$key] = "another"' "$folder/out.json" >"$folder/other.json"
    cp "$folder/other.json" "$folder/before.json"
    expect 5 "$PAIRLANES" run "$folder/small.json" --out "$folder/other.json" --resume --quiet
    has "cannot be resumed: its $key is \"another\", here it is \"$(value ".provenance.$key" "$folder/out.json")\""
    cmp "$folder/before.json" "$folder/other.json"
  done
}

@test "--resume keeps only cases with matching and valid members" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  jq '.cases[0].force = null | .cases[1].force.median_ns = -1 | .cases[2].verify.passed = false
    | .cases[3].input_hash = "0123456789abcdef0123456789abcdef" | .cases[4].n += 1' \
    "$folder/out.json" >"$folder/spoilt.json"
  shows 0 "1 of them before" "$PAIRLANES" run "$folder/small.json" --out "$folder/spoilt.json" --resume --quiet
  has "3 cases are damaged and will be measured again; the first: $folder/spoilt.json: case "
  has ".force: expected it of a case that is ok, found none"
  # everything except times is unchanged
  diff <(jq '[.cases[] | .id, .verify.passed, .input_hash, .n]' "$folder/out.json") \
    <(jq '[.cases[] | .id, .verify.passed, .input_hash, .n]' "$folder/spoilt.json")
  printf '\0{}' >>"$folder/spoilt.json"
  expect 2 "$PAIRLANES" run "$folder/small.json" --out "$folder/spoilt.json" --resume --quiet
  has "expected a text, found a zero byte"
}

@test "--resume with --backend leaves the cases of other backends as they are" {
  expect 0 "$PAIRLANES" run "$folder/small.json" --set backend=cpu,cuda --backend cpu \
    --out "$folder/out.json" --quiet
  [ "$(value '.cases | length' "$folder/out.json")" -eq 6 ]
  cp "$folder/out.json" "$folder/first.json"
  run "$PAIRLANES" run "$folder/small.json" --set backend=cpu,cuda --backend cuda \
    --out "$folder/out.json" --resume --quiet
  [ "$(value '.cases | length' "$folder/out.json")" -eq 12 ]
  diff <(value .cases "$folder/first.json") \
    <(value '[.cases[] | select(.backend == "cpu")]' "$folder/out.json")
}

# Uses one order of particles: test_cpu_strategies tests all orders with one thread. compile.bats verifies the other
# precisions.
# bats test_tags=long
@test "verify passes every strategy, model and tuning value in single precision on the CPU, and names what misses a tolerance" {
  expect 0 "$PAIRLANES" verify --backend cpu --n 1536 --filter /single/cpu/hilbert/ --json "$folder/verify.json"
  has " passed, 0 failed"
  valid "$ROOT/results/schema.json" "$folder/verify.json"
  [ "$(value '[.cases[].source_hash | length] | unique | join(" ")' "$folder/verify.json")" = 32 ]
  expect 1 "$PAIRLANES" verify --backend cpu --n 1536 --filter /single/cpu/hilbert/ --tolerance 0 --strategy team
  has "FAILED"
  has "force error"
  shows 2 'did you mean "team"?' "$PAIRLANES" verify --strategy teem
}

@test "a case over its tolerance publishes no timing" {
  expect 1 "$PAIRLANES" verify "$folder/small.json" --precision single --tolerance 1e-12 \
    --json "$folder/verify.json"
  [ "$(value '[.cases[] | .status, .verify.passed, .force] | unique | tojson' "$folder/verify.json")" = \
    '[null,false,"failed"]' ]
  value '.cases[0].reason' "$folder/verify.json" | grep -q "verification failed: force error .* virial error"
}

@test "verify prints a reason once for several cases" {
  run bash -c "'$PAIRLANES' verify lj --n 5 --strategy serial,vertex --precision single --backend cpu 2>'$folder/messages'"
  [ "$status" -eq 2 ]
  has "1 FAILED (1)"
  [ "$(grep -c "the box edge in x is 1.8" <<<"$output")" -eq 1 ]
  [ "$(grep -c "the box edge in x is 1.8" "$folder/messages")" -eq 1 ]
  grep -q "^lj/n5/.*/vertex (1)$" "$folder/messages"
}

@test "a busy program on the core marks the times there as untrusted" {
  local cpu neighbor
  cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  taskset -c "$cpu" sh -c 'while :; do :; done' 3>&- &
  neighbor=$!
  expect 0 taskset -c "$cpu" "$PAIRLANES" run lj --n 4000 --strategy serial --precision double \
    --threads 1 --backend cpu --set sampling.min_samples=40 --quiet --out "$BATS_TEST_TMPDIR/n.json"
  kill $neighbor
  jq -e '.cases[0].machine.delayed > 0.2' "$BATS_TEST_TMPDIR/n.json"
  shows 0 "threads of the run waited for a CPU on average" "$PAIRLANES" show "$BATS_TEST_TMPDIR/n.json"
}

@test "weak forces pass in fixed point, and one note names those below its resolution" {
  printf '%s\n' 2 'Lattice="5.7 0 0 0 5.7 0 0 0 5.7" Properties=species:S:1:pos:R:3' \
    'A 1 1 1' 'A 2.1 1 1' >"$BATS_TEST_TMPDIR/two.xyz"
  local epsilon
  for epsilon in 1e-3 1e-6; do
    echo "{\"backend\": \"cpu\", \"threads\": 1, \"model\": \"lj\", \"parameters\": {\"epsilon\": $epsilon},
      \"system\": {\"file\": \"two.xyz\"}, \"precision\": \"fixed_math\", \"strategy\": [\"vertex\", \"newton\"]}" \
      >"$BATS_TEST_TMPDIR/weak.json"
    expect 0 "$PAIRLANES" verify "$BATS_TEST_TMPDIR/weak.json"
    local notes
    notes=$(grep -c "note: forces or energies of .* are below the resolution of fixed point, 2^-16" <<<"$output" || true)
    [ "$notes" -eq "$([ "$epsilon" = 1e-6 ] && echo 1 || echo 0)" ]
  done
}
