#!/usr/bin/env bats
# bats file_tags=long
# Tests that a new member of results, or a new key of configs, takes only one row of a table. A copy of the repository
# gets one new member and one new key. Both have to appear in results, schemas, export and pages.

load setup

MEMBER='MEMBER(NUMBER, listed_per_particle, "counts.listed_per_particle", (double)c->found->counts.pairs_listed / n_of(c), .later = true, .range = AT_LEAST(0), .summary = "Entries of the list, per particle.")'
KEY='KEY(TEXT, "label", "What the sweep is called.", .initial = "\\"none\\""),'

# Copies the repository with its build, so that only files with the new rows are compiled again.
setup_file() {
  load setup
  export TREE=$BATS_FILE_TMPDIR/tree
  git -C "$ROOT" rev-parse >/dev/null 2>&1 || skip "not a git checkout"
  mkdir "$TREE"
  (cd "$ROOT" && git ls-files -co --exclude-standard -z | xargs -0 cp --parents -p -t "$TREE")
  mkdir "$TREE/build"
  for part in "$ROOT"/build/*; do
    case $part in
    */tests | */cache | */\*) ;;
    *) cp -pr "$part" "$TREE/build" ;;
    esac
  done
  git -C "$TREE" init --quiet
  git -C "$TREE" add --all
  git -C "$TREE" -c user.name=test -c user.email=test commit --quiet -m "before"

  sed -i "/^MEMBER(OBJECT, has_machine,/i $MEMBER" "$TREE/harness/results/members/case.h"
  sed -i "/^const struct member config_sweep_keys/a $KEY" "$TREE/harness/config/config_keys.c"
  git -C "$TREE" diff --numstat >"$BATS_FILE_TMPDIR/touched"
  env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u BUILD make -C "$TREE" -j"$(nproc)" all references \
    >"$BATS_FILE_TMPDIR/log" 2>&1 || {
    cat "$BATS_FILE_TMPDIR/log" >&2
    return 1
  }
  echo '{"system": {"n": 500}, "precision": "double", "backend": "cpu", "strategy": "vertex",
    "label": "mine"}' >"$BATS_FILE_TMPDIR/config.json"
  "$TREE/build/pairlanes" run "$BATS_FILE_TMPDIR/config.json" --quiet \
    --set sampling.max_samples=6 --set sampling.warmup_ms=0 --out "$BATS_FILE_TMPDIR/r.json" \
    >"$BATS_FILE_TMPDIR/log" 2>&1
}

@test "a new member and a new key change one row each" {
  [ "$(sort "$BATS_FILE_TMPDIR/touched")" = "$(printf '1\t0\t%s\n' \
    harness/config/config_keys.c harness/results/members/case.h)" ] || {
    cat "$BATS_FILE_TMPDIR/touched"
    return 1
  }
}

@test "the extended program builds without a warning" {
  run grep -i warning "$BATS_FILE_TMPDIR/log"
  [ -z "$output" ]
}

@test "results have the member, and the key as it was given" {
  expect 0 jq -e '.cases[0] | .counts.listed_per_particle == .counts.pairs_listed / .n' \
    "$BATS_FILE_TMPDIR/r.json"
  expect 0 jq -er '.config.sweeps[0].label' "$BATS_FILE_TMPDIR/r.json"
  [ "$output" = mine ]
}

@test "the key has its default, and is checked and set" {
  cd "$BATS_FILE_TMPDIR"
  jq 'del(.label)' config.json >plain.json
  run_plain=("$TREE/build/pairlanes" run plain.json --quiet --set sampling.max_samples=6
    --set sampling.warmup_ms=0 --out "$BATS_TEST_TMPDIR/r.json")
  expect 0 "${run_plain[@]}"
  [ "$(jq -r '.config.sweeps[0].label' "$BATS_TEST_TMPDIR/r.json")" = none ]
  expect 0 "${run_plain[@]}" --set label=other
  [ "$(jq -r '.config.sweeps[0].label' "$BATS_TEST_TMPDIR/r.json")" = other ]
  shows 2 "--set label: expected a text, found 3" "${run_plain[@]}" --set label=3
}

@test "export has the column, the pages the lines" {
  shows 0 ",counts_listed_per_particle," "$TREE/build/pairlanes" export --format csv "$BATS_FILE_TMPDIR/r.json"
  expect 0 "$TREE/scripts/reference" results-page <"$TREE/build/tables.json"
  grep -q '^| .counts.listed_per_particle. | number, ≥ 0 | .*per particle. |$' <<<"$output"
  expect 0 "$TREE/scripts/reference" config-page <"$TREE/build/tables.json"
  grep -q '^| .label. | text | .*"none". | What the sweep is called. |$' <<<"$output"
}

@test "the schemas have both, and take the results and the config" {
  expect 0 python3 - "$TREE/results/schema.json" "$BATS_FILE_TMPDIR/r.json" \
    "$TREE/configs/schema.json" "$BATS_FILE_TMPDIR/config.json" <<'PYTHON'
import json, sys, jsonschema
results, r, configs, config = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator(results).validate(r)
jsonschema.Draft202012Validator(configs).validate(config)
r["cases"][0]["counts"]["listed_per_particle"] = -1
assert not jsonschema.Draft202012Validator(results).is_valid(r)
config["label"] = 3
assert not jsonschema.Draft202012Validator(configs).is_valid(config)
PYTHON
}

@test "a wrong value of the member is refused with its place" {
  jq '.cases[0].counts.listed_per_particle = "few"' "$BATS_FILE_TMPDIR/r.json" \
    >"$BATS_TEST_TMPDIR/r.json"
  expect 2 "$TREE/build/pairlanes" show "$BATS_TEST_TMPDIR/r.json"
  has 'cases[0].counts.listed_per_particle: expected a number of at least 0, found "few"'
}
