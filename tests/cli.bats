#!/usr/bin/env bats
# The command line as such: help, version, usage errors, list.

load setup

commands() {
  "$PAIRLANES" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

@test "--help names every command and the exit codes" {
  expect 0 "$PAIRLANES" --help
  for command in list run verify compile energy show plot export; do
    has "  $command "
  done
  has "Exit codes: 0"
}

@test "every command has --help with a usage line of its own" {
  for command in $(commands); do
    expect 0 "$PAIRLANES" "$command" --help
    has "Usage: pairlanes $command"
    has "--help"
  done
}

@test "--version gives version, commit and compiler" {
  expect 0 "$PAIRLANES" --version
  [[ $output =~ ^pairlanes\ [0-9]+\.[0-9]+\.[0-9]+\ \(commit\ [0-9a-z-]+,\ (gcc|clang)\ [0-9] ]]
}

@test "the version comes from the commit that was built" {
  commit=$(git -C "$ROOT" describe --always --abbrev=12 2>/dev/null) || skip "not a git checkout"
  expect 0 "$PAIRLANES" --version
  has "commit $commit"
}

@test "no command is a usage error" {
  expect 2 "$PAIRLANES"
  has "a command is missing"
}

@test "an unknown command is a usage error that names it" {
  expect 2 "$PAIRLANES" mesure
  has 'there is no command "mesure"'
}

@test "an unknown option is a usage error, for every command" {
  expect 2 "$PAIRLANES" --no-such-option
  for command in $(commands); do
    expect 2 "$PAIRLANES" "$command" --no-such-option
    has "--no-such-option"
  done
}

@test "commands that need a file say so" {
  for command in run energy show export plot; do
    expect 2 "$PAIRLANES" "$command"
    has "missing"
  done
}

@test "list explains strategies, tuning values, models, precisions and backends" {
  expect 0 "$PAIRLANES" list
  for word in strategies models precisions backends; do
    has "$word"
  done
  for strategy in serial vertex edge edge_segmented newton team tile; do
    has "  $strategy "
  done
  has "lanes"
  has "  lj "
  has "cutoff"
  has "force tolerance 1e-12"
  has "  cpu "
}
