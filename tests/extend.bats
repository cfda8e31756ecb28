#!/usr/bin/env bats
# bats file_tags=long
# Tests additions to the repository: a model is a header and a row of a table, a strategy a folder and a row, a neighbor
# structure a row, a header for kernels and a file per backend. The examples of tests/extend are built, listed and
# verified without any other change. tests/outside.bats tests them as extensions.

load setup

# Makes a copy of the repository with the files of tests/extend, and builds it with little
# optimization. Without optimization, references would take more time than compilation saves.
setup_file() {
  load setup
  export TREE=$BATS_FILE_TMPDIR/tree
  git -C "$ROOT" rev-parse >/dev/null 2>&1 || skip "not a git checkout"
  mkdir "$TREE"
  (cd "$ROOT" && git ls-files -co --exclude-standard -z | xargs -0 cp --parents -t "$TREE")
  git -C "$TREE" init --quiet
  git -C "$TREE" add --all
  git -C "$TREE" -c user.name=test -c user.email=test commit --quiet -m "before"

  cp -r "$TREE"/tests/extend/{models,strategies,harness} "$TREE"
  rm -r "$TREE"/models/{discs,gauss,ions,mix}.h "$TREE/strategies/bundle"
  while read -r table row; do
    echo "$row" >>"$TREE/$table"
  done <"$TREE/tests/extend/rows"

  env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u BUILD make -C "$TREE" -j"$(nproc)" CUDA= CFLAGS=-O1 \
    KERNEL_TUNING=-O1 >"$BATS_FILE_TMPDIR/log" 2>&1 || {
    cat "$BATS_FILE_TMPDIR/log" >&2
    return 1
  }
}

# Succeeds if, according to `output`, these models and strategies have passed in double and single precision.
has_passed() {
  local model strategy precision
  for model in $1; do
    for strategy in $2; do
      for precision in double single; do
        grep -qE "^cpu +$model +$precision +$strategy .*passed$" <<<"$output" || {
          echo "$model with $strategy is not in:"
          echo "$output"
          return 1
        }
      done
    done
  done
}

@test "adding a model and a strategy changes only their files and one row each" {
  run git -C "$TREE" status --porcelain --untracked-files=all
  [ "$output" = " M harness/catalog/neighbor_table.h
 M models/table.h
 M strategies/table.h
?? harness/backend/cpu/lists/neighbors_sweep.c
?? models/soft.h
?? strategies/dynamic/dynamic.c
?? strategies/dynamic/dynamic.cu
?? strategies/dynamic/strategy.h
?? strategies/sweep/sweep.c
?? strategies/sweep_arguments.h" ]
  [ "$(git -C "$TREE" diff --numstat)" = $'1\t0\tharness/catalog/neighbor_table.h
1\t0\tmodels/table.h
2\t0\tstrategies/table.h' ]
}

@test "the extended program and its kernels build without a warning" {
  run grep -i warning "$BATS_FILE_TMPDIR/log"
  [ -z "$output" ]
  # scripts/lint and tests compile kernels of other models
  expect 0 "$TREE/build/pairlanes" compile --backend cpu --strict --model soft --set precision=double,single
  has "0 with warnings; 0 failed"
  shows 0 "0 with warnings; 0 failed" "$TREE/build/pairlanes" compile --backend cpu --strict --strategy dynamic,sweep
}

@test "list describes the added model and strategy" {
  shows 0 "dynamic         vertex, balanced at run time" "$TREE/build/pairlanes" list
  has "rows handed out at once: 1…4096, default 64"
  has "sweep           each particle interacts with those near it along x (CPU only)"
  has "soft            soft spheres, a harmonic repulsion"
  has "stiffness"
}

@test "energy evaluates the model" {
  # two particles half a diameter apart: U = 25/2 (1 - 0.75/1.5)^2 = 3.125
  printf '2\nLattice="9 0 0 0 9 0 0 0 9" Properties=species:S:1:pos:R:3\nA 1 1 1\nA 1.75 1 1\n' \
    >"$BATS_TEST_TMPDIR/two.xyz"
  expect 0 "$TREE/build/pairlanes" energy --model soft --json "$BATS_TEST_TMPDIR/two.xyz"
  [ "$(jq .energy <<<"$output")" = 3.125 ]
  expect 0 "$TREE/build/pairlanes" energy --model soft --set diameter=3 --json \
    "$BATS_TEST_TMPDIR/two.xyz"
  [ "$(jq .energy <<<"$output")" = 7.03125 ]
}

# Other tests verify the strategies and models of the repository with each other.
@test "verify compares them with the reference, in every combination with those of the tree" {
  all="serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh dynamic sweep"
  expect 0 "$TREE/build/pairlanes" verify --backend cpu --n 1536 --model soft --precision double,single
  has_passed "soft" "$all"
  expect 0 "$TREE/build/pairlanes" verify --backend cpu --n 1536 --strategy dynamic,sweep
  has_passed "lj soft" "dynamic sweep"
}

@test "show names the fastest case of a run with them" {
  echo '{"model": "soft", "system": {"n": [2000], "density": [0.5]}, "backend": ["cpu"],
    "strategy": ["vertex", "dynamic"], "tuning": {"dynamic": {"rows": [1, 64]}},
    "sampling": {"warmup_ms": 1, "max_samples": 30, "max_seconds": 0.2}}' \
    >"$BATS_TEST_TMPDIR/soft.json"
  cd "$BATS_TEST_TMPDIR"
  expect 0 "$TREE/build/pairlanes" run soft.json --out soft-results.json
  shows 0 "dynamic rows=64" "$TREE/build/pairlanes" show soft-results.json
  has "vertex"
}
