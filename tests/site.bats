#!/usr/bin/env bats
# bats file_tags=long
# Tests `make docs`: it makes a folder of HTML from the pages, the result tables and the reference.

load setup

setup_file() {
  load setup
  /usr/bin/python3 -c 'import markdown' 2>/dev/null || skip "python3-markdown is not installed (scripts/setup docs)"
  "$ROOT/scripts/site" "$BATS_FILE_TMPDIR/site"
}

@test "each link of the site leads to a place within its folder, and nothing is loaded from elsewhere" {
  expect 0 python3 - "$BATS_FILE_TMPDIR/site" <<'PYTHON'
import re, sys
from html import unescape
from pathlib import Path
root = Path(sys.argv[1])
texts = {path.resolve(): path.read_text() for path in root.rglob("*.html")}
names = {path: set(re.findall(r' id="([^"]*)"', text)) for path, text in texts.items()}
links = 0
for path, text in texts.items():
    assert not re.search(r'(?:src|<link[^>]* href)="[a-z]+://', text), path
    for link in map(unescape, re.findall(r'(?:href|src)="([^"]*)"', text)):
        if re.match(r"[a-z]+:", link):
            continue
        links += 1
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.is_file(), f"{path}: {link}"
        assert not anchor or anchor in names[target], f"{path}: {link}"
assert links > 1000, links
PYTHON
}

@test "the site has every page of the tree, and the reference" {
  cd "$ROOT"
  while read -r page; do
    page=${page/README.md/index.md}
    [ -s "$BATS_FILE_TMPDIR/site/${page%.md}.html" ]
  done < <(git ls-files '*.md')
  sed 's,<wbr>,,g' "$BATS_FILE_TMPDIR/site/docs/reference/results.html" | grep -q 'verify.force_rms_rel'
  sed 's,<wbr>,,g' "$BATS_FILE_TMPDIR/site/docs/reference/config.html" | grep -q 'sampling.relative_interval'
}

@test "the site has filled tables of results" {
  for page in "$ROOT"/docs/tables/*.md; do
    made=$(grep -cE '<table>|<pre>|hold|predicted in|Not recorded yet' \
      "$BATS_FILE_TMPDIR/site/docs/tables/$(basename "$page" .md).html")
    [ "$made" -ge "$(grep -c '^<!-- end -->' "$page")" ] || {
      echo "$page: $made"
      return 1
    }
  done
}

@test "the search index has the sections with their text" {
  expect 0 python3 - "$BATS_FILE_TMPDIR/site/index.js" <<'PYTHON'
import json, sys
rows = json.loads(open(sys.argv[1]).read().removeprefix("const INDEX = ").rstrip().removesuffix(";"))
found = [address for address, page, heading, text in rows if "barostat" in text and page == "Run"]
assert found == ["docs/guide/run.html#dynamics"], found
assert len(rows) > 200, len(rows)
PYTHON
}

@test "scripts/site does not replace a folder with other content" {
  mkdir "$BATS_TEST_TMPDIR/mine"
  touch "$BATS_TEST_TMPDIR/mine/file"
  shows 2 "is no earlier site" "$ROOT/scripts/site" "$BATS_TEST_TMPDIR/mine"
  [ -e "$BATS_TEST_TMPDIR/mine/file" ]
}
