#!/usr/bin/env bats
# Tests scripts/record: it can stop and continue, and its runs include all results that the pages need.

load setup

out=$BATS_TEST_TMPDIR/out
log=$BATS_TEST_TMPDIR/log

# Makes a substitute for pairlanes that logs its runs and then executes COMMANDS.
stand_in() { # COMMANDS
  mkdir -p "$BATS_TEST_TMPDIR/build"
  printf '%s\n' '#!/usr/bin/env bash' "echo \"\$*\" >>$log" "$1" >"$BATS_TEST_TMPDIR/build/pairlanes"
  chmod +x "$BATS_TEST_TMPDIR/build/pairlanes"
  : >"$log"
}

record() {
  PAIRLANES=$BATS_TEST_TMPDIR/build/pairlanes "$ROOT/scripts/record" "$@"
}

@test "scripts/record records each config once, keeps finished cases, and names failed ones" {
  # shellcheck disable=SC2016
  stand_in '[[ $* != *zhang-lists* ]]'
  shows 1 "failed: zhang-lists" record "$out"
  runs=$(record --list "$out" | wc -l)
  [ "$runs" -gt 20 ]
  [ "$(wc -l <"$log")" -eq "$runs" ]
  [ "$(grep -c '^run .* --resume' "$log")" -eq "$runs" ]
  [ "$(grep -o -- '--out [^ ]*' "$log" | sort | uniq -d | wc -l)" -eq 0 ]
}

@test "scripts/record stops when its time is up, and prints where the next call continues" {
  # shellcheck disable=SC2016
  stand_in '[[ $* != *rovigatti-fig3* ]] || sleep 300'
  shows 4 "the time is up at rovigatti-fig3" record --only '^rovigatti-fig[34]$' --seconds 2 "$out"
  [ "$(tail -n 1 "$log" | grep -c rovigatti-fig3)" -eq 1 ]
}

@test "results of another state of a config are started again" {
  # shellcheck disable=SC2016
  stand_in '[[ $* != *--resume* ]] && exit 0; [[ $* != *fig4* ]] || exit 5'
  expect 0 record "$out"
  [ "$(grep -c rovigatti-fig4 "$log")" -eq 2 ]
}

@test "scripts/record keeps results of another host or state before it starts again" {
  # shellcheck disable=SC2016
  stand_in '[[ $* != *--resume* ]] || exit 5; all=$*; file=${all#*--out }; echo new >"${file%% *}"'
  mkdir -p "$out"
  echo earlier >"$out/bvh.json"
  shows 0 "$out/bvh.json.old" record --only '^bvh$' "$out"
  [ "$(cat "$out/bvh.json" "$out/bvh.json.old")" = $'new\nearlier' ]
  shows 0 "$out/bvh.json.old2" record --only '^bvh$' "$out"
  [ "$(cat "$out/bvh.json.old")" = earlier ]
}

@test "scripts/record does not start a config again after other exit codes" {
  local code
  for code in 1 2 3 137; do
    # shellcheck disable=SC2016
    stand_in "[[ \$* != *fig4* ]] || exit $code"
    expect "$((code == 3 ? 3 : 1))" record --only '^rovigatti-fig4$' "$out"
    has "failed: rovigatti-fig4"
    [ "$(wc -l <"$log")" -eq 1 ]
  done
}

@test "a signal ends scripts/record" {
  # shellcheck disable=SC2016
  stand_in '[[ $* != *--resume* ]] && exit 0; kill -INT $$; sleep 5'
  expect 130 record "$out"
  [ "$(grep -c resume "$log")" -eq 1 ]
}

@test "scripts/record has papers at all sizes and with both sides, and all results of pages" {
  expect 0 record --list
  [ "$(grep -cE '(rovigatti|shkurti|xu|zhang)[^ ]*\.json.* system\.n=' <<<"$output")" -eq 0 ]
  for config in fig7 fig9 fig10 fig11 table4-5 table6-7 table8; do
    grep -q "^shkurti-$config: .*--backend cuda" <<<"$output"
    grep -q "^shkurti-$config-cpu: .*--backend cpu" <<<"$output"
  done
  # scripts/gpu-check writes verify.json and ceilings.json
  while read -r name; do
    [[ $name == verify || $name == ceilings ]] || has "$name: pairlanes run"
  done < <(grep -ohE 'results/nvidia-h200/[a-z0-9-]+\.json' "$ROOT"/README.md "$ROOT"/docs/{guide,tables}/*.md |
    sed 's,.*/,,; s,\.json,,' | sort -u)
}
