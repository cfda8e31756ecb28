#!/usr/bin/env bats
# Tests the output of commands: it is complete, or the exit code reports a failure.

load setup

results=$BATS_TEST_DIRNAME/data/results.json

@test "every command reports a full standard output" {
  [ -w /dev/full ] || skip "there is no /dev/full"
  cd "$BATS_TEST_TMPDIR"
  jq '.config.claims = [{text: "t", source: "s", ratio: ["vertex", "team"], above: 1}]' "$results" \
    >claims.json
  "$PAIRLANES" system --n 500 --out s.xyz >/dev/null
  while read -r command; do
    expect 3 bash -c "'$PAIRLANES' $command >/dev/full"
    has "pairlanes ${command%% *}: the standard output cannot be written: No space left on device"
  done <<COMMANDS
show $results
list
list --reference tables
export $results
export $results --format csv
compare $results $results --counts-only
compare $results $results --counts-only --format json
claims claims.json
claims claims.json --format markdown
system --n 500
energy s.xyz --model lj
energy s.xyz --model lj --json
show --help
COMMANDS
  expect 3 bash -c "'$PAIRLANES' --help >/dev/full"
  expect 3 bash -c "'$PAIRLANES' --version >/dev/full"
}

@test "a closed standard output is reported exactly if something is written to it" {
  shows 3 "the standard output cannot be written: Bad file descriptor" bash -c "'$PAIRLANES' show '$results' >&-"
  expect 0 bash -c "'$PAIRLANES' export '$results' --out '$BATS_TEST_TMPDIR/r.tsv' >&-"
  cmp "$BATS_TEST_TMPDIR/r.tsv" <("$PAIRLANES" export "$results")
  expect 2 bash -c "'$PAIRLANES' show nowhere.json >&-"
}

@test "a closed pipe is not an error of the command" {
  shows 0 "testhost" bash -c "'$PAIRLANES' show '$results' | head -n 1"
  lacks "cannot be written"
}

@test "no command writes to a path that another program would read as something else" {
  cd "$BATS_TEST_TMPDIR"
  commands=("export $results --out" "compare $results $results --out" "plot $results --out"
    "run $ROOT/configs/quick.json --out" "calibrate $ROOT/configs/quick.json --out" "ceilings --out"
    "system --n 500 --out" "energy s.xyz --model lj --forces" "verify --json")
  for command in "${commands[@]}"; do
    for path in "|touch owned" "<touch owned" $'r\ntouch owned' $'\e[2J' ''; do
      # shellcheck disable=SC2086
      shows 2 "${command##* }: " "$PAIRLANES" $command "$path"
    done
  done
  [ -z "$(ls)" ]
}
