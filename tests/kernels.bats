#!/usr/bin/env bats
# Tests CPU kernels. They are compiled when a case needs them, cached, not loaded if another user could have written
# them, and reported if they are not available.

load setup

setup() {
  folder=$BATS_TEST_TMPDIR
  export PAIRLANES_CACHE=$folder/cache TMPDIR=$folder/tmp
  mkdir "$TMPDIR"
  cat >"$folder/small.json" <<'JSON'
{
  "name": "small",
  "system": {"n": 500},
  "strategy": ["serial", "vertex"],
  "precision": "single",
  "backend": "cpu",
  "threads": 1,
  "sampling": {"warmup_ms": 1, "max_samples": 30, "max_seconds": 0.1}
}
JSON
}

run_small() { # EXIT CODE, OPTION…
  local code=$1
  shift
  expect "$code" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet "$@"
}

value() { # FILTER
  jq -r "$1" "$folder/out.json"
}

objects() {
  find "$PAIRLANES_CACHE" -name '*.so' | wc -l
}

# Compiles a kernel and checks the output about it. With code=3, expects exit code 3, if the cache cannot keep the
# kernel.
compile_one() { # WHAT HAS BECOME OF THE KERNEL, OPTION…
  local become=$1
  shift
  expect "${code:-0}" "$PAIRLANES" compile --backend cpu "$folder/small.json" --set strategy=serial "$@"
  grep -qE "^ *serial lj +single .* $become\$" <<<"$output" || {
    echo "not $become: $output"
    return 1
  }
}

# Makes a fake compiler with this description.
fake_compiler() {
  mkdir -p "$folder/bin"
  cat >"$folder/bin/fakecc" <<'SH'
#!/bin/sh
case "$*" in
*--version*) echo "fakecc $FAKE_VERSION" ;;
*" -E "*) echo "cc1 $FAKE_NATIVE" >&2 ;;
*) [ -z "$FAKE_WAIT" ] || { echo $$ >>"$FAKE_WAIT" && sleep 60; }; exec gcc "$@" ;;
esac
SH
  chmod +x "$folder/bin/fakecc"
  export PATH=$folder/bin:$PATH PAIRLANES_CC=fakecc FAKE_VERSION=1 FAKE_NATIVE=zen
}

@test "a run compiles what its cases need, and the next one finds it in the cache" {
  run_small 0
  [ "$(objects)" -eq 2 ]
  [ "$(value '.overhead.shares.compilation > 0')" = true ]
  run_small 0
  [ "$(objects)" -eq 2 ]
  [ "$(value '.overhead.shares.compilation')" = 0 ]
  [ -z "$(ls -A "$TMPDIR")" ]
}

@test "compile fills the cache for the CPU, with several processes, and reports the result of each kernel" {
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json" --jobs 2
  has "2 kernels, 0 of them from the cache, 0 with warnings; 0 failed"
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json"
  has "2 kernels, 2 of them from the cache, 0 with warnings; 0 failed"
  run_small 0
  [ "$(value '.overhead.shares.compilation')" = 0 ]
  shows 2 'expected cpu or cuda, found "gpu"' "$PAIRLANES" compile --backend gpu "$folder/small.json"
  expect 2 "$PAIRLANES" compile --backend cpu --arch sm_90 "$folder/small.json"
}

@test "another compiler, another version of it and another CPU have other kernels" {
  compile_one compiled
  compile_one cached
  fake_compiler
  compile_one compiled
  compile_one cached
  FAKE_VERSION=2 compile_one compiled
  FAKE_NATIVE=skylake compile_one compiled
  compile_one cached
}

@test "an object that is damaged, or that others may write or own, is compiled again" {
  compile_one compiled
  object=$(find "$PAIRLANES_CACHE" -name '*.so')
  printf '\x55' | dd of="$object" bs=1 seek=5000 conv=notrunc status=none
  compile_one compiled
  compile_one cached
  truncate -s 100 "$object"
  compile_one compiled
  chmod g+w "$object"
  compile_one compiled
  compile_one cached
  chmod o+w "$PAIRLANES_CACHE"
  code=3 compile_one compiled
  code=3 compile_one compiled
  has "the cache $PAIRLANES_CACHE is not used"
  chmod o-w "$PAIRLANES_CACHE"
  compile_one cached
  mv "$object" "$folder/elsewhere"
  ln -s "$folder/elsewhere" "$object"
  compile_one compiled
  if [ "$(id -u)" -eq 0 ]; then
    chown 12345 "$object"
    compile_one compiled
    chown 12345 "$PAIRLANES_CACHE"
    code=3 compile_one compiled
  fi
}

# The object has the right name, owner and checksum, as if it had been compiled with a newer C library.
@test "an object that the loader refuses is compiled again" {
  fake_compiler
  cat >"$folder/bin/gcc" <<'SH'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo "no object" >"$2"
SH
  chmod +x "$folder/bin/gcc"
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json"
  rm "$folder/bin/gcc"
  run_small 0
  [ "$(value '[.cases[].status] | unique | join(" ")')" = ok ]
}

@test "a kernel that does not compile fails its case with the compiler's words" {
  mkdir -p "$folder/source/strategies/vertex"
  echo "this is no kernel" >"$folder/source/strategies/vertex/vertex.c"
  run_small 2 --source "$folder/source"
  [ "$(value '.cases[] | select(.strategy == "serial") | .status')" = ok ]
  [ "$(value '.cases[] | select(.strategy == "vertex") | .status')" = failed ]
  value '.cases[] | select(.strategy == "vertex") | .reason' >"$folder/reason"
  grep -q "^vertex lj single does not compile: .*, exit status 1:" "$folder/reason"
  grep -q "strategies/vertex/vertex.c:1:.*error: .*this" "$folder/reason"
  expect 1 "$PAIRLANES" compile --backend cpu "$folder/small.json" --source "$folder/source"
  has "2 kernels, 1 of them from the cache, 0 with warnings; 1 failed"
  has "vertex lj single does not compile"
}

# shellcheck disable=SC2016
@test "a compiler that lacks files of the machine exits with 3, without blaming the source" {
  local words
  for words in "No space left on device" "Too many open files" "Input/output error" "Cannot allocate memory"; do
    cat >"$folder/cc" <<SH
#!/bin/sh
[ "\$*" != "\${*%.c *}" ] || [ "\$*" != "\${*#*-march=x86-64 }" ] || exec gcc "\$@"
[ "\$LC_ALL" = C ] && echo "error: $words" >&2
exit 1
SH
    chmod +x "$folder/cc"
    LC_ALL=C.UTF-8 PAIRLANES_CC=$folder/cc run_small 3
    [ "$(value '[.cases[].status] | unique[]')" = skipped ]
    # the same result if an architecture is requested
    PAIRLANES_CC=$folder/cc expect 3 "$PAIRLANES" run "$folder/small.json" --set arch=x86-64 --out "$folder/out.json" --quiet
    has "$words"
  done
  run bash -c "ulimit -n 9; exec '$PAIRLANES' run '$folder/small.json' --quiet --out '$folder/few.json'"
  [ "$status" -eq 3 ]
}

@test "warnings are shown, and errors with --strict, whether a kernel is compiled or cached" {
  mkdir -p "$folder/source/strategies/serial"
  {
    cat "$ROOT/strategies/serial/serial.c"
    echo "static int unused;"
  } >"$folder/source/strategies/serial/serial.c"
  run_small 0 --source "$folder/source"
  lacks unused
  compile_one "cached, with warnings" --source "$folder/source"
  has "strategies/serial/serial.c"
  has "unused"
  expect 1 "$PAIRLANES" compile --backend cpu "$folder/small.json" --source "$folder/source" --strict
  has "2 kernels, 2 of them from the cache, 1 with warnings; 0 failed"
  has "unused"
  rm -r "$PAIRLANES_CACHE"
  expect 1 "$PAIRLANES" compile --backend cpu "$folder/small.json" --source "$folder/source" --strict
  has "2 kernels, 0 of them from the cache, 1 with warnings; 0 failed"
}

@test "without a compiler the cases are skipped with the remedy, and run from a filled cache" {
  for lack in PATH=/nonexistent PAIRLANES_CC=/nonexistent; do
    expect 3 env "$lack" "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
    [ "$(value '[.cases[].status] | unique | join(" ")')" = skipped ]
    value '.cases[0].reason' | grep -q "^there is no C compiler here ([^,]*\(, [^,]*\)*), and the cache"
    value '.cases[0].reason' | grep -q ", or fill the cache .*pairlanes compile CONFIG --backend cpu"
    # the message lists each missing compiler once
    [ -z "$(value '.cases[0].reason' | sed 's/.*here (\([^)]*\)).*/\1/' | sed 's/, /\n/g' | sort | uniq -d)" ]
    if [[ $lack == PATH* ]]; then
      value '.cases[0].reason' | grep -q "; install gcc, or fill"
    else
      value '.cases[0].reason' | grep -q "; PAIRLANES_CC names it: set it to an installed compiler, or unset it, or fill"
      value '.cases[0].reason' | grep -vq "install gcc"
    fi
  done
  # a common reason of all rows is printed once, below a table that fits the width
  shows 3 "skipped (1)" env PATH=/nonexistent "$PAIRLANES" verify "$folder/small.json"
  [ "$(grep -c "there is no C compiler here" <<<"$output")" -eq 1 ]
  [ "$(grep -v "^(1)\|─" <<<"$output" | awk '{ print length }' | sort -n | tail -1)" -lt 130 ]
  shows 3 "there is no C compiler here" env PATH=/nonexistent "$PAIRLANES" compile --backend cpu "$folder/small.json"

  # at first only one of the two kernels is in the cache, then both are
  compile_one compiled
  expect 0 env PATH=/nonexistent "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet
  [ "$(value '[.cases[] | "\(.strategy) \(.status)"] | sort | join(" ")')" = "serial ok vertex skipped" ]
  value '.cases[] | select(.strategy == "vertex") | .reason' | grep -q "vertex lj single is not in the cache"
  expect 0 "$PAIRLANES" compile --backend cpu "$folder/small.json"
  expect 0 env PATH=/nonexistent "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --quiet --resume
  [ "$(value '[.cases[].status] | unique | join(" ")')" = ok ]
}

@test "finished cases are kept if nothing can be compiled" {
  run_small 0
  rm -r "$PAIRLANES_CACHE"
  expect 0 env PATH=/nonexistent "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" --resume --quiet
  has "2 of them before"
  [ "$(value '[.cases[].status] | unique | join(" ")')" = ok ]
}

@test "two processes at once share a cache" {
  "$PAIRLANES" compile --backend cpu "$folder/small.json" >"$folder/first" &
  process=$!
  shows 0 "0 failed" "$PAIRLANES" compile --backend cpu "$folder/small.json"
  wait "$process"
  grep -q "0 failed" "$folder/first"
  [ "$(objects)" -eq 2 ]
  [ "$(find "$PAIRLANES_CACHE" -type f | wc -l)" -eq 3 ] # two kernels and the compiler's version
  compile_one cached
}

@test "a run works without a cache if it cannot be written" {
  echo >"$folder/plain"
  for cache in /dev/null/none /proc/none "$folder/plain"; do
    PAIRLANES_CACHE=$cache run_small 0
    [ "$(value '[.cases[].status] | unique | join(" ")')" = ok ]
    [ "$(grep -c "the cache $cache is not used: it cannot be written (" <<<"$output")" -eq 1 ]
    has "set PAIRLANES_CACHE to a folder of your own"
  done
}

@test "an interrupt ends the compilers, and leaves no file" {
  fake_compiler
  export FAKE_WAIT=$folder/waiting
  "$PAIRLANES" run "$folder/small.json" --out "$folder/out.json" >/dev/null 2>"$folder/errors" &
  process=$!
  until [ -s "$FAKE_WAIT" ]; do sleep 0.1; done
  kill -INT "$process"
  status=0
  wait "$process" || status=$?
  [ "$status" -eq 130 ]
  while read -r compiler; do
    ! kill -0 "$compiler" 2>/dev/null
  done <"$FAKE_WAIT"
  [ -z "$(ls -A "$TMPDIR")" ]
}
