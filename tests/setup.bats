#!/usr/bin/env bats
# Tests scripts/setup on machines without some of the commands, with a fake apt-get that prints its arguments.

load setup

# Makes a PATH with all commands of this machine except the named ones, and with the fake apt-get.
machine_without() {
  local name
  bin=$BATS_TEST_TMPDIR/bin
  log=$BATS_TEST_TMPDIR/log
  mkdir "$bin"
  find /bin/ /usr/bin /usr/local/bin -maxdepth 1 ! -type d -exec ln -sft "$bin" {} +
  for name in "$@" apt-get sudo id; do
    rm -f "$bin/$name"
  done
  printf '#!/bin/sh\necho "apt-get $*" >>"%s"\n' "$log" >"$bin/apt-get"
  chmod +x "$bin/apt-get"
}

# Sets the user id that a fake `id -u` prints, and whether sudo exists.
user() {
  printf '#!/bin/sh\necho %s\n' "$1" >"$bin/id"
  [ "$2" = none ] || printf '#!/bin/sh\necho "sudo $*" >>"%s"\nexec "$@"\n' "$log" >"$bin/sudo"
  find "$bin" -type f -exec chmod +x {} + # all others are links to the machine's own
}

setup_in() {
  PATH=$bin run env -u CC "$ROOT/scripts/setup" "$@" </dev/null
}

@test "if no package is missing, nothing is printed, asked or installed" {
  machine_without
  user 0 none
  PATH=$bin expect 0 "$ROOT/scripts/setup" build
  [ -z "$output" ]
  [ ! -e "$log" ]
}

@test "missing packages are named, and installed by root without sudo" {
  machine_without bats gnuplot
  user 0 sudo
  setup_in build plot test
  [ "$status" -eq 0 ]
  has "Missing on this machine: gnuplot-nox bats"
  has "Installing with: apt-get install gnuplot-nox bats"
  run cat "$log"
  lacks sudo
  has "install --yes --no-install-recommends gnuplot-nox bats"
}

@test "users other than root need sudo, and get an error without it" {
  machine_without bats
  user 1000 sudo
  setup_in test
  [ "$status" -eq 0 ]
  has "Installing with: sudo apt-get install bats"
  rm "$bin/sudo" "$log"
  setup_in test
  [ "$status" -eq 3 ]
  has "as root, run: apt-get install bats"
  [ ! -e "$log" ]
}

@test "without apt-get the packages are named" {
  machine_without bats
  user 0 none
  rm "$bin/apt-get"
  setup_in test
  [ "$status" -eq 3 ]
  has "Missing on this machine: bats"
  has "no apt-get"
}

@test "a group that does not exist is a usage error" {
  shows 2 'there is no group "tests"' "$ROOT/scripts/setup" tests
}
