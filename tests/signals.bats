#!/usr/bin/env bats
# Tests that signals end a run soon, in every phase, and that invalid environment variables cause errors.

load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  export TMPDIR=$BATS_TEST_TMPDIR/scratch
  mkdir "$TMPDIR"
  cat > small.json <<'JSON'
{"model": "lj", "strategy": ["serial", "vertex"], "system": {"n": 500}, "precision": "double",
 "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}}
JSON
}

# Starts a command in the background, as $process, with default handling of all signals. Its messages go to the file
# errors.
start() {
  env --default-signal "$@" >/dev/null 2>errors 3>&- &
  process=$!
}

# Waits until $process is the program and handles SIGTERM.
until_listening() {
  until [ "$(cat "/proc/$process/comm")" = pairlanes ] &&
    ((0x$(sed -n 's/^SigCgt:\s*//p' "/proc/$process/status") >> 14 & 1)); do
    kill -0 "$process"
    sleep 0.02
  done
}

# Waits until $process has used so much CPU time that it must be timing.
until_used() { # HUNDREDTHS
  while [ "$(cut -d' ' -f14 "/proc/$process/stat" 2>/dev/null || echo 0)" -lt "$1" ]; do
    kill -0 "$process"
    sleep 0.05
  done
}

# Sends a signal to $process, and checks that it ends within a second or, on a busy machine, somewhat later. The exit
# code has to be 128 plus the signal's number.
ended_by() { # SIGNAL [CODE]
  local started seconds
  started=$(date +%s%N)
  kill -"$1" "$process"
  status=0
  wait "$process" || status=$?
  seconds=$((($(date +%s%N) - started) / 1000000))
  [ "$status" -eq "$((128 + $(kill -l "$1")))" ] || {
    printf '%s: exit code %d\n' "$1" "$status"
    cat errors
    return 1
  }
  [ "$seconds" -lt 20000 ] || {
    printf '%s: %d ms\n' "$1" "$seconds"
    return 1
  }
}

@test "a signal ends a command that reads a FIFO without a writer" {
  mkfifo fifo
  for signal in INT TERM HUP; do
    start "$PAIRLANES" run fifo
    until_listening
    sleep 0.3
    ended_by $signal
    grep -q "ended by SIG$signal" errors
  done
  start "$PAIRLANES" show fifo
  until_listening
  sleep 0.3
  ended_by TERM
}

# bats test_tags=long
@test "a signal ends a command that builds millions of particles" {
  for signal in INT TERM HUP; do
    rm -f out.json
    start "$PAIRLANES" run small.json --set system.n=4000000 --out out.json
    until [ -s out.json ]; do sleep 0.05; done
    ended_by $signal
    grep -q "ended by SIG$signal; the files written so far are complete" errors
    jq -e '.cases == []' out.json >/dev/null
    [ ! -e out.json.lock ]
  done
  start "$PAIRLANES" system --n 4000000
  until_listening
  sleep 0.5
  ended_by TERM
}

# bats test_tags=long
@test "a signal ends a run of millions of particles at any moment" {
  for tenths in 5 20 45 90 150; do
    start "$PAIRLANES" run small.json --set system.n=2000000 --set system.builder=fluid \
      --set threads=0 --out out.json
    until [ -s out.json ]; do sleep 0.05; done
    sleep "$((tenths / 10)).$((tenths % 10))"
    kill -0 "$process" 2>/dev/null || break
    ended_by TERM
    jq -e '.cases' out.json >/dev/null
    [ "$(find . -name '*.lock' -o -name '.pairlanes-*' | wc -l)" -eq 0 ]
  done
}

# Makes a compiler that waits until it is killed, and ignores other signals if requested. It writes its process id into
# the file waiting.
waiting_compiler() { # COMMAND BEFORE IT WAITS
  mkdir -p bin
  cat > bin/cc <<SH
#!/usr/bin/env bash
case \$* in
*--version* | *" -E "*) exec gcc "\$@" ;;
esac
$1
echo \$\$ >> "$PWD/waiting"
exec sleep 60
SH
  chmod +x bin/cc
  export PAIRLANES_CACHE=$PWD/cache PAIRLANES_CC=$PWD/bin/cc
}

# Starts a run and waits until its compiler has started.
until_compiling() {
  : > waiting
  start "$PAIRLANES" run small.json --out out.json
  for _ in $(seq 600); do
    [ ! -s waiting ] || return 0
    sleep 0.1
  done
  return 1
}

# Fails unless the compilers end soon.
compilers_gone() {
  local compiler
  while read -r compiler; do
    for _ in $(seq 200); do
      grep -q '^State:.*[^Z] (' "/proc/$compiler/status" 2>/dev/null || continue 2
      sleep 0.1
    done
    return 1
  done <waiting
}

@test "a signal ends a run whose compilers ignore it" {
  waiting_compiler "trap '' TERM INT HUP"
  for signal in INT TERM HUP; do
    until_compiling
    ended_by $signal
    compilers_gone
    jq -e '.cases == []' out.json >/dev/null
    [ -z "$(ls -A "$TMPDIR")" ]
  done
}

@test "a killed run leaves no compiler, and the next run removes its folder" {
  waiting_compiler :
  until_compiling
  kill -KILL "$process"
  compilers_gone
  [ "$(find "$TMPDIR" -mindepth 1 -maxdepth 1 | wc -l)" -eq 1 ]
  mkdir "$TMPDIR/.pairlanes-other"
  unset PAIRLANES_CC
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  [ "$(ls -A "$TMPDIR")" = .pairlanes-other ]
}

@test "a compiler that hangs ends the run" {
  waiting_compiler :
  shows 3 "for 3 s since compiling" timeout 60 "$PAIRLANES" run small.json --stall 3 --quiet --out out.json
  [ ! -e out.json.lock ]
  compilers_gone
}

@test "a signal ends a run that samples, which prints how to continue" {
  "$PAIRLANES" system --n 500 --out fluid.xyz
  jq '.system = {"file": "fluid.xyz"}' small.json > timed.json
  "$PAIRLANES" run timed.json --quiet --out out.json # its kernels are cached
  for signal in INT TERM HUP; do
    start "$PAIRLANES" run timed.json --set sampling.min_samples=1000000 --set sampling.sample_ms=10 \
      --set sampling.max_samples=1000000 --set sampling.max_seconds=100 --out out.json
    until_used 30
    ended_by $signal
    grep -q "interrupted; .* --resume continues from here" errors
    valid "$ROOT/results/schema.json" out.json
    jq -e 'all(.cases[]; .status == "ok" and .force.stop_reason == "interrupted")' out.json
    [ ! -e out.json.lock ]
  done
}

@test "a second signal ends a run at once, and nohup keeps SIGHUP from it" {
  start "$PAIRLANES" run small.json --set system.n=4000000 --out out.json
  until_listening
  sleep 0.5
  kill -TERM "$process"
  sleep 0.2
  ended_by TERM
  start nohup "$PAIRLANES" run small.json --set system.n=4000000 --out out.json
  until_listening
  kill -HUP "$process"
  sleep 1.5
  kill -0 "$process"
  ended_by INT
}

@test "too many threads or too small a stack is refused with the remedy" {
  OMP_NUM_THREADS=99999999999 expect 3 "$PAIRLANES" run small.json --out out.json
  has "OMP_NUM_THREADS=99999999999: expected numbers from 1 to 4096"
  OMP_NUM_THREADS=2,99999999999 expect 3 "$PAIRLANES" list
  OMP_STACKSIZE=16k expect 3 "$PAIRLANES" run small.json --out out.json
  has "OMP_STACKSIZE=16k: threads need a stack of 256K or more"
  OMP_STACKSIZE="16 K" expect 3 "$PAIRLANES" list
  OMP_STACKSIZE=100000B expect 3 "$PAIRLANES" list
  expect 3 bash -c "ulimit -s 64; exec '$PAIRLANES' run small.json --out out.json"
  has "the stack is limited to 64 KiB, and 1024 are needed: ulimit -s 8192"
  [ ! -e out.json ]
  OMP_NUM_THREADS=2,1 OMP_STACKSIZE=256k expect 0 "$PAIRLANES" run small.json --set threads=0 --out out.json
  OMP_STACKSIZE=1M expect 0 bash -c "ulimit -s 1024; exec '$PAIRLANES' run small.json --set threads=0 --out out.json"
}

@test "results have the number of threads that OpenMP started" {
  for limit in OMP_THREAD_LIMIT=1 OMP_MAX_ACTIVE_LEVELS=0; do
    expect 3 env "$limit" "$PAIRLANES" run small.json --threads 2 --out out.json
    has "2 threads are requested, but OpenMP starts at most 1 here"
    expect 3 env "$limit" "$PAIRLANES" ceilings --backend cpu --threads 16 --out ceilings.json
    has "16 threads are requested, but OpenMP starts at most 1 here"
    [ ! -e ceilings.json ]
    expect 0 env "$limit" "$PAIRLANES" run small.json --set threads=0 --out out.json
    [ "$(jq -c '[.cases[].threads] | unique' out.json)" = "[1]" ]
  done
}

@test "a case fails with the right reason if threads cannot be started" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers take more address space than there is"
  "$PAIRLANES" run small.json --quiet --out out.json # its kernels are cached
  expect 3 bash -c "ulimit -v 1000000; exec '$PAIRLANES' run small.json --threads 4000 --out out.json"
  has "a library has ended the process, most likely OpenMP for lack of threads or memory"
  jq -e .cases out.json >/dev/null
  [ ! -e out.json.lock ]
}

# Makes a clock that is sometimes set back by an hour and sometimes forward by two.
jumping_clock() {
  cat > clock.c <<'C'
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int calls;
    static long offset = 100000;
    int bad = (int)syscall(SYS_clock_gettime, clock, time);
    if (++calls % 97 == 0)
        offset -= 3600;
    else if (calls % 389 == 0)
        offset += 7200;
    time->tv_sec += offset;
    return bad;
}
C
  gcc -shared -fPIC -o clock.so clock.c
}

@test "a clock that jumps loses no case, and no time is negative" {
  jumping_clock
  "$PAIRLANES" run small.json --quiet --out out.json # its kernels are cached
  export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
  LD_PRELOAD=$PWD/clock.so expect 0 timeout 60 "$PAIRLANES" run small.json --quiet --out out.json \
    --set sampling.min_samples=30 --set sampling.max_samples=60 --set sampling.sample_ms=0.1 --set sampling.max_seconds=1e6
  [ "$(jq -r '[.cases[].status] | join(" ")' out.json)" = "ok ok" ]
  jq -e '[.cases[] | .force, .build | objects | .samples_ns[]] | length > 100 and min > 0' out.json
  jq -e '.overhead.seconds >= 0 and ([.overhead.shares[]] | min >= 0)' out.json
}
