# Common functions for tests that compare bonded terms with LAMMPS.

# lammps_agrees_by_term OPTION…: compares terms, virial and every force of a.data with LAMMPS, which reads it by the
# script "in". OPTIONs are options of the command `energy`
lammps_agrees_by_term() {
  cat >>in <<'LAMMPS'
compute virial all pressure NULL virial
variable virial equal 3*vol*c_virial
dump forces all custom 1 dump fx fy fz
dump_modify forces sort id format float %.17g
thermo_style custom evdwl ebond eangle edihed eimp v_virial
thermo_modify norm no format float %.17g
run 0
LAMMPS
  "${LMP:-lmp}" -in in -log log -screen none
  "$PAIRLANES" energy "$@" a.data --json --forces forces >a.json
  expect 0 python3 - <<'PYTHON'
import json, math
found = json.load(open("a.json"))
lines = [line.split() for line in open("log")]
*energies, virial = map(float, lines[[l[:1] for l in lines].index(["E_vdwl"]) + 1])
for name, energy in zip(["lj", "bond", "angle", "dihedral", "improper"], energies):
    assert abs(found["terms"].get(name, 0) - energy) <= 1e-11 * abs(energy), (name, found["terms"], energy)
assert energies[0] != 0 and energies[1] != 0 and energies[2] != 0
assert abs(found["virial"] / virial - 1) < 1e-10, (found["virial"], virial)
forces = [[float(x) for x in line.split()[:3]] for line in open("forces")]
expected = [[float(x) for x in line.split()] for line in open("dump").readlines()[9:]]
assert len(forces) == len(expected) == found["n"]
rms = math.sqrt(sum(x * x for row in expected for x in row) / len(expected))
worst = max(math.dist(a, b) for a, b in zip(forces, expected))
assert worst < 1e-10 * rms, (worst, rms)
PYTHON
}
