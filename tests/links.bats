#!/usr/bin/env bats
# Tests links in the documentation: they lead to existing files and headings. Tests that it mentions exist.

load setup

@test "every relative link of every page leads to a file, folder or heading of the tree" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import re, subprocess, sys
from pathlib import Path
root = Path(sys.argv[1])
pages = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard",
                        "*.md"], capture_output=True, text=True, check=True).stdout.split("\n")
links = 0
def anchors(page):
    """The names that a heading gets where Markdown is shown."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.M)}
for page in filter(lambda page: (root / page).is_file(), map(Path, filter(None, pages))):
    for target in re.findall(r"\]\(([^)\s]+)\)", (root / page).read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        path, _, anchor = target.partition("#")
        path = root / page.parent / path if path else root / page
        assert path.exists(), f"{page}: {target}"
        assert not anchor or anchor in anchors(path), f"{page}: {target}"
assert links > 50, links
PYTHON
}

@test "every test file that a source or a page names exists" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import re, subprocess, sys
from pathlib import Path
root = Path(sys.argv[1])
files = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "harness", "models",
                        "strategies", "docs", "scripts", "tests/*.c", "tests/*.h", "tests/*.md"],
                       capture_output=True, text=True, check=True).stdout.split()
names = 0
for file in (path for path in map(Path, files) if (root / path).is_file() and path.suffix != ".svg"):
    for name in re.findall(r"tests/\w+\.(?:c|h|bats)\b|\btest_\w+\.c\b", (root / file).read_text()):
        names += 1
        assert (root / "tests" / name.removeprefix("tests/")).is_file(), f"{file}: {name}"
assert names > 50, names
PYTHON
}

@test "every line of code quoted in the tour is in the named file" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import re, sys
from pathlib import Path
docs = Path(sys.argv[1]) / "docs" / "develop"
page = (docs / "tour.md").read_text()
assert len(page.split()) <= 1000, len(page.split())
quotes = re.findall(r"^```c\n(.*?)^```", page, re.M | re.S)
assert len(quotes) > 15, len(quotes)
before = 0
for quote in quotes:
    at = page.index("```c\n" + quote, before)
    name = re.findall(r"\]\(([^)#]+)\)", page[before:at])[-1]
    lines = [line.strip() for line in (docs / name).read_text().split("\n")]
    for line in quote.strip().split("\n"):
        assert line in lines, f"{name}: {line}"
        lines = lines[lines.index(line) + 1:]
    before = at + len(quote)
PYTHON
}
