#!/usr/bin/env bats
# Tests `pairlanes compile`: CPU kernels, and the shipped configs' GPU kernels, with or without a GPU.

load setup

setup_file() {
  export PAIRLANES_CACHE="${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/compiled"
}

# bats test_tags=long
@test "each kernel of the CPU compiles without a warning, and passes verify in every precision" {
  shows 0 "0 with warnings; 0 failed" "$PAIRLANES" compile --backend cpu --strict
  shows 0 " passed, 0 failed" "$PAIRLANES" verify --backend cpu --n 1536 --filter /cpu/hilbert/
}

# The table is printed after all processes have ended: each kernel is in the cache, compiled by one of them.
# bats test_tags=long
@test "each strategy, model and precision of configs compiles without spills, by several processes" {
  need_kernel_compiler
  # these configs have every model, test_kernel_compile has every strategy; all shipped configs would take minutes
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
  need_kernel_compiler
  run "$PAIRLANES" compile configs/demo.json --one-each --jobs 2 \
    --arch sm_80 --arch sm_100
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" == *"sm_80"*"sm_100"* ]]
}

# bats test_tags=long
@test "without a config, the cases of verify are compiled" {
  need_kernel_compiler
  run "$PAIRLANES" compile --arch sm_90 --set model=lj --set strategy=team --set precision=single
  echo "$output"
  [ "$status" -eq 0 ]
  for lanes in 2 8 32; do
    [[ "$output" == *"team lj"*"lanes $lanes "* ]]
  done
}

# bats test_tags=long
@test "the occupancy of kernels is computed for architectures that are not here, as a table, JSON and figure" {
  need_kernel_compiler
  local table=$BATS_TEST_TMPDIR/kernels.json
  expect 0 "$PAIRLANES" compile lj --one-each --set strategy=vertex,staged --set precision=single \
    --arch sm_90 --arch sm_75 --out "$table"
  [[ $output =~ occupancy.*"sm_90  vertex lj".*" force ".*" %  "(compiled|cached) ]]
  [[ $output =~ "sm_90  staged lj"[^%]*"≤ " ]] # its shared memory depends on the particles
  # 65,536 registers, allocated in units of 8 per thread; at most 2,048 or 1,024 threads, in whole blocks
  [ "$(jq '[.kernels[] | select(.shared_bytes == 0) | . as $row |
    (if .architecture == 90 then {most: 2048, blocks: 32} else {most: 1024, blocks: 16} end) as $sm |
    ((.registers + 7) / 8 | floor * 8 * $row.threads) as $registers |
    .blocks == ([(65536 / $registers | floor), $sm.most / .threads, $sm.blocks] | min) and
    .occupancy == .blocks * .threads / $sm.most] | length > 50 and all' "$table")" = true ]
  expect 0 "$PAIRLANES" plot "$table" --figure occupancy --out "$BATS_TEST_TMPDIR/figures"
  [ "$(names "$BATS_TEST_TMPDIR/figures/occupancy.tsv" | grep '^lj, single precision' | sort -u | wc -l)" -eq 4 ]
  shows 2 "no results: it holds no cases" "$PAIRLANES" show "$table"
  jq '.kernels[3].occupancy = 1.5' "$table" >"$BATS_TEST_TMPDIR/full.json"
  expect 2 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/full.json" --out "$BATS_TEST_TMPDIR/figures"
  has "full.json.kernels[3].occupancy: expected a number from 0 to 1"
  jq '.schema_version = 2' "$table" >"$BATS_TEST_TMPDIR/newer.json"
  shows 2 "schema_version: expected" "$PAIRLANES" plot "$BATS_TEST_TMPDIR/newer.json" --out "$BATS_TEST_TMPDIR/figures"
}

@test "instructions of loops are counted by class, as a table and JSON" {
  need_kernel_compiler
  local table=$BATS_TEST_TMPDIR/kernels.json
  expect 0 "$PAIRLANES" compile lj --strategy vertex --set precision=single --arch sm_90 --loops --out "$table"
  [[ $output =~ "vertex lj"\ +single.*\ force\ .*\ inner\ .*\ FFMA ]]
  [ "$(grep -c "force_energy.*FFMA" <<<"$output")" -eq 0 ]
  # each instruction of a loop is in one class, and no loop is longer than its kernel
  [ "$(jq '[.kernels[] | .instructions as $all | .loops[] |
    .instructions > 0 and ([.classes[]] | add) == .instructions and .instructions < $all] |
    length > 50 and all' "$table")" = true ]
  # the loop evaluates four pairs: loads of four positions and of their entries, and four reciprocals
  [ "$(jq '[.kernels[] | select(.strategy == "vertex" and .kernel == "force") | .loops[] |
    .inner and .classes.MUFU == 4 and .classes.LDG == 5 and (.classes | has("DFMA") | not)] == [true, true]' \
    "$table")" = true ]
  # an outer loop includes the instructions of the inner loop
  [ "$(jq '[.kernels[] | select(.loops | any(.inner | not)) | (.loops | map(select(.inner) | .instructions) | min) <
    (.loops | map(select(.inner | not) | .instructions) | min)] | length > 0 and all' "$table")" = true ]
  # records contain sums over the innermost loops of their force kernels
  [ "$(jq '(.kernels | map(select(.strategy == "vertex") | .loops[] | select(.inner) | .instructions) | add) ==
    .cases[0].loop_instructions' "$table")" = true ]
  shows 2 "--loops is for the backend cuda" "$PAIRLANES" compile lj --backend cpu --loops
}

# Copies the kernel sources into a folder and changes a line of one file.
changed_sources() { # FOLDER FILE SED
  mkdir -p "$1"
  (cd "$ROOT" && cp -r --parents models strategies harness "$1")
  sed -i "$3" "$1/$2"
  ! cmp -s "$ROOT/$2" "$1/$2"
}

# Makes a script that acts like a build from other sources: it adds rows with other hashes to the program's rows.
other_build() { # SCRIPT FOLDER HASH
  cat >"$1" <<BASH
#!/bin/bash
if [ "\$1" = list ]; then
  "$PAIRLANES" "\$@" | sed 's/"source_hash": "[0-9a-f]\{8\}/"source_hash": "$3/'
else
  "$PAIRLANES" "\$@" --source "$2"
fi
BASH
  chmod +x "$1"
}

# Writes a case of vertex, with the current hash of its sources, to results/machine/recorded.json of a separate tree.
recorded_case() { # BACKEND RESULTS
  folder=$BATS_TEST_TMPDIR
  recorded=$folder/tree/results/machine/recorded.json table=$folder/tree/results/same-code.txt
  mkdir -p "$folder/tree/scripts" "${recorded%/*}"
  cp "$ROOT"/scripts/{same-code,{machine_code,strict_json,whole_file}.py} "$folder/tree/scripts"
  echo "# gcc $(gcc -dumpfullversion)" >"$table"
  now=$("$PAIRLANES" list --sources --format json | jq -r --arg backend "$1" \
    '.[] | select(.strategy == "vertex" and .model == "lj" and .backend == $backend).source_hash')
  jq -c --arg now "$now" --arg backend "$1" \
    '.cases |= [(.[] | select(.strategy == "vertex" and .backend == $backend))][:1]
    | .cases[0] |= (.source_hash = $now | del(.code_hash))
    | .cases[0].precision as $precision | .config.sweeps |= [.[] | select(.backend == [$backend] and .model == ["lj"])
      | .strategy = ["vertex"] | .precision = [$precision]][:1]' \
    "$ROOT/results/$2" >"$recorded"
}

# Compares the case with the sources in a folder, or with the current sources. Expects this number of current cases.
follow() { # FOLDER CURRENT
  local program=$PAIRLANES
  if [ -n "$1" ]; then
    other_build "$folder/$1.sh" "$folder/$1" "$(printf %.8s "$(md5sum <<<"$1")")"
    program=$folder/$1.sh
  fi
  PAIRLANES=$program expect 0 "$folder/tree/scripts/same-code"
  has "recorded.json: $2 cases are of today's kernels"
  PAIRLANES=$program expect 0 "$folder/tree/scripts/same-code" --check
}

@test "records stay current exactly if the machine code of their kernels is unchanged" {
  need_kernel_compiler
  recorded_case cuda nvidia-h200/bench-lj.json
  follow "" "1 of 1"
  [ "$(jq -r '[.cases[0].code_hash[] | length] | unique | tostring' "$recorded")" = "[32]" ]
  valid "$ROOT/results/schema.json" "$recorded"
  cp "$recorded" "$folder/before.json"
  changed_sources "$folder/same" strategies/vertex/vertex.cu '/^#include "strategies.gpu_bonded/i enum { ANOTHER = 1 };'
  changed_sources "$folder/other" models/lj.h 's/per_r2 = 1 /per_r2 = 2 /'
  follow other "0 of 1"
  rm "$table" && echo "# gcc" >"$table"
  PAIRLANES=$folder/other.sh expect 1 "$folder/tree/scripts/same-code" --check
  has "recorded.json: the sources of 1 cases have changed: run scripts/same-code"
  follow same "1 of 1"
  cmp "$recorded" "$folder/before.json"
  grep -x "[0-9a-f]\{8\}${now:8} single $(jq -r '.cases[0].code_hash.force' "$recorded")" "$table"
  follow other "0 of 1"
  [ "$(grep -v '^#' "$table" | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 1 ] # lines of earlier sources are removed
}

@test "cases with particles of the tree's files are not compiled, and names of other files are refused" {
  recorded_case cuda nvidia-h200/bench-lj.json
  jq -c '.config |= (.name = "of-files" | .sweeps[].system = {"file": ["absent.xyz"]})' "$recorded" >"$folder/named.json"
  mv "$folder/named.json" "$recorded"
  shows 2 "its config names file: expected none" "$folder/tree/scripts/same-code"
  mkdir "$folder/tree/configs"
  echo '{"system": {"file": "absent.xyz"}}' >"$folder/tree/configs/of-files.json"
  for check in "" --check; do
    shows 0 "recorded.json: 1 cases are not compiled: their files of particles have types of their own" "$folder/tree/scripts/same-code" ${check:+"$check"}
  done
  echo '{"system": {"file": "other.xyz"}}' >"$folder/tree/configs/of-files.json"
  shows 2 "its config names file: expected none" "$folder/tree/scripts/same-code"
}

@test "records of a CPU stay current if gcc's machine code is unchanged, whatever compiled them then" {
  [ -n "$(command -v gcc)" ] || skip "no gcc"
  recorded_case cpu intel-xeon-2-cores/one-core.json
  follow "" "1 of 1"
  grep "^$now double " "$table"
  cp "$recorded" "$folder/before.json"
  changed_sources "$folder/same" strategies/cpu_arguments.h 's/const uint32_t [*]string_bits;/& const void *appended;/'
  changed_sources "$folder/other" models/lj.h 's/per_r2 = 1 /per_r2 = 2 /'
  follow other "0 of 1"
  follow same "1 of 1"
  cmp "$recorded" "$folder/before.json"
}

# bats test_tags=long
@test "a change in one precision keeps the records in others; a change of motion keeps records without motion" {
  need_kernel_compiler
  recorded_case cuda nvidia-h200/bench-lj.json
  jq -c '.cases += [.cases[0] | .precision = "double" | .id |= sub("/single/"; "/double/")]
    | .config.sweeps[].precision = ["single", "double"]' "$recorded" >"$folder/two.json"
  mv "$folder/two.json" "$recorded"
  follow "" "2 of 2"
  changed_sources "$folder/double" models/lj.h 's/per_r2 = 1 /per_r2 = (sizeof(real) == 8 ? 2 : 1) /'
  follow double "1 of 2"
  changed_sources "$folder/moved" harness/backend/cuda/device/dynamics.cu 's/listed.i. = a.at.i./listed[i] = a.at[0]/'
  follow moved "2 of 2"
  jq -c '.cases[0].step = .cases[0].force' "$recorded" >"$folder/two.json"
  mv "$folder/two.json" "$recorded"
  follow moved "1 of 2"
}

@test "a second compilation comes from the cache" {
  need_kernel_compiler
  set -- compile lj --strategy vertex --set precision=single --arch sm_90
  "$PAIRLANES" "$@" >/dev/null
  run "$PAIRLANES" "$@"
  [ "$status" -eq 0 ]
  [[ "$output" =~ ([0-9]+)" kernels, "([0-9]+)" of them from the cache" ]]
  [ "${BASH_REMATCH[1]}" -gt 0 ]
  [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
}

@test "a kernel that does not compile fails with the compiler's message" {
  need_kernel_compiler
  mkdir -p "$BATS_TEST_TMPDIR/strategies/vertex"
  echo "this is no kernel" >"$BATS_TEST_TMPDIR/strategies/vertex/vertex.cu"
  run "$PAIRLANES" compile lj --strategy vertex --set precision=single --arch sm_90 --source "$BATS_TEST_TMPDIR"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ "$output" == *"strategies/vertex/vertex.cu does not compile"* ]]
}

@test "an architecture that the toolkit does not know exits with 3" {
  need_kernel_compiler
  expect 3 "$PAIRLANES" compile lj --strategy vertex --set precision=double --arch sm_999
  has "does not compile for this architecture"
}

@test "a wrong architecture, no processes, a missing config and a folder without sources are refused" {
  need_kernel_compiler
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

@test "NVRTC is found in each of the folders that toolkits, conda and pip put it in" {
  need_kernel_compiler
  cd "$BATS_TEST_TMPDIR"
  # a library that ends the process when it is used, and a library path without any other library
  { echo '#include <stdlib.h>' && grep -oE 'X\(nvrtc\w+\)' "$ROOT/harness/backend/cuda/driver/cuda_library.h" |
    sed -E 's/X\((.*)\)/void \1(void) { exit(42); }/'; } >nvrtc.c
  cat >loader.c <<'C'
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

void *dlopen(const char *name, int flags)
{
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return name != NULL && strncmp(name, "libnvrtc", 8) == 0 ? NULL : next(name, flags);
}
C
  gcc -shared -fPIC -o libnvrtc.so nvrtc.c
  gcc -D_GNU_SOURCE -shared -fPIC -o loader.so loader.c
  export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
  local folder variable
  for folder in lib64 lib targets/x86_64-linux/lib targets/sbsa-linux/lib; do
    mkdir -p "own/$folder"
    cp libnvrtc.so "own/$folder"
    for variable in CUDA_PATH CUDA_HOME; do
      expect 42 env PAIRLANES_CACHE="$PWD/cache" LD_PRELOAD="$PWD/loader.so" "$variable=$PWD/own" "$PAIRLANES" compile lj \
        --arch sm_90 --one-each --strategy vertex --set precision=single --jobs 1
    done
    rm -r own
  done
}
