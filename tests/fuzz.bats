#!/usr/bin/env bats
# Tests that no input of the fuzzer's corpus breaks a parser (tests/fuzz/fuzz.h).

load setup

programs=$(dirname "$PAIRLANES")/tests/fuzz

@test "every input of the corpora is read or refused without a crash" {
  local target
  for target in "$ROOT"/tests/fuzz/*.dict; do
    target=$(basename "$target" .dict)
    expect 0 "$programs/$target" "$ROOT/tests/fuzz/corpus/$target"
    [[ $output =~ [1-9][0-9]*\ replayed ]]
  done
}

@test "every target has a dictionary and a corpus" {
  local source target
  for source in "$ROOT"/tests/fuzz/*.c; do
    target=$(basename "$source" .c)
    case $target in shared | replay) continue ;; esac
    [ -s "$ROOT/tests/fuzz/$target.dict" ]
    [ -d "$ROOT/tests/fuzz/corpus/$target" ]
  done
}

@test "a replay names its inputs, and fails if there are none" {
  printf 'no file' >"$BATS_TEST_TMPDIR/input"
  shows 0 "$BATS_TEST_TMPDIR/input" "$programs/config" "$BATS_TEST_TMPDIR/input"
  has "1 replayed"
  shows 134 "not so: an input can be read" "$programs/config" "$BATS_TEST_TMPDIR/none"
}
