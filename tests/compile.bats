#!/usr/bin/env bats
# `pairlanes compile`: GPU kernels of the shipped configs, on a machine with or without a GPU.

load setup

setup_file() {
  export PAIRLANES_CACHE="${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/compiled"
}

need_compiler() {
  run "$PAIRLANES" compile configs/quick.json --arch sm_90 --one-each
  [[ "$output" != *"no CUDA backend"* ]] || skip "this build has no CUDA backend"
  [[ "$output" != *"no NVRTC"* ]] || skip "no NVRTC on this machine"
}

# The table is made behind the processes: from the cache, where each kernel has been compiled by one.
# bats test_tags=long
@test "each strategy, model and precision of configs compiles without spills, by several processes" {
  need_compiler
  # every model comes in these, every strategy in test_kernel_compile; all that is shipped takes minutes
  for config in demo rovigatti-fig6 heterogeneity allatom; do
    run "$PAIRLANES" compile "configs/$config.json" --arch sm_90 --jobs 3 --one-each
    echo "$config: $output"
    [ "$status" -eq 0 ]
    [[ "$output" == *" 0 with undeclared spills; 0 sources failed"* ]]
    [[ "$output" =~ ([0-9]+)" kernels, "([0-9]+)" of them from the cache" ]]
    [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
  done
}

# bats test_tags=long
@test "one case of each strategy and model compiles for older and newer architectures" {
  need_compiler
  run "$PAIRLANES" compile configs/demo.json --one-each --jobs 2 \
    --arch sm_80 --arch sm_100
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" == *"sm_80"*"sm_100"* ]]
}

@test "without a config, what verify goes through is compiled" {
  need_compiler
  run "$PAIRLANES" compile --arch sm_90 --set model=lj --set strategy=team --set precision=single
  echo "$output"
  [ "$status" -eq 0 ]
  for lanes in 2 8 32; do
    [[ "$output" == *"team lj"*"lanes $lanes "* ]]
  done
}

@test "a second compilation comes from the cache" {
  need_compiler
  "$PAIRLANES" compile configs/quick.json --arch sm_90 >/dev/null
  run "$PAIRLANES" compile configs/quick.json --arch sm_90
  [ "$status" -eq 0 ]
  [[ "$output" =~ ([0-9]+)" kernels, "([0-9]+)" of them from the cache" ]]
  [ "${BASH_REMATCH[1]}" -gt 0 ]
  [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
}

@test "a kernel that does not compile fails with the compiler's message" {
  need_compiler
  mkdir -p "$BATS_TEST_TMPDIR/strategies/vertex"
  echo "this is no kernel" >"$BATS_TEST_TMPDIR/strategies/vertex/vertex.cu"
  run "$PAIRLANES" compile configs/quick.json --arch sm_90 --source "$BATS_TEST_TMPDIR"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ "$output" == *"strategies/vertex/vertex.cu does not compile"* ]]
}

@test "a wrong architecture, no processes, a missing config and a folder without sources are refused" {
  need_compiler
  run "$PAIRLANES" compile configs/quick.json --arch 90
  [ "$status" -eq 2 ]
  [[ "$output" == *'expected sm_NN as in sm_90'* ]]
  run "$PAIRLANES" compile configs/quick.json --jobs 0
  [ "$status" -eq 2 ]
  [[ "$output" == *"--jobs: expected a whole number from 1 to"* ]]
  run "$PAIRLANES" compile configs/none.json --arch sm_90
  [ "$status" -eq 2 ]
  run "$PAIRLANES" compile configs/quick.json --arch sm_90 --source "$BATS_TEST_TMPDIR"
  [ "$status" -eq 2 ]
  [[ "$output" == *"no kernel sources there"* ]]
}
