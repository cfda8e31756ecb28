#!/usr/bin/env bats
# Tests counted instructions of force calls. They are equal in every run, even on a busy machine, and larger for a
# kernel with more work.

load setup

small=(--n 500 --precision double --backend cpu --quiet --set counters.instructions=true
  --set sampling.max_samples=7 --set sampling.min_samples=7 --set sampling.max_seconds=0.05)

# Fails unless instructions can be counted, by the processor or by callgrind.
setup() {
  command -v valgrind >/dev/null || skip "valgrind is not installed"
  [ "$(basename "$(dirname "$PAIRLANES")")" = build ] || skip "valgrind runs no sanitizer"
}

busy=() # loops that keep other programs off the cores

teardown() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}"
}

# Writes a user's strategy with a number of useless loop iterations per pair.
strategy_with() { # TURNS
  local folder=$BATS_TEST_TMPDIR/$1/dynamic
  mkdir -p "$folder"
  cp "$ROOT"/tests/extend/strategies/dynamic/* "$folder"
  sed -i "s/struct pair pair;/&\nfor (int turn = 0; turn < $1; turn++)\n__asm__ volatile(\"\");/" "$folder/dynamic.c"
  echo "$folder"
}

# Runs a small fluid. Skips the test if only callgrind can count and does not support an instruction of the build.
count() { # STRATEGIES OUT
  expect 0 "$PAIRLANES" run lj --strategy "$1" "${small[@]}" --out "$2"
  [[ $(jq -r '.cases[0].instructions.reason' "$2") != *"callgrind knows no AVX-512"* ]] ||
    skip "callgrind knows no AVX-512, for which this program was built"
}

measure() { # TURNS OUT
  count "$(strategy_with "$1")" "$2"
}

@test "instructions of a call are the same in every run" {
  count serial,vertex "$BATS_TEST_TMPDIR/a.json"
  count serial,vertex "$BATS_TEST_TMPDIR/b.json"
  expect 0 jq -e 'all(.cases[]; .instructions.force > 100000 and .instructions.reason == null)' "$BATS_TEST_TMPDIR/a.json"
  shows 0 "Compared: instructions" "$PAIRLANES" compare --counts-only --strict "$BATS_TEST_TMPDIR"/{a,b}.json
}

@test "additional loop iterations are counted as instructions, and reports use the given names of the sides" {
  measure 0 "$BATS_TEST_TMPDIR/base.json"
  measure 20 "$BATS_TEST_TMPDIR/new.json"
  expect 1 "$PAIRLANES" compare --counts-only --base-name mine --new-name yours "$BATS_TEST_TMPDIR"/{base,new}.json
  has "base  commit mine"
  has "new   commit yours"
  [[ $output =~ more\ +lj/n500.*dynamic.*instructions ]]
  # additional instructions are reported even if the time is the same
  cp "$BATS_TEST_TMPDIR/base.json" "$BATS_TEST_TMPDIR/quiet.json"
  quiet "$BATS_TEST_TMPDIR/quiet.json"
  jq '.cases[0].instructions.force |= (. * 1.1 | floor)' "$BATS_TEST_TMPDIR/quiet.json" >"$BATS_TEST_TMPDIR/more.json"
  expect 1 "$PAIRLANES" compare --base "$BATS_TEST_TMPDIR"/quiet.json{,,} --new "$BATS_TEST_TMPDIR"/more.json{,,} --format json
  [ "$(jq -r '.comparisons[] | select(.quantity == "instructions") | .reason' <<<"$output")" = \
    "the force takes as long as before" ]
}

@test "a machine without counters reports the reason" {
  "$PAIRLANES" run lj --strategy serial "${small[@]}" --out "$BATS_TEST_TMPDIR/all.json"
  [ "$(jq -r '.cases[0].instructions.counter' "$BATS_TEST_TMPDIR/all.json")" = callgrind ] || skip "the processor counts"
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -s /usr/bin/* "$BATS_TEST_TMPDIR/bin"
  rm "$BATS_TEST_TMPDIR/bin/valgrind"
  PATH=$BATS_TEST_TMPDIR/bin expect 0 "$PAIRLANES" run lj --strategy serial "${small[@]}" --out "$BATS_TEST_TMPDIR/none.json"
  [[ $(jq -r '.cases[0].instructions | .reason' "$BATS_TEST_TMPDIR/none.json") == *"valgrind is not installed"* ]]
}

# bats test_tags=long
@test "next to two busy loops 20 additional iterations are found in 20 of 20 tries, with no false alarm in 528 comparisons" {
  for _ in 1 2; do
    (while :; do :; done) 3>&- &
    busy+=($!)
  done
  cd "$BATS_TEST_TMPDIR"
  for k in {1..33}; do # their pairs are 528
    measure 0 "same-$k.json"
  done
  for k in {1..20}; do
    measure 20 new.json
    expect 1 "$PAIRLANES" compare --counts-only "same-$k.json" new.json
  done
  for a in {1..32}; do
    for ((b = a + 1; b <= 33; b++)); do
      expect 0 "$PAIRLANES" compare --counts-only --strict "same-$a.json" "same-$b.json"
    done
  done
}
