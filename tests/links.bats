#!/usr/bin/env bats
# Links of the documentation lead to what is there, and to headings that are there.

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
