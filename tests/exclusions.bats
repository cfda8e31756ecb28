#!/usr/bin/env bats
# Tests excluded pairs, by the number of bonds between particles and from a file.
load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  cat >molecule.data <<DATA
LAMMPS a chain of five atoms with charges

5 atoms
4 bonds
0 30 xlo xhi
0 30 ylo yhi
0 30 zlo zhi

Pair Coeffs

1 0.08 3.670503

Bond Coeffs # harmonic

1 310 1.5

Atoms # full

1 1 1 0.3 10 10 10
2 1 1 -0.2 11.5 10 10
3 1 1 0.1 12 11.4 10
4 1 1 -0.4 13.5 11.4 10
5 1 1 0.2 14 12.8 10.5

Bonds

1 1 1 2
2 1 2 3
3 1 3 4
4 1 4 5
DATA
}

# Prints the number of interacting pairs of a case with additional keys of the system.
pairs() {
  cat >case.json <<JSON
{"name": "a chain", "model": "allatom", "parameters": {"cutoff": 10, "switch": 8}, "precision": "double",
 "strategy": ["serial"], "backend": "cpu", "system": {"file": "molecule.data"$1},
 "sampling": {"step": 0, "max_seconds": 0.01, "min_samples": 6, "warmup_ms": 0, "sample_ms": 0}}
JSON
  "$PAIRLANES" run case.json --out found.json >messages 2>&1 || return
  python3 -c 'import json; print(json.load(open("found.json"))["cases"][0]["counts"]["pairs_listed"])'
}

@test "atoms up to a number of bonds apart are excluded" {
  [ "$(pairs)" = 1 ]
  [ "$(pairs ', "exclusions_reach": 3')" = 1 ]
  [ "$(pairs ', "exclusions_reach": 2')" = 3 ]
  [ "$(pairs ', "exclusions_reach": 1')" = 6 ]
  [ "$(pairs ', "exclusions_reach": 4')" = 0 ]
}

@test "pairs of a file are excluded" {
  printf '# the ends\n1 5\n\n  5 1  # again\n1 2 # anyway\n' >ends
  [ "$(pairs ', "exclusions_reach": 1, "exclusions_file": "ends"')" = 5 ]
  [ "$(pairs ', "exclusions_file": "ends"')" = 0 ]
}

@test "pairs in a file number particles by the ids of the particles' file" {
  sed -e 's/^5 1 1 0.2/70 1 1 0.2/' -e 's/^4 1 4 5/4 1 4 70/' -i molecule.data
  printf '1 70\n' >ends
  [ "$(pairs ', "exclusions_file": "ends"')" = 0 ]
}

@test "a line that is not a pair of particles is refused with its number" {
  for wrong in '1 6' '0 2' '3' 'a b' '3 3' '1 2 3'; do
    printf '1 5\n%s\n' "$wrong" >ends
    run pairs ', "exclusions_file": "ends"'
    [ "$status" -eq 2 ]
    grep -q 'ends:2: expected two' messages
  done
  printf '# none\n' >ends
  run pairs ', "exclusions_file": "ends"'
  [ "$status" -eq 2 ]
  grep -q 'ends: expected pairs of particles, found none' messages
  run pairs ', "exclusions_reach": 101'
  [ "$status" -eq 2 ]
  grep -q 'exclusions_reach: expected an integer from 1 to 100' messages
  run pairs ', "exclusions_file": "nowhere"'
  [ "$status" -eq 2 ]
}

# bats test_tags=long
@test "with exclusions in kernels, lists contain the pairs, and strategies without the test are skipped" {
  cat >water.json <<JSON
{"name": "water", "model": "allatom", "parameters": {"cutoff": 6, "switch": 5}, "precision": "double",
 "strategy": ["serial", "tile", "cluster"], "exclusions": ["usual", "rows", "strings"], "backend": "cpu",
 "system": {"n": 648}, "skin": 0.5,
 "sampling": {"step": 0, "max_seconds": 0.01, "min_samples": 6, "warmup_ms": 0, "sample_ms": 0}}
JSON
  run "$PAIRLANES" run water.json --out water.out
  expect 0 python3 - <<'PYTHON'
import json
cases = json.load(open("water.out"))["cases"]
ran = [c for c in cases if c.get("counts")]
listed = {(c["strategy"], c["exclusions"]): c["counts"]["pairs_listed"] for c in ran}
assert len(cases) == 8 and len(ran) == len(listed) == 6, listed
assert all("do not test exclusions" in c["reason"] for c in cases if c not in ran)
assert listed["serial", "rows"] == listed["serial", "strings"] == listed["serial", "listing"] + 648, listed
assert {k[1] for k in listed if k[0] == "tile"} == {"rows", "strings"}
assert {k[1] for k in listed if k[0] == "cluster"} == {"masks"}
assert len({c["input_hash"] for c in ran}) == 1
PYTHON
  # the same for a model with bonds only from files
  sed -E 's/# full/# molecular/; s/^([0-9]+ 1 1) [-0-9.]+ /\1 /' molecule.data >chain.data
  jq '.model = "lj" | del(.parameters, .skin) | .strategy = ["serial"] | .system = {file: "chain.data", exclusions_reach: 2}' \
    water.json >chain.json
  expect 0 "$PAIRLANES" run chain.json --quiet --out chain.out
  [ "$(jq -c '[.cases[] | [.exclusions, .counts.pairs_listed, .verify.passed]]' chain.out)" = \
    '[["listing",0,true],["rows",7,true],["strings",7,true]]' ]
}

@test "a claim distinguishes ways to leave pairs out" {
  cat >ways.json <<'JSON'
{"model": "allatom", "parameters": {"cutoff": 10, "switch": 8}, "precision": "double", "strategy": "serial",
 "backend": "cpu", "system": {"file": "molecule.data"}, "exclusions": ["usual", "rows", "strings"],
 "sampling": {"max_samples": 6, "min_samples": 6, "warmup_ms": 0},
 "claims": [{"text": "a bound that any machine keeps", "source": "none",
             "ratio": [{"serial": {}, "exclusions": "rows"}, {"serial": {}, "exclusions": "listing"}], "above": 1e-6}]}
JSON
  "$PAIRLANES" run ways.json --quiet --out found.json
  run "$PAIRLANES" claims found.json --format json
  [ "$(jq -c '.claims[0].points | map(.id, .other_id | contains("exclusions_rows"))' <<<"$output")" = '[true,false]' ]
}
