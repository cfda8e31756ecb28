#!/usr/bin/env bats
# Tests the common behavior of all programs in scripts/: --help, wrong usage, and where they find pairlanes.

load setup

# Prints all programs that users call; the others are jobs that Slurm starts for scripts/slurm/submit.
programs() {
  git -C "$ROOT" ls-files --cached --others --exclude-standard scripts | while read -r file; do
    [[ $(head -c 2 "$ROOT/$file") == "#!" && ! $file =~ ^scripts/slurm/(shard|report)$ ]] && echo "$file"
  done
}

@test "every script prints its usage, and refuses an option that it does not know" {
  cd "$BATS_TEST_TMPDIR"
  local program count=0
  while read -r program; do
    shows 0 "  $program" "$ROOT/$program" --help
    lacks "set -"
    # scripts/peers passes unknown options on to `pairlanes run`
    if [ "$program" != scripts/peers ]; then
      expect 2 "$ROOT/$program" --nonsense
      [[ ${lines[-1]} == "${program##*/}: "* ]]
    fi
    count=$((count + 1))
  done < <(programs)
  [ "$count" -gt 20 ]
}

@test "an option without its value and an invalid number are reported" {
  shows 2 "record: --seconds needs a value; see --help" "$ROOT/scripts/record" --seconds
  shows 2 'bundle: --seconds: expected a number from 1, found "soon"; see --help' "$ROOT/scripts/bundle" --seconds soon
  shows 2 "oracle-lammps: --cutoff needs a value; see --help" "$ROOT/scripts/oracle-lammps" --cutoff
}

@test "scripts exit with 3 if output cannot be written, and with 2 for a missing file" {
  cd "$BATS_TEST_TMPDIR"
  "$PAIRLANES" list --reference commands >commands.json
  "$PAIRLANES" list --reference tables >tables.json
  local script
  for script in "tabulate $ROOT/results/nvidia-h200/demo.json --rows n --values 'us: n'" "shells man <commands.json" \
    "reference config-page <tables.json"; do
    [ ! -w /dev/full ] || expect 3 bash -c "'$ROOT'/scripts/$script >/dev/full"
    has "${script%% *}: the output: No space left on device"
    lacks Traceback
    expect 0 bash -c "'$ROOT'/scripts/$script"
  done
  for script in "predicted none missed" "advised none" "numbers none" "conformations --length 2 none"; do
    # shellcheck disable=SC2086
    shows 2 "none: No such file or directory" "$ROOT"/scripts/$script
    lacks Traceback
  done
}

@test "conformations: wrong frames and options are refused with a sentence" {
  cd "$BATS_TEST_TMPDIR"
  frame() { # LATTICE PROPERTIES BEADS
    printf '%s\nLattice="%s" Properties=%s\n' "$3" "$1" "$2"
    for ((k = 1; k <= 4; k++)); do echo "X $k $((k * k)) 1"; done
  }
  local box="30 0 0 0 30 0 0 0 30" read=species:S:1:pos:R:3 k wrong option fields
  for k in 1 2 3 4; do frame "$box" $read 4; done >good
  { cat good && sed 2q good; } >short
  { cat good && frame "$box" $read 8 && frame "$box" $read 8 | sed 1,2d; } >other
  for wrong in "30 0 0 4 30 0 0 0 30|$read|4|right angles" "0 0 0 0 0 0 0 0 0|$read|4|right angles" \
    "30 30 30|$read|4|expected 9 finite" "$box|species:S:1|4|with pos:R:3" "$box|pos:R:2|4|with pos:R:3" \
    "$box|$read|-4|how many" "nan 0 0 0 30 0 0 0 30|$read|4|finite" "$box|$read:id:I:1|5|cut off"; do
    IFS='|' read -ra fields <<<"$wrong"
    frame "${fields[@]:0:3}" >bad
    shows 2 "${fields[3]}" "$ROOT/scripts/conformations" bad --length 2 --blocks 2 --lags 1
  done
  expect 0 "$ROOT/scripts/conformations" good --length 2 --blocks 2 --lags 1
  expect 2 "$ROOT/scripts/conformations" short --length 2 --blocks 2 --lags 1
  has "expected 4 beads, found 0: the last frame is cut off"
  shows 2 "a frame has 8 beads, the first 4" "$ROOT/scripts/conformations" other --length 2 --blocks 2 --lags 1
  for option in "--lags -1" "--box 0,1,1" "--box 1,1" "--length 0" "--length 1" "--blocks 0" "--range 0" "--range nan" \
    "--range 16" "--bins 0"; do
    # shellcheck disable=SC2086
    expect 2 "$ROOT/scripts/conformations" good --length 2 --blocks 2 --lags 1 $option
    [[ $output == *"expected "* || $output == *"more than half"* ]]
    lacks Traceback
  done
}

# shellcheck disable=SC2016
@test "scripts use the program PAIRLANES, otherwise that of the build BUILD, and refuse to start without one" {
  mkdir "$BATS_TEST_TMPDIR/build"
  printf '#!/bin/sh\n[ "$1" != list ] || { echo here; exit; }\necho "$0" >>"%s"\n' "$BATS_TEST_TMPDIR/log" \
    >"$BATS_TEST_TMPDIR/build/pairlanes"
  chmod +x "$BATS_TEST_TMPDIR/build/pairlanes"
  cd "$BATS_TEST_TMPDIR"
  expect 0 env -u PAIRLANES BUILD=build "$ROOT/scripts/record" --only '^demo$' out
  [ "$(cat log)" = "$BATS_TEST_TMPDIR/build/pairlanes" ]
  expect 0 env PAIRLANES=build/pairlanes BUILD=none "$ROOT/scripts/record" --only '^demo$' out
  [ "$(wc -l <log)" -eq 2 ]
  local arguments
  for arguments in bench-lipids bench-lj bundle demo drift-lipids gate-trial gpu-check numbers papers \
    peers "record out"; do
    # shellcheck disable=SC2086
    expect 3 env -u PAIRLANES BUILD="$BATS_TEST_TMPDIR/none" "$ROOT"/scripts/$arguments
    has "${arguments%% *}: $BATS_TEST_TMPDIR/none/pairlanes is not there: run make, or name the program in PAIRLANES"
  done
}

# shellcheck disable=SC2016
@test "the index of scripts/ has each script" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import subprocess, sys
from pathlib import Path
root = Path(sys.argv[1])
listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "scripts"],
                        capture_output=True, text=True, check=True).stdout.split()
index = (root / "scripts/README.md").read_text()
for script in (file for file in listed if (root / file).is_file()):
    name = script.removeprefix("scripts/")
    if (root / script).read_bytes()[:2] == b"#!":
        assert f"]({name})" in index, f"scripts/README.md has no row of {name}"
PYTHON
}

@test "the files of ApoA1 are those of the benchmark without tables of dihedrals" {
  mkdir -p "$BATS_TEST_TMPDIR/benchmark/gromacs"
  cd "$BATS_TEST_TMPDIR"
  printf '%s\n' "two ions" 2 "    1NA      NA    1   0.000   0.000   0.000" "    2CL      CL    2   0.300   0.000   0.000" \
    "   5.00000   5.00000   5.00000" >benchmark/gromacs/apoa1_merge.gro
  printf '%s\n' "[ defaults ]" "1 2 yes 1.0 1.0" "[ atomtypes ]" "NA 11 22.99 0 A 0.24 0.2" "CL 17 35.45 0 A 0.4 0.6" \
    "[ cmaptypes ]" "NA NA NA NA NA 1 24 24" "[ moleculetype ]" "NA 1" "[ atoms ]" "1 NA 1 NA NA 1 1" "[ cmap ]" \
    "1 1 1 1 1 1" "[ moleculetype ]" "CL 1" "[ atoms ]" "1 CL 1 CL CL 1 -1" "[ system ]" "ions" "[ molecules ]" "NA 1" \
    "CL 1" >benchmark/gromacs/apoa1_merge.top
  expect 2 "$ROOT/scripts/apoa1"
  expect 2 "$ROOT/scripts/apoa1" nowhere
  expect 0 "$ROOT/scripts/apoa1" benchmark
  expect 1 grep cmap apoa1/apoa1.top
  # the requested parameters are used, with the cut-off of the published slides
  expect 0 "$PAIRLANES" run "$ROOT/configs/apoa1.json" --backend cpu --set strategy=serial --set precision=double --quiet \
    --out out.json
  expect 0 jq -e '.cases[0] | .n == 2 and .parameters.cutoff == 12 and .verify.passed and .counts.pairs_in_cutoff == 1' out.json
}
