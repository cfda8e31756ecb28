#!/usr/bin/env bats
# Tests schemas and pages: they follow from the tables of members of configs and results.

load setup

# Files that are generated from the tables, and their paths.
made=(config-schema:configs/schema.json results-schema:results/schema.json)

@test "the schemas of the tree are those of the tables" {
  for pair in "${made[@]}"; do
    "$ROOT/scripts/reference" "${pair%%:*}" >"$BATS_TEST_TMPDIR/made" \
      < <("$PAIRLANES" list --reference tables)
    diff "$ROOT/${pair#*:}" "$BATS_TEST_TMPDIR/made" || {
      echo "${pair#*:} is not what the tables say: make references"
      return 1
    }
  done
}

# bats test_tags=long
@test "every recorded result follows the schema" {
  expect 0 python3 - "$ROOT/results/schema.json" "$ROOT"/results/nvidia-h200/*.json <<'PYTHON'
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    if path.endswith("ceilings.json"):
        continue
    for error in validator.iter_errors(json.load(open(path))):
        sys.exit(f"{path}: {error.json_path}: {error.message[:300]}")
PYTHON
}

@test "the schema of results refuses values that no run writes" {
  expect 0 python3 - "$ROOT/results/schema.json" "$ROOT/tests/data/results.json" <<'PYTHON'
import copy, json, sys, jsonschema
schema, good = (json.load(open(path)) for path in sys.argv[1:])
validator = jsonschema.Draft202012Validator(schema)
first = next(k for k, case in enumerate(good["cases"]) if case["status"] == "ok")
edits = {
    "a member that is none": lambda case: case.update(stranger=1),
    "a negative time": lambda case: case["force"].update(median_ns=-1),
    "an interval of three": lambda case: case["force"]["ci95_ns"].append(1),
    "an unknown order": lambda case: case.update(sort="random"),
    "a hash of 17 digits": lambda case: case.update(input_hash="0" * 17),
    "a text for a number": lambda case: case["counts"].update(pairs_listed="many"),
    "half a pair": lambda case: case["counts"].update(pairs_listed=0.5),
    "no verification": lambda case: case.update(verify=None),
    "not passed": lambda case: case["verify"].update(passed=False),
    "no identity": lambda case: case.pop("identity"),
    "no verification at all": lambda case: case.pop("verify"),
    "times without ok": lambda case: case.update(status="failed", reason="a reason"),
}
assert validator.is_valid(good)
longer = copy.deepcopy(good)
longer["cases"][first]["input_hash"] = "0123456789abcdef" * 2
assert validator.is_valid(longer)
for name, edit in edits.items():
    bad = copy.deepcopy(good)
    edit(bad["cases"][first])
    assert not validator.is_valid(bad), name
PYTHON
}

@test "results with a member that is something else are refused with its place" {
  jq '.cases[0].threads = "four"' "$ROOT/tests/data/results.json" >"$BATS_TEST_TMPDIR/r.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  has 'r.json: cases[0].threads: expected an integer of at least 1, found "four"'
  jq '(.cases[] | select(.status == "ok") | .force.median_ns) = -1' \
    "$ROOT/tests/data/results.json" >"$BATS_TEST_TMPDIR/r.json"
  shows 2 'force.median_ns: expected a number of at least 0, found -1' "$PAIRLANES" export "$BATS_TEST_TMPDIR/r.json"
}

@test "members and keys are listed, a path a line" {
  shows 0 $'\nverify.force_rms_rel\n' "$PAIRLANES" list --reference members
  shows 0 $'\nsystem.n\n' "$PAIRLANES" list --reference keys
  shows 2 'Did you mean "keys"?' "$PAIRLANES" list --reference key
}

@test "every column of export has a name of its own" {
  expect 0 "$PAIRLANES" export "$ROOT/tests/data/results.json"
  [ -z "$(head -n 1 <<<"$output" | tr '\t' '\n' | sort | uniq -d)" ]
}

# Prints the completion file of a shell, or the man page.
shells() {
  "$ROOT/scripts/shells" "$1" < <("$PAIRLANES" list --reference commands)
}

# Prints the completions that bash would offer for these words; the last word is incomplete.
offered() {
  # shellcheck disable=SC1090
  source <(shells bash)
  compopt() { :; }
  COMP_WORDS=(pairlanes "$@")
  COMP_CWORD=$#
  _pairlanes
  printf '%s\n' "${COMPREPLY[@]}"
}

@test "bash completes commands, options, values, names and keys" {
  cd "$BATS_TEST_TMPDIR"
  [ "$(offered expo)" = export ]
  [ "$(offered run --ceil)" = --ceilings ]
  [ "$(offered run configs/quick.json --set system.dens)" = system.density= ]
  [ "$(offered run lj --strategy team,vert)" = team,vertex ]
  [ "$(offered run lj -p mix)" = mixed ]
  [ "$(offered run lj --shift en)" = energy ]
  [ "$(offered run --backend cu)" = cuda ]
  [ "$(offered run patc)" = patchy ]
  [ "$(offered run qui)" = quick ]
  [ "$(offered plot --figure roof)" = roofline ]
  [ "$(offered help exit)" = exit-codes ]
  touch lj.json
  [ "$(offered run --out lj.j)" = lj.json ]
}

@test "the bash completion is valid shell" {
  command -v shellcheck >/dev/null || skip "shellcheck is not installed"
  shells bash >"$BATS_TEST_TMPDIR/pairlanes.bash"
  expect 0 shellcheck --shell=bash "$BATS_TEST_TMPDIR/pairlanes.bash"
}

@test "the zsh and fish completions are valid" {
  command -v zsh >/dev/null && command -v fish >/dev/null || skip "zsh or fish is not installed"
  cd "$BATS_TEST_TMPDIR"
  shells zsh >_pairlanes
  shells fish >pairlanes.fish
  zsh -n _pairlanes
  [ "$(fish -c 'source pairlanes.fish; complete -C "pairlanes run lj --precision mi"' | cut -f1)" = mixed ]
  [ "$(fish -c 'source pairlanes.fish; complete -C "pairlanes run lj --strategy team,ver"' | cut -f1)" = team,vertex ]
  [ "$(fish -c 'source pairlanes.fish; complete -C "pairlanes expo"' | cut -f1)" = export ]
}

@test "the man page has every option of every command, and roff accepts it" {
  shells man >"$BATS_TEST_TMPDIR/pairlanes.1"
  for command in $("$PAIRLANES" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    for option in $("$PAIRLANES" "$command" --help | grep -oE '^ +(-., )?--[a-z][a-z.-]*' | grep -oE -- '--[a-z.-]*$'); do
      grep -qF -- "${option//-/\\-}" "$BATS_TEST_TMPDIR/pairlanes.1" || {
        echo "$command $option"
        return 1
      }
    done
  done
  command -v groff >/dev/null || skip "groff is not installed"
  run groff -man -Kutf8 -Tutf8 -ww -z "$BATS_TEST_TMPDIR/pairlanes.1"
  [ -z "$output" ]
}
