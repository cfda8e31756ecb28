#!/usr/bin/env bats
# Tests compilers and instruction sets as lists in a config.

load setup

setup() {
  folder=$BATS_TEST_TMPDIR
  export PAIRLANES_CACHE=$folder/cache TMPDIR=$folder/tmp
  unset PAIRLANES_CC
  mkdir "$TMPDIR" "$folder/bin"
  export PATH=$folder/bin:$PATH FAKE_VERSION=99.1 FAKE_LACK=nothing
  cat >"$folder/small.json" <<'JSON'
{
  "name": "small",
  "system": {"n": 500},
  "strategy": "serial",
  "precision": "single",
  "backend": "cpu",
  "threads": 1,
  "compiler": ["gcc", "clang"],
  "sampling": {"warmup_ms": 1, "max_samples": 30, "max_seconds": 0.1}
}
JSON
}

# Makes a fake clang with this description and these faults, which compiles by calling gcc.
fake_clang() {
  cat >"$folder/bin/clang" <<'SH'
#!/bin/sh
case "$*" in
*--version*) echo "Some (4.5.6) clang version $FAKE_VERSION (more)" ;;
*-march=$FAKE_LACK*)
  echo "Some long description of itself" >&2
  echo "error: unknown target CPU '$FAKE_LACK'" >&2
  exit 1
  ;;
*" -E "*) echo "cc1 any" >&2 ;;
*)
  [ "$FAKE_LACK" != -lomp ] || { echo "ld: cannot find -lomp" >&2; exit 1; }
  [ "$FAKE_LACK" != cc1plus ] || { echo "fatal error: cannot execute 'cc1plus': execvp" >&2; exit 1; }
  exec gcc "$@"
  ;;
esac
SH
  chmod +x "$folder/bin/clang"
}

run_small() { # EXIT CODE, OPTION…
  local code=$1
  shift
  expect "$code" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet "$@"
}

value() { # FILTER
  jq -r "$1" "$folder/out.json"
}

@test "results have the instructions of lists" {
  run_small 0 --set compiler=gcc
  defined="$($(cat "$(dirname "$PAIRLANES")/flags/kernels") -dM -E -x c /dev/null)"
  wide=baseline
  ! grep -q __AVX2__ <<<"$defined" || wide=avx2
  ! grep -q __AVX512F__ <<<"$defined" || wide=avx512
  [ "$(value .provenance.list_instructions)" = "$wide" ]
}

@test "compilers and instruction sets multiply into cases, each with its own kernel and record" {
  fake_clang
  run_small 0 --set arch=native,x86-64
  [ "$(value '[.cases[] | "\(.id | split("/")[5:7] | join("/")) \(.compiler | split(" ")[0]) \(.arch) \(.status)"] | join("; ")')" \
    = "gcc/native gcc native ok; gcc/x86-64 gcc x86-64 ok; clang/native clang native ok; clang/x86-64 clang x86-64 ok" ]
  [ "$(value '.cases[0].compiler')" = "gcc $(gcc -dumpfullversion)" ]
  [ "$(value '.cases[2].compiler')" = "clang 99.1" ]
  [ "$(find "$PAIRLANES_CACHE" -name '*.so' | wc -l)" -eq 4 ]
  expect 0 "$PAIRLANES" show "$folder/out.json"
  grep -qE "compiler +arch" <<<"$output"
  grep -qE "serial .* clang 99.1 +x86-64( |$)" <<<"$output"
  expect 0 "$PAIRLANES" export "$folder/out.json" --format tsv
  grep -qP "\tclang 99.1\tx86-64\t" <<<"$output"
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json" --set arch=x86-64
  grep -qE "^ *serial lj +single +clang +x86-64 .* cached\$" <<<"$output"
  has "2 kernels, 2 of them from the cache"
}

@test "cases without a chosen compiler keep their names, and record their compiler" {
  cat >"$folder/bin/plain" <<'SH'
#!/bin/sh
exec gcc "$@"
SH
  chmod +x "$folder/bin/plain"
  jq 'del(.compiler)' "$folder/small.json" >"$folder/plain.json"
  expect 0 env PAIRLANES_CC=plain "$PAIRLANES" run "$folder/plain.json" --out "$folder/out.json" --quiet
  [ "$(value '.cases[0].id')" = lj/n500/rho0.8442/single/cpu/hilbert/serial ]
  [ "$(value '.cases[0].compiler')" = "gcc $(gcc -dumpfullversion)" ]
  [ "$(value '.cases[0].arch')" != null ]
  expect 0 "$PAIRLANES" show "$folder/out.json"
  lacks compiler
}

@test "an instruction set that the CPU lacks is a skipped case with the reason" {
  run_small 0 --set compiler=gcc --set arch=native,x86-64-v4
  if grep -qw avx512vl /proc/cpuinfo; then
    [ "$(value '[.cases[].status] | join(" ")')" = "ok ok" ]
  else
    [ "$(value '[.cases[].status] | join(" ")')" = "ok skipped" ]
    value '.cases[1].reason' | grep -q "^this CPU cannot run code for x86-64-v4: it has no avx"
    value '.cases[1].id' | grep -q x86-64-v4
  fi
}

@test "kernels of a native instruction set do not run on a CPU that lacks parts of it, as under an emulator" {
  ! grep -qw avx512f /proc/cpuinfo || skip "this CPU has all of x86-64-v4"
  printf '#!/bin/sh\nexec gcc -mavx512f "$@"\n' >"$folder/bin/wide"
  chmod +x "$folder/bin/wide"
  PAIRLANES_CC=wide expect 3 "$PAIRLANES" verify lj --strategy vertex --precision single --backend cpu
  has "this CPU cannot run code for native: it has no avx512f"
}

@test "a folder in the place of a cached kernel is named, and the rest of the cache is used" {
  run_small 0 --set compiler=gcc
  kernel=$(find "$PAIRLANES_CACHE" -name '*.so')
  rm "$kernel"
  mkdir -p "$kernel/full"
  run_small 0 --set compiler=gcc
  has "$kernel is in the place of a cached file, and cannot be removed"
  lacks "is not used"
}

@test "an instruction set that the compiler does not know is a failed case with its first lines" {
  fake_clang
  FAKE_LACK=x86-64 run_small 2 --set arch=x86-64
  [ "$(value '[.cases[].status] | join(" ")')" = "ok failed" ]
  value '.cases[1].reason' >"$folder/reason"
  grep -qx "serial lj single: clang cannot compile for the architecture x86-64 (exit status 1): error: unknown target CPU 'x86-64'" \
    "$folder/reason"
  FAKE_LACK=x86-64 expect 1 "$PAIRLANES" compile --backend cpu "$folder/small.json" --set arch=x86-64
  has "2 kernels, 1 of them from the cache, 0 with warnings; 1 failed"
  has "error: unknown target CPU 'x86-64'"
}

@test "cases are skipped with the compiler's message or a remedy if the compiler lacks something" {
  fake_clang
  FAKE_LACK=-lomp run_small 0
  [ "$(value '[.cases[].status] | join(" ")')" = "ok skipped" ]
  value '.cases[1].reason' | grep -q "clang finds no OpenMP library of its own: install it (libomp-dev on Debian)"
  FAKE_LACK=cc1plus run_small 3 --set compiler=clang --set precision=fixed_math
  value '.cases[0].reason' | grep -q "clang finds no C++ compiler of its own version: install it (g++), or leave"
  ln -sf /bin/false "$folder/bin/clang"
  run_small 0
  [ "$(value '[.cases[].status] | join(" ")')" = "ok skipped" ]
  expect 3 env PATH=/nonexistent PAIRLANES_CACHE="$folder/none" "$PAIRLANES" run \
    "$folder/small.json" --out "$folder/out.json" --quiet
  value '.cases[1].reason' | grep -q "there is no C compiler here (clang).*install clang, or fill the cache"
}

@test "--resume measures cases of another compiler version again, and keeps the rest" {
  fake_clang
  run_small 0
  run_small 0 --resume
  has "2 of them before"
  FAKE_VERSION=99.2 run_small 0 --resume
  has "1 of them before"
  [ "$(value '.cases[1].compiler')" = "clang 99.2" ]
  rm -r "$PAIRLANES_CACHE" "$folder/bin/clang"
  PATH=/nonexistent expect 0 "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet --resume
  has "2 of them before"
}

@test "compare takes cases of another compiler for other cases" {
  fake_clang
  run_small 0 --set compiler=gcc
  mv "$folder/out.json" "$folder/gcc.json"
  run_small 0 --set compiler=clang
  shows 2 "the results share no case" "$PAIRLANES" compare "$folder/gcc.json" "$folder/out.json"
}

@test "unknown compilers and instruction sets are config errors with the nearest name" {
  shows 2 'did you mean "clang"?' "$PAIRLANES" run "$folder/small.json" --set compiler=clag
  shows 2 "native, x86-64, x86-64-v2, x86-64-v3, x86-64-v4" "$PAIRLANES" run "$folder/small.json" --set arch=x86-64-v5
  has 'did you mean "x86-64-v'
}

# bats test_tags=long
@test "kernels of clang and gcc run with threads in one process" {
  echo 'int main(void) { return 0; }' >"$folder/empty.c"
  clang -fopenmp "$folder/empty.c" -o "$folder/empty" 2>/dev/null || skip "no clang with libomp here"
  unset OMP_WAIT_POLICY
  run_small 0 --set strategy=newton,edge,vertex --set threads=3 --set sampling.step=0.001
  [ "$(value '[.cases[] | "\(.strategy) \(.threads) \(.status)"] | unique | join("; ")')" \
    = "edge 3 ok; newton 3 ok; vertex 3 ok" ]
  [ "$(value '[.cases[].compiler | split(" ")[0]] | unique | join(" ")')" = "clang gcc" ]
  # steps with clang's kernels are not timed: threads of two OpenMP libraries would alternate in a step
  timed='[.cases[] | "\(.compiler | split(" ")[0]) \(.step != null) \(.step_reason != null)"] | unique | join("; ")'
  [ "$(value "$timed")" = "clang false true; gcc true false" ]
  shows 0 "Steps not timed: the kernel and the driver use different OpenMP libraries" "$PAIRLANES" show "$folder/out.json"
  OMP_WAIT_POLICY=Passive run_small 0 --set strategy=vertex --set threads=3 --set sampling.step=0.001
  [ "$(value "$timed")" = "clang true false; gcc true false" ]
}

# shellcheck disable=SC2016
@test "tune without a compiler and compile without a cache exit with 3" {
  cd "$BATS_TEST_TMPDIR"
  PATH=$BATS_TEST_TMPDIR/none PAIRLANES_CACHE=$BATS_TEST_TMPDIR/empty expect 3 "$PAIRLANES" tune lj --n 500 \
    --strategy team --precision double --backend cpu --seconds 10 --out tuned.json
  has "no case can be measured: there is no C compiler here"
  [ ! -e tuned.json ]
  PAIRLANES_CACHE=/dev/null/x expect 3 "$PAIRLANES" compile lj --strategy vertex --backend cpu --set precision=double
  has "none of the kernels could be stored in the cache"
  expect 3 env -u HOME -u PAIRLANES_CACHE -u XDG_CACHE_HOME "$PAIRLANES" compile lj --strategy vertex --backend cpu \
    --set precision=double
  has "there is no cache, since HOME is not set"
  expect 0 env -u HOME -u PAIRLANES_CACHE -u XDG_CACHE_HOME "$PAIRLANES" run lj --n 500 --strategy serial --precision double \
    --backend cpu --set sampling.max_seconds=0.05 --quiet --out run.json
  has "there is no cache, since HOME is not set: every run compiles its kernels and builds its systems"
  # a compiler without support for this CPU
  printf '#!/bin/sh\ncase $* in *-march=native*) echo "bad value" >&2; exit 1 ;; esac\nexec gcc "$@"\n' >older
  chmod +x older
  PAIRLANES_CC=$PWD/older expect 3 "$PAIRLANES" run lj --n 500 --strategy vertex --precision double --backend cpu \
    --set arch=native --quiet --out run.json
  has "older cannot compile for the architecture native (exit status 1): bad value; choose another by --arch or arch"
}

@test "results record the options in PAIRLANES_CC with the compiler, and have another identity with them" {
  cd "$BATS_TEST_TMPDIR"
  local words=(lj --n 500 --strategy vertex --precision double --backend cpu --quiet --set sampling.max_seconds=0.05)
  PAIRLANES_CC=gcc expect 0 "$PAIRLANES" run "${words[@]}" --out plain.json
  PAIRLANES_CC="gcc -fno-tree-vectorize" expect 0 "$PAIRLANES" run "${words[@]}" --out words.json
  [ "$(jq -r '.cases[0].compiler' plain.json)" = "gcc $(gcc -dumpfullversion)" ]
  [ "$(jq -r '.cases[0].compiler' words.json)" = "gcc $(gcc -dumpfullversion): gcc -fno-tree-vectorize" ]
  [ "$(jq -r '.cases[0].identity' plain.json)" != "$(jq -r '.cases[0].identity' words.json)" ]
}
