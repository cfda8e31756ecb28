#!/usr/bin/env bats
# Tests the report of `pairlanes reproduce` in a browser: on narrow and wide screens, printed, and for screen readers.
# Chromium is in the group `web` of scripts/setup. axe is not in a Debian package: $AXE is the path of axe.min.js, or
# Python finds it in the package axe-core-python.
# bats file_tags=long

load setup

setup() {
  chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "chromium is not installed (scripts/setup web)"
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  "$PAIRLANES" reproduce --report-only "$ROOT/results/nvidia-h200" xu2010 --out "$BATS_TEST_TMPDIR"
  page=$BATS_TEST_TMPDIR/report.html
}

# Runs Chromium on a page, without a window.
browse() { # PAGE OPTION…
  timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$BATS_TEST_TMPDIR/profile" \
    --enable-logging=stderr --virtual-time-budget=20000 --allow-file-access-from-files "${@:2}" "file://$1" \
    2>"$BATS_TEST_TMPDIR/log"
}

@test "pages fit narrow and wide screens, and the browser reports no error" {
  cat >"$BATS_TEST_TMPDIR/frames.html" <<'HTML'
<!DOCTYPE html><title>frames</title>
<iframe width="320" height="600" src="report.html"></iframe>
<iframe width="800" height="600" src="report.html"></iframe>
<iframe width="1280" height="600" src="report.html"></iframe>
<pre></pre>
<script>
onload = () => document.querySelector("pre").textContent = [...document.querySelectorAll("iframe")].map(frame => {
  const root = frame.contentDocument.documentElement;
  const picture = [...root.querySelectorAll("img.wide, img.narrow")].find(image => image.offsetWidth > 0);
  return `${frame.width}: ${root.scrollWidth <= frame.width} ${picture.naturalWidth > 0} ${picture.currentSrc.length}`;
}).join("\n");
</script>
HTML
  browse "$BATS_TEST_TMPDIR/frames.html" --dump-dom >"$BATS_TEST_TMPDIR/seen"
  sed -n 's/.*<pre>//;/^[0-9]*: /p' "$BATS_TEST_TMPDIR/seen" >"$BATS_TEST_TMPDIR/widths"
  cat "$BATS_TEST_TMPDIR/widths"
  [ "$(grep -cE '^(320|800|1280): true true [0-9]+' "$BATS_TEST_TMPDIR/widths")" -eq 3 ]
  # the narrow screen has a separate drawing
  [ "$(sed 's/.* //;s/<.*//' "$BATS_TEST_TMPDIR/widths" | uniq | wc -l)" -eq 2 ]
  expect 1 grep CONSOLE "$BATS_TEST_TMPDIR/log"
}

@test "the report can be printed" {
  browse "$page" --print-to-pdf="$BATS_TEST_TMPDIR/report.pdf"
  [ "$(head -c 5 "$BATS_TEST_TMPDIR/report.pdf")" = "%PDF-" ]
  [ "$(stat -c %s "$BATS_TEST_TMPDIR/report.pdf")" -gt 20000 ]
}

@test "axe finds no barrier in the report" {
  axe=${AXE:-$(python3 -c 'import axe_core_python as a; print(a.__path__[0] + "/axe.min.js")' 2>/dev/null)} ||
    skip "there is no axe (pip install axe-core-python, or AXE=axe.min.js)"
  python3 - "$page" "$axe" <<'PYTHON'
import sys
text, axe = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
check = """axe.run().then(found => {
  const pre = document.createElement("pre");
  pre.textContent = "violations: " + JSON.stringify(found.violations.map(v => [v.id, v.nodes[0].html])) + " passes: " +
    found.passes.length;
  document.body.append(pre);
});"""
axe = axe.replace("</script", "<\\/script")
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(text.replace("</body>", f"<script>{axe}</script><script>{check}</script></body>"))
PYTHON
  browse "$page" --window-size=1280,4000 --dump-dom >"$BATS_TEST_TMPDIR/seen"
  grep -o 'violations: .*' "$BATS_TEST_TMPDIR/seen" >"$BATS_TEST_TMPDIR/found"
  cat "$BATS_TEST_TMPDIR/found"
  grep -qE '^violations: \[\] passes: [1-9][0-9]' "$BATS_TEST_TMPDIR/found"
}
