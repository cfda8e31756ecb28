"""The force fields of models in the form of other engines, for scripts/peers: nm, kJ/mol, amu and ps."""
import math
import os

# For each model: masses of the types, [eps, sigma] of each pair of types, and whether energies are shifted to zero at
# the cut-off. Chains also have coefficients: bonds, angles, dihedrals (models/polyethylene.h, models/martini.h).
FIELDS = {
    "polyethylene": {
        "masses": [14.027, 15.035],
        "pairs": [[[math.sqrt(a * b), math.sqrt(s * t)] for b, t in ((0.830106, 0.362391), (1.046, 0.369937))]
                  for a, s in ((0.830106, 0.362391), (1.046, 0.369937))],
        "shift": False, "bond": [146440, 0.153], "angle": [209.2, 109.471], "dihedral": 4.184},
    "martini": {"masses": [72, 72], "pairs": [[[5, 0.47], [5.6, 0.57]], [[5.6, 0.57], [5, 0.47]]], "shift": True},
}


def chain_length(field, kinds):
    """Returns the number of beads of a chain; its ends have the second type. 1 for points."""
    ends = [k for k, kind in enumerate(kinds) if kind == 1][:2]
    return ends[1] - ends[0] + 1 if "bond" in field else 1


def terms(length, n, members):
    """Returns the members of all terms in chains of `length` beads, numbered from 0."""
    return [[first + k for k in range(members)] for chain in range(0, n, length)
            for first in range(chain, chain + length - members + 1)]


def gromacs_topology(field, kinds, length):
    """Returns a topology with a molecule for each type of point, or one for all chains."""
    yield "[defaults]\n1 2 no 1 1\n[atomtypes]"
    yield from (f"T{k} 1 {mass} 0 A {field['pairs'][k][k][1]} {field['pairs'][k][k][0]}"
                for k, mass in enumerate(field["masses"]))
    yield "[nonbond_params]"
    yield from (f"T{k} T{j} 1 {sigma} {eps}" for k, row in enumerate(field["pairs"])
                for j, (eps, sigma) in enumerate(row) if j >= k)
    molecules = {tuple(kinds[k:k + length]): None for k in range(0, len(kinds), length)}
    names = {molecule: f"M{k}" for k, molecule in enumerate(molecules)}
    for molecule, name in names.items():
        yield f"[moleculetype]\n{name} 2\n[atoms]"
        yield from (f"{k} T{kind} 1 {name} A {k} 0 {field['masses'][kind]}" for k, kind in enumerate(molecule, 1))
        if length > 1:
            for what, members, given in (("bonds", 2, f"1 {field['bond'][1]} {2 * field['bond'][0]}"),
                                         ("angles", 3, f"1 {field['angle'][1]} {2 * field['angle'][0]}"),
                                         ("dihedrals", 4, f"1 0 {field['dihedral']} 3")):
                yield f"[{what}]"
                yield from (" ".join(str(k + 1) for k in term) + " " + given for term in terms(length, length, members))
    yield "[system]\nA\n[molecules]"
    run = []
    for k in range(0, len(kinds), length):
        name = names[tuple(kinds[k:k + length])]
        if run and run[0] == name:
            run[1] += 1
        else:
            if run:
                yield f"{run[0]} {run[1]}"
            run = [name, 1]
    yield f"{run[0]} {run[1]}"


def lammps_files(particles, folder):
    """Writes the particles and LAMMPS' input script; returns the path of the script."""
    field, n, length = particles.field, particles.n, particles.length
    kinds = [("bond", 2, "harmonic"), ("angle", 3, "harmonic"), ("dihedral", 4, "charmm")] if length > 1 else []
    rows = {name: terms(length, n, members) for name, members, _ in kinds}
    with open(os.path.join(folder, "p.data"), "w", encoding="utf-8") as file:
        print(f"particles\n\n{n} atoms\n{len(field['masses'])} atom types", file=file)
        for name, members in rows.items():
            print(f"{len(members)} {name}s\n1 {name} types", file=file)
        for axis in "xyz":
            print(f"0 {particles.box} {axis}lo {axis}hi", file=file)
        print("\nAtoms # molecular\n", file=file)
        for k, (kind, position) in enumerate(zip(particles.kinds, particles.positions), 1):
            print(k, (k - 1) // length + 1, kind + 1, *position, file=file)
        for name, members in rows.items():
            print(f"\n{name.capitalize()}s\n", file=file)
            for k, term in enumerate(members, 1):
                print(k, 1, *(member + 1 for member in term), file=file)
    lines = ["units lj", "atom_style molecular", f"pair_style lj/cut {particles.cutoff}",
             f"pair_modify shift {'yes' if field['shift'] else 'no'}"]
    lines += [f"{name}_style {style}" for name, _, style in kinds]
    lines += ["special_bonds lj 0 0 1", "read_data p.data"]
    lines += [f"mass {k} {mass}" for k, mass in enumerate(field["masses"], 1)]
    lines += [f"pair_coeff {k} {j} {eps} {sigma}" for k, row in enumerate(field["pairs"], 1)
              for j, (eps, sigma) in enumerate(row, 1) if j >= k]
    if kinds:
        lines += [f"bond_coeff 1 {field['bond'][0]} {field['bond'][1]}",
                  f"angle_coeff 1 {field['angle'][0]} {field['angle'][1]}", f"dihedral_coeff 1 {field['dihedral']} 3 0 0"]
    lines += [f"velocity all create {particles.temperature} 1", "neighbor 0.15 bin", "fix move all nve",
              f"timestep {particles.dt}", "thermo_style custom step pe", "thermo_modify norm no format float %.12g",
              f"run {particles.steps // 5 + 1}", f"run {particles.steps}"]
    with open(os.path.join(folder, "p.in"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return "p.in"


def openmm_system(openmm, field, kinds, length, cutoff, edge):
    """Returns OpenMM's system of these particles in a cubic box."""
    system = openmm.System()
    system.setDefaultPeriodicBoxVectors((edge, 0, 0), (0, edge, 0), (0, 0, edge))
    end = [[4 * eps * ((sigma / cutoff) ** 12 - (sigma / cutoff) ** 6) * field["shift"] for eps, sigma in row]
           for row in field["pairs"]]
    force = openmm.CustomNonbondedForce(
        "4*e(a1,a2)*(x^2-x)-c(a1,a2); x=(s(a1,a2)/r)^6")
    size = len(field["masses"])
    for name, table in (("e", [[eps for eps, _ in row] for row in field["pairs"]]),
                        ("s", [[sigma for _, sigma in row] for row in field["pairs"]]), ("c", end)):
        force.addTabulatedFunction(name, openmm.Discrete2DFunction(size, size, [x for row in table for x in row]))
    force.addPerParticleParameter("a")
    force.setNonbondedMethod(openmm.CustomNonbondedForce.CutoffPeriodic)
    force.setCutoffDistance(cutoff)
    for kind in kinds:
        system.addParticle(field["masses"][kind])
        force.addParticle([kind])
    system.addForce(force)
    if length > 1:
        n, degree = len(kinds), math.pi / 180
        bonds, angles, dihedrals = openmm.HarmonicBondForce(), openmm.HarmonicAngleForce(), openmm.PeriodicTorsionForce()
        for term in terms(length, n, 2):
            bonds.addBond(*term, field["bond"][1], 2 * field["bond"][0])
        for term in terms(length, n, 3):
            angles.addAngle(*term, field["angle"][1] * degree, 2 * field["angle"][0])
        for term in terms(length, n, 4):
            dihedrals.addTorsion(*term, 3, 0, field["dihedral"])
        force.createExclusionsFromBonds(terms(length, n, 2), 2)
        for bonded in (bonds, angles, dihedrals):
            bonded.setUsesPeriodicBoundaryConditions(True)
            system.addForce(bonded)
    return system
