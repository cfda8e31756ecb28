#!/usr/bin/env bats
# Tests the Python module: results with units and trust, energies and forces, and the ASE calculator.

load setup

python() {
  PYTHONPATH=$ROOT/scripts python3 -
}

needs() { # MODULE
  python3 -c "import $1" 2>/dev/null || skip "Python has no $1"
}

@test "results load without any package, with numbers, booleans and reasons of distrust" {
  jq '.cases[:2][].force |= (.n = 30 | .samples_ns = [range(30) as $k | .median_ns]) |
    .cases[1].force.ci95_ns = [1, 1e9] | .cases[0].device = "1_000" | .cases[1].device = "infinity" |
    .provenance.commit = "12345678" | .provenance.host = "007" | .cases[0].compiler = "1e5000" | .cases[1].compiler = "true"' \
    "$BATS_TEST_DIRNAME/data/results.json" >"$BATS_TEST_TMPDIR/r.json"
  cd "$BATS_TEST_TMPDIR"
  expect 0 python <<'PYTHON'
import sys
sys.modules["pandas"] = None # as if ASE were not installed
import json, pairlanes
cases = json.load(open("r.json"))["cases"]
rows = pairlanes.load("r.json")
assert [row["id"] for row in rows] == [case["id"] for case in cases]
assert rows[0]["force_median_ns"] == cases[0]["force"]["median_ns"] and rows[0]["n"] == 4000
assert rows[0]["force_trusted"] is True and rows[0]["force_distrust"] is None
assert [row["device"] for row in rows[:2]] == ["1_000", "infinity"], "a text that float takes for a number"
assert (rows[0]["commit"], rows[0]["host"]) == ("12345678", "007"), rows[0]["commit"]
assert [row["compiler"] for row in rows[:2]] == ["1e5000", "true"], rows[0]["compiler"]
assert rows[1]["force_trusted"] is False and "wide" in rows[1]["force_distrust"], rows[1]["force_distrust"]
assert pairlanes.unit("force_median_ns") == "ns" and pairlanes.unit("n") == ""
try:
    pairlanes.load("none.json")
    raise SystemExit("no error")
except pairlanes.Error as error:
    assert "none.json" in str(error)
for read in (lambda: pairlanes.load("--help"), lambda: pairlanes.energy("--help", "lj")): # a path that looks like an option
    try:
        raise SystemExit(read())
    except pairlanes.Error as error:
        assert "--help: cannot be read" in str(error), error
PYTHON
}

@test "energies and forces in Python are those of the equation, by reference and strategy" {
  cd "$BATS_TEST_TMPDIR"
  expect 0 python <<'PYTHON'
import pairlanes
at = [[1, 1, 1], [2.2, 1, 1]]
pairlanes.write_extxyz("two.xyz", at, [9, 9, 9])
r = 1.2
energy = 4 * (r**-12 - r**-6)
force = 24 * (2 * r**-13 - r**-7)
for strategy in (None, "vertex"):
    answer = pairlanes.energy("two.xyz", "lj", strategy, shift="none")
    assert abs(answer["energy"] - energy) < 1e-14
    assert abs(answer["forces"][1][0] - force) < 1e-12 and answer["forces"][0][0] == -answer["forces"][1][0]
PYTHON
}

@test "notes are warnings, charges arrive, and a type with white space is refused" {
  cd "$BATS_TEST_TMPDIR"
  expect 0 python <<'PYTHON'
import pairlanes, pathlib, warnings
at = [[1, 1, 1], [1.5, 1, 1]]
pairlanes.write_extxyz("two.xyz", at, [9, 9, 9], ["W", "WF"], [1, -1])
with warnings.catch_warnings(record=True) as notes:
    warnings.simplefilter("always")
    assert pairlanes.energy("two.xyz", "martini")["terms"]["coulomb"] < -1 and not notes
    pairlanes.write_extxyz("two.xyz", at, [9, 9, 9])
    two = pathlib.Path("two.xyz")
    two.write_text(two.read_text().replace("pbc=", "units=real pbc="))
    pairlanes.energy("two.xyz", "lj")
assert any("no number is converted" in str(note.message) for note in notes)
for name in "W WF", " W", "":
    try:
        raise SystemExit(pairlanes.write_extxyz("bad.xyz", at, [9, 9, 9], ["W", name]))
    except pairlanes.Error as error:
        assert "without white space" in str(error), error
for types, charges, text in ((["W"], None, "2 types, one for each position, found 1"),
                             ([], None, "2 types, one for each position, found 0"),
                             (["W"] * 3, None, "2 types, one for each position, found 3"),
                             (None, [1], "2 charges, one for each position, found 1")):
    try:
        raise SystemExit(pairlanes.write_extxyz("bad.xyz", at, [9, 9, 9], types, charges))
    except pairlanes.Error as error:
        assert text in str(error), error
for places, box in (([[1, 1], [2, 2, 2]], [9] * 3), (at, [9, 9])):
    try:
        raise SystemExit(pairlanes.write_extxyz("bad.xyz", places, box))
    except pairlanes.Error as error:
        assert "expected 3 numbers of a" in str(error), error
assert not pathlib.Path("bad.xyz").exists()
PYTHON
}

@test "with pandas results are a DataFrame that knows units" {
  needs pandas
  cd "$BATS_TEST_DIRNAME/data"
  expect 0 python <<'PYTHON'
import pairlanes
frame = pairlanes.load("results.json")
assert frame.attrs["units"]["force_median_ns"] == "ns"
best = frame[frame.n == 4000].groupby("strategy").force_median_ns.min()
assert best["team"] == 40000 and frame.force_trusted.dtype == bool
PYTHON
}

@test "ASE's own Lennard-Jones has the energy and the forces of the calculator" {
  needs ase
  cd "$BATS_TEST_TMPDIR"
  expect 0 python <<'PYTHON'
import numpy, pairlanes
from ase import Atoms
from ase.calculators.lj import LennardJones
random = numpy.random.default_rng(1)
grid = numpy.array([[i, j, k] for i in range(6) for j in range(6) for k in range(6)])
atoms = Atoms("Ar216", positions=1.15 * grid + 0.05 * random.standard_normal((216, 3)), cell=[6.9] * 3, pbc=True)
atoms.calc = LennardJones(rc=2.5)
expected = atoms.get_potential_energy(), atoms.get_forces()
for strategy in (None, "team"):
    atoms.calc = pairlanes.Calculator("lj", strategy)
    assert abs(atoms.get_potential_energy() / expected[0] - 1) < 1e-12
    assert abs(atoms.get_forces() - expected[1]).max() < 1e-10
assert atoms.calc.verify["passed"]
atoms.set_initial_charges([1, -1] * 108)
atoms.calc = pairlanes.Calculator("martini", types={"Ar": "W"})
charged = atoms.get_potential_energy()
atoms.set_initial_charges(None)
assert charged != atoms.get_potential_energy()
found = pairlanes.energy
pairlanes.energy = lambda *words, **options: {**found(*words, **options), "verify": {"passed": False}}
try:
    raise SystemExit(pairlanes.Calculator("lj", "team").get_potential_energy(atoms))
except pairlanes.Error as error:
    assert "off by more" in str(error), error
PYTHON
}

@test "the example of the guide draws its figure" {
  needs pandas
  needs matplotlib
  sed -n '/^import pairlanes$/,/savefig/p; /savefig/q' "$ROOT/docs/guide/results.md" >"$BATS_TEST_TMPDIR/figure.py"
  sed -i "s|/tmp/times.png|$BATS_TEST_TMPDIR/times.png|" "$BATS_TEST_TMPDIR/figure.py"
  cd "$ROOT"
  MPLBACKEND=Agg expect 0 python <"$BATS_TEST_TMPDIR/figure.py"
  [ "$(head -c 4 "$BATS_TEST_TMPDIR/times.png" | tail -c 3)" = PNG ]
}
