#!/usr/bin/env bats
# Tests the README and the pages of docs/. Their numbers are the output of the commands on the page, and tables come
# from results.

load setup

# bats test_tags=long
@test "the numbers of every page are those that its commands print" {
  expect 0 "$ROOT/scripts/numbers" --check
}

@test "the tree has the machine code of every recorded case, to compare with that of today's kernels" {
  expect 0 "$ROOT/scripts/same-code" --check
}

@test "each block with results of older kernels names them, and no others" {
  tree=$BATS_TEST_TMPDIR/tree
  folder=$tree/results/machine
  mkdir -p "$folder" "$tree/scripts"
  cp "$ROOT"/scripts/{numbers,{machine_code,strict_json,whole_file}.py} "$tree/scripts"
  now=$("$PAIRLANES" list --sources --format json | jq -r '.[] | select(.backend == "cuda" and .strategy == "vertex"
    and .model == "lj").source_hash')
  jq --arg now "$now" '.cases |= [first(.[] | select(.strategy == "vertex")) | .source_hash = $now]' \
    "$ROOT/results/nvidia-h200/bench-lj.json" >"$folder/new.json"
  jq '.cases[0] |= (.source_hash = "0" | .code_hash.force = "0")' "$folder/new.json" >"$folder/old.json"
  page=$BATS_TEST_TMPDIR/kernels.md
  name=results/machine
  printf '%s\n' "<!-- from: echo seen $name/new.json -->" '<!-- end -->' \
    "<!-- from: echo seen $name/{new,old}.json -->" '<!-- end -->' \
    "<!-- from any kernels: echo all of $name/old.json -->" '<!-- end -->' \
    "<!-- from: echo seen $name/never.json -->" '<!-- end -->' >"$page"
  expect 0 "$tree/scripts/numbers" "$page"
  run cat "$page"
  [ "$(grep -c '^seen ' "$page")" -eq 2 ]
  [ "$(grep -c '^Recorded with older kernels than those of this tree: old.json.$' "$page")" -eq 1 ]
  has "Not recorded yet: never.json."
  [ "$(grep -c '^all of ' "$page")" -eq 1 ]
  # the current sources give the machine code of the old case
  jq '.cases[0] |= (.code_hash = {"force": "a", "lists": "b", "motion": "c"} | del(.step, .dynamics))' \
    "$folder/old.json" >"$folder/same.json"
  mv "$folder/same.json" "$folder/old.json"
  printf '%s\n' '# code' "$now single a" >"$tree/results/same-code.txt"
  expect 0 "$tree/scripts/numbers" "$page"
  [ "$(grep -c '^seen ' "$page")" -eq 2 ]
  [ "$(grep -c "^Recorded with today's force kernels, but older kernels of lists or of motion: old.json.$" "$page")" -eq 1 ]
  echo "$now single b" >>"$tree/results/same-code.txt"
  expect 0 "$tree/scripts/numbers" "$page"
  [ "$(grep -c '^Recorded with' "$page")" -eq 0 ]
  # steps of another version
  jq '.cases[0] |= (.steps_version = 99 | .step = {"median_ns": 1})' "$folder/old.json" >"$folder/steps.json"
  mv "$folder/steps.json" "$folder/old.json"
  expect 0 "$tree/scripts/numbers" "$page"
  [ "$(grep -c "^Recorded with today's force kernels, but older kernels of lists or of motion: old.json.$" "$page")" -eq 1 ]
}

@test "a block that differs from its command's output is reported, and renewed" {
  page=$BATS_TEST_TMPDIR/page.md
  printf '%s\n' 'a' '<!-- from: echo "| 1 |" &&' '  seq 2 -->' '<!-- end -->' 'b' '```sh' 'echo c' '```' '' \
    '<!-- text from: echo c -->' '<!-- end -->' >"$page"
  shows 1 '+| 1 |' "$ROOT/scripts/numbers" --check "$page"
  expect 0 "$ROOT/scripts/numbers" "$page"
  [ "$(sed -n '2,9p' "$page")" = '<!-- from: echo "| 1 |" &&
  seq 2 -->

| 1 |
1
2

<!-- end -->' ]
  grep -A3 'echo c' "$page" | grep -q '^```text$'
  expect 0 "$ROOT/scripts/numbers" --check "$page"
  sed -i 's/^2$/3/' "$page"
  shows 1 '-3' "$ROOT/scripts/numbers" --check "$page"
  printf '%s\n' '<!-- from: false -->' '<!-- end -->' >"$page"
  shows 2 "false" "$ROOT/scripts/numbers" "$page"
  printf '%s\n' '<!-- from: echo a -->' '<!-- from: echo b -->' '<!-- end -->' >"$page"
  shows 2 "a block has no end" "$ROOT/scripts/numbers" "$page"
}

# shellcheck disable=SC2016
@test "each output is that of the command shown above it" {
  page=$BATS_TEST_TMPDIR/page.md
  shown() { # COMMAND
    # shellcheck disable=SC1003
    printf '%s\n' '```sh' 'echo a \' '    b   # both' 'echo c' '```' '' 'The first prints:' '' \
      "<!-- text from: $1 -->" '<!-- end -->' >"$page"
  }
  shown 'COLUMNS=80 echo a b 2>/dev/null'
  expect 0 "$ROOT/scripts/numbers" "$page"
  shown 'echo a b c'
  shows 2 "is not the command that the page shows above its output" "$ROOT/scripts/numbers" "$page"
  # the output of a command in a paragraph may follow it; a table has only one command
  in_text() { # COMMAND-OF-THE-PAGE KIND COMMAND
    printf '%s\n' 'a' '' "What \`$1\` says," 'at first:' '' "<!-- $2 $3 -->" '<!-- end -->' >"$page"
  }
  in_text 'pairlanes help exit-codes' 'text from:' 'COLUMNS=90 pairlanes help exit-codes | head -3'
  expect 0 "$ROOT/scripts/numbers" "$page"
  for kind in 'text from:' 'from:'; do
    in_text 'pairlanes help exit-codes' "$kind" 'pairlanes help axes | head -3'
    shows 2 "is not the command that the page shows above its output" "$ROOT/scripts/numbers" "$page"
  done
  in_text 'vertex' 'text from:' 'echo a'
  expect 2 "$ROOT/scripts/numbers" "$page"
  in_text 'vertex' 'from:' 'echo a'
  expect 0 "$ROOT/scripts/numbers" "$page"
}

# shellcheck disable=SC2016
@test "scripts/tabulate prints cases by rows and columns, with the fastest, the next and the base" {
  recorded=$ROOT/results/nvidia-h200/passes.json
  expect 0 "$ROOT/scripts/tabulate" "$recorded" --header strategy --rows label --columns precision \
    --values 'µs: us' --bold
  has '| strategy | double | single |'
  has '| `vertex` |'
  expect 0 "$ROOT/scripts/tabulate" "$recorded" --rows precision --base 'strategy == "vertex"' \
    --values 'fastest: strategy' 'next: next.strategy' 'speed-up: f"{base.us / us:.6f}"'
  expect 0 python3 - "$recorded" <(echo "$output") <<'PYTHON'
import json, sys
cases = [c for c in json.load(open(sys.argv[1]))["cases"] if c["status"] == "ok"]
table = open(sys.argv[2]).read()
for precision in ("double", "single"):
    times = sorted((c["force"]["median_ns"], c["strategy"]) for c in cases if c["precision"] == precision)
    vertex = {strategy: time for time, strategy in times}["vertex"]
    row = f"| {precision} | {times[0][1]} | {times[1][1]} | {vertex / times[0][0]:.6f} |"
    assert row in table, row
PYTHON
  # exactly the numbers from untrusted times are marked
  jq '(.cases[] | select(.strategy == "vertex" and .precision == "single").force.min_ns) = 1' "$recorded" >"$BATS_TEST_TMPDIR/slowed.json"
  expect 0 "$ROOT/scripts/tabulate" "$BATS_TEST_TMPDIR/slowed.json" --where 'strategy == "vertex"' --rows precision \
    --values 'µs: us' 'n: n' 'list: build.median_ns'
  [[ ${lines[2]}${lines[3]} =~ ^"| double | "[0-9.]+" | "[0-9,]+" | "[0-9,]+" || single | ! "[0-9.]+" | "[0-9,]+" | "[0-9,]+" |"$ ]]
  expect 0 "$ROOT/scripts/tabulate" "$BATS_TEST_TMPDIR/slowed.json" --where 'strategy != "vertex"' --rows precision \
    --base 'strategy == "vertex"' --values 'gain: base.us / us'
  [[ ${lines[2]} == "| double | "[0-9]* && ${lines[3]} == "| single | ! "[0-9]* ]]
  shows 2 "a: no case has a value" "$ROOT/scripts/tabulate" "$recorded" --rows precision --values 'a: no.such'
  shows 2 "no such case" "$ROOT/scripts/tabulate" "$recorded" --rows precision --values 'a: us' --where 'n == 1'
  shows 2 "README.md" "$ROOT/scripts/tabulate" "$ROOT/README.md" --rows precision --values 'a: us'
}

@test "each strategy that the README advises has the least time on record" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import glob, json, re, sys
root = sys.argv[1]
cases = {}
for device, threads, pattern in (("H200", None, "nvidia-h200"), ("core", 1, "amd-epyc-2-cores")):
    cases[device] = [case for file in glob.glob(f"{root}/results/{pattern}/*.json")
                     for case in json.load(open(file)).get("cases", [])
                     if case["status"] == "ok" and case.get("force") and (threads is None or case["threads"] == threads)
                     and (device != "H200" or case["backend"] == "cuda")]
table = re.search(r"advised.txt -->\n\n(.*?)\n\n", open(f"{root}/README.md").read(), re.DOTALL)[1].splitlines()[2:]
specs = [line.partition(": ")[2] for line in open(f"{root}/docs/advised.txt") if line.startswith("row ")]
assert len(table) == len(specs) >= 8
for row, spec in zip(table, specs):
    asked = spec.split(" | ") if " | " in spec else [spec, spec]
    for device, values, cell in zip(("H200", "core"), asked, row.split(" | ")[1:]):
        wanted = dict(value.split("=") for value in values.split())
        def matches(case):
            flat = {**case, **{f"parameters.{k}": v for k, v in case["parameters"].items()}}
            return all(str(flat[k]) == v or (k != "model" and k != "precision" and k != "source" and
                       not isinstance(flat[k], str) and abs(flat[k] - float(v)) < 1e-3 * float(v))
                       for k, v in wanted.items())
        times = [(case["force"]["ci95_ns"][0], case["strategy"]) for case in cases[device] if matches(case)]
        if not times:
            assert "–" in cell, (row, device)
            continue
        advised = re.search(r"`(\w+)`", cell)[1]
        best = min(case["force"]["median_ns"] for case in cases[device] if matches(case) and case["strategy"] == advised)
        faster = [strategy for low, strategy in times if strategy != advised and low > 1 and best > 1.02 * low]
        assert not faster, (row, device, faster)
PYTHON
}

# shellcheck disable=SC2016
@test "scripts/words finds words that the glossary does not use, and comments without a noun" {
  printf '%s\n' '/* Of a kernel. */' 'int a; /* what it is told */' 'const char *s = "/* of none */"; /* told `told` */' \
    'TEST(an_error_is_told)' 'TEST_WITH(set_up, NULL, beside_others)' >"$BATS_TEST_TMPDIR/some.c"
  printf '%s\n' 'def a():' '    """What a returns."""' 'def b():' '    """A list of' '    so many."""' >"$BATS_TEST_TMPDIR/some.py"
  printf '%s\n' 'A `mend` that was' '' '```' 'told' '```' '' '[a word behind](a.md#told)' >"$BATS_TEST_TMPDIR/page.md"
  cd "$ROOT"
  expect 1 scripts/words "$BATS_TEST_TMPDIR/some.c" "$BATS_TEST_TMPDIR/some.py" "$BATS_TEST_TMPDIR/page.md"
  [ "${#lines[@]}" -eq 8 ]
  has 'some.c:1: "Of" in'
  has 'some.c:2: "told" in'
  has 'some.c:3: "told" in'
  has 'some.c:4: "told" in: an error is told'
  has 'some.c:5: "beside" in: beside others'
  has 'some.py:2: "What" in'
  has 'some.py:4: "so many" in'
  has 'page.md:7: "behind" in'
  # the glossary has terms of the field, of machines and of the project
  [ "$(sed '/^## Not used/q' docs/develop/glossary.md | grep -v '^| word |' | grep -c '^| ')" -le 80 ]
}

@test "the page of a strategy has 300 to 600 words on how it works, its data, its cost, its use and its paper" {
  for strategy in vertex edge newton team staged cluster tile patch bvh; do
    page=$ROOT/strategies/$strategy/README.md
    words=$(wc -w <"$page")
    [ "$words" -ge 300 ] && [ "$words" -le 600 ]
    [ "$(grep '^## ' "$page" | tr '\n' ' ')" = "## Pseudo-code ## Data ## Cost ## When to use it ## Code ## Paper " ]
    grep -qF "($strategy/README.md)" "$ROOT/strategies/README.md"
  done
}

@test "the README and all pages by hand are short, and the index of the documentation has every page" {
  [ "$(wc -w <"$ROOT/README.md")" -le 1000 ]
  fence='```'
  # output and code are not counted, nor is papers.md, which is generated
  words=$(cd "$ROOT" && find README.md docs strategies {models,harness,scripts,tests}/README.md -name '*.md' \
    ! -path 'docs/notes/*' ! -path 'docs/tables/*' ! -name papers.md -exec cat {} + |
    sed -e '/^<!-- .*from.*: /,/^<!-- end/d' -e "/^$fence/,/^$fence/d" | wc -w)
  echo "$words words"
  [ "$words" -gt 10000 ]
  [ "$words" -le 20500 ]
  count=0
  while read -r page; do
    grep -qF "($page)" "$ROOT/docs/README.md" || {
      echo "docs/README.md lacks $page"
      return 1
    }
    count=$((count + 1))
  done < <(cd "$ROOT/docs" && find . -name '*.md' ! -path ./README.md -printf '%P\n')
  [ "$count" -ge 20 ]
}
