#!/usr/bin/env bats
# Tests `make install`: the installed program works without the source tree.

load setup

setup_file() {
  load setup
  export STAGE="$BATS_FILE_TMPDIR/the stage"
  make -C "$ROOT" --silent install DESTDIR="$STAGE" PREFIX=/opt/pairlanes >&2
}

@test "every file is installed below DESTDIR and PREFIX, in its usual folder" {
  prefix=$STAGE/opt/pairlanes
  [ "$(ls "$STAGE")" = opt ]
  [ -x "$prefix/bin/pairlanes" ]
  [ -s "$prefix/share/pairlanes/configs/demo.json" ]
  [ -s "$prefix/share/pairlanes/configs/schema.json" ]
  [ -s "$prefix/share/pairlanes/results/schema.json" ]
  [ -s "$prefix/share/pairlanes/plots/style.gp" ]
  [ -s "$prefix/share/doc/pairlanes/README.md" ]
  [ -s "$prefix/share/doc/pairlanes/docs/reference/results.md" ]
  [ -s "$prefix/share/doc/pairlanes/docs/guide/compare.md" ]
  [ -s "$prefix/share/man/man1/pairlanes.1" ]
  [ -s "$prefix/share/bash-completion/completions/pairlanes" ]
  [ -s "$prefix/share/zsh/site-functions/_pairlanes" ]
  [ -s "$prefix/share/fish/vendor_completions.d/pairlanes.fish" ]
}

@test "every figure that an installed page shows is installed" {
  expect 0 python3 - "$STAGE/opt/pairlanes/share/doc/pairlanes" <<'PYTHON'
import re, sys
from pathlib import Path
shown = [(page, figure) for page in Path(sys.argv[1]).rglob("*.md")
         for figure in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.read_text())]
absent = [f"{page.name}: {figure}" for page, figure in shown if not (page.parent / figure).is_file()]
assert not absent, absent
assert len(shown) > 10, shown
PYTHON
}

@test "the installed binary finds its plot scripts, wherever it was moved" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  mv "$STAGE/opt/pairlanes" "$BATS_TEST_TMPDIR/moved"
  cd "$BATS_TEST_TMPDIR"
  expect 0 moved/bin/pairlanes plot "$BATS_TEST_DIRNAME/data/results.json" --out figures
  [ -s figures/speedup.png ]
  mv moved "$STAGE/opt/pairlanes"
}

@test "the installed binary knows the installed configs by name" {
  cd "$BATS_TEST_TMPDIR"
  shows 0 "lj/n4000/" "$STAGE/opt/pairlanes/bin/pairlanes" run quick --backend cpu --list
  expect 0 "$STAGE/opt/pairlanes/bin/pairlanes" run shkurti-fig7 --list # a config with a preset
  has "vertex/block64"
}

@test "recorded results, ceilings and templates are installed, and so is the module for Python" {
  cd "$BATS_TEST_TMPDIR"
  program=$STAGE/opt/pairlanes/bin/pairlanes
  shows 0 "Take staged" "$program" advise --model lj --n 62500 --on "NVIDIA H200"
  expect 0 "$program" predict lj --n 1000 --precision single --strategy vertex --on "NVIDIA H200" --quiet
  has "predicted for NVIDIA H200, from counts and ceilings; nothing was run"
  expect 0 "$program" new model mine
  expect 0 "$program" verify --model mine.h --strategy vertex --precision double --backend cpu --n 500
  [ -s "$STAGE/opt/pairlanes/share/pairlanes/python/pairlanes.py" ]
  # paths in the README exist, although installed results are compressed
  cd "$STAGE/opt/pairlanes/share/pairlanes"
  expect 0 "$program" claims results/nvidia-h200/rovigatti-fig3.json
  shows 0 "vertex overtakes team" "$program" crossover --model lj team vertex --axis n --on H200
  [ -e configs/quick.json ] && [ -e tests/extend/models/soft.h ]
}

@test "only the folder PAIRLANES_DATA is used if it is set" {
  export PAIRLANES_DATA=$BATS_TEST_TMPDIR
  expect 3 "$STAGE/opt/pairlanes/bin/pairlanes" plot "$BATS_TEST_DIRNAME/data/results.json" \
    --out "$BATS_TEST_TMPDIR/figures"
  has "there is no plots/figures.py in PAIRLANES_DATA=$BATS_TEST_TMPDIR"
}

@test "a binary without its data reports where it searched" {
  cp "$STAGE/opt/pairlanes/bin/pairlanes" "$BATS_TEST_TMPDIR"
  expect 3 "$BATS_TEST_TMPDIR/pairlanes" plot "$BATS_TEST_DIRNAME/data/results.json" \
    --out "$BATS_TEST_TMPDIR/figures"
  has "plots/figures.py is neither in"
}

# bats test_tags=long
@test "the Debian package has no error of lintian, and its program works without the tree" {
  command -v dpkg-shlibdeps >/dev/null || skip "dpkg-dev is not installed"
  make -C "$ROOT" --silent install DESTDIR="$BATS_TEST_TMPDIR/tree" PREFIX=/usr
  expect 2 "$ROOT/scripts/deb" tree
  expect 0 "$ROOT/scripts/deb" "$BATS_TEST_TMPDIR/tree" 1.0.0
  package=$output
  [ "$(dpkg-deb -f "$package" Version)" = 1.0.0 ]
  [[ $(dpkg-deb -f "$package" Depends) == *libcjson1* ]]
  dpkg-deb -x "$package" "$BATS_TEST_TMPDIR/unpacked"
  cd "$BATS_TEST_TMPDIR"
  shows 0 "Take staged" unpacked/usr/bin/pairlanes advise --model lj --n 62500 --on "NVIDIA H200"
  if command -v lintian >/dev/null; then
    run lintian --allow-root --fail-on error "$package"
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  fi
}

@test "the citation names the version of the program" {
  version=$(sed -n 's/^version: //p' "$ROOT/CITATION.cff")
  shows 0 "pairlanes $version " "$PAIRLANES" --version
}

@test "the name of a tag is not executed by the build" {
  mkdir -p "$BATS_TEST_TMPDIR"/tagged/{models,tests}
  cd "$BATS_TEST_TMPDIR/tagged"
  cp "$ROOT/Makefile" .
  cp "$ROOT/models/table.h" models
  cp "$ROOT/tests/tests.mk" tests
  git init --quiet && git add .
  git -c user.name=t -c user.email=t@t commit --quiet -m one
  git -c user.name=t -c user.email=t@t tag -a "v1';id>owned;'" -m one
  expect 0 make --silent CUDA= build/flags/version
  grep -q " v1idowned " build/flags/version
  [ ! -e owned ]
}

@test "a program that was compiled for other CPUs ends with a sentence" {
  [ "$(uname -m)" = x86_64 ] || skip "has instruction sets of x86-64"
  [ "$(basename "$(dirname "$PAIRLANES")")" = build ] || skip "valgrind runs no sanitizer"
  local other=$BATS_TEST_TMPDIR/build lacks=()
  mkdir "$other"
  tar -C "$ROOT/build" -c --exclude=./tests --exclude=./cache --exclude=./track . | tar -C "$other" -x
  rm "$other/harness/base/version.o"
  expect 0 make -C "$ROOT" --silent BUILD="$other" LISTS=x86-64-v4 "$other/pairlanes"
  if grep -qw avx512f /proc/cpuinfo; then
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    lacks=(valgrind --quiet)
  fi
  expect 3 "${lacks[@]}" "$other/pairlanes" --version
  has "this program was compiled for CPUs with AVX-512, which this one lacks: compile it here"
}

@test "a build folder with blanks is refused" {
  shows 2 'BUILD: expected a folder without blanks, found "a b"' make -C "$ROOT" BUILD="a b" all
}

@test "uninstall removes every file" {
  make -C "$ROOT" --silent uninstall DESTDIR="$STAGE" PREFIX=/opt/pairlanes
  [ -z "$(find "$STAGE" -type f)" ]
}
