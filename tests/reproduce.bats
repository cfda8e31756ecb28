#!/usr/bin/env bats
# Tests `pairlanes reproduce`: the list of runs, runs without a GPU, and the report.

load setup

recorded=$ROOT/results/nvidia-h200

# Makes a folder with results of few items, so that their report is made quickly.
some_results() {
  mkdir "$BATS_TEST_TMPDIR/machine"
  cp "$recorded"/{shkurti-table4-5*,heterogeneity}.json "$BATS_TEST_TMPDIR/machine"
  jq '.config.name = "shkurti-table8-full"' "$recorded/shkurti-table8.json" \
    >"$BATS_TEST_TMPDIR/machine/shkurti-table8.json"
  # older claims in the config of the results, and a case with steps of another version
  jq '.config.claims[].above = 100 | .config.claims[].text = "an old claim" | .cases[0].steps_version = 99' \
    "$recorded/rovigatti-fig4.json" \
    >"$BATS_TEST_TMPDIR/machine/rovigatti-fig4.json"
}

# Writes the report of papers from a folder of results.
report() { # FOLDER PAPER…
  expect 0 "$PAIRLANES" reproduce --report-only "$1" "${@:2}" --out "$BATS_TEST_TMPDIR/report"
  html=$BATS_TEST_TMPDIR/report/report.html
  markdown=$BATS_TEST_TMPDIR/report/report.md
}

# Checks that a page suits screen readers and needs no network.
check_page() { # PAGE
  expect 0 python3 - "$1" <<'PYTHON'
import html.parser, re, sys
class Page(html.parser.HTMLParser):
    void = {"meta", "img", "br", "link", "input"}
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
        for key in ("src", "href"):
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
    good = link.startswith("data:image/svg+xml,") if tag == "img" else \
        link.startswith("https://doi.org/") or link[0] == "#" and link[1:] in page.ids
    assert good, (tag, link[:80])
assert all(a.get("alt") for tag, a in page.tags if tag == "img")
linked = {link[1:] for tag, link in page.links if link.startswith("#")}
rows = [a["id"] for tag, a in page.tags if tag == "tr" and "id" in a]
assert rows and set(rows) <= linked  # each statement has a link to itself
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

@test "every config with claims of a paper is an item of the paper" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import glob, json, sys
papers = json.load(open(sys.argv[1] + "/results/papers.json"))["papers"]
for path in glob.glob(sys.argv[1] + "/configs/*.json"):
    name = path.rsplit("/", 1)[1].removesuffix(".json")
    for claim in json.load(open(path)).get("claims", []) if name != "schema" else []:
        for paper in papers:
            if claim["source"].startswith(paper["cited"]):
                assert name in [item["config"] for item in paper["items"]], (name, paper["name"])
PYTHON
}

@test "the beginning of its name selects a paper, and a wrong one is refused" {
  shows 0 "rovigatti-fig3" "$PAIRLANES" reproduce --list rov
  lacks "shkurti"
  shows 2 'there is no paper "rovigati2015"' "$PAIRLANES" reproduce --list rovigati2015
  has 'Did you mean "rovigatti2015"?'
  expect 2 "$PAIRLANES" reproduce --quick --full
  shows 2 "none: no folder of results" "$PAIRLANES" reproduce --report-only "$BATS_TEST_TMPDIR/none"
  mkdir -p "$BATS_TEST_TMPDIR/empty/machine"
  echo '{"name": "a config"}' >"$BATS_TEST_TMPDIR/empty/config.json"
  expect 2 "$PAIRLANES" reproduce --report-only "$BATS_TEST_TMPDIR/empty" --out "$BATS_TEST_TMPDIR/report"
  has "empty: no results: expected files that \`pairlanes run\` or \`reproduce\` has written"
  [ ! -e "$BATS_TEST_TMPDIR/report" ]
}

@test "the plan has the time of each run, and the reason for those that cannot run" {
  cd "$BATS_TEST_TMPDIR"
  CUDA_VISIBLE_DEVICES='' expect 0 "$PAIRLANES" reproduce --dry-run shkurti2013
  [[ $output =~ "Figure 12"\ +results/[^\ ]+/shkurti-fig12.json\ +cpu\ +12\ .*"Table 8" || $output =~ shkurti-fig12.json\ +cpu\ +12\  ]]
  [[ $output =~ shkurti-table3.json\ +cuda\ +24\ +–\ +–\ +[a-zA-Z] ]]
  CUDA_VISIBLE_DEVICES='' expect 0 "$PAIRLANES" reproduce --dry-run phillips2007
  [[ $output =~ ApoA1\ +–\ +–\ +–\ +–\ +–\ .*'found no "apoa1/apoa1.top"' && $output =~ phillips-patches.json\ +cpu\ +3\  ]]
  [ ! -e results ]
}

@test "the report judges the claims of today's configs as claims does, with the numbers of the results" {
  some_results
  report "$BATS_TEST_TMPDIR/machine" rovigatti2015 shkurti2013
  check_page "$html"
  [ "$(grep -c 'an old claim' "$html")" -eq 0 ]
  grep -q '^Of its [0-9]* statements .* of which 1 ran older kernels' "$markdown"
  # each claim of the paper counts once; questions of this project do not count
  "$PAIRLANES" claims "$BATS_TEST_TMPDIR"/machine/rovigatti-fig4.json --config "$ROOT/configs/rovigatti-fig4.json" \
    --format json >"$BATS_TEST_TMPDIR/claims.json"
  expect 0 python3 - "$BATS_TEST_TMPDIR" "$html" "$markdown" <<'PYTHON'
import collections, json, re, sys
from html import unescape
folder, html, markdown = sys.argv[1], open(sys.argv[2]).read(), open(sys.argv[3]).read()
rows = {name: [unescape(re.sub("<[^>]+>", " ", cell)).split() for cell in re.findall("<t[hd][^>]*>(.*?)</t[hd]>", cells)]
        for name, cells in re.findall('<tr role="row" id="([^"]*)">(.*?)</tr>', html)}
claims = json.load(open(folder + "/claims.json"))["claims"]
assert {"rovigatti2015-" + claim["id"] for claim in claims} <= set(rows)
said = collections.Counter(claim["verdict"] for claim in claims if claim["source"].startswith("Rovigatti"))
assert said["holds no more"] and len(claims) > sum(said.values())
overview = re.search(r"^\| Rovigatti et al\. 2015 \|(.*)\|$", markdown, re.M)[1].split("|")
assert [int(cell) for cell in overview][:4] == [said[v] for v in ("holds", "exceeded", "holds no more", "undecided")], overview
own = [claim for claim in claims if not claim["source"].startswith("Rovigatti") and claim["verdict"] == "holds no more"]
assert own and all("does not hold" in " ".join(rows["rovigatti2015-" + claim["id"]][4]) for claim in own)
# each row has the paper's number and device, our number, their ratio, and the files of both
def force(file, strategy):
    return min(c["force"]["median_ns"] for c in json.load(open(f"{folder}/machine/{file}"))["cases"]
                if c["strategy"] == strategy and c["source"] == "bilayer" and c["precision"] == "single")
measured = force("shkurti-table4-5-cpu.json", "serial") / force("shkurti-table4-5.json", "vertex")
text, printed, ours, ratio, verdict, why = rows["shkurti2013-table5-speedup-force"]
assert printed == ["7.58", "GTX295"], printed
assert abs(float(ours[0]) / measured - 1) < 1e-3 and abs(float(ratio[0]) / (measured / 7.58) - 1) < 1e-2, (ours, ratio)
assert verdict[1] == "exceeded" and why == ["–"], (verdict, why)
for file in ("shkurti-table4-5-cpu.json", "shkurti-table4-5.json"):
    commit = json.load(open(f"{folder}/machine/{file}"))["provenance"]["commit"]
    assert any(file in word for word in text) and any(commit in word for word in text), text
assert "pairlanes claims --config shkurti-table4-5 " in unescape(html)
# a range is printed as a range, and a number without a control run is marked
assert rows["shkurti2013-fig9-water"][1][:3] == ["5.28", "to", "13.69"], rows["shkurti2013-fig9-water"]
assert rows["shkurti2013-table3-single-elba"][5] == "no control run is recorded".split()
assert "@article{shkurti2013," in unescape(html) and "@software{pairlanes," in unescape(html)
PYTHON
  grep -q 'At the length of the paper' "$html" # shkurti-table8-full
  grep -A4 '<h3>Figure 7' "$html" | grep -q 'Not measured here yet'
  # only printed numbers without a claim are listed
  grep -qE '[1-9][0-9]* of the [0-9]+ numbers that the paper prints are in the statements above' "$html"
  grep -q 'numbers that no statement above is held against</caption>' "$html"
}

# bats test_tags=long
@test "a quick run reports runs without a GPU or time, continues with them, and is not used as the paper's result" {
  cd "$BATS_TEST_TMPDIR"
  quick=(env CUDA_VISIBLE_DEVICES='' "$PAIRLANES" reproduce rovigatti2015 --quick --quiet)
  shows 0 "12 skipped, 0 failed, 0 not run; results" "${quick[@]}" --seconds 0.001
  has "12 skipped, 0 failed, 6 not run, because the time was up; results"
  grep -q '6 of 18 cases were not run: the time was up; the same command continues. 12 of 18' report/report.html
  expect 2 "${quick[@]}" --seconds soon
  shows 0 "against a core: 6 timed (0 of them before), 12 skipped" "${quick[@]}"
  lacks "time was up"
  [ "$(jq -r .config.name results/*/rovigatti-fig3-quick.json)" = rovigatti-fig3-quick ]
  grep -q '<strong>Quick run.</strong>' report/report.html
  grep -q 'None of its statements has been measured here' report/report.md
  reason=$(jq -r '.cases[0].reason' results/*/rovigatti-fig3-quick.json)
  grep -qF "12 of 12 cases were not run: $reason" report/report.html
  check_page report/report.html
}

@test "when the time is up, particles that are being built and kernels stop" {
  cd "$BATS_TEST_TMPDIR"
  begun=$SECONDS
  CUDA_VISIBLE_DEVICES='' PAIRLANES_CACHE=$PWD/cache expect 0 \
    "$PAIRLANES" reproduce shkurti2013 --quick --quiet --seconds 1
  [ $((SECONDS - begun)) -lt 60 ] # building the first system takes a minute on one core
  [[ $output =~ "Figure 7: 0 timed".*"because the time was up" ]]
  [[ $output =~ "Figure 12: 0 timed".*"because the time was up" ]]
}

@test "energies are also given in the paper's units" {
  mkdir "$BATS_TEST_TMPDIR/machine"
  # results with an added CPU case of another energy
  jq '.cases[0] as $first | .cases += [$first | .strategy = "serial" | .backend = "cpu" | .device = "a core" |
    .tuning = {} | .dynamics.potential.mean *= 1.5]' "$recorded/shkurti-table6-7.json" \
    >"$BATS_TEST_TMPDIR/machine/shkurti-table6-7.json"
  report "$BATS_TEST_TMPDIR/machine" shkurti2013
  expect 0 python3 - "$BATS_TEST_TMPDIR/machine/shkurti-table6-7.json" "$html" <<'PYTHON'
import json, re, sys
from html import unescape
first = json.load(open(sys.argv[1]))["cases"][0]
assert first["source"] == "bilayer" and first["precision"] == "double"
row = re.search('id="shkurti2013-potential">(.*?)</tr>', open(sys.argv[2]).read())[1]
printed, measured = (unescape(re.sub("<[^>]+>", " ", cell)) for cell in re.findall("<td[^>]*>(.*?)</td>", row)[:2])
energies = re.search(r"; (-[0-9.]+) and (-[0-9.]+) kJ/mol", measured).groups()
assert "-33.3228 kJ/mol, GTX480; -33.0969 kJ/mol, i7-920" in printed
mean = 4.184 * first["dynamics"]["potential"]["mean"]
assert abs(float(energies[0]) / mean - 1) < 1e-3 and abs(float(energies[1]) / mean - 1.5) < 1e-3, (energies, mean)
PYTHON
}

# shellcheck disable=SC2016
@test "texts of results are plain text in the report" {
  mkdir "$BATS_TEST_TMPDIR/machine"
  jq --arg text $'\e[2J\u009b</td><b>&"\'`x` | a |\n# ' '.provenance |= (.commit = $text | .cpu = $text) |
    .cases[].device = $text' "$recorded/rovigatti-fig4.json" >"$BATS_TEST_TMPDIR/machine/a.json"
  report "$BATS_TEST_TMPDIR/machine" rovigatti2015
  check_page "$html"
  grep -q '&#60;b&#62;&#38;&#34;&#39;`x`' "$html"
  expect 1 grep -nE $'\e|<b>' "$html" "$markdown"
  [ "$(grep -c '^# ' "$markdown")" -eq 1 ]
}

# bats test_tags=long
@test "docs/papers.md and its figures follow from the recorded results" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  expect 0 "$ROOT/scripts/papers" --check
}

@test "a statement on two GPUs counts once, as the worst of those that decide it" {
  some_results
  report "$BATS_TEST_TMPDIR/machine" rovigatti2015
  row=$(grep '^| Rovigatti' "$markdown")
  mkdir "$BATS_TEST_TMPDIR/other"
  # results in which the speed-up of edge increases with the density
  jq '.cases[] |= (.device = "NVIDIA A100" | if .strategy == "edge" and .density == 0.1 then
    .step.samples_ns |= map(. * 0.2) else . end)' \
    "$recorded/rovigatti-fig4.json" >"$BATS_TEST_TMPDIR/other/rovigatti-fig4.json"
  report "$BATS_TEST_TMPDIR/machine" --report-only "$BATS_TEST_TMPDIR/other" rovigatti2015
  [ "$(grep '^| Rovigatti' "$markdown" | tr -dc '0-9 ' | xargs | tr ' ' + | bc)" -eq \
    "$(tr -dc '0-9 ' <<<"$row" | xargs | tr ' ' + | bc)" ]
  expect 0 python3 - "$html" <<'PYTHON'
import re, sys
row = re.search('id="rovigatti2015-fig4-patchy">(.*?)</tr>', open(sys.argv[1]).read())[1]
cells = [re.sub("<[^>]+>", " ", cell) for cell in re.findall("<td[^>]*>(.*?)</td>", row)]
assert "NVIDIA H200" in cells[1] and "NVIDIA A100" in cells[1], cells
assert "undecided" in cells[1] and "holds no more" in cells[1] and "holds no more" in cells[3], cells
PYTHON
}

@test "the first page answers each paper in five sentences and a picture, in 1,500 words at most" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import json, re, sys
page = open(sys.argv[1] + "/docs/papers.md").read()
assert len(page.split()) <= 1500, len(page.split())
for paper in json.load(open(sys.argv[1] + "/results/papers.json"))["papers"]:
    section = re.search(rf"^## {re.escape(paper['cited'])}\n(.*?)(?=^## |\Z)", page, re.M | re.S)[1]
    unmeasured = "None of its statements has been measured here." in section
    for sentence in [] if unmeasured else paper["answer"]:  # the page has numbers in its places, and Markdown's character references
        words = re.sub(r"\\\{.*?\\\}", "[0-9.,]+", re.escape(sentence["text"]))
        assert re.search(words, section), sentence["text"]
    assert unmeasured or f"](figures/{paper['name']}.svg)" in section
PYTHON
}

@test "the first page rests on records of today's kernels alone" {
  expect 0 env PATH="$(dirname "$PAIRLANES"):$PATH" python3 - "$ROOT" <<'PYTHON'
import glob, importlib.machinery, importlib.util, json, os, re, sys
root = sys.argv[1]
sys.path.insert(0, root + "/scripts")
loader = importlib.machinery.SourceFileLoader("numbers_of_pages", root + "/scripts/numbers")
numbers = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(numbers)
page = open(root + "/docs/papers.md").read()
folders = re.findall(r"--report-only (\S+)", page)
assert len(folders) == 2
for paper in json.load(open(root + "/results/papers.json"))["papers"]:
    configs = {item["config"] for item in paper["items"]}
    files = [file for folder in folders for file in glob.glob(folder + "/*.json", root_dir=root)
             if re.sub("-(cpu|devices|fixed-math)$", "", os.path.basename(file)[:-5]) in configs]
    older = [file for file in files if numbers.changes(file, os.environ["PATH"])]
    assert files and not older, (paper["name"], older)
assert "ran older kernels" not in page
PYTHON
}
