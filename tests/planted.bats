#!/usr/bin/env bats
# Faults planted in the sources of kernels (plant_fault): verification finds all of them.

load setup

setup() {
  cd "$ROOT" || return # where the emulator's compiler is
  T=$BATS_TEST_TMPDIR
  mapfile -t faults < <(tests/plant_fault --list)
  # planted kernels are compiled once and run once
  printf '#!/bin/sh\nexec %s "$@" -O0\n' "${PAIRLANES_CC:-gcc}" >"$T/cc"
  chmod +x "$T/cc"
  export PAIRLANES_CC=$T/cc PAIRLANES_CACHE=$T/cache
}

# Verifies the cases of a config with the sources of the tree, or with a planted fault.
verify_with() { # CODE CONFIG [FAULT]
  rm -rf "$T/tree"
  mkdir "$T/tree"
  cp -r models strategies "$T/tree"
  ln -s "$ROOT/harness" "$T/tree/harness"
  [ $# -eq 2 ] || tests/plant_fault "$3" "$T/tree"
  expect "$1" "$program" verify "$T/$2" --source "$T/tree" --json "$T/out.json"
}

# Fails unless every case of a config passes with unchanged sources, and fails with each fault.
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

# Members that all configs here have.
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
  # overlapping pairs, whose forces are up to a billion times those of the others
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
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  config cuda "$fluid | .precision = [\"double\", \"single\", \"fixed\"]" >"$T/gpu.json"
  finds_all gpu.json
}

# Copies the sources into a tree that the emulator's program takes.
emulated_tree() {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  mkdir "$T/tree"
  cp -r models strategies "$T/tree"
  ln -s "$ROOT/harness" "$T/tree/harness"
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
    grep -qE "^failed: verification of system ${fault#*|} of the batch( after its last step)? failed: force error .* particle [0-9]+ " "$T/reason"
    ! grep -q torque "$T/reason"
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
  has "verification after the last step failed: force error"
}
