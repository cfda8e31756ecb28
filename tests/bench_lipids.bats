#!/usr/bin/env bats
# scripts/bench-lipids: its messages where it cannot run. Tests do not depend on its timings.

load setup

@test "help says what is compared" {
  expect 0 "$ROOT/scripts/bench-lipids" --help
  has "scripts/bench-lipids [--chains] [--rounds R] [--out FOLDER]"
}

@test "a wrong argument is refused" {
  expect 2 "$ROOT/scripts/bench-lipids" --laps 3
  has 'there is no argument --laps'
  expect 2 "$ROOT/scripts/bench-lipids" --rounds none
  has '--rounds: expected a number from 1, found "none"'
}

@test "without a build or LAMMPS it cannot run" {
  expect 3 env PAIRLANES="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lipids"
  has "run make"
  expect 3 env LMP="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lipids"
  has "is not installed"
}
