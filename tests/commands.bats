#!/usr/bin/env bats
# bats file_tags=long
# Tests that the commands in the README and in the pages of docs/ run as printed.

load setup

# Prints the commands of a page, one per line: first from its fences of sh, then from recorded results in its text.
# Runs are shortened to six samples, searches to five seconds, and a folder of the test replaces /tmp. Reported and
# left out are commands that install, build or need something that is missing on this machine. Commands that write
# nothing are also left out if another page has run them.
commands() { # PAGE
  python3 - "$ROOT/$1" "$PAIRLANES" "$BATS_TEST_TMPDIR" 3>&3 <<'PYTHON'
import os, re, subprocess, sys
from pathlib import Path
page, pairlanes, folder = sys.argv[1:]
text = Path(page).read_text(encoding="utf-8")
cuda = re.search(r"^  cuda ", subprocess.run([pairlanes, "list"], capture_output=True, text=True).stdout, re.M)
ran = Path(folder, "ran")
before = ran.read_text().split("\n") if ran.exists() else []
notes = os.fdopen(3, "w")
lines = re.sub(r"\\\n *", "", "\n".join(re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S))).split("\n")
lines += re.findall(r"`(pairlanes (?:show|claims) (?:--\S+ )*results/[^`]*)`", text)
lines = [line for line in (re.sub(r"\s+#.*|^#.*", "", line).strip() for line in lines)
         if line and ("--out" in line or line not in before)]
ran.write_text("\n".join(before + lines))
quick = "--set sampling.min_samples=6 --set sampling.max_samples=6 --set sampling.warmup_ms=0"
for line in lines:
    if re.match(r"git clone|make\b|scripts/setup", line):
        print(f"# {Path(page).name}: left out, it installs or builds: {line}", file=notes)
        continue
    if re.search(r"--arch sm_|--backend cuda|kernels\.json", line) and not cuda:
        print(f"# {Path(page).name}: left out, it needs a CUDA toolkit: {line}", file=notes)
        continue
    if "build/track" in line:
        print(f"# {Path(page).name}: left out, tests/tracking.bats runs it in a clone: {line}", file=notes)
        continue
    if "apoa1" in line.lower():
        print(f"# {Path(page).name}: left out, tests/scripts.bats runs it on a few atoms: {line}", file=notes)
        continue
    line = line.replace("/tmp/", folder + "/").replace("$P/build", os.path.dirname(pairlanes))
    line = re.sub(r"^(build/)?pairlanes run .*", rf"\g<0> {quick}", line)
    line = re.sub(r"pairlanes (advise (?!.*--on)|tune).*", r"\g<0> --seconds 5", line)
    line = re.sub(r"pairlanes crossover.*", r"\g<0> --seconds 0.2", line)
    print(re.sub(r"^build/pairlanes |^pairlanes (?=.* results/)", pairlanes + " ", line))
PYTHON
}

# Runs the commands of a page in a folder with the layout of the repository. Prints the command that fails.
run_page() { # PAGE
  local folder=$BATS_TEST_TMPDIR/${1//\//-}
  mkdir -p "$folder/results" "$folder/build"
  cp -r "$ROOT/configs" "$folder"
  ln -s "$ROOT/tests" "$ROOT/scripts" "$ROOT/plots" "$ROOT/strategies" "$ROOT/models" "$folder"
  ln -s "$PAIRLANES" "$folder/build"
  ln -s "$ROOT"/results/*/ "$folder/results"
  commands "$1" >"$folder/script"
  (
    cd "$folder" || exit
    P=$ROOT PS4="$1: " bash -euxo pipefail script >log 2>&1
  ) || {
    echo "$1: the last of these commands fails"
    cat "$folder/log"
    return 1
  }
}

pages() {
  (cd "$ROOT" && ls README.md docs/CONTRIBUTING.md docs/guide/*.md docs/develop/*.md strategies/README.md)
}

@test "the commands of every page run in their order" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  count=0
  while read -r page; do
    run_page "$page"
    count=$((count + $(wc -l <"$BATS_TEST_TMPDIR/${page//\//-}/script")))
  done < <(pages)
  [ "$count" -ge 40 ]
  [ -s "$BATS_TEST_TMPDIR/figures/time.png" ]
  [ -s "$BATS_TEST_TMPDIR/two.csv" ]
  [ "$(jq '[.cases[] | select(.status == "ok")] | length > 0' "$BATS_TEST_TMPDIR/mine.json")" = true ]
  own=$BATS_TEST_TMPDIR/docs-develop-extending.md/mine/mine.json
  [ "$(jq -r '[.cases[] | select(.status == "ok") | .model] | unique | join(" ")' "$own")" = mine ]
}
