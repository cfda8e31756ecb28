#!/usr/bin/env bats
# Tests that verification finds all faults that tests/plant_fault puts into the sources of kernels.

load setup

setup() {
  cd "$ROOT" || return # where the emulator's compiler is
  T=$BATS_TEST_TMPDIR
  mapfile -t faults < <(tests/plant_fault --list)
  # not optimized, because kernels with faults are compiled and run only once
  printf '#!/bin/sh\nexec %s "$@" -O0\n' "${PAIRLANES_CC:-gcc}" >"$T/cc"
  chmod +x "$T/cc"
  export PAIRLANES_CC=$T/cc PAIRLANES_CACHE=$T/cache
}

# Verifies the cases of a config with unchanged sources or with a fault.
verify_with() { # CODE CONFIG [FAULT]
  rm -rf "$T/tree"
  mkdir "$T/tree"
  cp -r models strategies harness "$T/tree"
  [ $# -eq 2 ] || tests/plant_fault "$3" "$T/tree"
  expect "$1" "$program" verify "$T/$2" --source "$T/tree" --json "$T/out.json"
}

# Checks that every case of a config passes with unchanged sources, and fails with each fault.
finds_all() { # CONFIG
  verify_with 0 "$1"
  jq -e '.cases | length > 0 and all(.[]; .status == "ok")' "$T/out.json"
  local fault
  for fault in "${faults[@]}"; do
    verify_with 1 "$1" "$fault"
    jq -r '.cases[] | select((.reason // "") | startswith("verification failed") | not) | .id' \
      "$T/out.json" >"$T/passed"
    [ ! -s "$T/passed" ] || {
      printf '%s is not found in:\n' "$fault"
      cat "$T/passed"
      return 1
    }
  done
}

# Writes a config with the members that all configs of this file have.
config() { # BACKEND FILTER
  jq -n --arg backend "$1" "{backend: \$backend, counters: {lanes: false}} + (if \$backend == \"cpu\" then {threads: 1} else {} end) | $2"
}

fluid='.model = "lj" | .system = {n: 256, density: 0.5, temperature: 1.8}'

@test "verification finds each planted fault, in one strategy after another" {
  program=$PAIRLANES
  local strategies=(vertex edge tile newton cluster team staged edge_gather serial bvh) k
  [ "${#faults[@]}" -eq "${#strategies[@]}" ]
  for k in "${!faults[@]}"; do
    config cpu "$fluid | .precision = \"single\" | .strategy = \"${strategies[k]}\"" >"$T/config.json"
    verify_with 1 config.json "${faults[k]}"
    has "0 passed, 1 failed"
    jq -e '.cases[0].verify.worst_particle > 0' "$T/out.json" >/dev/null
  done
}

# bats test_tags=long
@test "verification finds each planted fault in every strategy and precision, with overlapping particles, too" {
  program=$PAIRLANES
  config cpu "$fluid | .precision = [\"double\", \"single\", \"mixed\", \"fixed\", \"intrinsics\", \"fixed_math\", \"double_state\"]" >"$T/all.json"
  finds_all all.json
  # overlapping pairs, with forces up to a billion times as large as others
  python3 - >"$T/overlapping.xyz" <<'PYTHON'
import random
random.seed(1)
print('256\nLattice="9 0 0 0 9 0 0 0 9" Properties=species:S:1:pos:R:3')
for k in range(128):
    x, y, z = (9 * random.random() for _ in range(3))
    print(f"A {x:.9f} {y:.9f} {z:.9f}\nA {(x + 0.2 + 0.8 * k / 128) % 9:.9f} {y:.9f} {z:.9f}")
PYTHON
  config cpu '.model = "lj" | .system = {file: "overlapping.xyz"} | .precision = ["double", "single", "mixed", "intrinsics"]' >"$T/overlapping.json"
  finds_all overlapping.json
}

# bats test_tags=long
@test "verification finds each planted fault in every strategy and every kind of system in configs" {
  program=$PAIRLANES
  config cpu '.precision = "single" | .sweeps = [
    {model: "patchy", system: {n: 256}},
    {model: "oxdna", system: {builder: ["duplexes", "solution"], n: 64}},
    {model: "brahms", system: {builder: "bilayer", n: 1538}},
    {model: "brahms", system: {builder: "water", n: 512}},
    {model: "brahms", system: {builder: "bilayer", n: 1538}, precision: "fixed_math", strategy: "vertex"},
    {model: "brahms", system: {builder: "water", n: 512}, parameters: {water: ["ssd", "elba"]}},
    {model: "martini", system: {n: 1500}},
    {model: "allatom", system: {n: 1536}, parameters: {cutoff: 6, switch: 5}},
    {model: "allatom", system: {n: 1536}, parameters: {cutoff: 6, switch: 5, force: ["table", "cubic"]}},
    {model: "allatom", system: {n: 1536}, parameters: {cutoff: 6, switch: 5, electrostatics: "reaction_field"}},
    {model: "polyethylene", system: {n: 150}, skin: 0.1},
    {model: "polyethylene", system: {file: "beads.data"}, skin: 0.1}]' >"$T/kinds.json"
  python3 - >"$T/beads.data" <<'PYTHON'
import random
random.seed(1)
print("beads\n\n343 atoms\n2 atom types\n\n0 3.5 xlo xhi\n0 3.5 ylo yhi\n0 3.5 zlo zhi\n\nAtoms # atomic\n")
for k in range(343):
    place = (0.5 * (c + 0.2 * random.random()) for c in (k % 7, k // 7 % 7, k // 49))
    print(k + 1, 1 + k % 2, *(f"{c:.9f}" for c in place))
PYTHON
  finds_all kinds.json
}

# bats test_tags=long
@test "verification finds each planted fault in every strategy of a GPU" {
  emulate
  config cuda "$fluid | .precision = [\"double\", \"single\", \"fixed\"]" >"$T/gpu.json"
  finds_all gpu.json
}

# Chooses the program with an emulated GPU.
emulate() {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
}

# Copies the sources into a folder from which the emulated program reads them.
emulated_tree() {
  emulate
  mkdir "$T/tree"
  cp -r models strategies harness "$T/tree"
}

@test "verification finds one wrong particle in a batch of systems, and a common error of all forces" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" | .strategy = "vertex" |
    .sharing = "batched" | .sampling = {max_seconds: 0.01, step: 0.001, replicas: [5]}' >"$T/batch.json"
  local fault
  for fault in 'if (i == 3 * 128 + 7) sum.x *= (SUM)1.01|3' \
    'static float first = -1; if (i == 0 \&\& first != at.x) first = first == -1 ? at.x : -2; if (first == -2) sum.x *= (SUM)1.01|[0-4]'; do
    cp strategies/vertex/vertex.cu "$T/tree/strategies/vertex"
    sed -i "s/^    sum.energy \/= 2;/&\n    ${fault%|*};/" "$T/tree/strategies/vertex/vertex.cu"
    expect 1 "$program" run "$T/batch.json" --source "$T/tree" --out "$T/batch.out.json"
    jq -r '.cases[0] | .status + ": " + .reason' "$T/batch.out.json" >"$T/reason"
    grep -qE "^failed: verification of system ${fault#*|} of the batch( after its last step)? failed: force error .*( particle [0-9]+ |error of a particle's motion)" "$T/reason"
    ! grep -q torque "$T/reason"
  done
  cp strategies/vertex/vertex.cu "$T/tree/strategies/vertex"
  sed -i 's/^    const number dt = (number)a.dt;/    const number dt = (number)(i == 3 * 128 + 7 ? 0.9 * a.dt : a.dt);/' "$T/tree/strategies/gpu_motion.cuh"
  jq '.tuning = {vertex: {fused: 1}} | .sampling.diffusion = 1' "$T/batch.json" >"$T/moved.json"
  expect 1 "$program" run "$T/moved.json" --source "$T/tree" --out "$T/batch.out.json"
  jq -e 'all(.cases[]; .reason | test("system 3 of the batch .*error of a particle.s motion"))' "$T/batch.out.json"
  cp strategies/gpu_motion.cuh "$T/tree/strategies"
  expect 0 "$program" run "$T/moved.json" --source "$T/tree" --out "$T/batch.out.json"
}

# Writes dimers.top and dimers.gro: two beads connected by a constraint, a virtual site between them, and a restraint on
# the first bead.
dimers() {
  python3 - <<'PYTHON'
import random
random.seed(1)
with open("dimers.top", "w") as top:
    print("[ defaults ]", "1 2", "[ atomtypes ]", "P4 72 0 A 0.47 5", "V 0 0 V 0.40 2", "[ nonbond_params ]",
          "P4 V 1 0.45 3", "[ moleculetype ]", "M 1", "[ atoms ]", "1 P4 1 M A 1 0", "2 P4 1 M B 2 0", "3 V 1 M V 3 0 0",
          "[ constraints ]", "1 2 1 0.35", "[ virtual_sites2 ]", "3 1 2 1 0.6", "[ exclusions ]", "1 2 3", "2 3",
          "[ position_restraints ]", "1 1 500 0 200", "[ system ]", "dimers", "[ molecules ]", "M 125", sep="\n", file=top)
with open("dimers.gro", "w") as gro:
    print("dimers", 375, sep="\n", file=gro)
    for m in range(125):
        x, y, z = (edge * (m // 5 ** d % 5) + 0.05 * random.random() for d, edge in enumerate((0.9, 0.6, 0.6)))
        for b, along in enumerate((0, 0.35, 0.14)):
            print(f"{m + 1:5d}M    {'ABV'[b]:>5}{3 * m + b + 1:5d}{x + along:8.3f}{y:8.3f}{z:8.3f}", file=gro)
    print("   4.50000   3.00000   3.00000", file=gro)
PYTHON
}

# bats test_tags=long
@test "verification finds wrong restraints, constraints, virtual sites and energies of steps on a GPU" {
  emulated_tree
  rm "$T/tree/harness"
  cp -r harness "$T/tree"
  (cd "$T" && dimers)
  config cuda '.model = "martini" | .system = {file: "dimers.top", coordinates: "dimers.gro"} | .skin = 0.1 |
    .precision = "single" | .strategy = "vertex" | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 100, sample: 100, dt: 10, thermostat: "langevin", temperature: 5, time: 100}' >"$T/steps.json"
  expect 0 "$program" run "$T/steps.json" --source "$T/tree" --out "$T/steps.out.json"
  local fault file
  for fault in 'constraints/constraints.cu:s/own.x = own.y = own.z = 0;//' \
    'constraints/constraints.cu:s/push(force\[site.maker\[m\]\], part\[m\]);/if (m != 1) &/' \
    'constraints/restraints.cu:s/push(sum, force);/force[2] *= 0.9; &/' \
    'constraints/restraints.cu:s/c.energies \* energy/0 * energy/' \
    'constraints/constraints.cu:s/if (g >= c.groups || halted/if (g == 3 || g >= c.groups || halted/' \
    'constraints/constraints.cu:s/if (g >= c.runs || halted/if (g == 3 || g >= c.runs || halted/' \
    'device/dynamics.cu:s/from_energy_sum(potential)/1.001 * &/' \
    'device/dynamics.cu:s/from_energy_sum(kinetic\[0\])/1.001 * &/'; do
    file=harness/backend/cuda/${fault%%:*}
    sed "${fault#*:}" "$file" >"$T/tree/$file"
    expect 1 cmp -s "$file" "$T/tree/$file"
    expect 1 "$program" run "$T/steps.json" --source "$T/tree" --out "$T/steps.out.json"
    [[ $output =~ "verification after "(step\ [0-9]+|the\ last\ step)" failed: force error" ]]
    cp "$file" "$T/tree/$file"
  done
}

@test "verification finds wrong forces inside kernels that move particles" {
  emulated_tree
  sed -i 's/^    sum4 torque = {0, 0, 0, 0};/    sum.x *= (SUM)0.95;\n&/' "$T/tree/strategies/gpu_fused.cuh"
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1, 2]}} |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 0.001}' >"$T/fused.json"
  expect 1 "$program" run "$T/fused.json" --source "$T/tree" --out "$T/fused.out.json"
  jq -e '[.cases[] | {(.tuning.fused | tostring): .status}] | add == {"0": "ok", "1": "failed", "2": "failed"}' \
    "$T/fused.out.json"
  [[ $output =~ "verification after step "[0-9]+" failed: force error" ]]
}

# Changes a source file, runs dynamics of lj on the emulated GPU, and checks that verification fails.
finds_motion() { # FILE CHANGE CONFIG
  sed "$2" "$1" >"$T/tree/$1"
  expect 1 cmp -s "$1" "$T/tree/$1"
  expect 1 "$program" run "$T/$3" --source "$T/tree" --out "$T/motion.out.json"
  jq -r '.cases[] | select(.status != "failed") | .id' "$T/motion.out.json" >"$T/passed"
  [ ! -s "$T/passed" ] || {
    printf '%s is not found in:\n' "$2"
    cat "$T/passed"
    return 1
  }
  has "error of a particle's motion"
  cp "$1" "$T/tree/$1"
}

@test "verification finds kernels that move particles wrongly with right forces" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [1, 2]}} |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 0.001}' >"$T/fused.json"
  jq 'del(.dynamics) | .sampling.step = 0.001' "$T/fused.json" >"$T/timed.json"
  local motion=strategies/gpu_motion.cuh fused=strategies/gpu_fused.cuh
  finds_motion "$motion" 's/(number)p.velocity.y, (number)p.at.y/(number)0, (number)p.at.y/' fused.json
  finds_motion "$motion" 's/(number)p.velocity.y, (number)p.at.y/(number)0, (number)p.at.y/' timed.json
  finds_motion "$motion" 's/^    const number dt = (number)a.dt;/    const number dt = (number)(0.9 * a.dt);/' fused.json
  # a rotation of velocities, which changes no energy, with steps so short that rounding is a large part of velocity
  # changes
  jq '.dynamics.dt = 1e-4 | .tuning.vertex.fused = [0, 1]' "$T/fused.json" >"$T/short.json"
  finds_motion "$motion" 's/^    const state4 listed = .*/    const STATE vx = p.velocity.x;\n    p.velocity.x += a.dt * p.velocity.y;\n    p.velocity.y -= a.dt * vx;\n&/' short.json
  # a wrong half of a step, which only fused kernels make
  finds_motion "$fused" 's/^    move_by<TURNS/    if (a.pending) for (int d = 0; d < 3; d++) p.kick[d] *= (number)0.9;\n&/' fused.json
}

@test "verification finds steps that are wrong only where a list is built and particles are sorted" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 256, density: 0.7, temperature: 1.5} | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1, 2]}} |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 40, sample: 20, dt: 0.002}' >"$T/sorted.json"
  local kernels=harness/backend/cuda/device/dynamics.cu
  finds_motion "$kernels" 's/^    a.velocity\[k\] = a.sorted_velocity\[k\];//' sorted.json
  finds_motion "$kernels" 's/^        status.base = status.halted;/        status.base = status.halted - 1;/' sorted.json
}

@test "kernels that explode after a sort of particles in the drift are named" {
  emulated_tree
  config cuda '.model = "oxdna" | .system = {n: 64} | .precision = "single" | .strategy = "vertex" |
    .tuning = {vertex: {block: 64, fused: [0, 1]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 20, sample: 10, dt: 0.002}' >"$T/turned.json"
  expect 0 "$program" run "$T/turned.json" --source "$T/tree" --out "$T/turned.out.json"
  sed -i 's/= a.sorted_turned\[k\]/= a.turned[k]/' "$T/tree/harness/backend/cuda/device/dynamics.cu"
  expect 1 "$program" run "$T/turned.json" --source "$T/tree" --out "$T/turned.out.json"
  jq -e 'all(.cases[]; .status == "failed" and (.reason | test("in a common drift.*the kernels cannot make steps that the reference makes")))' \
    "$T/turned.out.json"
}

# bats test_tags=long
@test "verification finds kernels of many steps that keep rows of an older list" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 256, density: 0.7, temperature: 1.5} | .skin = 0.3 | .listing = "all" |
    .precision = "single" | .strategy = "team" | .tuning = {team: {fused: 2}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 20, sample: 10, dt: 0.003}' >"$T/rows.json"
  expect 0 "$program" run "$T/rows.json" --source "$T/tree" --out "$T/rows.out.json"
  finds_motion harness/backend/cuda/resident/resident.cuh '/^        copy_rows/d' rows.json
}

# bats test_tags=long
@test "verification finds a wrong sort of a batch, and names kernels of replicas that explode after a sort" {
  emulated_tree
  local kernels=harness/backend/cuda/device/dynamics.cu
  config cuda '.model = "lj" | .parameters = {cutoff: 1.3} | .system = {n: 64, density: 0.5, temperature: 1.5} | .skin = 0.06 |
    .precision = "single" | .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1]}} | .sharing = "batched" |
    .sampling = {max_seconds: 0.01, step: 0.002, replicas: [3]}' >"$T/batch.json"
  expect 0 "$program" run "$T/batch.json" --source "$T/tree" --out "$T/batch.out.json"
  # each system gets the velocities of the first
  finds_motion "$kernels" 's/^    a.sorted_velocity\[k\] = a.velocity\[i\];/    a.sorted_velocity[k] = a.velocity[i % 64];/' batch.json
  jq '.sharing = "streams" | .sampling.replicas = [2]' "$T/batch.json" >"$T/streams.json"
  sed -i 's/a.listed\[k\] = a.at\[i\];/a.listed[k] = a.at[a.bath.seed % 2 == 0 ? i - i % 2 : i];/' "$T/tree/$kernels"
  expect 1 "$program" run "$T/streams.json" --source "$T/tree" --out "$T/streams.out.json"
  jq -e 'all(.cases[]; .status == "failed" and (.reason | test("the kernels cannot make steps that the reference makes")))' \
    "$T/streams.out.json"
}

@test "replicas with too long a time step end with 2, and are counted" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 64, density: 0.2, temperature: 1.5} | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .sharing = ["batched", "streams"] | .sampling = {max_seconds: 0.01, replicas: [2], step: 0.05}' >"$T/long.json"
  expect 2 "$program" run "$T/long.json" --out "$T/long.out.json"
  has "motions that ended early: 2"
}

@test "verification finds steps that are wrong only late in a long launch" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2, temperature: 1.5} | .skin = 0.3 | .precision = "double" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 20, sample: 10, dt: 0.002}' >"$T/late.json"
  expect 0 "$program" run "$T/late.json" --source "$T/tree" --out "$T/late.out.json"
  finds_motion strategies/gpu_motion.cuh 's/^        const number half = (number)(a.dt/        const number half = (number)((a.offset > 8 ? 0.9 : 1) * a.dt/' late.json
  # a bath that stops acting, in steps too short to move particles much
  jq '.dynamics += {thermostat: "langevin", temperature: 1.5, time: 0.05, dt: 2e-5}' "$T/late.json" >"$T/bath.json"
  finds_motion strategies/gpu_motion.cuh 's/a.interval != 0 && step % a.interval == 0/a.offset <= 8 \&\& &/' bath.json
}

@test "verification finds small errors of all motion, sideways or of few particles" {
  emulated_tree
  config cuda '.model = "lj" | .sweeps = [{system: {n: 16, density: 0.05}}, {system: {n: 128, density: 0.7}}] | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: 0}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 10, sample: 10, dt: 0.002}' >"$T/small.json"
  expect 0 "$program" run "$T/small.json" --source "$T/tree" --out "$T/small.out.json"
  local fault
  for fault in 'const number kx = kick[0]; kick[0] -= (number)0.001 * kick[1]; kick[1] += (number)0.001 * kx;' \
    'for (int d = 0; d < 3; d++) kick[d] *= (number)1.001;' \
    'for (int d = 0; d < 3; d++) kick[d] *= (number)(a.number[i] % 2 ? 1.001 : 0.999);'; do
    finds_motion strategies/gpu_motion.cuh "s/^ *kick\\[2\\] = .*/&\n    $fault/" small.json
  done
}

@test "right kernels pass where rounding grows fast, and long launches sort particles in other steps" {
  emulate
  config cuda '.model = "lj" | .system = {n: 343, density: 1.0, temperature: 6} | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 0.008}' >"$T/chaos.json"
  expect 0 "$program" run "$T/chaos.json" --out "$T/chaos.out.json"
}

@test "right kernels pass where all particles have the same rounding error, in a crystal that hardly moves" {
  emulate
  python3 - >"$T/crystal.xyz" <<'PYTHON'
a, places = 1.5874, [(0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)]
cells = [(x, y, z) for x in range(5) for y in range(5) for z in range(5)]
print(f'500\nLattice="{5 * a} 0 0 0 {5 * a} 0 0 0 {5 * a}" Properties=species:S:1:pos:R:3')
for cell in cells:
    for place in places:
        print("A", *(f"{a * (c + p):.17g}" for c, p in zip(cell, place)))
PYTHON
  config cuda '.model = "lj" | .system = {file: "crystal.xyz"} | .skin = 0.3 | .precision = "single" | .strategy = "vertex" |
    .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 10, sample: 10, dt: 1e-5, temperature: 1e-4, thermostat: "langevin", time: 1}' >"$T/crystal.json"
  expect 0 "$program" run "$T/crystal.json" --out "$T/crystal.out.json"
}

# bats test_tags=long
@test "kernels of many steps that keep rows of an older list are named if particles explode, without a skin, too" {
  emulated_tree
  config cuda '.model = "lj" | .parameters = {cutoff: 1.5} | .system = {n: 128, density: 0.7, temperature: 2.5} | .listing = "all" |
    .precision = "single" | .strategy = "team" | .tuning = {team: {fused: 2}} | .skin = [0, 0.15] | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 600, sample: 300, dt: 0.003}' >"$T/rows.json"
  sed -i '/^        copy_rows/d' "$T/tree/harness/backend/cuda/resident/resident.cuh"
  expect 1 "$program" run "$T/rows.json" --source "$T/tree" --out "$T/rows.out.json"
  jq -e 'all(.cases[]; .status == "failed" and (.reason | test("in a common drift")))' "$T/rows.out.json"
}

# bats test_tags=long
@test "verification finds heat baths that act seldom and wrongly, in timed steps and in replicas" {
  emulated_tree
  config cuda '.model = "lj" | .parameters = {cutoff: 1.5} | .system = {n: 64, density: 0.5, temperature: 1.5} | .skin = 0.1 |
    .precision = "single" | .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1]}} |
    .sampling = {max_seconds: 0.01, step: 0.003, diffusion: 0.1}' >"$T/bath.json"
  jq '.sharing = ["batched", "streams"] | .sampling.replicas = [2]' "$T/bath.json" >"$T/many.json"
  local config
  for config in bath many; do
    expect 0 "$program" run "$T/$config.json" --source "$T/tree" --out "$T/$config.out.json"
    finds_motion strategies/gpu_motion.cuh 's/^        if (BATH)$/        if (BATH) velocity.x *= (STATE)1.3;\n&/' "$config.json"
  done
}

# bats test_tags=long
@test "verification finds excluded pairs in lists that resident kernels build, and skin tests without an axis" {
  emulated_tree
  config cuda '.model = "polyethylene" | .system = {n: 150} | .skin = 0.1 | .precision = "single" | .strategy = "team" |
    .tuning = {team: {fused: 2}} | .listing = "all" | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 60, sample: 30, thermostat: "langevin"}' >"$T/chains.json"
  expect 0 "$program" run "$T/chains.json" --source "$T/tree" --out "$T/chains.out.json"
  sed -i 's/ && !excluded.hold(j\[c\])//' "$T/tree/harness/backend/cuda/resident/groups.cuh"
  expect 1 "$program" run "$T/chains.json" --source "$T/tree" --out "$T/chains.out.json"
  has "verification up to step"
  config cuda '.model = "lj" | .system = {n: 128, density: 0.6, temperature: 1.5} | .skin = 0.2 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 2]}} | .listing = "all" | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 20, sample: 10, dt: 0.003}' >"$T/axis.json"
  sed -i 's/const number dz = nearest<number>(listed.z.*/const number dz = 0;/' "$T/tree/strategies/gpu_motion.cuh"
  expect 1 "$program" run "$T/axis.json" --source "$T/tree" --out "$T/axis.out.json"
  jq -e 'all(.cases[]; .reason | test("a particle moved by [0-9.]+ half skins"))' "$T/axis.out.json"
}

# bats test_tags=long
@test "verification finds lists and pruned rows whose skin is too short" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 256, density: 0.7, temperature: 1.5} | .skin = 0.3 | .precision = "single" |
    .strategy = ["vertex", "cluster"] | .tuning = {vertex: {block: 64}, cluster: {prune: 40}} |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 0.002}' >"$T/skin.json"
  expect 0 "$program" run "$T/skin.json" --source "$T/tree" --out "$T/skin.out.json"
  sed -i -E 's/a[.]range2_(single|double)/(0.95 * &)/g' "$T/tree/harness/backend/cuda/device/candidates.cuh"
  sed -i 's/(REAL)(a.inner \* a.inner)/(REAL)(0.96 * a.inner * a.inner)/' "$T/tree/strategies/cluster/prune.cuh"
  expect 1 "$program" run "$T/skin.json" --source "$T/tree" --out "$T/skin.out.json"
  jq -e 'all(.cases[]; .reason | test("verification after a move after timed calls failed: force error"))' "$T/skin.out.json"
}

@test "verification finds torques that are turned sideways, in short steps, too" {
  emulated_tree
  config cuda '.model = "oxdna" | .system = {n: 64} | .precision = "single" | .strategy = "vertex" | .tuning = {vertex: {fused: 0}} |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 1e-4}' >"$T/short.json"
  finds_motion strategies/gpu_motion.cuh 's/^            rotation_to_body(turned, space, twist);/&\n            twist[0] += 0.2 * twist[1];/' short.json
}

@test "verification finds wrong pressures, and thermostats of the Nose-Hoover kind that do little" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2, temperature: 1.5} | .skin = 0.5 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {fused: 0}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 10, sample: 10, dt: 0.001}' >"$T/free.json"
  jq '.dynamics += {barostat: "isotropic", barostat_interval: 5, pressure: 1, compressibility: 0.001}' "$T/free.json" >"$T/pressed.json"
  finds_motion harness/backend/cuda/constraints/molecules.cu 's/= block_sum(sums.momentum2/= 0.9 * block_sum(sums.momentum2/' pressed.json
  jq '.dynamics += {thermostat: "nose_hoover", time: 4}' "$T/free.json" >"$T/bath.json"
  local bath=harness/backend/cuda/device/dynamics.cu
  finds_motion "$bath" 's/^    const double temperature = a.bath.temperature;/    const double temperature = 1.1 * a.bath.temperature;/' bath.json
  finds_motion "$bath" 's/^    double kinetic = energy\[0\] + energy\[1\];/    heat.own.rate = 0;\n&/' bath.json
}

# bats test_tags=long
@test "verification finds lists that are used until particles have moved by more than half the skin" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" | .strategy = "vertex" |
    .tuning = {vertex: {block: 64, fused: [0, 1, 2]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 10, sample: 10, dt: 0.0005, thermostat: ["none", "langevin"], temperature: 1, time: 1}' >"$T/late.json"
  jq 'del(.dynamics) | .sampling.step = 0.0005 | .sampling.replicas = [2] | .sharing = ["batched", "streams"]' "$T/late.json" >"$T/timed.json"
  local config
  for config in late timed; do
    cp strategies/gpu_motion.cuh "$T/tree/strategies"
    expect 0 "$program" run "$T/$config.json" --source "$T/tree" --out "$T/late.out.json"
    # a particle may move by the whole skin instead of half of it
    sed -i 's/ <= (number)a.limit2)/ <= 4 * (number)a.limit2)/' "$T/tree/strategies/gpu_motion.cuh"
    expect 1 "$program" run "$T/$config.json" --source "$T/tree" --out "$T/late.out.json"
    # in a batch, a pair that the list lacks may be found before the distance
    jq -e 'all(.cases[]; .reason | test("a particle moved by [0-9.]+ half skins with one list|of the batch after its last step"))' \
      "$T/late.out.json"
  done
}

# bats test_tags=long
@test "verification finds pruned rows that are used until particles have moved by more than half their skin" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" | .strategy = "cluster" |
    .tuning = {cluster: {prune: [40, 80]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 10, sample: 10, dt: 0.0005}' >"$T/late.json"
  expect 0 "$program" run "$T/late.json" --source "$T/tree" --out "$T/late.out.json"
  sed -i 's/(REAL)(a.step \* a.step)/4 * &/' "$T/tree/strategies/cluster/prune.cuh"
  expect 1 "$program" run "$T/late.json" --source "$T/tree" --out "$T/late.out.json"
  jq -e 'all(.cases[]; .reason | test("a particle moved by [0-9.]+ half skins with one list or pruning"))' "$T/late.out.json"
}

@test "steps that explode because of a list that is used too long are the fault of the kernel" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 256, density: 0.7, temperature: 2} | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1, 2]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 3000, sample: 3000, dt: 0.005}' >"$T/explodes.json"
  sed -i 's/ <= (number)a.limit2)/ <= 200 * (number)a.limit2)/' "$T/tree/strategies/gpu_motion.cuh"
  expect 1 "$program" run "$T/explodes.json" --source "$T/tree" --out "$T/motion.out.json"
  jq -e 'all(.cases[]; .reason | test("particles overlap; verification up to step"))' "$T/motion.out.json"
  cp strategies/gpu_motion.cuh "$T/tree/strategies"
  jq '.dynamics.dt = 0.7' "$T/explodes.json" >"$T/input.json"
  expect 2 "$program" run "$T/input.json" --source "$T/tree" --out "$T/motion.out.json"
}

@test "replicas and batches that explode because of a list that is used too long are the fault of the kernel" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.7, temperature: 2} | .skin = 0.3 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: 0}} | .sharing = ["batched", "streams"] |
    .sampling = {max_seconds: 0.01, step: 0.005, replicas: [2]}' >"$T/explodes.json"
  # the fault affects only replicas, not the single system, because the steps of that system are
  # timed first
  sed -i 's/ <= (number)a.limit2)/ <= (a.n > 128 || a.bath.seed % 2 == 0 ? 200 : 1) * (number)a.limit2)/' "$T/tree/strategies/gpu_motion.cuh"
  expect 1 "$program" run "$T/explodes.json" --source "$T/tree" --out "$T/motion.out.json"
  jq -e 'all(.cases[]; .reason | test("particles overlap; verification up to step"))' "$T/motion.out.json"
  cp strategies/gpu_motion.cuh "$T/tree/strategies"
  jq '.sampling.step = 0.7' "$T/explodes.json" >"$T/input.json"
  expect 2 "$program" run "$T/input.json" --source "$T/tree" --out "$T/motion.out.json"
}

@test "verification repeats a step in which a heat bath acts, however seldom it does" {
  emulated_tree
  config cuda '.model = "lj" | .system = {n: 128, density: 0.2} | .skin = 0.5 | .precision = "single" |
    .strategy = "vertex" | .tuning = {vertex: {block: 64, fused: [0, 1]}} | .sampling = {max_seconds: 0.01} |
    .dynamics = {steps: 200, sample: 50, dt: 0.002, thermostat: ["langevin", "brownian"], temperature: 1.5,
      time: 1, diffusion: 0.1, interval: 40}' >"$T/bath.json"
  expect 0 "$program" run "$T/bath.json" --source "$T/tree" --out "$T/motion.out.json"
  finds_motion strategies/gpu_motion.cuh 's/^        velocity.x = (STATE)v\[0\];/        v[0] *= 0.9;\n&/' bath.json
}

# bats test_tags=long
@test "verification finds wrong motion of particles and bodies in kernels that only move them" {
  emulated_tree
  rm "$T/tree/harness"
  cp -r harness "$T/tree"
  config cuda '.system = {n: 64} | .precision = ["double", "single", "fixed"] | .strategy = "vertex" |
    .sampling = {max_seconds: 0.01} | .dynamics = {steps: 10, sample: 10, dt: 0.001} |
    .model = "oxdna" | .dynamics.integrator = ["verlet", "leapfrog"]' >"$T/bodies.json"
  expect 0 "$program" run "$T/bodies.json" --source "$T/tree" --out "$T/motion.out.json"
  local change
  for change in 's/(number)p.velocity.z, (number)p.at.z/(number)0, (number)p.at.z/' \
    's/rotation_free(q, p.spin, a.inertia\[p.type()\], a.dt)/rotation_free(q, p.spin, a.inertia[p.type()], 0.9 * a.dt)/' \
    's/twist\[d\] \*= a.dt/twist[d] *= 0.9 * a.dt/' \
    's/const number half = (number)(a.dt/const number half = (number)(i == 7 ? 0 : a.dt/'; do
    finds_motion strategies/gpu_motion.cuh "$change" bodies.json
  done
}
