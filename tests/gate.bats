#!/usr/bin/env bats
# Tests the gate on this machine, even if it is busy. A kernel with more work is found; an unchanged kernel causes no
# alarm.

load setup

# Samples are so short that most fit into one time slice, even if many processes share the CPUs.
# shellcheck disable=SC2054
short=(--backend cpu --set system.n=1000 --set precision=double --set threads=1
  --set strategy=team,newton --set sampling.warmup_ms=20 --set sampling.sample_ms=0.1
  --set sampling.min_samples=400 --set sampling.max_samples=400)

# Makes a clone of the current checkout.
clone() {
  git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "not a git checkout"
  git clone --quiet "$ROOT" "$1"
  git -C "$ROOT" ls-files -z | (cd "$ROOT" && xargs -0 cp --parents -t "$1")
}

commit() {
  git -c user.name=t -c user.email=t@t commit --quiet --all --allow-empty -m "$1"
}

# Adds useless loop iterations to the kernel of team; their instructions are counted even on a busy machine.
slow_down() {
  sed -i '/^CPU_KERNEL(team, team)/d' strategies/team/team.c
  cat >>strategies/team/team.c <<'C'
INLINE void slowed(const struct cpu_arguments *a, bool energy)
{
    team(a, energy);
    for (int turn = 0; turn < 20 * a->n; turn++)
        __asm__ volatile("");
}

CPU_KERNEL(team, slowed)
C
}

# Prepares the worktree for ci-track's build of a commit. It contains the current object files, so that only changes
# of the commit are compiled.
prepare() {
  local tree=build/track/$1
  git worktree add --quiet --detach "$tree" "$1"
  cp -r "$(dirname "$PAIRLANES")" "$tree/build"
  find "$tree" -type f -exec touch -r "$tree/Makefile" {} +
  [ "$1" = "$base" ] || touch "$tree/strategies/team/team.c"
}

# bats test_tags=long
@test "a commit that slows one kernel is caught as the track action does, and only that kernel is named" {
  command -v valgrind >/dev/null || skip "valgrind is not installed"
  [ "$(basename "$(dirname "$PAIRLANES")")" = build ] || skip "valgrind runs no sanitizer"
  valgrind -q "$PAIRLANES" --version >/dev/null 2>&1 || skip "valgrind lacks instructions for which this program was built"
  unset MAKEFLAGS MFLAGS MAKELEVEL
  clone "$BATS_TEST_TMPDIR/clone"
  cd "$BATS_TEST_TMPDIR/clone"
  commit "as it stands"
  base=$(git rev-parse HEAD)
  slow_down
  commit "useless turns"
  prepare "$base"
  prepare "$(git rev-parse HEAD)"
  expect 1 scripts/ci-track "${short[@]}" --runs 1 --set counters.instructions=true HEAD~1 HEAD -- --counts-only \
    --format json --out report.json
  expect 0 jq -e '[.comparisons[] | select(.verdict == "more")] | length == 1 and
    (.[0] | .quantity == "instructions" and (.id | contains("/team")) and .ratio > 1.02)' report.json
}

# bats test_tags=long
@test "an unchanged commit causes no alarm, by times and by counts" {
  export PAIRLANES
  expect 0 "$ROOT/scripts/gate-trial" "${short[@]}" --out "$BATS_TEST_TMPDIR/table.md" 2
  cat "$BATS_TEST_TMPDIR/table.md"
  grep -qE '^\| counts \| 2 \| 28 \| 0 \| 0 % \| 0 % \| 0 % \| 0 \|$' "$BATS_TEST_TMPDIR/table.md"
  grep -qE '^\| times \| 2 \| 36 \| 0 \|' "$BATS_TEST_TMPDIR/table.md"
}

# bats test_tags=long
@test "a trial whose runs differ in their counts fails" {
  cat >"$BATS_TEST_TMPDIR/pairlanes" <<'SH'
#!/bin/bash
"$REAL" "$@" || exit
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
[[ $out != */new-*.json ]] || sed -i 's/"pairs_listed":\s*/&1/' "$out"
SH
  chmod +x "$BATS_TEST_TMPDIR/pairlanes"
  export REAL=$PAIRLANES
  export PAIRLANES=$BATS_TEST_TMPDIR/pairlanes
  expect 1 "$ROOT/scripts/gate-trial" "${short[@]}" --set sampling.min_samples=7 \
    --set sampling.max_samples=7 --runs 1 1
  has "| counts | 1 | 14 | 1 |"
}

@test "gate-trial exits with 2 for wrong usage, and with 3 for a failed run" {
  shows 2 'COMPARISONS: expected a number from 1, found "none"' "$ROOT/scripts/gate-trial" none
  shows 2 "--runs: expected a number" "$ROOT/scripts/gate-trial" --runs 0
  shows 2 "there is no option --fast" "$ROOT/scripts/gate-trial" --fast yes
  shows 3 "nowhere.json" "$ROOT/scripts/gate-trial" --config nowhere.json 1
}
