#!/usr/bin/env bats
# bats file_tags=long
# Every command of the README runs as it stands there.

load setup

# The commands, a line each; /tmp is the test's own folder, and six samples are enough.
# shellcheck disable=SC2016
commands() {
  sed -n '/^```sh$/,/^```$/p' "$ROOT/README.md" | sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' |
    sed -n -e 's/ *#.*//' -e "s,/tmp/,$BATS_TEST_TMPDIR/,g" \
      -e 's/^build.pairlanes run .*/& --set sampling.max_samples=6 --set sampling.warmup_ms=0/' \
      -e "s,^build/pairlanes,$PAIRLANES,p"
}

@test "the commands of the README run in their order" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  cp -r "$ROOT/configs" "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  [ "$(commands | wc -l)" -ge 12 ]
  while read -r line; do
    if [[ $line == *" compile "* ]] && ! "$PAIRLANES" list | grep -q '^  cuda '; then
      continue # built without a CUDA toolkit
    fi
    expect 0 bash -c "$line"
  done < <(commands)
  [ -s figures/time.png ]
  [ -s two.csv ]
  [ -s fluid.xyz ]
  [ "$(jq '[.cases[] | select(.status == "ok")] | length > 0' mine.json)" = true ]
}

# The commands of a section, as one script for a folder that has nothing of ours; with fewer samples.
section() { # TITLE
  # shellcheck disable=SC2016
  sed -n "/^## $1\$/,/^## /p" "$ROOT/README.md" | sed -n '/^```sh$/,/^```$/{/^```/d; p}' |
    sed -e "s,\$P/build,$(dirname "$PAIRLANES"),g" \
      -e 's/^pairlanes run [^#]*/& --set sampling.max_samples=6 --set sampling.warmup_ms=0 /'
}

@test "whoever follows the section on one's own has a verified, timed model" {
  cd "$BATS_TEST_TMPDIR"
  [ "$(section "A model or a strategy of your own" | grep -c "pairlanes")" -ge 5 ]
  expect 0 env P="$ROOT" bash -euo pipefail -c "$(section "A model or a strategy of your own")"
  has " passed, 0 failed"
  [ "$(jq -r '[.cases[] | select(.status == "ok") | .model] | unique | join(" ")' mine/mine.json)" = mine ]
}
