#!/usr/bin/env bats
# Tests scripts/peers: other engines get our particles, and their times are read. How long they take is not tested.

load setup

# Makes a substitute for LAMMPS that moves nothing. It prints 4 s for all steps, 3 s for pairs, and the energy $ENERGY.
engine() {
  cat >"$BATS_TEST_TMPDIR/lmp" <<'SH'
#!/bin/sh
[ "$1" != -help ] || { echo "Large-scale Atomic/Molecular Massively Parallel Simulator - 1 Jan 2000" && exit; }
while [ "$1" != -log ]; do shift; done
printf 'Step PotEng \n 0 %s\nLoop time of 4.0 on 1 procs\nPair | 3.0 | 3.0 |\n' "$ENERGY" >"$2"
SH
  chmod +x "$BATS_TEST_TMPDIR/lmp"
}

peers() { # CODE OPTION…
  expect "$1" env LMP="${lmp:-$BATS_TEST_TMPDIR/lmp}" GMX="${gmx:-none}" "$ROOT/scripts/peers" \
    --out "$BATS_TEST_TMPDIR/out.json" --backend cpu --set system.n=256 --set precision=double \
    --set skin="${skin:-0.2}" --set sampling.warmup_ms=0 --set sampling.min_samples=6 --set sampling.max_samples=6 \
    --set sampling.max_seconds=0.1 --steps 100 "${@:2}"
}

@test "help names the engines, and a wrong argument is refused" {
  shows 0 "gromacs  GROMACS" "$ROOT/scripts/peers" --help
  expect 2 "$ROOT/scripts/peers" --rounds none
  expect 2 "$ROOT/scripts/peers" --rounds 0
  shows 3 "run make" env PAIRLANES="$BATS_TEST_TMPDIR/none" "$ROOT/scripts/peers"
}

# bats test_tags=long
@test "an engine's steps stand in the results of our cases, unless it has other forces" {
  engine
  export ENERGY=-1
  peers 1 --rounds 2
  has "lammps has other forces than lj"
  out=$BATS_TEST_TMPDIR/out.json
  [ "$(jq '[.cases[].peers | select(.step_ns == {} and .program.lammps == "LAMMPS 1 Jan 2000, lj/cut")] | length' "$out")" -eq 2 ]
  # energies of systems differ, so that $ENERGY is right for only one system
  ENERGY=$(jq '.cases[0] | .dynamics.samples.potential[0] * .n' "$out")
  peers 1
  valid "$ROOT/results/schema.json" "$out"
  # 4 s and 3 s for 100 steps
  jq -e '.cases[0].peers | .step_ns.lammps == 4e7 and .force_ns.lammps == 3e7 and
    .spread.lammps == 0 and .energy_rel.lammps < 1e-9 and .precision.lammps == "double"' "$out"
  jq -e '.cases[1].peers.step_ns == {}' "$out"
  "$PAIRLANES" claims "$out" --format json >"$BATS_TEST_TMPDIR/claims"
  jq -e '.claims[] | select(.text | contains("LAMMPS\u0027 at all sizes")) | .points | length == 1' "$BATS_TEST_TMPDIR/claims"
  # the next run keeps the measured times
  "$PAIRLANES" show "$out" >/dev/null
  lmp=none peers 3
  has "no engine for these cases"
  jq -e '.cases[0].peers.step_ns.lammps == 4e7' "$out"
}

# bats test_tags=long
@test "LAMMPS, GROMACS and OpenMM have our energies of chains and of Martini's water" {
  command -v lmp >/dev/null || skip "LAMMPS is not installed"
  skin=0.15 lmp=lmp gmx=$(command -v gmx || echo none) peers 0 --config peers --rounds 1 --set system.n=1800 --steps 20
  jq -e '[.cases[] | [.model, (.peers | .step_ns.lammps > 0 and .energy_rel.lammps < 1e-8)]] ==
    [["polyethylene", true], ["martini", true]]' "$BATS_TEST_TMPDIR/out.json"
  for engine in gromacs openmm; do # folders with these engines
    jq -e --arg engine $engine '[.cases[].peers | .energy_rel[$engine] // 0 | . < 5e-5] | all' "$BATS_TEST_TMPDIR/out.json"
  done
  ! command -v gmx >/dev/null || jq -e '[.cases[].peers.step_ns.gromacs > 0] | all' "$BATS_TEST_TMPDIR/out.json"
}

# bats test_tags=long
@test "LAMMPS and GROMACS have our energies" {
  command -v lmp >/dev/null || skip "LAMMPS is not installed"
  lmp=lmp gmx=$(command -v gmx || echo none) peers 0 --rounds 1 --set system.n=1000
  jq -e '[.cases[].peers | .step_ns.lammps > 0 and .energy_rel.lammps < 1e-8] | all' "$BATS_TEST_TMPDIR/out.json"
  ! command -v gmx >/dev/null ||
    jq -e '[.cases[].peers | .step_ns.gromacs > 0 and .energy_rel.gromacs < 1e-5] | all' "$BATS_TEST_TMPDIR/out.json"
}
