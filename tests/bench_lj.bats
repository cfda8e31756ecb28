#!/usr/bin/env bats
# Tests the messages of scripts/bench-lj if it cannot run. Timings are not tested.

load setup

@test "--help describes the comparison" {
  shows 0 "scripts/bench-lj [--rounds R] [--out FOLDER]" "$ROOT/scripts/bench-lj" --help
}

@test "a wrong argument is refused" {
  shows 2 'there is no argument --laps' "$ROOT/scripts/bench-lj" --laps 3
  shows 2 '--rounds: expected a number from 1, found "none"' "$ROOT/scripts/bench-lj" --rounds none
}

@test "without a build it cannot run" {
  shows 3 "run make" env PAIRLANES="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/bench-lj"
}
