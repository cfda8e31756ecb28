#!/usr/bin/env bats
# Tests the messages of scripts/bench-lipids if it cannot run. Timings are not tested.

load setup

@test "--help describes the comparison" {
  shows 0 "scripts/bench-lipids [--chains] [--rounds R] [--out FOLDER]" "$ROOT/scripts/bench-lipids" --help
}

@test "a wrong argument is refused" {
  shows 2 'there is no argument --laps' "$ROOT/scripts/bench-lipids" --laps 3
  shows 2 '--rounds: expected a number from 1, found "none"' "$ROOT/scripts/bench-lipids" --rounds none
}

@test "without a build or LAMMPS it cannot run" {
  shows 3 "run make" env PAIRLANES="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lipids"
  shows 3 "is not installed" env LMP="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lipids"
}
