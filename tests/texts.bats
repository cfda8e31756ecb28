#!/usr/bin/env bats
# Tests that no text in results from other machines can change the form of reports.

load setup

# Writes results with times multiplied by `factor`. Texts begin with characters that terminals, Markdown, HTML, XML,
# spreadsheets and gnuplot interpret. They contain bytes that are not UTF-8.
hostile() {
  jq --argjson factor "$1" \
    --arg text $'=1+1\e[2J\e]0;owned\a\u009b2J\n# \r| a | <b>&"\'`x`\t\u202e, INVALID' '
    .provenance |= (.host = $text | .commit = $text | .date = $text) |
    .config.claims = [{text: $text, source: $text, ratio: ["vertex", "team"], above: 1}] |
    .cases[] |= (.id = $text + .id | .device = $text | .source = $text | .compiler = $text | .arch = $text |
      .parameters.shift = $text | if .reason then .reason = $text else . end |
      if .force then .step_reason = $text | .force.samples_ns = [range(1000; 1020) * $factor]
        else . end |
      if .counts then .counts |= (.pairs_in_cutoff = 80 | .branches = {($text): 40}) else . end |
      if .strategy == "team" then .lanes = {overall: 0.5, regions: [], paths: {mean: 1.5, most: 3},
        branches: [{name: $text, issues: 9, active_share: 0.25}]} else . end)' \
    "$BATS_TEST_DIRNAME/data/results.json" | sed 's/INVALID/\xff\xc3/'
}

setup() {
  hostile=$BATS_TEST_TMPDIR/hostile.json
  slower=$BATS_TEST_TMPDIR/slower.json
  hostile 1 >"$hostile"
  hostile 2 | sed 's/\("commit": "=1+1\)/\10/' >"$slower"
}

# Checks that a file is UTF-8 and has no characters that terminals interpret.
is_plain() {
  expect 0 python3 - "$1" "${2:-Cc Cf}" <<'PYTHON'
import sys, unicodedata
text = open(sys.argv[1], "rb").read().decode()
bad = {c for c in text if unicodedata.category(c) in sys.argv[2] and c not in "\n\t\r"}
assert not bad, bad
assert "\r" not in text.replace("\r\n", "")
assert "\ufffd" in text
PYTHON
}

@test "tables contain only printable text, each in its line" {
  for command in "show" "show --branches" "claims"; do
    # shellcheck disable=SC2086
    "$PAIRLANES" $command "$hostile" >"$BATS_TEST_TMPDIR/out"
    is_plain "$BATS_TEST_TMPDIR/out"
    [ "$(grep -c '^# ' "$BATS_TEST_TMPDIR/out")" -eq 0 ]
  done
  status=0
  "$PAIRLANES" compare "$hostile" "$slower" >"$BATS_TEST_TMPDIR/out" || status=$?
  [ "$status" -eq 0 ] # single runs give no verdict
  is_plain "$BATS_TEST_TMPDIR/out"
  [ "$(grep -c '^# ' "$BATS_TEST_TMPDIR/out")" -eq 0 ]
}

# shellcheck disable=SC2016
@test "tables of scripts/tabulate and predicted have no text that Markdown or a terminal obeys" {
  jq '.cases[] |= if .strategy == "vertex" then .strategy = .device else . end' "$hostile" >"$BATS_TEST_TMPDIR/named.json"
  for expression in 'device' 'label' 'strategy + commit + day' 'source + id'; do
    expect 0 "$ROOT/scripts/tabulate" "$BATS_TEST_TMPDIR/named.json" --rows strategy --columns "$expression" --values 'us: us'
    lacks "<b>"
    lacks '`x`'
    has "! " # the time of a case is not trusted if its id cannot be written to CSV
    echo "$output" >"$BATS_TEST_TMPDIR/out"
    is_plain "$BATS_TEST_TMPDIR/out"
    [ "$(tr -cd '|\n' <"$BATS_TEST_TMPDIR/out" | sort -u | wc -l)" -eq 1 ]
  done
  jq -n --arg text $'a\e[2J\n| <b>`' '{held: {missed: [{fastest: $text, named: "b", loss: 2}]},
    predictions: [{id: "b", strategy: $text}]}' >"$BATS_TEST_TMPDIR/predicted.json"
  expect 0 "$ROOT/scripts/predicted" "$BATS_TEST_TMPDIR/predicted.json" missed
  [ "${lines[2]}" = '| `a�&#91;2J�&#124; &#60;b&#62;&#96;` | `a�&#91;2J�&#124; &#60;b&#62;&#96;` | 100 % |' ]
}

@test "errors contain only printable text" {
  jq '.cases[0].status = "\u001b[2J\u009b2J"' "$BATS_TEST_DIRNAME/data/results.json" \
    >"$BATS_TEST_TMPDIR/r.json"
  expect 2 "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
  echo "$output" >"$BATS_TEST_TMPDIR/out"
  is_plain "$BATS_TEST_TMPDIR/out"
}

# shellcheck disable=SC2016
@test "Markdown: texts are plain, and rows have as many columns as their head" {
  "$PAIRLANES" claims "$hostile" --format markdown >"$BATS_TEST_TMPDIR/claims.md"
  "$PAIRLANES" compare "$hostile" "$slower" --format markdown >"$BATS_TEST_TMPDIR/compare.md" || true
  for page in "$BATS_TEST_TMPDIR"/*.md; do
    is_plain "$page"
    [ "$(grep '^|' "$page" | tr -dc '|\n' | sort -u | wc -l)" -eq 1 ]
    [ "$(grep -c '^#' "$page")" -eq 1 ]
    [ "$(grep -cE '<b>|`x`' "$page")" -eq 0 ]
  done
  # the line above the table contains the names of both sides
  grep -q '^<code>=1+1.*</code> → <code>=1+1.*</code>, =1+1' "$BATS_TEST_TMPDIR/compare.md"
}

@test "JUnit is valid XML, and JSON is valid, with any texts" {
  "$PAIRLANES" compare "$hostile" "$slower" --format junit >"$BATS_TEST_TMPDIR/r.xml" || true
  is_plain "$BATS_TEST_TMPDIR/r.xml"
  expect 0 python3 - "$BATS_TEST_TMPDIR/r.xml" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
cases = tree.parse(sys.argv[1]).getroot().find("testsuite").findall("testcase")
assert cases and all("<b>&\"'`x`" in c.get("name") and "<b>&\"'`x`" in c.get("classname") for c in cases)
PYTHON
  for format in json github; do
    "$PAIRLANES" compare "$hostile" "$slower" --format $format >"$BATS_TEST_TMPDIR/r.json" || true
    is_plain "$BATS_TEST_TMPDIR/r.json" Cc
    expect 0 python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' \
      "$BATS_TEST_TMPDIR/r.json"
  done
  "$PAIRLANES" claims "$hostile" --format json >"$BATS_TEST_TMPDIR/r.json"
  is_plain "$BATS_TEST_TMPDIR/r.json" Cc
  expect 0 python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' \
    "$BATS_TEST_TMPDIR/r.json"
}

@test "no cell of an exported table is a formula" {
  for format in csv tsv; do
    "$PAIRLANES" export "$hostile" --format $format >"$BATS_TEST_TMPDIR/table"
    is_plain "$BATS_TEST_TMPDIR/table"
    expect 0 python3 - "$BATS_TEST_TMPDIR/table" $format <<'PYTHON'
import csv, sys
stream = open(sys.argv[1], newline="", encoding="utf-8")
rows = list(csv.reader(stream) if sys.argv[2] == "csv" else
            csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
assert len({len(row) for row in rows}) == 1
texts = [cell for row in rows for cell in row if "1+1" in cell and not cell.startswith("epsilon")]
assert len(texts) > 100 and all(cell.startswith("'=1+1") for cell in texts), texts
PYTHON
  done
}

@test "a configuration from a file of any name is written as a file of its format" {
  "$PAIRLANES" system --n 500 --out "$BATS_TEST_TMPDIR/s.xyz" >/dev/null
  odd=$BATS_TEST_TMPDIR/$'odd "\n9 9 9\n\e[2J.xyz'
  cp "$BATS_TEST_TMPDIR/s.xyz" "$odd"
  for format in extxyz lammps; do
    expect 0 "$PAIRLANES" system "$odd" --format $format --out "$BATS_TEST_TMPDIR/copy"
    echo "$output" >"$BATS_TEST_TMPDIR/out"
    is_plain "$BATS_TEST_TMPDIR/out"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -eq 5 ]
    is_plain "$BATS_TEST_TMPDIR/copy"
    shows 0 "n           500" "$PAIRLANES" system "$BATS_TEST_TMPDIR/copy" --from $format
  done
}

@test "every number shown is in the results" {
  for change in '.cases[].n = 9e18' '.cases[].n = 1e300' '.cases[].counts |= (if . then
    . + {pairs_in_cutoff: 1e19, branches: {a: 1e19}} else . end)'; do
    jq "$change" "$BATS_TEST_DIRNAME/data/results.json" >"$BATS_TEST_TMPDIR/r.json"
    for option in "" --branches; do
      # shellcheck disable=SC2086
      run "$PAIRLANES" show $option "$BATS_TEST_TMPDIR/r.json"
      lacks "9,223,372"
    done
  done
}

@test "texts of ceilings and noise are printable in every format, and in a bundle" {
  local text here=$BATS_TEST_TMPDIR format
  text=$(jq -r '.cases[0].device' <(sed 's/\xff\xc3/?/' "$hostile"))
  jq --arg text "$text" '.devices[] |= (.name = $text | .ceilings[$text] = .ceilings.fma_single) |
    .provenance |= map_values(if type == "string" then $text else . end)' \
    "$ROOT/results/nvidia-h200/ceilings.json" >"$here/ceilings.json"
  jq --arg text "$text" '.host = $text | .commit = $text | .date = $text | .devices[].device = $text |
    .cases[] |= (.device = $text | .id = $text)' "$ROOT/tests/fuzz/corpus/noise/two" >"$here/noise.json"
  jq --arg text "$text" '.cases[].device = $text' "$BATS_TEST_DIRNAME/data/results.json" >"$here/results.json"
  jq -n '{model: "lj", backend: "cuda", system: {n: 4000}, precision: "single", strategy: "vertex"}' >"$here/sweep.json"
  plainly() {
    expect 0 "$PAIRLANES" "$@"
    { printf '\ufffd\n' && cat <<<"$output"; } >"$here/out"
    is_plain "$here/out" "$([[ $* != *json ]] || echo Cc)"
  }
  cd "$here"
  for format in text markdown json csv; do
    plainly show results.json --ceilings ceilings.json --format "$format"
    plainly compare results.json results.json --noise noise.json --format "$format"
    plainly predict sweep.json --device-file ceilings.json --particles 500 --format "$format"
  done
  mkdir folder
  cp ceilings.json noise.json folder
  plainly bundle folder --out box.pairlanes.json --machine box
  plainly import box.pairlanes.json --out to
}

@test "ceilings out of their range are refused" {
  results=$BATS_TEST_DIRNAME/data/results.json
  rate='{best: 1e9, median: 1e9, worst: 1e9, unit: "1/s", repetitions: 10, set_bytes: 0}'
  jq -n "{schema_version: 1, provenance: {}, devices: [{backend: \"cpu\", name: \"Test CPU\",
    cores: 2, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1, ceilings: {fma_double: $rate}}]}" \
    >"$BATS_TEST_TMPDIR/good.json"
  expect 0 "$PAIRLANES" show "$results" --ceilings "$BATS_TEST_TMPDIR/good.json"
  for change in '.cores = 1e300' '.cores = 0' '.l2_bytes = -1' '.l3_bytes = 1e19' '.name = 7' \
    '.ceilings.fma_double.repetitions = 3e9' '.ceilings.fma_double.set_bytes = 1e300' \
    '.ceilings.fma_double.best = -1' '.ceilings.fma_double.best = 1e-300' '.ceilings.fma_double.median = 1e300' \
    '.ceilings = 1'; do
    jq ".devices[0] |= ($change)" "$BATS_TEST_TMPDIR/good.json" >"$BATS_TEST_TMPDIR/bad.json"
    shows 2 "bad.json: devices." "$PAIRLANES" show "$results" --ceilings "$BATS_TEST_TMPDIR/bad.json"
  done
}
