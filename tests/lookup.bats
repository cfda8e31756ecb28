#!/usr/bin/env bats
# What forces out of tables are off by, as a command, a file and a figure; and cases that have no
# texture unit.

load setup

table=$BATS_TEST_TMPDIR/lookup.json

@test "errors of forces are told for people and programs, from a file as they were" {
  expect 0 "$PAIRLANES" lookup --out "$table" --format json
  computed=$output
  [ "$(jq -r '.[] | "\(.force) \(.precision)"' <<<"$computed" | wc -l)" -eq 7 ]
  expect 0 "$PAIRLANES" lookup "$table" --format json
  # the file has six digits
  [ "$(jq -n --argjson a "$computed" --argjson b "$output" '[range(7) as $k | ["up to the switch", "RMS from 2.5 Å on"][]
    | $a[$k][.] / $b[$k][.] - 1 | fabs < 1e-4] | all')" = true ]
  [ "$(jq '[.lookups[] | select(.to < 5) | {(.force + " " + .precision): .largest}] | length > 200' "$table")" = true ]
  expect 0 "$PAIRLANES" lookup --set electrostatics=reaction_field --format json
  [ "$(jq --argjson a "$computed" '.[1]["up to the switch"] < $a[1]["up to the switch"] / 5' <<<"$output")" = true ]
}

@test "a texture unit has no double precision, and its weights of 9 bits show where lines are short" {
  "$PAIRLANES" lookup --out "$table" >/dev/null
  [ "$(jq -r '[.lookups[] | select(.force == "texture") | .precision] | unique | join(" ")' "$table")" = single ]
  [ "$(jq '[.lookups[] | select(.precision == "single" and .from > 2.95 and .to < 4.05)] | group_by(.force)
    | map({(.[0].force): (map(.rms) | add)}) | add | .texture > 3 * .table and .table > .direct' "$table")" = true ]
}

@test "what was recorded of forces is what they are" {
  "$PAIRLANES" lookup --out "$table" >/dev/null
  for file in "$ROOT"/results/*/lookup.json; do
    [ "$(jq -n --slurpfile now "$table" --slurpfile before "$file" '[$now[0].lookups, $before[0].lookups] | transpose
      # the last bits, which are all that evaluating is off by, differ from compiler to compiler
      | map((if .[0].force == "direct" then 3 else 1.02 end) as $most | .[0].force == .[1].force and
        .[0].from == .[1].from and (.[0].rms / .[1].rms | . < $most and . > 1 / $most)) | length > 500 and all')" = true ]
  done
}

@test "the errors are a figure, a curve for each force" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  "$PAIRLANES" lookup --out "$table" >/dev/null
  expect 0 "$PAIRLANES" plot "$table" --figure table-error --out "$BATS_TEST_TMPDIR/figures"
  names "$BATS_TEST_TMPDIR/figures/table-error.tsv" | grep -q $'^two oxygens of water, ewald\tsingle precision\ttexture$'
  [ "$(names "$BATS_TEST_TMPDIR/figures/table-error.tsv" | wc -l)" -eq "$(jq '.lookups | length' "$table")" ]
  expect 0 "$PAIRLANES" plot "$BATS_TEST_DIRNAME/data/results.json" "$table" --figure time --out "$BATS_TEST_TMPDIR/figures"
}

@test "what is no file of errors, or no parameter, is refused with the reason" {
  "$PAIRLANES" lookup --out "$table" >/dev/null
  jq '.lookups[3].rms = "much"' "$table" >"$BATS_TEST_TMPDIR/much.json"
  expect 2 "$PAIRLANES" lookup "$BATS_TEST_TMPDIR/much.json"
  has "much.json.lookups[3].rms: expected a number"
  expect 2 "$PAIRLANES" lookup "$table" --out other.json
  has "a FILE is shown as it is"
  expect 2 "$PAIRLANES" lookup --set cutof=10
  has "Did you mean \"cutoff\""
  expect 2 "$PAIRLANES" lookup --set force=table
  has "every force is compared"
  expect 2 "$PAIRLANES" show "$table"
  has "no results: it holds no cases"
}

@test "a case without a texture unit is skipped with the reason" {
  cat >"$BATS_TEST_TMPDIR/texture.json" <<'JSON'
{"name": "texture", "model": "allatom", "system": {"n": 1536}, "strategy": "vertex", "backend": "cpu",
 "parameters": {"cutoff": 6, "switch": 5, "force": ["table", "texture"]}, "precision": "single"}
JSON
  expect 0 "$PAIRLANES" verify "$BATS_TEST_TMPDIR/texture.json"
  has "passed, 1 skipped (1)"
  has "(1) a CPU has no texture unit to look up the force of allatom"
  printf '%s\n' 2 'Lattice="30 0 0 0 30 0 0 0 30" Properties=pos:R:3:type:S:1' '1 1 1 OW' '4 1 1 OW' \
    >"$BATS_TEST_TMPDIR/water.xyz"
  expect 3 "$PAIRLANES" energy --model allatom --set cutoff=6 --set switch=5 --set force=texture --strategy vertex \
    --precision single "$BATS_TEST_TMPDIR/water.xyz"
  has "a CPU has no texture unit"
}
