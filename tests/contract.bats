#!/usr/bin/env bats
# Tests the contract of models (models/README.md): names, and optional parts of models.

load setup

setup() {
  cd "$ROOT" || return # the folder with the emulator's compiler
  T=$BATS_TEST_TMPDIR
  # not optimized, because kernels are compiled and run only once
  printf '#!/bin/sh\nexec %s "$@" -O0\n' "${PAIRLANES_CC:-gcc}" >"$T/cc"
  chmod +x "$T/cc"
  export PAIRLANES_CC=$T/cc PAIRLANES_CACHE=$T/cache
  mapfile -t headers < <(sed -nE 's/^MODEL\((\w+)\)$/models\/\1.h/p' models/table.h)
}

named() {
  grep -oE '^- `MODEL_[A-Z_]+' models/README.md | grep -oE 'MODEL_[A-Z_]+' | sort
}

# Prints the lines of models that define a macro which only increases speed, as FILE:LINE:TEXT.
accelerators() {
  grep -nE '^#define MODEL_(COPIES|MAY_INTERACT|VARIANTS|SUMS|IN_UNITS)\b' "${headers[@]}" models/*/*.h
}

# Verifies a case with and without each accelerator macro that matches MACROS.
verify_without() { # BACKEND PRECISION STRATEGIES MACROS
  local line file number model count=0
  while IFS=: read -r file number line; do
    [[ $line =~ $4 ]] || continue
    model=${file#models/}
    model=${model%%[./]*}
    rm -rf "$T/tree"
    mkdir "$T/tree"
    cp -r models strategies "$T/tree"
    ln -s "$ROOT/harness" "$T/tree/harness"
    sed -i "${number}d" "$T/tree/$file"
    jq -n --arg model "$model" --arg backend "$1" --arg precision "$2" --arg strategies "$3" '
      {lj: {n: 256, density: 0.5, temperature: 1.8}, oxdna: {builder: "duplexes", n: 64},
       brahms: {builder: "water", n: 512}, allatom: {n: 1536}}[$model] as $system |
      {model: $model, $backend, $precision, $system, strategy: ($strategies / ","), counters: {lanes: false}} +
      (if $model == "allatom" then {parameters: {cutoff: 6, switch: 5}} else {} end) +
      (if $backend == "cpu" then {threads: 1} else {} end)' >"$T/config.json"
    expect 0 "$program" verify "$T/config.json" --source "$T/tree" --json "$T/without.json"
    expect 0 "$program" verify "$T/config.json" --json "$T/with.json"
    jq -e '.cases | length > 0 and all(.[]; .status == "ok")' "$T/without.json" "$T/with.json"
    [ "$2" != fixed ] || [ "$(jq -c '[.cases[].verify]' "$T/without.json")" = "$(jq -c '[.cases[].verify]' "$T/with.json")" ]
    count=$((count + 1))
  done < <(accelerators)
  [ "$count" -gt 0 ]
}

@test "the contract has ten macros at most, and models define no others" {
  [ "$(named | wc -l)" -le 10 ]
  run comm -23 <(grep -hoE '^#define MODEL_[A-Z_]+' "${headers[@]}" models/*/*.h | sed 's/#define //' | sort -u) <(named)
  [ -z "$output" ]
}

@test "strategies ask for no macro of a model" {
  run grep -nE '^ *# *(if|ifdef|ifndef|elif).*MODEL_' strategies/*/*.c strategies/*/*.cu strategies/*/*.h strategies/*/*.cuh
  [ "$status" -eq 1 ]
}

# Checks how many files, and lines in all, the preprocessor opens for a kernel of lj.
opens() { # FILES LINES COMMAND...
  local opened
  mapfile -t opened < <("${@:3}" -MM -MT '' -I. -DREAL=float -DSUM=float -DMODEL=lj '-DMODEL_HEADER="models/lj.h"' |
    grep -oE '[[:alnum:]_/.]+')
  wc -l "${opened[@]}"
  [ "${#opened[@]}" -gt 1 ]
  [ "${#opened[@]}" -le "$1" ]
  [ "$(cat "${opened[@]}" | wc -l)" -le "$2" ]
}

@test "a kernel of Lennard-Jones opens few files" {
  opens 10 1000 "${CXX:-g++}" -std=c++17 -D__CUDACC__ -D__CUDACC_RTC__ -x c++ strategies/vertex/vertex.cu
  opens 11 1000 gcc strategies/vertex/vertex.c
}

@test "forces of bonded forms take the operations that their table declares" {
  local compiler=("${CXX:-g++}" -std=c++17 -w -I.)
  "${compiler[@]}" tests/form_operations.cc -o "$T/count"
  expect 0 "$T/count"
  mkdir -p "$T/tree"
  cp -r models "$T/tree"
  sed -i 's/TERM_DIHEDRAL, 107, 3/TERM_DIHEDRAL, 107, 4/' "$T/tree/models/forms/list.h"
  "${compiler[@]/-I./-I$T/tree}" tests/form_operations.cc -o "$T/count"
  shows 1 "dihedral_opls: 107 flops and 3 special ones, declared 107 and 4" "$T/count"
}

# x^2 takes 7 flops, each of the eleven terms of the series 3, but a division by 1 none, and the force 8 more.
@test "forces of excluded pairs take the operations of their formulas" {
  "${CXX:-g++}" -std=c++17 -w -I. tests/form_operations.cc -o "$T/count"
  shows 0 "excluded_ewald, x^2 < 1/4: 47 flops, 0 special" "$T/count" excluded
  has "excluded_ewald, x^2 >= 1/4: 20 flops, 3 special"
  has "excluded_field: 5 flops, 0 special"
}

# Rows of tables begin with a name, which is allowed. A format may have the name of a model.
@test "the harness names models only in builders and rows of tables" {
  names=$(sed -nE 's/^MODEL\((\w+)\)$/\1/p' models/table.h | paste -sd'|')
  run bash -c "grep -rnE '\"($names)\"|#include \"models/($names)[./]|\b(${names^^})_[A-Z]' harness --include=*.[ch] |
    grep -vE '^harness/input/builders/|:[0-9]+: +(\{\"|\[\w+\] = )|:    \.name = '"
  echo "$output"
  [ -z "$output" ]
}

@test "a model without an accelerator of a CPU has the same forces" {
  program=$PAIRLANES
  verify_without cpu fixed vertex IN_UNITS
  verify_without cpu single team VARIANTS
}

# bats test_tags=long
@test "a model without an accelerator of a GPU has the same forces" {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  verify_without cuda fixed vertex IN_UNITS
  verify_without cuda single vertex,staged 'COPIES|MAY_INTERACT|SUMS'
}
