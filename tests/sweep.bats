#!/usr/bin/env bats
# Tests runs without a config, with a model and axes as options. Tests the lists of cases that --dry-run
# prints.

load setup

# Options for a small, dilute system with short timings.
quickly=(--density 0.4 --set sampling.warmup_ms=0 --set sampling.min_samples=6 --set sampling.max_samples=6
  --set counters.lanes=false --threads 1)

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

@test "a model and options are the cases of the config that says the same" {
  echo '{"model": "lj", "system": {"n": [500, 600], "density": 0.5}, "strategy": ["team", "vertex"],
    "precision": "single", "backend": "cpu", "parameters": {"cutoff": [2.5, 3], "shift": "force"}}' >same.json
  expect 0 "$PAIRLANES" run same.json --list
  [ "${#lines[@]}" -eq 8 ]
  same=$output
  expect 0 "$PAIRLANES" run lj -n 500,600 --density 0.5 --strategy team,vertex --precision single \
    --backend cpu --cutoff 2.5,3 --shift force --list
  [ "$output" = "$same" ]
  expect 0 "$PAIRLANES" run --model lj -n 500,600 --density 0.5 --strategy team,vertex --precision single \
    --backend cpu --cutoff 2.5,3 --shift force --list
  [ "$output" = "$same" ]
  for command in run tune calibrate list; do
    shows 2 'Did you mean "lj"?' "$PAIRLANES" $command --model ljj
  done
}

@test "results of a sweep are named after its model and hash, and are resumed" {
  sweep=(lj --n 108 --strategy serial --precision double --backend cpu "${quickly[@]}")
  expect 0 "$PAIRLANES" run "${sweep[@]}" --quiet
  results=(results/*/lj-????????.json)
  [ "$(jq -r '.config.name' "${results[0]}")" = "$(basename "${results[0]}" .json)" ]
  [ "$(jq '.config.sweeps[0].system.n' -c "${results[0]}")" = "[108]" ]
  shows 0 "1 timed (1 of them before)" "$PAIRLANES" run "${sweep[@]}" --quiet --resume
  expect 0 "$PAIRLANES" run "${sweep[@]}" --quiet --seed 2
  results=(results/*/lj-????????.json)
  [ "${#results[@]}" -eq 2 ]
}

@test "options of dynamics make particles move; those of a file change its axes" {
  expect 0 "$PAIRLANES" run lj --n 500 --strategy serial --precision double --backend cpu \
    --dynamics.dt 0.001,0.002 --list
  has "/dt0.001-verlet-none-steps1000"
  has "/dt0.002-verlet-none-steps1000"
  echo '{"system": {"n": 500}, "strategy": "serial", "precision": "double", "backend": "cpu"}' >one.json
  expect 0 "$PAIRLANES" run one.json --n 600 --skin 0.4 --list
  [[ $output == lj/n600/*skin0.4* ]]
}

@test "an option is checked like the key of a file" {
  shows 2 'precision: expected one of double, single' "$PAIRLANES" run lj --precision sngle
  has 'did you mean "single"?'
  shows 2 "system.n: expected an integer from 1" "$PAIRLANES" run lj --n -4
  shows 2 "parameters.water" "$PAIRLANES" run lj --water ssd
  shows 2 'expected an object "full"' "$PAIRLANES" run lj --full
}

@test "a word that is no file, model or config is refused with the nearest name" {
  shows 2 '"ljj" is no file, no model' "$PAIRLANES" run ljj
  has 'did you mean "lj"?'
  shows 2 'did you mean "quick"?' "$PAIRLANES" run quik
  echo '{}' >mine.json
  expect 2 "$PAIRLANES" run ./mime.json
  has "./mime.json: cannot be read: No such file or directory; did you mean ./mine.json?"
}

@test "an argument is first taken as a file, then as a model, then as the name of a config" {
  echo '{"system": {"n": 500}, "strategy": "serial", "precision": "double", "backend": "cpu"}' >lj
  expect 0 "$PAIRLANES" run lj --list
  [ "$output" = lj/n500/rho0.8442/double/cpu/hilbert/serial ]
  expect 0 "$PAIRLANES" run quick --list # the config is next to the binary
  installed=$output
  expect 0 "$PAIRLANES" run quick.json --list
  [ "$output" = "$installed" ]
  mkdir configs
  cp lj configs/quick.json
  expect 0 "$PAIRLANES" run quick --list
  [ "$output" = lj/n500/rho0.8442/double/cpu/hilbert/serial ]
}

@test "a filter keeps the cases whose names match, also within groups" {
  sweep=(lj --n "108,128" --strategy "serial,vertex" --precision "single,double" --backend cpu)
  shows 0 "1 timed" "$PAIRLANES" run "${sweep[@]}" "${quickly[@]}" --filter 'n108.*single.*/vert' --out r.json --quiet
  [ "$(jq -r '.cases[].id' r.json)" = lj/n108/rho0.4/single/cpu/threads1/hilbert/vertex ]
  shows 2 'no case has "n700" in its name' "$PAIRLANES" run "${sweep[@]}" --filter n700
  shows 2 "expected a regular expression" "$PAIRLANES" run "${sweep[@]}" --filter '('
}

@test "a dry run prints cases, memory and time, and runs none" {
  expect 0 "$PAIRLANES" run lj --n 500,500000 --strategy vertex --precision single --backend cpu --dry-run
  small=$(awk '/^lj.n500\// { print $2 }' <<<"$output")
  large=$(awk '/^lj.n500000\// { print $2 }' <<<"$output")
  awk -v s="$small" -v l="$large" 'BEGIN { exit !(s > 0.01 && l > 100 * s) }'
  has "2 cases; sampling takes from"
  expect 0 "$PAIRLANES" run lj --n 500 --strategy vertex --precision single --backend cpu --dry-run
  has "1 case; sampling takes from"
  [ ! -e results ]
}

@test "a dry run reports what cannot run, and why, as the run would" {
  dry() { # MODEL OPTION…
    "$PAIRLANES" run "$@" --strategy vertex --precision single --backend cpu --dry-run
  }
  expect 2 dry allatom --n 1000,1536
  has "n: expected a multiple of 3 atoms of water, 192 or more, found 1000; the nearest are 999 and 1002"
  has "2 cases, 1 of which cannot run here; sampling takes from"
  shows 2 "n: expected a multiple of 16, the nucleotides of a duplex, found 8; the nearest is 16" dry oxdna --n 8,1000
  has "found 1000; the nearest are 992 and 1008"
  shows 2 "the nearest are 865 and 1486" dry brahms --n 1000
  [ "${#lines[0]}" -lt 120 ] # the reasons are below the table
  shows 2 "the box edge in x is 3.8979" dry lj --n 50
  shows 2 "density: expected 1e-6 to 2 for a fluid, found 3" dry lj --n 500 --density 3
  # cases that this machine cannot run are skipped, and the config is still valid
  shows 0 "the memory of this machine is too small: needs " dry lj --n 2000000000
}

@test "results go to the standard output and come from it, and so does a config" {
  echo '{"system": {"n": 108, "density": 0.4}, "strategy": "serial", "precision": "double",
    "backend": "cpu"}' >c.json
  "$PAIRLANES" run - "${quickly[@]}" --out - <c.json >r.json 2>messages
  grep -q "results in the standard output" messages
  grep -q "hilbert" messages # the table of cases
  valid "$ROOT/results/schema.json" r.json
  run bash -c "'$PAIRLANES' show - <r.json"
  has "serial"
  [ ! -e - ] && [ ! -e results ]
  expect 2 "$PAIRLANES" run c.json --out - --resume
  expect 2 "$PAIRLANES" run c.json --out - --repeat 2
  run bash -c "'$PAIRLANES' verify c.json --backend cpu --json - 2>/dev/null <c.json | jq -r '.cases[].status'"
  [ "$output" = ok ]
}

@test "repeated runs have separate files" {
  expect 0 "$PAIRLANES" run lj --n 108 --strategy serial --precision double --backend cpu \
    "${quickly[@]}" --repeat 2 --out v1.2/r.json --quiet
  [ "$(ls v1.2)" = $'r-1.json\nr-2.json' ]
  shows 2 "--repeat: expected a whole number from 1" "$PAIRLANES" run lj --repeat 0
}

@test "a missing number of samples follows from the given one, and the recorded config is valid" {
  cd "$BATS_TEST_TMPDIR"
  local words=(lj --n 500 --strategy serial --precision double --backend cpu --quiet)
  expect 0 "$PAIRLANES" run "${words[@]}" --set sampling.max_samples=7 --out few.json
  [ "$(jq -c '.config.sweeps[0].sampling | [.min_samples, .max_samples]' few.json)" = "[7,7]" ]
  jq '.config' few.json >few-config.json
  expect 0 "$PAIRLANES" run few-config.json --dry-run
  expect 2 "$PAIRLANES" run "${words[@]}" --set sampling.max_samples=7 --set sampling.min_samples=9 --dry-run
  has "expected no less than min_samples"
}
