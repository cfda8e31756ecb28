#!/usr/bin/env bats
# Tests that threads are bound to cores, according to the results and to OpenMP.

load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  unset OMP_PROC_BIND OMP_PLACES
  export COLUMNS=300 # no sentence is wrapped
}

# Measures the cases of two strategies on two threads; `serial` uses only one.
measure() { # FILE OPTION…
  "$PAIRLANES" run lj --n 500 --density 0.4 --strategy serial,vertex --precision single --backend cpu --threads 2 \
    --set sampling.warmup_ms=0 --set sampling.min_samples=6 --set sampling.max_samples=6 \
    --set counters.lanes=false --quiet --out "$@"
}

@test "threads run where the results say" {
  [ "$(lscpu -p=CORE | grep -v '#' | sort -u | wc -l)" -ge 2 ] && [ "$(nproc)" -ge 2 ] || skip "there is one core"
  OMP_DISPLAY_AFFINITY=true expect 0 measure bound.json --bind spread
  jq -e '[.cases[].places | length] == [1, 2] and (.cases[1].places | unique | length) == 2' bound.json
  # OpenMP prints a line for each thread; it ends with the hardware threads where the thread may run
  for place in $(jq '.cases[1].places[]' bound.json); do
    grep -qE "affinity:? $place([,-]|$)" <<<"$output"
  done
  valid "$ROOT/results/schema.json" bound.json
}

@test "cases with bound threads are different cases" {
  expect 0 measure free.json
  jq -e '[.cases[] | has("places")] == [false, false]' free.json
  shows 0 "(2 of them before)" measure free.json --resume
  shows 0 "(0 of them before)" measure free.json --resume --bind close
  shows 0 "(2 of them before)" measure free.json --resume --bind close
  OMP_PROC_BIND=close OMP_PLACES=cores expect 0 measure free.json --resume --bind none
  has "(0 of them before)"
}

@test "cases with too few CPUs for their threads are marked, however short; bound threads on separate CPUs are not" {
  [ "$(nproc)" -ge 2 ] || skip "there is one processor"
  local cpu
  cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  expect 0 taskset -c "$cpu" "$PAIRLANES" run lj --n 500 --density 0.4 --strategy vertex --precision single --backend cpu --threads 2 \
    --set sampling.warmup_ms=0 --set sampling.min_samples=6 --set sampling.max_samples=6 --quiet --out one.json
  jq -e '[.cases[].machine.allowed] | unique == [1]' one.json
  shows 0 "2 threads on 1 CPU" "$PAIRLANES" show one.json
  GOMP_CPU_AFFINITY=$cpu expect 0 measure same.json
  shows 0 "several threads bound to CPU $cpu" "$PAIRLANES" show same.json
  OMP_PROC_BIND=true expect 0 measure bound.json
  jq -e '[.cases[].machine.allowed] | min >= 2' bound.json
  expect 0 "$PAIRLANES" show bound.json
  lacks "threads on 1 CPU"
  lacks "threads bound to"
}

# shellcheck disable=SC2016
@test "quotas of control groups are recorded, with the periods in which they were used up" {
  # the CPU quota is used up in half of its periods; test files replace the machine's files of control groups,
  # version 1 or 2
  cat >groups.sh <<'SH'
mount -t tmpfs none /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/cpu
if [ "$1" = 2 ]; then
  cd /sys/fs/cgroup
  echo "100000 100000" >cpu.max
else
  cd /sys/fs/cgroup/cpu
  echo 100000 | tee cpu.cfs_quota_us >cpu.cfs_period_us
fi
periods=1000
while :; do
  printf 'nr_periods %d\nnr_throttled %d\n' $periods $((periods / 2)) >new
  mv new cpu.stat
  periods=$((periods + 100))
  sleep 0.02
done &
cd "$2"
shift 2
"$@"
kill $!
SH
  local version controllers
  for version in 1 2; do
    controllers=$([ $version = 1 ] && echo '[a-z,]*cpu[a-z,]*' || true)
    grep -qE "^[0-9]+:$controllers:/" /proc/self/cgroup || continue
    mounted true "bash groups.sh $version '$PWD' '$PAIRLANES' run lj --n 500 --density 0.4 --strategy vertex --backend cpu --threads 2 \
      --precision single --set sampling.min_samples=40 --set sampling.sample_ms=10 --quiet --out quota.json"
    [ "$status" -eq 0 ]
    jq -e '.cases[0].machine | .quota == 1 and .throttled > 0.3 and .throttled < 0.7 and .waits >= 0' quota.json
    shows 0 "2 threads with a quota of 1 CPUs" "$PAIRLANES" show quota.json
    has "was used up in"
  done
}

@test "an unknown value of --bind is refused" {
  shows 2 '--bind: expected close, spread or none, found "near"' measure out.json --bind near
}
