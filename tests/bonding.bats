#!/usr/bin/env bats
# Tests all ways to distribute bonded terms over threads.
load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  cat >ways.json <<'JSON'
{"name": "ways", "model": "polyethylene", "system": {"n": 150}, "skin": 0.1, "precision": "double", "backend": "cpu",
 "threads": 2, "strategy": ["vertex", "newton"], "bonded": ["gather", "scatter", "group", "fused"],
 "sampling": {"max_samples": 6, "min_samples": 6, "warmup_ms": 0, "sample_ms": 0},
 "claims": [{"text": "a bound that any machine keeps", "source": "none",
             "ratio": [{"vertex": {}, "bonded": "scatter"}, {"vertex": {}, "bonded": "gather"}], "above": 1e-6}]}
JSON
}

@test "bonded terms are evaluated, verified and timed by particle, by term, in groups and in the kernel of vertex" {
  run "$PAIRLANES" run ways.json --quiet --out found.json
  expect 0 python3 - <<'PYTHON'
import json
cases = json.load(open("found.json"))["cases"]
ran = {(c["strategy"], c["bonding"]): c for c in cases if c["status"] == "ok"}
assert set(ran) == {("vertex", "gather"), ("vertex", "scatter"), ("vertex", "group"), ("vertex", "fused"),
                    ("newton", "gather"), ("newton", "scatter"), ("newton", "group")}, ran.keys()
assert [c["reason"] for c in cases if c["status"] != "ok"] == [
    "kernels of newton evaluate no bonded terms; only those of vertex do: expected bonded gather, scatter or group"]
assert all(c["verify"]["passed"] for c in ran.values())
assert {k for k, c in ran.items() if c.get("bonded") is None} == {("vertex", "fused")}
assert len({c["input_hash"] for c in ran.values()}) == 1
# 5 chains of 30 have 29 bonds, 28 angles and 27 dihedrals each
members = 5 * (29 * 2 + 28 * 3 + 27 * 4)
atomics = {k: c["counts"]["atomics"] for k, c in ran.items()}
assert atomics["vertex", "gather"] == atomics["vertex", "group"] == atomics["vertex", "fused"] == 0
assert atomics["vertex", "scatter"] == members, atomics
assert atomics["newton", "scatter"] - atomics["newton", "gather"] == members, atomics
assert {c["id"].split("hilbert/")[1].rsplit("/", 1)[0] for k, c in ran.items() if k[0] == "vertex" and k[1] != "gather"} \
    == {"bonded_scatter", "bonded_group", "bonded_fused"}
PYTHON
  run "$PAIRLANES" claims found.json --format json
  [ "$(jq -c '.claims[0].points | map(.id, .other_id | contains("bonded_scatter"))' <<<"$output")" = '[true,false]' ]
}

@test "bonds, angles and dihedrals are timed separately, with the requested box and chains" {
  jq '.system = {n: 240, box: "2.4x2.5x4", chain: 40, terms: ["all", "bonds", "angles", "dihedrals"]}
      | .strategy = ["serial", "vertex"] | .bonded = "scatter"
      | .claims = [{text: "a bound that any machine keeps", source: "none", of: "bonded", where: {terms: ["bonds", "angles"]},
                    ratio: [{serial: {}}, {vertex: {}}], above: 1e-6}]' ways.json >apart.json
  expect 0 "$PAIRLANES" run apart.json --quiet --out apart.out.json
  expect 0 python3 - <<'PYTHON'
import json
cases = {c["terms"]: c for c in json.load(open("apart.out.json"))["cases"] if c["strategy"] == "vertex"}
assert list(cases) == ["all", "bonds", "angles", "dihedrals"]
assert all(c["verify"]["passed"] and c["bonded"]["median_ns"] > 0 for c in cases.values())
assert all((c["box"], c["chain"]) == ("2.4x2.5x4", 40) and abs(c["density"] - 10) < 1e-9 for c in cases.values())
assert len({c["input_hash"] for c in cases.values()}) == 4
assert len({c["counts"]["pairs_in_cutoff"] for c in cases.values()}) == 1
# 6 chains of 40 have 39 bonds, 38 angles and 37 dihedrals each
added = {k: c["counts"]["atomics"] for k, c in cases.items()}
members = {"bonds": 39 * 2, "angles": 38 * 3, "dihedrals": 37 * 4}
members["all"] = sum(members.values())
assert added == {kind: 6 * each for kind, each in members.items()}, added
PYTHON
  run "$PAIRLANES" claims apart.out.json --format json
  [ "$(jq '.claims[0].points | length' <<<"$output")" = 2 ]
  shows 2 "density" "$PAIRLANES" run apart.json --quiet --set system.density=11
  expect 2 "$PAIRLANES" run apart.json --quiet --set system.box=2x3
  has "system.box: expected three edges above 0, as in 10x10x16, found \"2x3\""
}

# refused EXPRESSION TEXT: writes chains as a LAMMPS data file, edited by a Python expression of its text t. Expects an
# error message that contains TEXT
refused() {
  python3 -c 'import re, sys
t = open("chains.data").read()
open("bad.data", "w").write(eval(sys.argv[1]))' "$1"
  shows 2 "$2" "$PAIRLANES" energy --model polyethylene bad.data
}

@test "impossible chains are refused with the reason" {
  "$PAIRLANES" system --model polyethylene --n 150 --format lammps_molecules --out chains.data
  expect 0 "$PAIRLANES" energy --model polyethylene chains.data
  refused 're.sub(r"(?m)^(2 0 1) .*$", r"\1 0.8 2.1 1.3", t)' "of a bonded term are"
  refused 're.sub(r"Bond Coeffs # harmonic\n\n.*\n", "", t)' "Bond"
  refused 't.replace("Bond Coeffs # harmonic", "Bond Coeffs # morse")' "morse"
  refused 't.replace("1 0.153", "1").replace("1 146440 0.153", "1 146440")' "expected coefficients of bond style harmonic, K, r0"
  refused 're.sub(r"(?m)^(40 0 1) .*$", r"\1 " + re.search(r"(?m)^95 0 1 (.*)$", t).group(1), t)' "particle"
}

@test "predict makes no prediction for bonded terms with a thread each" {
  sed 's/"cpu"/"cuda"/; s/"threads": 2, //' ways.json >gpu.json
  run "$PAIRLANES" predict gpu.json --quiet --device-file "$ROOT/results/nvidia-h200/ceilings.json" --set strategy=vertex
  [ "$status" -eq 0 ]
  has "bonded scatter: its time cannot be predicted"
  lacks "bonded fused: its time cannot be predicted"
}
