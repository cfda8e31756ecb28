# Writes a LAMMPS data file: 64 chains of 8 beads, of the types 1, 2 and 3 from end to end, with charges at the ends.
BEGIN {
  print "LAMMPS chains\n\n512 atoms\n448 bonds\n3 atom types\n1 bond types"
  print "0 9.6 xlo xhi\n0 9.6 ylo yhi\n0 9.6 zlo zhi\n\nMasses\n\n1 1\n2 1.5\n3 2"
  print "\nPairIJ Coeffs # lj/cut\n\n1 1 1 1\n1 2 0.8 1\n1 3 1.2 1\n2 2 0.5 1\n2 3 0.7 1\n3 3 1 1.1"
  print "\nBond Coeffs # harmonic\n\n1 50 1.2\n\nAtoms # full\n"
  for (i = 0; i < 512; i++) {
    type = i % 8 == 0 ? 1 : i % 8 == 7 ? 3 : 2
    charge = type == 1 ? 0.5 : type == 3 ? -0.5 : 0
    print i + 1, int(i / 8) + 1, type, charge, 1.2 * (i % 8) + 0.1 * (i % 3), 1.2 * (int(i / 8) % 8), 1.2 * int(i / 64)
  }
  print "\nBonds\n"
  for (i = 0; i < 512; i++) if (i % 8 < 7) print ++bond, 1, i + 1, i + 2
}
