#!/usr/bin/env bats
# Links of the documentation lead to what is there.

load setup

@test "every relative link of every page leads to a file or folder of the tree" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import re, subprocess, sys
from pathlib import Path
root = Path(sys.argv[1])
pages = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard",
                        "*.md"], capture_output=True, text=True, check=True).stdout.split("\n")
links = 0
for page in filter(lambda page: (root / page).is_file(), map(Path, filter(None, pages))):
    for target in re.findall(r"\]\(([^)\s]+)\)", (root / page).read_text()):
        if re.match(r"[a-z]+:|#", target):
            continue
        links += 1
        assert (root / page.parent / target.split("#")[0]).exists(), f"{page}: {target}"
assert links > 50, links
PYTHON
}
