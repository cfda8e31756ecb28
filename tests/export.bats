#!/usr/bin/env bats
# Tests results as flat tables, which another program reads back.

load setup

results=$BATS_TEST_DIRNAME/data/results.json

@test "a CSV has the cases of the results" {
  "$PAIRLANES" export "$results" --format csv --out "$BATS_TEST_TMPDIR/r.csv"
  expect 0 python3 - "$results" "$BATS_TEST_TMPDIR/r.csv" <<'PYTHON'
import csv, json, sys
cases = json.load(open(sys.argv[1]))["cases"]
rows = list(csv.DictReader(open(sys.argv[2], newline="")))
assert len(rows) == len(cases), (len(rows), len(cases))
for case, row in zip(cases, rows):
    assert None not in row and None not in row.values(), row
    for name in "id model strategy precision backend sort status input_hash".split():
        assert row[name] == case[name], (name, row[name], case[name])
    assert row["reason"] == (case["reason"] or "")
    assert float(row["n"]) == case["n"] and float(row["density"]) == case["density"]
    for column, values in ("tuning", case["tuning"]), ("parameters", case["parameters"]):
        names = [name for name in row if name.startswith(column + ".")]
        assert names and column not in row
        assert {n.split(".")[1]: row[n] for n in names if row[n]} == \
            {k: str(v) for k, v in values.items()}, (row, values)
    assert row["host"] == "testhost"
    if case["status"] != "ok":
        assert row["force_median_ns"] == ""
        continue
    for timing in "force", "build":
        for name in "median_ns", "min_ns", "p95_ns", "mad_ns":
            assert float(row[f"{timing}_{name}"]) == case[timing][name], (timing, name)
        low, high = case[timing]["ci95_ns"]
        assert float(row[f"{timing}_ci95_low_ns"]) == low
        assert float(row[f"{timing}_ci95_high_ns"]) == high
    assert float(row["force_rms_rel"]) == case["verify"]["force_rms_rel"]
    assert row["verified"] == "true"
    for name, value in case["counts"].items():
        assert float(row[name]) == value
    assert float(row["memory_bytes"]) == case["memory_bytes"]
PYTHON
}

@test "untrusted times and the reasons have separate columns" {
  jq '.cases |= .[:3] | (.cases[] | select(.force) | .force) |=
    (.n = 30 | .samples_ns = [range(30) as $k | .median_ns])' "$results" >"$BATS_TEST_TMPDIR/r.json"
  jq '(.cases[] | select(.force) | .force.ci95_ns) = [1, 1e9]' "$BATS_TEST_TMPDIR/r.json" >"$BATS_TEST_TMPDIR/wide.json"
  expect 0 "$PAIRLANES" export "$BATS_TEST_TMPDIR/r.json" "$BATS_TEST_TMPDIR/wide.json" --format json
  expect 0 jq -e 'map(select(.force_median_ns != null)) | group_by(.file) |
    (.[0] | length > 0 and all(.force_trusted == "true" and .force_distrust == null)) and
    (.[1] | all(.force_trusted == "false" and (.force_distrust | test("the interval is .* wide"))))' <<<"$output"
  expect 0 jq -e 'map(select(.force_median_ns == null)) | all(.force_trusted == null)' <<<"$("$PAIRLANES" export \
    --format json "$results")"
}

@test "CSV quotes and ends lines as RFC 4180 requires" {
  jq '.cases |= [.[-3]] | .cases[0].reason = "a \"b\", c\nd"' "$results" >"$BATS_TEST_TMPDIR/r.json"
  "$PAIRLANES" export --format=csv "$BATS_TEST_TMPDIR/r.json" >"$BATS_TEST_TMPDIR/r.csv"
  grep -q '"a ""b"", c' "$BATS_TEST_TMPDIR/r.csv"
  head -n 1 "$BATS_TEST_TMPDIR/r.csv" | grep -q $'^file,.*,limits_basis\r$'
}

@test "a TSV has the same number of fields in every line, for texts with any characters" {
  jq '.cases[0].reason = "tab\there\nand there"' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" export "$BATS_TEST_TMPDIR/r.json"
  [ "$(awk -F'\t' '{ print NF }' <<<"$output" | sort -u | wc -l)" -eq 1 ]
  [ "$(wc -l <<<"$output")" -eq $(($(jq '.cases | length' "$results") + 1)) ]
  has "tab here and there"
}

@test "several results follow each other under one line of names" {
  expect 0 "$PAIRLANES" export "$results" "$results"
  [ "$(grep -c '^file' <<<"$output")" -eq 1 ]
  [ "$(wc -l <<<"$output")" -eq $((2 * $(jq '.cases | length' "$results") + 1)) ]
}

@test "a format that does not exist is a usage error" {
  expect 2 "$PAIRLANES" export "$results" --format xlsx
  has 'there is no format "xlsx"; expected one of text, markdown, json, jsonl, csv, tsv'
}

@test "pandas reads numbers of the CSV as numbers, with one value per column" {
  python3 -c 'import pandas' 2>/dev/null || skip "no pandas"
  "$PAIRLANES" export "$ROOT/results/nvidia-h200/demo.json" --format csv >"$BATS_TEST_TMPDIR/r.csv"
  expect 0 python3 - "$BATS_TEST_TMPDIR/r.csv" <<'PYTHON'
import sys, pandas
frame = pandas.read_csv(sys.argv[1])
assert len(frame) == 192
assert set(frame[frame.strategy == "team"]["tuning.lanes"]) == {4, 8}
for column in "n density parameters.cutoff tuning.block force_median_ns limit_fraction".split():
    assert pandas.api.types.is_numeric_dtype(frame[column]), column
best = frame.loc[frame.groupby(["n", "density", "precision"])["force_median_ns"].idxmin()]
assert len(best) == 24
PYTHON
}

@test "a file that cannot be written is an error" {
  shows 3 "No such file or directory" "$PAIRLANES" export "$results" --out "$BATS_TEST_TMPDIR/no/such/folder.tsv"
  [ ! -w /dev/full ] || expect 3 bash -c "'$PAIRLANES' export '$results' >/dev/full"
}
