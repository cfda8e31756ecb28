#!/usr/bin/env bats
# `pairlanes reproduce`: what would run, runs without a GPU, and the report.

load setup

recorded=$ROOT/results/nvidia-h200

# A folder with results of few items, so that their report is quick to make.
some_results() {
  mkdir "$BATS_TEST_TMPDIR/machine"
  cp "$recorded"/shkurti-table4-5*.json "$BATS_TEST_TMPDIR/machine"
  jq '.config.name = "shkurti-table8-full"' "$recorded/shkurti-table8.json" \
    >"$BATS_TEST_TMPDIR/machine/shkurti-table8.json"
  # with claims of another day
  jq '.config.claims[].above = 100 | .config.claims[].text = "an old claim"' "$recorded/rovigatti-fig4.json" \
    >"$BATS_TEST_TMPDIR/machine/rovigatti-fig4.json"
}

# Writes the report of papers from a folder of results.
report() { # FOLDER PAPER…
  expect 0 "$PAIRLANES" reproduce --report-only "$1" "${@:2}" --out "$BATS_TEST_TMPDIR/report"
  html=$BATS_TEST_TMPDIR/report/report.html
  markdown=$BATS_TEST_TMPDIR/report/report.md
}

# Holds a page to what screen readers and browsers without a network need.
check_page() { # PAGE
  expect 0 python3 - "$1" <<'PYTHON'
import html.parser, re, sys
class Page(html.parser.HTMLParser):
    void = {"meta", "img", "source", "br", "link", "input"}
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.heads, self.tags, self.links = [], [], [], [], []
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if tag not in self.void:
            self.open.append(tag)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if re.fullmatch("h[1-6]", tag):
            self.heads.append(int(tag[1]))
        for key in ("src", "srcset", "href"):
            if key in attributes:
                self.links.append((tag, attributes[key]))
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()
text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
assert not page.open, page.open
assert len(page.ids) == len(set(page.ids)), page.ids
assert page.heads[0] == 1 and page.heads.count(1) == 1, page.heads
assert all(b <= a + 1 for a, b in zip(page.heads, page.heads[1:])), page.heads
names = [tag for tag, _ in page.tags]
assert {"header", "nav", "main", "footer", "title"} <= set(names)
assert "script" not in names and "link" not in names and "@import" not in text and "url(" not in text
for tag, link in page.links:
    good = link.startswith("data:image/svg+xml;base64,") if tag in ("img", "source") else \
        link.startswith("https://doi.org/") or link[0] == "#" and link[1:] in page.ids
    assert good, (tag, link[:80])
assert all(a.get("alt") for tag, a in page.tags if tag == "img")
assert all(a.get("scope") for tag, a in page.tags if tag == "th")
assert names.count("caption") == names.count("table") > 0
assert dict(page.tags)["html"]["lang"] == "en"
PYTHON
}

@test "the papers' items follow their schema, and their configs and figures are there" {
  valid "$ROOT/results/papers.schema.json" "$ROOT/results/papers.json"
  expect 0 "$PAIRLANES" reproduce --list
  figures=$("$PAIRLANES" plot --help)
  while read -r config drawn; do
    [ -f "$ROOT/configs/$config.json" ]
    has "$config"
    for figure in $drawn; do
      grep -qE "^ +$figure " <<<"$figures"
    done
  done < <(jq -r '.papers[].items[] | [.config, (.figures // [])[]] | join(" ")' "$ROOT/results/papers.json")
}

@test "every config that claims what a paper says is an item of the paper" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import glob, json, sys
papers = json.load(open(sys.argv[1] + "/results/papers.json"))["papers"]
aside = {"steps-lj"}  # on particles of another model than the paper's
for path in glob.glob(sys.argv[1] + "/configs/*.json"):
    name = path.rsplit("/", 1)[1].removesuffix(".json")
    for claim in json.load(open(path)).get("claims", []) if name != "schema" and name not in aside else []:
        for paper in papers:
            if claim["source"].startswith(paper["cited"]):
                assert name in [item["config"] for item in paper["items"]], (name, paper["name"])
PYTHON
}

@test "the beginning of its name selects a paper, and a wrong one is refused" {
  expect 0 "$PAIRLANES" reproduce --list rov
  has "rovigatti-fig3"
  lacks "shkurti"
  expect 2 "$PAIRLANES" reproduce --list rovigati2015
  has 'there is no paper "rovigati2015"'
  has 'Did you mean "rovigatti2015"?'
  expect 2 "$PAIRLANES" reproduce --quick --full
  expect 2 "$PAIRLANES" reproduce --report-only "$BATS_TEST_TMPDIR/none"
  has "none: no folder of results"
  mkdir -p "$BATS_TEST_TMPDIR/empty/machine"
  echo '{"name": "a config"}' >"$BATS_TEST_TMPDIR/empty/config.json"
  expect 2 "$PAIRLANES" reproduce --report-only "$BATS_TEST_TMPDIR/empty" --out "$BATS_TEST_TMPDIR/report"
  has "empty: no results: expected files that \`pairlanes run\` or \`reproduce\` has written"
  [ ! -e "$BATS_TEST_TMPDIR/report" ]
}

@test "what would run is printed with its time, and what cannot run with the reason" {
  cd "$BATS_TEST_TMPDIR"
  CUDA_VISIBLE_DEVICES='' expect 0 "$PAIRLANES" reproduce --dry-run shkurti2013
  [[ $output =~ "Figure 12"\ +results/[^\ ]+/shkurti-fig12.json\ +cpu\ +12\ .*"Table 8" || $output =~ shkurti-fig12.json\ +cpu\ +12\  ]]
  [[ $output =~ shkurti-table3.json\ +cuda\ +24\ +–\ +–\ +[a-zA-Z] ]]
  [ ! -e results ]
}

@test "the report judges the claims of today's configs as claims does, with the numbers of the results" {
  some_results
  report "$BATS_TEST_TMPDIR/machine" rovigatti2015 shkurti2013
  check_page "$html"
  tally=$("$PAIRLANES" claims "$BATS_TEST_TMPDIR"/machine/rovigatti-fig4.json \
    --config "$ROOT/configs/rovigatti-fig4.json" --format json |
    jq -r '[.claims[].verdict] | "\(map(select(. == "holds")) | length) \(map(select(. == "does not hold")) | length)"')
  grep -qE "^\| Rovigatti et al. 2015 \| ${tally/ / \\| } \|" "$markdown"
  [ "$(grep -c 'an old claim' "$markdown")" -eq 0 ]
  grep -qF "$(jq -r '.claims[0].text' "$ROOT/configs/rovigatti-fig4.json")" "$markdown"
  grep -q '✗</span> does not hold' "$html"
  # next to the paper's number and its device: ours, and their ratio
  expect 0 python3 - "$BATS_TEST_TMPDIR/machine" "$markdown" <<'PYTHON'
import json, re, sys
def force(file, strategy):
    return next(c["force"]["median_ns"] for c in json.load(open(f"{sys.argv[1]}/{file}"))["cases"]
                if c["strategy"] == strategy and c["source"] == "bilayer" and c["precision"] == "single")
ours = force("shkurti-table4-5-cpu.json", "serial") / force("shkurti-table4-5.json", "vertex")
row = next(l for l in open(sys.argv[2]) if l.startswith("| The forces of lipids are faster"))
cells = [cell.strip() for cell in row.split("|")]
assert cells[3] == "7.58 (GTX295)", cells
value = float(re.match("[0-9.]+", cells[4]).group())
assert abs(value / ours - 1) < 1e-3 and abs(float(cells[5]) / (ours / 7.58) - 1) < 1e-2, cells
assert cells[6] == "holds" and "GTX295" in cells[7] and "NVIDIA H200" in cells[9], cells
PYTHON
  # what it prints without a claim is listed, and what has one is not
  grep -qE '^[1-9][0-9]* of the [0-9]+ numbers that the paper prints are in the statements above' "$markdown"
  grep -q 'numbers that no statement above is held against</caption>' "$html"
  grep -q 'At the length of the paper' "$markdown" # shkurti-table8-full
  grep -A4 '^### Figure 7' "$markdown" | grep -q 'Not measured here yet'
}

# bats test_tags=long
@test "a quick run reports what it had no GPU or no time for, goes on with it, and is no case of the paper" {
  cd "$BATS_TEST_TMPDIR"
  quick=(env CUDA_VISIBLE_DEVICES='' "$PAIRLANES" reproduce rovigatti2015 --quick --quiet)
  expect 0 "${quick[@]}" --seconds 0.001
  has "12 skipped, 0 failed, 0 not run; results"
  has "12 skipped, 0 failed, 6 not run, for the time was up; results"
  grep -q '6 of 18 cases were not run: the time was up; the same command goes on. 12 of 18' report/report.md
  expect 2 "${quick[@]}" --seconds soon
  expect 0 "${quick[@]}"
  has "against a core: 6 timed (0 of them before), 12 skipped"
  lacks "time was up"
  [ "$(jq -r .config.name results/*/rovigatti-fig3-quick.json)" = rovigatti-fig3-quick ]
  grep -q '<strong>Quick run.</strong>' report/report.html
  grep -q 'None of its .* statements has been measured here' report/report.md
  reason=$(jq -r '.cases[0].reason' results/*/rovigatti-fig3-quick.json)
  grep -qF "12 of 12 cases were not run: $reason" report/report.md
  check_page report/report.html
}

@test "when the time is up, particles that are being built and kernels stop" {
  cd "$BATS_TEST_TMPDIR"
  begun=$SECONDS
  CUDA_VISIBLE_DEVICES='' PAIRLANES_CACHE=$PWD/cache expect 0 \
    "$PAIRLANES" reproduce shkurti2013 --quick --quiet --seconds 1
  [ $((SECONDS - begun)) -lt 60 ] # the first particles alone take a core a minute
  [[ $output =~ "Figure 7: 0 timed".*"for the time was up" ]]
  [[ $output =~ "Figure 12: 0 timed".*"for the time was up" ]]
}

@test "temperatures and energies stand in the paper's units, too" {
  mkdir "$BATS_TEST_TMPDIR/machine"
  # with a side of the CPU, whose energy is another
  jq '.cases[0] as $first | .cases += [$first | .strategy = "serial" | .backend = "cpu" | .device = "a core" |
    .tuning = {} | .dynamics.potential.mean *= 1.5]' "$recorded/shkurti-table6-7.json" \
    >"$BATS_TEST_TMPDIR/machine/shkurti-table6-7.json"
  report "$BATS_TEST_TMPDIR/machine" shkurti2013
  expect 0 python3 - "$BATS_TEST_TMPDIR/machine/shkurti-table6-7.json" "$markdown" <<'PYTHON'
import json, re, sys
first = json.load(open(sys.argv[1]))["cases"][0]
assert first["source"] == "bilayer" and first["precision"] == "double"
def ours(beginning):
    row = next(line for line in open(sys.argv[2]) if line.startswith("| " + beginning))
    return [cell.strip() for cell in row.split("|")][3:5]
printed, measured = ours("The mean temperature of lipids in water is")
own, celsius = re.fullmatch(r"([0-9.]+); ([0-9.]+) °C", measured).groups()
assert "30.0023 °C, GTX480" in printed and abs(float(celsius) - (4184 * float(own) / 8.314463 - 273.15)) < 0.05
printed, measured = ours("The mean potential energy of lipids in water")
energies = re.fullmatch(r"[0-9.]+; (-[0-9.]+) and (-[0-9.]+) kJ/mol", measured).groups()
assert "-33.3228 kJ/mol, GTX480; -33.0969 kJ/mol, i7-920" in printed
mean = 4.184 * first["dynamics"]["potential"]["mean"]
assert abs(float(energies[0]) / mean - 1) < 1e-3 and abs(float(energies[1]) / mean - 1.5) < 1e-3, (energies, mean)
PYTHON
}

# shellcheck disable=SC2016
@test "texts of results mean nothing in the report" {
  mkdir "$BATS_TEST_TMPDIR/machine"
  jq --arg text $'\e[2J\u009b</td><b>&"\'`x` | a |\n# ' '.provenance |= (.commit = $text | .cpu = $text) |
    .cases[].device = $text' "$recorded/rovigatti-fig4.json" >"$BATS_TEST_TMPDIR/machine/a.json"
  report "$BATS_TEST_TMPDIR/machine" rovigatti2015
  check_page "$html"
  grep -q '&#60;b&#62;&#38;&#34;&#39;`x`' "$html"
  grep -q '&#60;b&#62;&#38;"' "$markdown"
  expect 1 grep -nE $'\e|<b>' "$html" "$markdown"
  [ "$(grep -c '^# ' "$markdown")" -eq 1 ]
}

# bats test_tags=long
@test "docs/papers.md and its figures are what the recorded results give" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  expect 0 "$ROOT/scripts/papers" --check
}

@test "what fails on two GPUs is listed once, and stands in the table for each" {
  some_results
  mkdir "$BATS_TEST_TMPDIR/other"
  jq '.cases[] |= (.device = "NVIDIA A100")' "$recorded/rovigatti-fig4.json" >"$BATS_TEST_TMPDIR/other/rovigatti-fig4.json"
  report "$BATS_TEST_TMPDIR/machine" --report-only "$BATS_TEST_TMPDIR/other" rovigatti2015
  [ "$(grep -c '^- ' "$markdown")" -ge 1 ]
  [ "$(grep '^- ' "$markdown" | sort | uniq -d | wc -l)" -eq 0 ]
  failing=$(grep -m 1 '^- ' "$markdown")
  [ "$(grep -cF "| ${failing#- } |" "$markdown")" -eq 2 ]
}
