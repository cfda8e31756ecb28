#!/usr/bin/env bats
# Threads bound to cores, according to the results and as OpenMP itself does.

load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  unset OMP_PROC_BIND OMP_PLACES
}

# Measures a case with one thread and with two, or one that takes one of two.
measure() { # FILE OPTION…
  "$PAIRLANES" run lj --n 500 --density 0.4 --strategy serial,vertex --precision single --backend cpu --threads 2 \
    --set sampling.warmup_ms=0 --set sampling.min_samples=6 --set sampling.max_samples=6 \
    --set counters.lanes=false --quiet --out "$@"
}

@test "threads run where the results say" {
  [ "$(lscpu -p=CORE | grep -v '#' | sort -u | wc -l)" -ge 2 ] && [ "$(nproc)" -ge 2 ] || skip "there is one core"
  OMP_DISPLAY_AFFINITY=true expect 0 measure bound.json --bind spread
  jq -e '[.cases[].places | length] == [1, 2] and (.cases[1].places | unique | length) == 2' bound.json
  # OpenMP says of each thread, at the end of a line, which hardware threads it may run on
  for place in $(jq '.cases[1].places[]' bound.json); do
    grep -qE "affinity:? $place([,-]|$)" <<<"$output"
  done
  valid "$ROOT/results/schema.json" bound.json
}

@test "bound threads are another measurement" {
  expect 0 measure free.json
  jq -e '[.cases[] | has("places")] == [false, false]' free.json
  expect 0 measure free.json --resume
  has "(2 of them before)"
  expect 0 measure free.json --resume --bind close
  has "(0 of them before)"
  expect 0 measure free.json --resume --bind close
  has "(2 of them before)"
  OMP_PROC_BIND=close OMP_PLACES=cores expect 0 measure free.json --resume --bind none
  has "(0 of them before)"
}

@test "a way to bind that is none is refused" {
  expect 2 measure out.json --bind near
  has '--bind: expected close, spread or none, found "near"'
}
