#!/usr/bin/env bats
# Tests general features of the command line: help, version, usage errors, list.

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

@test "help and page give the same meaning of exit code 1 for each command" {
  page=$(sed -n 's/^| 1 | \(.*\) |$/\1/p' "$ROOT/docs/guide/reliability.md" | tr -d '\`')
  for text in "$("$PAIRLANES" --help)" "$("$PAIRLANES" help exit-codes)"; do
    [[ $(tr -s '\n ' '  ' <<<"$text") == *" 1 $page 2 "* ]]
  done
  expect 0 "$PAIRLANES" claims --help
  [[ $(tr -s "\n " "  " <<<"$output") == *"1 one holds no more, with --strict"* ]]
}

@test "every command has --help with its usage line" {
  for command in $(commands); do
    shows 0 "Usage: pairlanes $command" "$PAIRLANES" "$command" --help
    has "--help"
    lacks "initially" # defaults are called "default"
  done
}

@test "--version gives version, commit and compiler" {
  expect 0 "$PAIRLANES" --version
  [[ $output =~ ^pairlanes\ [0-9]+\.[0-9]+\.[0-9]+\ \(commit\ [0-9a-z-]+,\ (gcc|clang)\ [0-9] ]]
}

@test "differently changed trees of one commit have different versions" {
  cd "$BATS_TEST_TMPDIR"
  mkdir harness models strategies tests
  touch models/table.h harness/a.c
  cp "$ROOT/Makefile" .
  cp "$ROOT/tests/tests.mk" tests
  git init --quiet .
  git add .
  git -c user.name=t -c user.email=t@t commit --quiet -m "all of it"
  version() {
    # shellcheck disable=SC2016
    make --silent CUDA= --eval 'version: ; @echo $(COMMIT)' version
  }
  clean=$(version)
  [[ $clean =~ ^[0-9a-f]{12}$ ]]
  echo "int a;" >harness/a.c
  changed=$(version)
  [[ $changed =~ ^$clean-dirty-[0-9a-f]{8}$ ]]
  [ "$(version)" = "$changed" ]
  echo "int b;" >harness/a.c
  other=$(version)
  [[ $other =~ ^$clean-dirty-[0-9a-f]{8}$ ]]
  [ "$other" != "$changed" ]
  git checkout --quiet harness/a.c
  [ "$(version)" = "$clean" ]
  # inside another repository, a clone has a commit, a copy has none
  git clone --quiet . clone
  mkdir copy
  cp -r Makefile harness models strategies tests copy
  git -c user.name=t -c user.email=t@t commit --quiet --allow-empty -m "of the other"
  cd clone
  [ "$(version)" = "$clean" ]
  cd ../copy
  [ "$(version)" = unknown ]
}

# shellcheck disable=SC2016
@test "the name of a tag is not executed by make" {
  git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "not a git checkout"
  git clone --quiet "$ROOT" "$BATS_TEST_TMPDIR/tagged"
  cp "$ROOT/Makefile" "$BATS_TEST_TMPDIR/tagged"
  cd "$BATS_TEST_TMPDIR/tagged"
  git -c user.name=t -c user.email=t@t tag -a "v1';touch\${IFS}owned;'" -m x
  git -c user.name=t -c user.email=t@t tag -a 'v2`touch${IFS}owned`$(shell${IFS}touch${IFS}owned)' -m x
  expect 0 make BUILD=out CUDA= out/flags/version
  [ ! -e owned ]
  grep -q "touch.*IFS.*owned" out/flags/version
}

@test "the version comes from the commit that was built" {
  commit=$(git -C "$ROOT" describe --always --abbrev=12 2>/dev/null) || skip "not a git checkout"
  shows 0 "commit $commit" "$PAIRLANES" --version
}

@test "no command is a usage error" {
  shows 2 "a command is missing" "$PAIRLANES"
}

@test "an unknown command is a usage error that names it" {
  shows 2 'there is no command "mesure"' "$PAIRLANES" mesure
  shows 2 'there is no command "shwo"; did you mean "show"?' "$PAIRLANES" shwo
}

@test "an unknown option is a usage error, for every command" {
  expect 2 "$PAIRLANES" --no-such-option
  for command in $(commands); do
    shows 2 "--no-such-option" "$PAIRLANES" "$command" --no-such-option
  done
}

@test "an unknown option or figure is reported with the nearest known one" {
  expect 2 "$PAIRLANES" run lj --out r.json --prescision=single
  has "there is no option --prescision; did you mean --precision?"
  shows 2 "did you mean --branches?" "$PAIRLANES" show --branchs r.json
  expect 2 "$PAIRLANES" plot r.json --figure speedupp --out figures
  has 'there is no figure "speedupp"; did you mean "speedup"?'
  shows 2 "did you mean --version?" "$PAIRLANES" --verson
}

@test "a key of configs used as an option is reported with the right --set" {
  suggests() { # OPTION TEXT
    shows 2 "there is no option $1; $2" "$PAIRLANES" run lj "$1" 20 --list
  }
  suggests --dynamics.steps "keys of configs are set by --set dynamics.steps="
  suggests --dt "keys of configs are set by --set dynamics.dt="
  suggests --steps "keys of configs are set by --set dynamics.steps="
  suggests --tuning.team.lanes "keys of configs are set by --set tuning.team.lanes="
  suggests --tuning.team.lane "keys of configs are set by --set tuning.team.lanes="
  suggests --lanes "keys of configs are set by --set counters.lanes=, --set tuning."
  # commands with another --set, which does not take keys of configs
  expect 2 "$PAIRLANES" show --dt r.json
  lacks "--set"
}

@test "values are reported as they were given, and other names of backends are known" {
  shows 2 'found "gpu"; did you mean "cuda"?' "$PAIRLANES" run lj --backend gpu --list
  shows 2 "found a number over 1.8e+308" "$PAIRLANES" run lj --n 1e9999 --list
  expect 0 "$PAIRLANES" run lj --n 500 --set sampling.step=0.001 --set sampling.replicas=2 --list
  echo '{"sampling": {"replicas": 2}}' >"$BATS_TEST_TMPDIR/c.json"
  expect 2 "$PAIRLANES" run "$BATS_TEST_TMPDIR/c.json" --list
  has "sampling.replicas: expected a list of replicas, one at least, as in [2], found 2"
}

@test "two values of an option that takes one are refused" {
  expect 2 "$PAIRLANES" run lj --n 1000 --n 2000 --list
  has "system.n is given twice, the second time as 2000; separate several values of an axis by commas"
  shows 2 "--filter is given twice, as 'a' and as 'b'" "$PAIRLANES" run lj --filter a --filter b --list
  shows 2 "--backend is given twice, as cpu and as cuda" "$PAIRLANES" run lj --backend cpu --backend cuda --list
  expect 2 "$PAIRLANES" run lj --set sampling.min_samples=100 --set sampling.max_samples=10 --list
  has "sampling.max_samples: expected no less than min_samples, which is 100, found 10"
  moved() { # OPTION…
    "$PAIRLANES" run lj --n 500 --strategy serial --precision double --backend cpu --list \
      --set dynamics.steps=10 "$@"
  }
  expect 2 moved --dynamics.thermostat brownian --dynamics.time 1 --dynamics.diffusion 1
  has "dynamics.time: expected none together with dynamics.diffusion"
  expect 2 moved --dynamics.thermostat langevin --dynamics.diffusion 1
  has "dynamics.diffusion: expected the thermostat brownian"
  shows 2 "dynamics.time: expected the thermostat langevin, nose_hoover or brownian" moved --dynamics.time 1
  shows 2 "dynamics.interval: expected a thermostat" moved --dynamics.interval 5
  # each of several thermostats uses only its own parameters; no other parameters are in the names of
  # its cases
  expect 0 moved --dynamics.thermostat none,langevin,brownian --dynamics.time 1 --dynamics.diffusion 1
  [ "${lines[*]##*verlet-}" = "none-steps10 langevin-time1-steps10 brownian-diffusion1-steps10" ]
}

@test "an option that needs a folder does not take the standard output" {
  for command in "plot r.json" "import b.json" reproduce; do
    # shellcheck disable=SC2086 # the file is a separate word
    shows 2 "--out: a folder, not the standard output" "$PAIRLANES" $command --out -
  done
}

@test "an option with a value takes the next word, but not an option as a path" {
  expect 2 "$PAIRLANES" run lj --filter --nonsense # --nonsense is the expression
  has 'no case has "--nonsense"'
  expect 2 "$PAIRLANES" show -c --nonsense -- --none.json # one file per command
  has "--none.json: cannot be read"
  expect 2 "$PAIRLANES" energy --model lj --forces --json fluid.xyz
  has "--forces: expected a path, found what looks like an option, --json; write ./--json"
}

@test "help explains commands and topics, and suggests the nearest for another word" {
  expect 0 "$PAIRLANES" help
  for word in "  run " "  axes " "  environment "; do
    has "$word"
  done
  for command in $(commands); do
    expect 0 "$PAIRLANES" help "$command"
    # argp of glibc indents by an uninitialized value
    own=$(tr -s '[:space:]' ' ' <<<"$output")
    expect 0 "$PAIRLANES" "$command" --help
    [ "$(tr -s '[:space:]' ' ' <<<"$output")" = "$own" ]
  done
  for topic in $("$PAIRLANES" help | sed -n '/^Topics:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    expect 0 "$PAIRLANES" help "$topic"
    [ "${#lines[@]}" -gt 2 ]
  done
  shows 0 "2 wrong usage" "$PAIRLANES" help exit codes
  shows 2 'did you mean "environment"?' "$PAIRLANES" help enviroment
}

@test "help lists every environment variable that the program reads" {
  expect 0 "$PAIRLANES" help environment
  while read -r variable; do
    has "$variable"
  done < <(grep -rhoE 'getenv\("(PAIRLANES|OMP|CUDA|TMPDIR)[A-Z_]*' "$ROOT/harness" | cut -d'"' -f2 | sort -u)
}

@test "commands without their file report that it is missing" {
  for command in run energy show export plot; do
    shows 2 "missing" "$PAIRLANES" "$command"
  done
}

@test "list explains strategies, tuning values, models, precisions and backends" {
  expect 0 "$PAIRLANES" list
  for word in strategies models precisions backends; do
    has "$word"
  done
  for strategy in serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh; do
    has "  $strategy "
  done
  has "lanes"
  has "  lj "
  has "cutoff"
  has "force tolerance 1e-12"
  has "  cpu "
}
