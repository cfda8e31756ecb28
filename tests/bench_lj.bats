#!/usr/bin/env bats
# scripts/bench-lj: its messages where it cannot run. Tests do not depend on its timings.

load setup

@test "help says what is compared" {
  expect 0 "$ROOT/scripts/bench-lj" --help
  has "scripts/bench-lj [--rounds R] [--out FOLDER]"
}

@test "a wrong argument is refused" {
  expect 2 "$ROOT/scripts/bench-lj" --laps 3
  has 'there is no argument --laps'
  expect 2 "$ROOT/scripts/bench-lj" --rounds none
  has '--rounds: expected a number from 1, found "none"'
}

@test "without a build it cannot run" {
  expect 3 env PAIRLANES="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lj"
  has "run make"
}
