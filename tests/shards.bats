#!/usr/bin/env bats
# Tests shards, the parts of a config that different machines run.

load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  cat >small.json <<'JSON'
{"model": "lj", "strategy": ["serial", "vertex"], "system": {"n": [500, 600, 700], "density": 0.4},
 "precision": ["single", "double"], "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}}
JSON
}

shard() { # I/K OPTION…
  "$PAIRLANES" run small.json --shard "$@"
}

@test "shards together are the config, on any machine and in any folder" {
  "$PAIRLANES" run small.json --list | sort >all
  for i in 1 2 3; do shard $i/3 --list; done | sort | cmp - all
  mkdir elsewhere
  cp small.json elsewhere/other.json
  cmp <(shard 2/3 --list) <(cd elsewhere && "$PAIRLANES" run other.json --shard 2/3 --list)
  shard 2/3 --dry-run | grep -q "^$(shard 2/3 --list | wc -l) cases; sampling"
}

@test "results name their shard, lie in one folder, and are resumed by any shard" {
  expect 0 shard 1/2 --quiet
  file=(results/*/small-1of2.json)
  [ "$(jq -r '[.cases[].shard] | unique | .[]' "${file[0]}")" = 1/2 ]
  [ "$(jq '.cases | length' "${file[0]}")" -eq "$(shard 1/2 --list | wc -l)" ]
  jq -S '[.cases[] | {id, date}]' "${file[0]}" >before
  # the other half is added, and earlier cases are unchanged
  expect 0 shard 2/2 --quiet --resume --out "${file[0]}"
  shows 0 "12 timed (12 of them before)" "$PAIRLANES" run small.json --quiet --resume --out "${file[0]}"
  cmp before <(jq -S '[.cases[] | select(.shard == "1/2") | {id, date}]' "${file[0]}")
  has "12 timed"
}

# bats test_tags=long
@test "a shard can be resumed on another host, a whole config cannot" {
  expect 0 shard 1/2 --quiet --out file.json
  jq '.provenance.host = "far" | .cases |= .[1:]' file.json >far.json
  cp far.json whole.json
  before=$(jq '.cases | length' far.json)
  [ "$before" -gt 0 ]
  shows 0 "($before of them before)" shard 1/2 --quiet --resume --out far.json
  cmp <(jq -r '.provenance.host, (.cases[] | .provenance.host // "here")' far.json) <(
    jq -r .provenance.host file.json
    echo here
    yes far | head -n "$before"
  )
  shows 5 'its host is "far", here it is' "$PAIRLANES" run small.json --quiet --resume --out whole.json
  jq '.provenance.commit = "0123456"' far.json >whole.json
  shows 5 'its commit is "0123456"' shard 1/2 --quiet --resume --out whole.json
}

@test "with more shards than groups some shards are empty, without an error" {
  local empty=0 i
  for i in $(seq 12); do
    [ -n "$(shard "$i"/12 --list 2>/dev/null)" ] || empty=$i
  done
  [ "$empty" -gt 0 ]
  shows 0 "this shard has no cases" shard "$empty/12" --quiet --out none.json
  [ "$(jq -c .cases none.json)" = "[]" ]
}

@test "an invalid shard is refused" {
  for wrong in 0/3 4/3 1 1/ /3 -1/3 "1/3 " 1/100001; do
    shows 2 "--shard: expected I/K, I from 1 to K" shard "$wrong" --list
  done
}

# bats test_tags=long
@test "GNU parallel runs the shards on hosts, as the page says" {
  parallel --version 2>/dev/null | grep -q GNU || skip "GNU parallel is not installed (scripts/setup cluster)"
  mkdir build
  ln -s "$PAIRLANES" build/pairlanes
  sed -n '/^parallel /,/^```/p' "$ROOT/docs/guide/run.md" | sed '/^```/d; s/gpu1,gpu2/:/' >lines
  [ "$(grep -c pairlanes lines)" -eq 2 ]
  expect 0 bash -e lines
  cmp <(jq -r '.cases[] | select(.status == "ok") | .id' whole.json) <("$PAIRLANES" run small.json --list)
}
