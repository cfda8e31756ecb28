#!/usr/bin/env bats
# Tests the distribution of cases over the devices of a host, with two emulated GPUs.

load setup

setup() {
  cd "$ROOT" || return
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  T=$BATS_TEST_TMPDIR
  # emulated images must not mix with images for a GPU
  export PAIRLANES_CACHE=${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/emulated EMULATOR_DEVICES=2
  cat > "$T/small.json" <<'JSON'
{"name": "small", "model": "lj", "strategy": ["vertex", "edge"],
 "system": {"n": [100, 120, 140, 160], "density": 0.4}, "precision": "single", "skin": 0.3,
 "backend": "cuda", "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}}
JSON
}

shared() { # OPTION…
  "$program" run "$T/small.json" --devices all --out "$T/out.json" "$@"
}

# Prints the running processes that have the results file of this test as an argument.
left() {
  pgrep -f -- "--out $T/out.json" | while read -r process; do
    grep -q '^State:.*Z' "/proc/$process/status" 2>/dev/null || echo "$process"
  done
}

# Fails unless all processes that `left` prints end soon.
gone_soon() {
  for _ in $(seq 200); do
    [ -n "$(left)" ] || return 0
    sleep 0.1
  done
  left
  return 1
}

# Waits until the results file has this many cases.
until_measured() { # CASES
  for _ in $(seq 600); do
    [ "$(jq '.cases | length' "$T/out.json" 2>/dev/null || echo 0)" -lt "$1" ] || return 0
    sleep 0.1
  done
  return 1
}

# Starts a long run in the background, as $process.
start() { # OPTION…
  env --default-signal "$program" run "$T/small.json" --devices all --out "$T/out.json" --quiet \
    --set sampling.sample_ms=10 --set sampling.min_samples=10 --set sampling.max_samples=10 "$@" \
    >/dev/null 2>"$T/errors" 3>&- &
  process=$!
}

@test "two devices measure the cases of one, into one file in the order of the config" {
  shows 0 "8 timed (0 of them before), 0 skipped, 0 failed, 0 not run" shared
  valid results/schema.json "$T/out.json"
  cmp <(jq -r '.cases[].id' "$T/out.json") <("$program" run "$T/small.json" --list)
  # each case records its GPU, and each GPU has run some cases
  jq -e 'all(.cases[]; .device == "emulator" and
    .device_uuid == "00000000-0000-0000-0000-00000000000\(.device_index)")' "$T/out.json"
  [ "$(jq -c '[.cases[].device_index] | unique' "$T/out.json")" = "[0,1]" ]
  # groups stay together
  jq -e '[.cases[] | {n, device_index}] | unique | length == 4' "$T/out.json"
  [ "$(jq '.provenance.devices | length' "$T/out.json")" -eq 1 ]
  [ -z "$(find "$T" -name '*.lock' -o -name '.pairlanes-*')" ]
  expect 0 "$program" run "$T/small.json" --device 1 --out "$T/one.json"
  same='[.cases[] | {id, status, identity, input_hash, source_hash, counters}]'
  cmp <(jq "$same" "$T/out.json") <(jq "$same" "$T/one.json")
  [ "$(jq -c '[.cases[].device_index] | unique' "$T/one.json")" = "[1]" ]
  EMULATOR_DEVICES=8 expect 0 "$program" run "$T/small.json" --set "system.n=[100,120,140,160,180,200,220,240]" \
    --devices all --out "$T/eight.json"
  cmp <(jq "$same | .[:8]" "$T/eight.json") <(jq "$same" "$T/one.json")
  [ "$(jq -c '[.cases[].device_index] | unique' "$T/eight.json")" = "[0,1,2,3,4,5,6,7]" ]
}

@test "a case of each model is measured on all devices, and the results record whether these agree" {
  expect 0 shared
  [[ $output =~ the\ devices\ (agree|differ|cannot\ be\ distinguished) ]]
  has "in the force call of 1 case measured on each"
  jq -e '[.cases[] | select(.devices)] | length == 1 and .[0].n == 160 and
    (.[0].devices.force_ns | keys == ["0", "1"]) and
    (.[0].devices | (.force_ns | [.[]] | max / min - 1) - .spread | fabs < 1e-3)' "$T/out.json"
  # a second run measures nothing
  shows 0 "8 timed (8 of them before)" shared --resume
  lacks "measured on each"
  jq -e '[.cases[] | select(.devices)] | length == 1' "$T/out.json"
  expect 0 shared --devices 1
  lacks "measured on each"
}

@test "missing devices, repeated ones and different kinds are refused" {
  shows 2 "there is no such CUDA device; this machine has 0 (emulator), 1 (emulator)" shared --devices 2
  for wrong in "" "0," ",1" "0,x" "all,1" -1; do
    shows 2 "expected all, or numbers with commas between" shared --devices "$wrong"
  done
  shows 2 "named twice" shared --devices 1,1
  shows 2 "--device names one device" shared --device 0
  shows 2 "give a file" "$program" run - --devices all
  EMULATOR_OTHER=1 expect 2 shared
  has "differ in kind"
  has "1 (other emulator)"
  EMULATOR_DEVICES=0 expect 3 shared
  has "this machine has no CUDA device"
  shows 2 "--worker is for the processes that run --devices starts itself" "$program" run --worker "$T/small.json"
  [ ! -e "$T/out.json" ]
}

@test "cases of the CPU run after those of the devices" {
  jq '.backend = ["cuda", "cpu"] | .threads = 1 | .system.n = [100, 120]' "$T/small.json" > "$T/both.json"
  expect 0 "$program" run "$T/both.json" --devices 0,1 --out "$T/out.json"
  jq -e '(.cases | length == 8) and all(.cases[]; .status == "ok") and
    ([.cases[] | select(.backend == "cuda").date] | max) <= ([.cases[] | select(.backend == "cpu").date] | min)' \
    "$T/out.json"
}

@test "a process that is killed is replaced, and nothing is lost" {
  start
  until_measured 1
  victim=$(pgrep -f -- "--worker $T/small.json" | head -n 1)
  kill -KILL "$victim"
  wait "$process"
  grep -q "the process of device . has ended by signal 9 (Killed)" "$T/errors"
  jq -e '(.cases | length == 8) and all(.cases[]; .status == "ok")' "$T/out.json"
  gone_soon
}

@test "if the processes of a device die, the other device measures all cases" {
  EMULATOR_DEADLY=0 expect 0 shared
  [ "$(grep -c 'the process of device 0 has ended by signal 9 (Killed) with lj/n' <<<"$output")" -eq 3 ]
  jq -e '(.cases | length == 8) and all(.cases[]; .status == "ok" and .device_index == 1)' "$T/out.json"
  EMULATOR_DEADLY=1 expect 3 shared --devices 1
  has "pairlanes run: the process of device 1 has ended by signal 9"
  has "0 timed (0 of them before), 0 skipped, 0 failed, 8 not run"
}

@test "a killed run leaves no process, and resumes from its file" {
  start
  until_measured 2
  kill -KILL "$process"
  gone_soon
  jq -S '[.cases[] | {id, date, force}]' "$T/out.json" > "$T/before"
  kept=$(jq length "$T/before")
  [ "$kept" -lt 8 ]
  start --resume
  wait "$process"
  jq -e '(.cases | length == 8) and all(.cases[]; .status == "ok")' "$T/out.json"
  ids=$(jq -c '[.[].id]' "$T/before")
  cmp "$T/before" <(jq -S --argjson ids "$ids" '[.cases[] | select(.id as $id | $ids | index($id)) | {id, date, force}]' "$T/out.json")
}

@test "a checkpoint stays until its case is on the disk" {
  cat > "$T/small.json" <<'JSON'
{"model": "lj", "parameters": {"shift": "force"}, "strategy": "team", "backend": "cpu", "threads": 1,
 "system": {"n": 108, "density": 0.5, "temperature": 1.2}, "precision": "fixed", "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6},
 "dynamics": {"steps": 3000, "warmup": 600, "sample": 20, "dt": 0.002, "checkpoint": 0.02,
              "integrator": "leapfrog"}}
JSON
  start
  for _ in $(seq 600); do
    ! compgen -G "$T/out.json.*.checkpoint" || break
    sleep 0.01
  done
  kill -STOP "$process" # the stopped process is killed before it writes results
  sleep 2
  compgen -G "$T/out.json.*.checkpoint"
  kill -KILL "$process"
  gone_soon
  start --resume
  wait "$process"
  jq -e '(.cases | length == 1) and .cases[0].status == "ok"' "$T/out.json"
  expect 1 compgen -G "$T/out.json.*.checkpoint"
}

# bats test_tags=long
@test "a process that is stopped for half a minute is replaced" {
  start
  until_measured 1
  kill -STOP "$(pgrep -P "$process" | head -n 1)"
  for _ in $(seq 90); do
    kill -0 "$process" 2>/dev/null || break
    sleep 1
  done
  wait "$process"
  jq -e '(.cases | length == 8) and all(.cases[]; .status == "ok")' "$T/out.json"
}

@test "signals end all processes soon, and the file is complete" {
  for signal in INT TERM HUP; do
    rm -f "$T/out.json"
    start
    until_measured 1
    started=$(date +%s%N)
    kill -$signal "$process"
    status=0
    wait "$process" || status=$?
    [ "$status" -eq $((128 + $(kill -l $signal))) ]
    [ $(($(date +%s%N) - started)) -lt 20000000000 ]
    gone_soon
    grep -q -- "--resume continues from here" "$T/errors"
    valid results/schema.json "$T/out.json"
    [ ! -e "$T/out.json.lock" ]
  done
}

@test "a config that changes under a run is refused" {
  start
  until_measured 1
  jq '.system.n = [100, 120]' "$T/small.json" > "$T/other.json"
  mv "$T/other.json" "$T/small.json"
  kill -KILL "$(pgrep -f -- "--worker $T/small.json" | head -n 1)"
  status=0
  wait "$process" || status=$?
  [ "$status" -eq 2 ]
  grep -q "has changed since the run began; start it again" "$T/errors"
  gone_soon
}

@test "a barrier that a block never reaches ends with the reason" {
  # 64 particles with 32 lanes each fill 16 blocks of 128 threads; the last block is absent, and the first 15 wait
  # for it
  EMULATOR_ABSENT=1 expect 3 "$program" run lj --n 64 --density 0.1 --strategy team --precision single --backend cuda \
    --set tuning.team.fused=2 --listing all --set dynamics.dt=0.002 --set dynamics.steps=10 --out "$T/lost.json"
  [[ $output == *"waited for blocks that did not run: expected a device that runs all blocks at the same time"* ]]
}

@test "a driver older than the compiler is a failed case with both versions" {
  EMULATOR_DRIVER=11040 expect 3 "$program" run "$T/small.json" --set system.n=500 --set strategy=vertex --out "$T/old.json"
  has "loading a kernel (the driver is for CUDA 11.4, NVRTC is "
}
