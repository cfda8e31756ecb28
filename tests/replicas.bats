#!/usr/bin/env bats
# Tests replicas, independent systems that move at the same time on one device.

load setup

setup() {
  cd "$ROOT" || return
  T=$BATS_TEST_TMPDIR
  cat > "$T/many.json" <<'JSON'
{"name": "many", "model": "lj", "strategy": "vertex", "system": {"n": 200, "density": 0.3}, "precision": "single",
 "skin": 0.3, "backend": "cpu", "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "warmup_calls": 0, "min_samples": 6, "max_samples": 6, "max_seconds": 0.1, "step": 0.002, "replicas": [1, 2]}}
JSON
}

# Checks that a case's members about replicas are consistent.
consistent() { # FILE FEMTOSECONDS [COUNTS]
  jq -e --argjson step "$2" --argjson counts "${3:-[1, 2]}" '.cases | length == 1 and all(.[]; .status == "ok" and (.n as $n | .replicas |
    .count == $counts and (.particle_steps_per_s | length == ($counts | length)) and .fairness[0] == 1 and .fairness[1] >= 1 and
    ((.particle_steps_per_s | max) / .particle_steps_per_s[0] - .gain | fabs) < 1e-3 and
    (.particle_steps_per_s[0] * .step_ns[0] / (1e9 * $n) - 1 | fabs) < 0.01 and
    ($step == 0 or (.us_per_day[1] / (.particle_steps_per_s[1] / $n * $step * 1e-9 * 86400) - 1 | fabs) < 0.01)))' "$1"
}

# bats test_tags=long
@test "replicas of a model in femtoseconds have a simulated time per day" {
  jq '.model = "brahms" | .strategy = "team" | .system = {builder: "bilayer", n: 865} | .skin = 0.5 |
    .sampling.step = 4' \
    "$T/many.json" > "$T/lipids.json"
  expect 0 "$PAIRLANES" run "$T/lipids.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 4
}

@test "on a CPU, throughput is measured for all replicas and for each" {
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --out "$T/out.json"
  valid results/schema.json "$T/out.json"
  consistent "$T/out.json" 0
  shows 0 "1 timed (1 of them before)" "$PAIRLANES" run "$T/many.json" --quiet --resume --out "$T/out.json"
  expect 0 "$PAIRLANES" plot "$T/out.json" --figure throughput --out "$T"
  [ "$(grep -c 'N = 200' "$T/throughput.tsv")" -ge 1 ]
  # results for other numbers of replicas are not kept
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --resume --set 'sampling.replicas=[2]' --out "$T/out.json"
  has "1 timed (0 of them before)"
  jq -e '.cases[0].replicas | .count == [2] and .gain == null' "$T/out.json"
}

@test "a case of which a process is killed has failed, and --resume runs it" {
  jq '.sharing = "processes" | .sampling.step = 0.0001 | .sampling.replicas = [2]' "$T/many.json" > "$T/two.json"
  env --default-signal "$PAIRLANES" run "$T/two.json" --set system.n=20000 --quiet --out "$T/out.json" >/dev/null 2>&1 3>&- &
  process=$!
  for _ in $(seq 1200); do
    worker=$(pgrep -P "$process" -f -- --worker | head -n 1) || true
    [ -z "$worker" ] || break
    sleep 0.05
  done
  kill -KILL "$worker"
  status=0
  wait "$process" || status=$?
  [ "$status" -eq 3 ]
  jq -e '.cases[0] | .status == "failed" and (.reason | test("^the process of system [01] has ended"))' "$T/out.json"
  expect 0 "$PAIRLANES" run "$T/two.json" --set system.n=20000 --quiet --resume --out "$T/out.json"
  jq -e '.cases[0] | .status == "ok" and .replicas.count == [2]' "$T/out.json"
}

# Sets the program with emulated GPUs, and writes its config.
emulated() {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  export PAIRLANES_CACHE=${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/emulated
  jq --arg sharing "$1" '.backend = "cuda" | .sharing = $sharing' "$T/many.json" > "$T/gpu.json"
}

# bats test_tags=long
@test "on a GPU, replicas run in a stream each" {
  emulated streams
  expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 0
  jq -e '.cases[0] | .sharing == "streams" and .replicas.us_per_day == null and .replicas.mps == null' "$T/out.json"
}

# bats test_tags=long
@test "on a GPU, replicas run in a batch, all in each launch" {
  emulated batched
  expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 0
  valid results/schema.json "$T/out.json"
  jq -e '.cases[0] | .sharing == "batched" and .replicas.fairness == [1, 1]' "$T/out.json"
  expect 0 "$program" run "$T/gpu.json" --set strategy=tile --quiet --out "$T/tile.json"
  jq -e '.cases[0] | .status == "ok" and .replicas.count == [1] and
    (.replicas.reason | contains("neighbor structure patches is built for one system"))' "$T/tile.json"
}

# bats test_tags=long
@test "replicas run in a process each, on a CPU and on a GPU with and without MPS" {
  expect 0 "$PAIRLANES" run "$T/many.json" --set sharing=processes --quiet --out "$T/cpu.json"
  consistent "$T/cpu.json" 0
  jq -e '.cases[0] | .sharing == "processes" and .replicas.mps == null' "$T/cpu.json"
  emulated processes
  CUDA_MPS_PIPE_DIRECTORY=$T/none expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/turns.json"
  consistent "$T/turns.json" 0
  jq -e '.cases[0].replicas.mps == false' "$T/turns.json"
  mkdir "$T/pipes"
  : >"$T/pipes/control"
  CUDA_MPS_PIPE_DIRECTORY=$T/pipes expect 0 "$program" run "$T/gpu.json" --set 'sampling.replicas=[2]' --quiet \
    --out "$T/mps.json"
  jq -e '.cases[0].replicas | .mps == true and .count == [2]' "$T/mps.json"
  valid results/schema.json "$T/mps.json"
}

# bats test_tags=long
@test "replicas run on a device each, as many as there are devices" {
  emulated devices
  EMULATOR_DEVICES=2 expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 0
  EMULATOR_DEVICES=8 expect 0 "$program" run "$T/gpu.json" --set 'sampling.replicas=[1,2,4,8]' --quiet --out "$T/eight.json"
  consistent "$T/eight.json" 0 '[1, 2, 4, 8]'
  EMULATOR_DEVICES=1 expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/one.json"
  jq -e '.cases[0].replicas | .count == [1] and (.reason | contains("this machine has 1 device for 2 systems"))' \
    "$T/one.json"
  # a run that distributes its cases over all devices starts no replica processes
  EMULATOR_DEVICES=2 expect 0 "$program" run "$T/gpu.json" --set 'sharing=["devices","processes"]' --devices all \
    --quiet --out "$T/shared.json"
  jq -e '[.cases[].replicas.reason] | (.[0] | contains("leave out --devices")) and
    (.[1] | contains("and not with --devices"))' "$T/shared.json"
}

@test "ways of sharing are distinguished if they have an effect" {
  jq '.backend = ["cpu", "cuda"] | .sharing = ["streams", "batched", "processes", "devices"]' "$T/many.json" > "$T/all.json"
  expect 0 "$PAIRLANES" run "$T/all.json" --list
  [ "$(grep -c '/cpu/' <<< "$output")" -eq 2 ]
  [ "$(grep -c '/cuda/' <<< "$output")" -eq 4 ]
  jq 'del(.sampling.replicas)' "$T/all.json" > "$T/none.json"
  expect 0 "$PAIRLANES" run "$T/none.json" --list
  [ "$(grep -c '/hilbert/' <<< "$output")" -eq 2 ]
  shows 2 "batched" "$PAIRLANES" run "$T/many.json" --set sharing=batches --list
}

@test "numbers without steps, or too many of them, are refused; bound threads are reported" {
  expect 2 "$PAIRLANES" run "$T/many.json" --set sampling.step=0 --list
  has "sampling.replicas: expected sampling.step above 0"
  expect 2 "$PAIRLANES" run "$T/many.json" --set "sampling.replicas=[$(seq -s, 17)]" --list
  has "expected 16 numbers at most, found 17"
  expect 2 "$PAIRLANES" run "$T/many.json" --set "sampling.replicas=[0]" --list
  has "expected whole numbers from 1 to 1024, found 0"
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --bind close --out "$T/out.json"
  jq -e '.cases[0].replicas | .count == null and (.reason | contains("leave out --bind"))' "$T/out.json"
}
