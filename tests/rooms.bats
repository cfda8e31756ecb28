#!/usr/bin/env bats
# Tests that includes between the rooms of harness/ follow the map, and that violations are found.

load setup

# Copies the sources with their build, so that tests can add violations.
setup_file() {
  load setup
  export TREE=$BATS_FILE_TMPDIR/tree
  mkdir "$TREE"
  cp -r "$ROOT/harness" "$ROOT/models" "$ROOT/strategies" "$ROOT/scripts" "$TREE"
  cp -r --parents -t "$TREE" "$(realpath --relative-to="$ROOT" "$(dirname "$PAIRLANES")")"/{harness,models}
}

setup() {
  cd "$ROOT" || return
  BUILD=$(realpath --relative-to="$ROOT" "$(dirname "$PAIRLANES")")
}

# Runs scripts/rooms on the copy, and expects a message with this text.
finds() {
  shows 1 "$1" "$TREE/scripts/rooms" "${@:2}"
}

# Appends a line to a file of the copy until the test ends.
plant() {
  cp "$TREE/$1" "$BATS_TEST_TMPDIR/kept"
  planted=$1
  echo "$2" >>"$TREE/$1"
}

teardown() {
  [ -z "${planted:-}" ] || cp "$BATS_TEST_TMPDIR/kept" "$TREE/$planted"
}

# Adds a source file to the copy and compiles it.
unit() {
  echo "$2" >"$TREE/$1"
  gcc -c -o "$TREE/$BUILD/${1%.c}.o" "$TREE/$1"
}

@test "every room includes and uses what the map allows, and nothing goes in a circle" {
  expect 0 scripts/rooms "$BUILD"
}

@test "an include of a later room is found, with its line" {
  plant harness/base/error.c '#include "harness/catalog/model.h"'
  line=$(wc -l <"$TREE/harness/base/error.c")
  finds "harness/base/error.c:$line: harness/catalog/model.h: harness/base may not include harness/catalog, a later room"
}

@test "an include that the map does not name is found, and one file of a room is not the room" {
  plant harness/report/tables/show.c '#include "harness/measure/run.h"'
  finds "harness/measure/run.h: harness/report/tables may not include harness/measure"
  lacks lanes.h
}

@test "headers that include each other are found" {
  plant harness/base/error.h '#include "harness/base/memory.h"'
  finds "a circle:
    harness/base/error.h includes harness/base/memory.h"
  has "    harness/base/memory.h includes harness/base/error.h"
}

@test "rooms that include each other are found, though no files do" {
  plant strategies/rows.h '#include "harness/backend/cuda/device/patch_arguments.h"'
  finds "a circle:
    harness/backend/cuda/device includes strategies"
  has "    strategies includes harness/backend/cuda/device"
}

@test "files outside of all rooms, and folders outside of the map, are found" {
  mkdir "$TREE/harness/attic"
  touch "$TREE/harness/attic/old.c" "$TREE/harness/new.c"
  finds "harness/attic/old.c: in no room of harness/README.md"
  has "harness/new.c: in no room of harness/README.md"
  rm -r "$TREE/harness/attic" "$TREE/harness/new.c"
}

@test "a map that is out of date is found" {
  cp "$TREE/harness/README.md" "$BATS_TEST_TMPDIR/kept"
  planted=harness/README.md
  # shellcheck disable=SC2016
  sed -i 's|`base/error.h`|`base/errors.h`|; /^| \[`timing/s|`base/[*]`|`base/*`, `config`, `models/lj.h`|' \
    "$TREE/$planted"
  finds "harness/base has no harness/base/errors.h to start at"
  has "harness/timing may include harness/config, which is no room above it, nor a file"
  cp "$BATS_TEST_TMPDIR/kept" "$TREE/$planted"
  # shellcheck disable=SC2016
  sed -i '/^| \[`timing/s|`base/[*]`|`base/*`, `../models/lj.h`|' "$TREE/$planted"
  finds "harness/timing may include models/lj.h, but does not: strike it"
}

@test "a symbol of a later room is found, though no header declares it" {
  unit harness/base/early.c 'int config_read(void); int early(void) { return config_read(); }'
  finds "harness/base/early.c: uses config_read of harness/config/config.c: harness/base may not include harness/config, a later room" "$BUILD"
  rm "$TREE/harness/base/early.c"
}

@test "units that use each other are found, also three in a row" {
  unit harness/base/one.c 'int two(void); int one(void) { return two(); }'
  unit harness/base/two.c 'int three(void); int two(void) { return three(); }'
  unit harness/base/three.c 'int one(void); int three(void) { return one(); }'
  finds "a circle:
    harness/base/one.c uses harness/base/two.c (two)
    harness/base/three.c uses harness/base/one.c (one)
    harness/base/two.c uses harness/base/three.c (three)" "$BUILD"
  rm "$TREE"/harness/base/{one,two,three}.c
}

@test "a unit without its object is found" {
  touch "$TREE/harness/base/unbuilt.c"
  finds "$BUILD has no object of harness/base/unbuilt.c: run make" "$BUILD"
  rm "$TREE/harness/base/unbuilt.c"
  expect 1 "$TREE/scripts/rooms" "$BATS_TEST_TMPDIR"
}
