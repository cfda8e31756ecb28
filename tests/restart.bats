#!/usr/bin/env bats
# Tests runs with dynamics that are killed and resumed: the step where they continue, their results, and error
# messages.

load setup

setup_file() {
  cat > "$BATS_FILE_TMPDIR/long.json" <<'JSON'
{"model": "lj", "parameters": {"shift": "force"}, "strategy": "team",
 "system": {"n": 108, "density": 0.5, "temperature": 1.2}, "precision": "fixed",
 "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6},
 "dynamics": {"steps": 3000, "warmup": 600, "sample": 20, "dt": 0.002, "checkpoint": 0.02,
              "thermostat": ["none", "nose_hoover", "langevin"], "integrator": "leapfrog"}}
JSON
  "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --out "$BATS_FILE_TMPDIR/fixed.result"
}

# Runs the config, with additional arguments if given, and sends a signal once this many cases have a checkpoint.
# Results are in killed.json, the exit code in $status. Repeats this if the run had progressed too far before the
# signal.
kill_run() {
  local signal=$1 checkpoints=$2 process files
  shift 2
  for _ in $(seq 10); do
    rm -f "$BATS_TEST_TMPDIR"/killed.json*
    "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --out "$BATS_TEST_TMPDIR/killed.json" \
      "$@" 3>&- &
    process=$!
    for _ in $(seq 3000); do
      files=("$BATS_TEST_TMPDIR"/killed.json.*.checkpoint)
      [ -e "${files[0]}" ] && [ ${#files[@]} -ge "$checkpoints" ] && break
      sleep 0.01
    done
    kill -"$signal" "$process" || true
    status=0
    wait "$process" || status=$?
    files=("$BATS_TEST_TMPDIR"/killed.json.*.checkpoint)
    [ "$(jq '.cases | length' "$BATS_TEST_TMPDIR/killed.json")" -eq 0 ] &&
      [ ${#files[@]} -eq "$checkpoints" ] && return 0
  done
  return 1
}

resume() {
  local code=$1
  shift
  expect "$code" "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --resume \
    --out "$BATS_TEST_TMPDIR/killed.json" "$@"
}

# Checks that the resumed run in fixed point has the same samples as an undisturbed run.
same_samples() {
  local samples='[.cases[].dynamics.samples]'
  [ "$(jq '.cases | length' "$BATS_TEST_TMPDIR/killed.json")" -eq 3 ]
  cmp <(jq -c "$samples" "$BATS_FILE_TMPDIR/fixed.result") \
    <(jq -c "$samples" "$BATS_TEST_TMPDIR/killed.json")
}

@test "a killed and resumed run gives the results of an uninterrupted one, bit for bit in fixed point" {
  kill_run KILL 2
  [ "$status" -eq 137 ]
  resume 0
  same_samples
  [ "$(jq -r '[.cases[].dynamics.steps] | unique | .[]' "$BATS_TEST_TMPDIR/killed.json")" = 3000 ]
  expect 1 compgen -G "$BATS_TEST_TMPDIR/killed.json.*"
}

@test "an interrupted run writes a checkpoint of its current step" {
  kill_run INT 2 --set dynamics.checkpoint=0.03
  [ "$status" -eq 130 ]
  resume 0
  same_samples
}

# bats test_tags=long
@test "in double precision the energy continues from its last value" {
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --set precision=double \
    --out "$BATS_TEST_TMPDIR/double.result"
  kill_run KILL 2 --set precision=double
  resume 0 --set precision=double
  # equal up to rounding until trajectories diverge; afterwards only the energy is equal
  expect 0 jq -e -s 'map(.cases[0].dynamics | select(.thermostat == "none") | .samples.total)
    | (map(.[0:3]) | transpose | map(.[0] - .[1] | fabs) | max < 1e-7)
      and (flatten | max - min < 2e-3) and (map(length) == [151, 151])' \
    "$BATS_TEST_TMPDIR/double.result" "$BATS_TEST_TMPDIR/killed.json"
  expect 0 jq -e -s 'map(.cases[2].dynamics.temperature)
    | (.[0].mean - .[1].mean | fabs) < 4 * (.[0].error + .[1].error)' \
    "$BATS_TEST_TMPDIR/double.result" "$BATS_TEST_TMPDIR/killed.json"
}

# bats test_tags=long
@test "resumed runs of strategies with unordered sums differ by rounding, in fixed point not at all" {
  local precision settings
  for precision in single mixed intrinsics fixed_math; do
    settings=(--set precision="$precision" --set dynamics.thermostat=none
      --set dynamics.steps=6000 --set dynamics.warmup=0)
    "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet "${settings[@]}" \
      --out "$BATS_TEST_TMPDIR/whole.json"
    kill_run KILL 1 "${settings[@]}"
    resume 0 "${settings[@]}"
    # both runs have the same energies until trajectories diverge. The first three differences of the potential and of
    # the total energy are rounding errors; afterwards only the total energy agrees
    # shellcheck disable=SC2016
    expect 0 jq -e -s --arg precision "$precision" '
      map(.cases[0].dynamics.samples | [.potential, .total]) | . as [$whole, $killed]
      | ($whole | map(length) == [301, 301]) and
        if $precision == "fixed_math" then $whole == $killed
        else (transpose | map(transpose | map(.[0] - .[1] | fabs | select(. > 0))[0:3])
              | flatten | length == 0 or max < 2e-6) and
             (map(.[1]) | flatten | max - min < 5e-4)
        end' "$BATS_TEST_TMPDIR/whole.json" "$BATS_TEST_TMPDIR/killed.json"
  done
}

@test "a run without --resume keeps an earlier one and its checkpoints until it has measured a case" {
  cd "$BATS_TEST_TMPDIR"
  kill_run KILL 2
  printf '%s\n' killed.json.*.checkpoint >checkpoints
  "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --out killed.json --set dynamics.steps=300000 3>&- &
  local process=$!
  for _ in $(seq 1000); do [ -z "$(compgen -G 'killed.json.old.*')" ] || break; sleep 0.01; done
  kill -KILL $process && { wait $process || true; }
  sed s/json/json.old/ checkpoints | xargs ls >/dev/null
  # the run continues at its checkpoint
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --resume --out killed.json.old
  mv killed.json.old killed.json
  same_samples
  # new results replace the killed run's
  kill_run KILL 2
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet --out killed.json
  same_samples
  expect 1 compgen -G 'killed.json.*'
}

@test "a resumed run with other sampling keeps the results that it replaces, and counts them" {
  cd "$BATS_TEST_TMPDIR"
  local config='{"strategy": ["serial", "team"], "system": {"n": 500}, "precision": "single", "backend": "cpu",
    "threads": 1, "counters": {"lanes": false}, "sampling": {"min_samples": 6, "max_samples": 6}}'
  echo "$config" >one.json
  expect 0 "$PAIRLANES" run one.json --quiet --out out.json
  cp out.json earlier.json
  expect 0 "$PAIRLANES" run one.json --quiet --resume --out out.json
  lacks replaced
  [ ! -e out.json.old ]
  expect 0 "$PAIRLANES" run one.json --quiet --resume --out out.json --set sampling.max_samples=7
  has "2 measured cases were replaced, because system, sampling, code or machine differ; the earlier results are in "
  diff <(jq -S .cases out.json.old) <(jq -S .cases earlier.json)
  jq -e '[.cases[] | .force.samples_ns | length] == [7, 7]' out.json
}

@test "a failed case that passes after --resume is named, with the file that has its failure, however late it runs" {
  cd "$BATS_TEST_TMPDIR"
  local config='{"strategy": ["vertex", "team"], "system": {"n": 500}, "precision": "single", "backend": ["cpu", "cuda"],
    "threads": 1, "counters": {"lanes": false}, "sampling": {"min_samples": 6, "max_samples": 6}}'
  echo "$config" >one.json
  export CUDA_VISIBLE_DEVICES=
  expect 0 "$PAIRLANES" run one.json --quiet --out out.json
  jq '.cases[] |= (.status = "failed" | .reason = "over the tolerance" | del(.force, .build, .bin, .machine, .limits))' out.json >failed.json
  cp failed.json out.json
  shows 0 "2 failed cases pass this time; the earlier results are in $PWD/out.json.old" \
    "$PAIRLANES" run one.json --quiet --resume --out out.json
  diff <(jq -S .cases out.json.old) <(jq -S .cases failed.json)
  # cases for which there is no device have not passed
  [ "$(jq -c '[.cases[] | [.backend, .status]] | unique' out.json)" = '[["cpu","ok"],["cuda","failed"]]' ]
  # the same for a file with one failed and one measured case
  jq 'first(.cases[] | select(.status == "ok")) |= (.status = "failed" | .reason = "over the tolerance" | del(.force, .build, .bin, .machine, .limits))' out.json >failed.json
  cp failed.json out.json
  shows 0 "1 failed case passes this time; the earlier results are in $PWD/out.json.old2" \
    "$PAIRLANES" run one.json --quiet --resume --out out.json
  expect 0 "$PAIRLANES" run one.json --quiet --resume --out out.json
  lacks "this time"
  [ ! -e out.json.old3 ]
}

@test "a checkpoint of another case, or an incomplete one, is refused and kept" {
  kill_run KILL 2
  resume 2 --set sampling.max_samples=7
  has "expected a checkpoint of this case"
  has "leave out --resume"
  for file in "$BATS_TEST_TMPDIR"/killed.json.*.checkpoint; do
    truncate -s -1 "$file"
  done
  resume 2
  has "the checkpoint is not complete"
  [ "$(compgen -G "$BATS_TEST_TMPDIR/killed.json.*.checkpoint" | wc -l)" -eq 2 ]
  for file in "$BATS_TEST_TMPDIR"/killed.json.*.checkpoint; do
    rm "$file" && mkfifo "$file"
  done
  resume 2
  has "it is a FIFO or a device"
  rm "$BATS_TEST_TMPDIR"/killed.json.*.checkpoint
  # without --resume the run starts again
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/long.json" --quiet \
    --out "$BATS_TEST_TMPDIR/killed.json"
  same_samples
}

# bats test_tags=long
@test "a killed resumed run keeps the times of cases whose particles have not moved to the end" {
  cd "$BATS_TEST_TMPDIR"
  jq -n '{model: "lj", system: {n: [3000, 4000], density: 0.5, temperature: 1.8}, strategy: "vertex", precision: "double",
    backend: "cpu", counters: {lanes: false}, sampling: {max_seconds: 0.01},
    dynamics: {steps: 200, dt: 0.002, sample: 100, frames: 1}}' >c.json
  expect 0 "$PAIRLANES" compile c.json --backend cpu
  (ulimit -f 300 && expect 3 "$PAIRLANES" run c.json --quiet --out r.json) # a frame is larger than this limit
  [ "$(jq -c '[.cases[] | [.status, (.dynamics.reason | test("xyz: cannot be written"))]]' r.json)" = '[["ok",true],["ok",true]]' ]
  "$PAIRLANES" run c.json --quiet --resume --out r.json 3>&- &
  until [ "$(jq '.cases[0].dynamics.reason' r.json)" = null ]; do sleep 0.01; done
  kill -KILL $! && { wait $! || true; }
  [ "$(jq '[.cases[] | select(.force != null)] | length' r.json)" = 2 ]
}

@test "killed twenty times at random, a run loses no case that it had measured, and repeats none" {
  cd "$BATS_TEST_TMPDIR"
  cat > swept.json <<'JSON'
{"model": "lj", "strategy": ["team", "edge"], "precision": ["single", "double"], "backend": "cpu", "threads": 1,
 "system": {"n": [108, 216, 343], "density": 0.5}, "sampling": {"warmup_ms": 0, "max_samples": 6},
 "dynamics": {"steps": 200, "sample": 20, "checkpoint": 0.01}}
JSON
  local before=0 kept=0 RANDOM=$$ whole
  echo "the seed of the moments: $$"
  whole=$(date +%s%3N)
  expect 0 "$PAIRLANES" run swept.json --quiet --out whole.json
  whole=$(($(date +%s%3N) - whole))
  for _ in $(seq 20); do
    "$PAIRLANES" run swept.json --quiet --resume --out killed.json 2>/dev/null 3>&- &
    sleep "$(awk "BEGIN { print $RANDOM / 32768 * $whole / 1000 }")"
    kill -KILL $! 2>/dev/null || true
    wait $! || true
    [ -e killed.json ] || continue
    jq -c '.cases[]' killed.json > now
    [ "$before" -eq 0 ] || cmp <(sort last) <(grep -Fxf last now | sort)
    jq -e 'all(.cases[]; .status == "ok" and (.dynamics.samples | length) > 0)' killed.json >/dev/null
    mv now last
    before=$(wc -l < last)
    [ "$before" -lt 12 ] || { rm killed.json; before=0; }
    kept=$((kept + 1))
  done
  [ "$kept" -ge 3 ]
  expect 0 "$PAIRLANES" run swept.json --quiet --resume --out killed.json
  [ "$(jq '[.cases[].id] | unique | length' killed.json)" -eq 12 ]
  [ "$(jq '.cases | length' killed.json)" -eq 12 ]
  valid "$ROOT/results/schema.json" killed.json
  [ "$(find . -name 'killed*' | wc -l)" -eq 1 ]
}
