#!/usr/bin/env bats
# Tests advice from records with known numbers and from measurements, and searches for settings and crossovers.

# each test has private variables
# shellcheck disable=SC2030,SC2031
load setup

results=$BATS_FILE_TMPDIR/results.json

setup_file() { # the known times, as if sampled often enough to be trusted
  jq '(.cases[].force | select(. != null)) |=
    (.n = 30 | .samples_ns = [range(30) as $k | .median_ns])' \
    "$BATS_TEST_DIRNAME/data/results.json" >"$BATS_FILE_TMPDIR/results.json"
}

advise() {
  "$PAIRLANES" advise --model lj --density "${density:-0.5}" --precision "${precision:-double}" --on "Test CPU" "$@"
}

@test "--step advises kernels that make many steps for few particles, and others for many" {
  local fluid=(--model lj --set shift=none --density 0.5 --temperature 1.8 --on "NVIDIA H200" --step)
  expect 0 "$PAIRLANES" advise "${fluid[@]}" --n 1000 "$ROOT/results/nvidia-h200/steps-small.json"
  [[ $output == *"Of these take team with "*"fused=2"* ]]
  expect 0 "$PAIRLANES" advise "${fluid[@]}" --n 40000 "$ROOT/results/nvidia-h200/steps-small.json"
  [[ $output == *"Of these take vertex with "*"fused=1"* ]]
}

@test "recorded strategies are ranked, each with its best setting, and the file is named" {
  expect 0 advise --n 4000 "$results" --format csv
  [ "$(cut -d, -f1-3,6 <<<"$output")" = "strategy,setting,median_ns,ratio
team,lanes=4 sort=cell,40000,1
vertex,sort=cell,100000,2.5
edge,sort=cell,160000,4
serial,sort=cell,200000,5" ]
  expect 0 advise --n 4000 "$results"
  has "Of these take team with lanes=4 sort=cell. The next, vertex, takes 2.50 times as long; the intervals"
  has "From $results"
  has "Not recorded: edge_segmented, edge_buffered, edge_gather, newton, staged, cluster, tile, patch, bvh."
}

@test "between recorded numbers of particles the logarithm of the time is linear" {
  expect 0 advise --n 8000 "$results"
  [[ $output =~ team\ +lanes=4\ sort=cell\ +≈\ 80\.00\ +\[79\.20,\ 80\.80\] ]]
  has "(team: N = 4,000 and 32,000)"
}

@test "a time is interpolated between recorded densities on both sides of the requested one, at any temperature" {
  jq '(.cases[] | select(.density == 0.75) | .temperature) = 1.44' "$results" >"$BATS_TEST_TMPDIR/r.json"
  for file in "$results" "$BATS_TEST_TMPDIR/r.json"; do
    density=0.6 expect 0 advise --n 4000 "$file"
    [[ $output =~ team\ +lanes=4\ sort=cell\ +≈\ 48\.00 ]]
    has "(team: ρ = 0.5 and 0.75)"
    density=0.6 expect 0 advise --n 8000 "$file"
    [[ $output =~ team\ +lanes=4\ sort=cell\ +≈\ 96\.00 ]]
    has "(team: N = 4,000 and 32,000, ρ = 0.5 and 0.75)"
  done
  density=0.6 expect 0 advise --n 4000 "$BATS_TEST_TMPDIR/r.json" --temperature 1.8
}

@test "records of other parameters answer for a force call only if these change nothing but energies" {
  local shift
  shift=$(jq -r '.cases[0].parameters.shift' "$results")
  for other in none energy; do
    shows 0 "Of these take team with lanes=4" advise --n 4000 "$results" --set "shift=$other"
    [ "$other" = "$shift" ] || has "Recorded with shift=$shift, which changes energies, but no forces."
  done
  shows 2 "have other parameters" advise --n 4000 "$results" --set shift=force
}

@test "times are not extrapolated beyond recorded numbers of particles, nor to other cases" {
  expect 0 advise --n 3999 "$results"
  has "there are no records of this case on Test CPU: records at this density have N = 4,000 to 32,000"
  has "lj, ρ = 0.5, N = 4,000, double"
  shows 0 "lj, ρ = 0.5, N = 32,000, double" advise --n 32001 "$results"
  density=0.4 expect 0 advise --n 4001 "$results"
  has "the nearest density is 0.5, with N = 4,000 to 32,000"
  has "This is the answer for the nearest recorded case"
  has "lj, ρ = 0.5, N = 4,000, double"
  precision=single expect 2 advise --n 4000 "$results"
  has "there is no trusted time of a force call of lj in single precision"
  shows 2 "records of lj in double precision have other parameters" advise --n 4000 "$results" --set cutoff=3
  expect 2 advise --n 4000 "$results" --skin 0.4
  expect 2 advise --n 4000 "$results" --temperature 1.5
  expect 2 advise --n 4000 "$results" --threads 1 --strategy team
  expect 2 advise --n 4000 "$results" --step
  expect 0 advise --n 4000 "$results" --temperature 1.8 --threads 2
}

@test "a device without records is refused with a list of those with records; unnamed files cause no message" {
  expect 2 "$PAIRLANES" advise --model lj --n 4000 --on "Test" "$results"
  has 'there is no recorded device "Test"; expected one of Test CPU'
  has 'there is no GPU with ceilings "Test"; expected one of '
  has "NVIDIA A100"
  has "on such a GPU, \`pairlanes ceilings\` measures them"
  cd "$BATS_TEST_TMPDIR"
  export PAIRLANES_DATA=$PWD
  shows 2 'there is no GPU with ceilings "Test CPU"' "$PAIRLANES" advise --model lj --n 4000 --on "Test CPU"
  mkdir -p results/here
  cp "$results" results/here/
  cp "$ROOT/results/nvidia-h200/ceilings.json" results/here/
  expect 0 advise --n 4000
  lacks "left out"
}

@test "cases of a GPU without records are predicted, and marked as predicted" {
  expect 0 "$PAIRLANES" advise --model lj --n 3000 --density 0.7 --on A100 --quiet \
    --strategy vertex,staged "$ROOT/results/nvidia-h200/staged.json"
  has "there are no records of this case on NVIDIA A100"
  has "predicted for NVIDIA A100, from counts and ceilings that are estimated from its data sheet; nothing"
  has "is predicted to be the fastest."
  expect 0 "$PAIRLANES" advise --model lj --n 62500 --on "NVIDIA H200" --quiet --strategy vertex,bvh,newton \
    "$ROOT/results/nvidia-h200/staged.json"
  has "Of these take vertex"
  has "Not recorded: bvh, newton."
  has "predicted for NVIDIA H200, from counts and ceilings; nothing was run"
  expect 0 "$PAIRLANES" advise --model lj --n 3000 --on A100 --step --strategy vertex --quiet \
    "$ROOT/results/nvidia-h200/staged.json"
  has "steps cannot be predicted, only their force calls"
}

@test "GPUs are found by words of their names, and GPUs of similar names are not confused" {
  for name in RTX4090 "rtx 4090" "NVIDIA GeForce RTX 4090"; do
    expect 0 "$PAIRLANES" predict lj --n 1000 --strategy vertex --precision single --quiet --on "$name"
    has "predicted for NVIDIA GeForce RTX 4090"
  done
  for name in H20 A10 "RTX 4090 Laptop GPU" L40; do
    expect 2 "$PAIRLANES" predict lj --n 1000 --strategy vertex --on "$name"
    has "there is no GPU with ceilings"
  done
}

@test "crossover predicts times of a GPU without records along every axis, and marks them as predicted" {
  expect 0 "$PAIRLANES" crossover edge vertex --model oxdna --axis n --range 500:2000 --on "NVIDIA H200"
  has "recorded together at 0 places of that range on NVIDIA H200"
  has "predicted for NVIDIA H200, from counts and ceilings; nothing was run."
  expect 0 "$PAIRLANES" crossover edge vertex --model lj --axis cutoff --n 1000 --on A100 --format csv
  [[ $output =~ ^cutoff,ratio,low,high,faster,source ]]
  [[ $output =~ ,,,edge,predicted ]]
  expect 2 "$PAIRLANES" crossover patch vertex --model lj --axis density --n 2000 --on A100
}

@test "without --skin, force calls are compared at the skin with the least time" {
  jq '(.cases[] | select(.strategy != "serial") | .skin) = 0.4' "$results" >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "force calls with a skin of 0.4 on Test CPU" advise --n 4000 "$BATS_TEST_TMPDIR/r.json"
  has "take team with lanes=4"
  lacks "serial  "
  shows 0 "take serial" advise --n 4000 "$BATS_TEST_TMPDIR/r.json" --skin 0.3
}

@test "crossover finds the change of order from the sizes and densities in records" {
  cd "$BATS_TEST_TMPDIR"
  export PAIRLANES_DATA=$PWD
  mkdir -p results/here
  jq '(.cases[] | select(.n == 32000 and .strategy == "vertex") | .force) |=
    (.median_ns = 200000 | .ci95_ns = [198000, 202000] | .samples_ns = [range(30) | 200000])' "$results" \
    >results/here/r.json
  crossover() {
    "$PAIRLANES" crossover team vertex --model lj --density 0.5 --precision double --on "Test CPU" "$@"
  }
  # log(ratio) increases from log(0.4) to log(1.6) while n increases by a factor of 8
  shows 0 "vertex overtakes team at n = 1.581e+04" crossover --axis n
  has "On Test CPU, as recorded"
  expect 0 crossover --axis n --format csv
  [ "$(cut -d, -f1,2,5 <<<"$output" | tr -d "\r")" = "n,ratio,faster
4000,0.4,team
32000,1.6,vertex" ]
  jq '(.cases[] | select(.n == 32000) | .n) = 8388608' results/here/r.json >many.json
  mv many.json results/here/r.json
  shows 0 " 8388608 " crossover --axis n
  shows 0 "vertex never overtakes team from 0.5 to 0.75." crossover --axis density --n 4000
  shows 2 "recorded together at 0 places of that range" crossover --axis n --range 5000:20000
  expect 2 crossover --axis cutoff
  has "has no ceilings to predict from"
  expect 2 "$PAIRLANES" crossover team vertex --model lj --axis n --on "Test CPUs"
  has 'there is no recorded device "Test CPUs"'
}

@test "a time that is not to be trusted is left out" {
  jq '(.cases[] | select(.strategy == "team") | .force.ci95_ns) = [20000, 90000]' "$results" \
    >"$BATS_TEST_TMPDIR/r.json"
  shows 0 "Of these take vertex" advise --n 4000 "$BATS_TEST_TMPDIR/r.json"
  has "Not recorded: edge_segmented, edge_buffered, edge_gather, newton, team, staged, cluster, tile, patch, bvh."
}

@test "wrong options are usage errors before anything is measured" {
  shows 2 "--n is missing" "$PAIRLANES" advise --model lj
  shows 2 "--model is missing" "$PAIRLANES" advise --n 4000
  shows 2 "expected an integer" "$PAIRLANES" advise --model lj --n 1.5
  expect 2 "$PAIRLANES" advise --model lj --n 500 --set system.n=500,600 --backend cpu --measure
  has "expected one case of each strategy"
  expect 2 "$PAIRLANES" advise --model jl --n 500
  shows 2 "a config is missing" "$PAIRLANES" tune
  shows 2 "expected two strategies, found 1" "$PAIRLANES" crossover vertex --model lj --axis n
  expect 2 "$PAIRLANES" crossover vertex vertex --model lj --axis n
  shows 2 "expected n, density, cutoff or temperature" "$PAIRLANES" crossover vertex edge --model lj --axis mass
  expect 2 "$PAIRLANES" crossover vertex edge --model lj --axis n --range 5
  expect 2 "$PAIRLANES" crossover vertex edge --model lj --axis n --range 5:4
  expect 2 "$PAIRLANES" crossover vertex edge --model oxdna --axis cutoff --n 64 --backend cpu
  has "oxdna has no such parameter"
  local wrong
  for wrong in "--n 1" "--n 1000 --density 3" "--n 108" "--n 500 --seconds 1e300"; do
    # shellcheck disable=SC2086
    expect 2 timeout 60 "$PAIRLANES" advise --model lj --backend cpu --measure $wrong
  done
}

# bats test_tags=long
@test "records of this CPU are used, but none of another CPU model with its name" {
  cd "$BATS_TEST_TMPDIR"
  "$PAIRLANES" run lj --backend cpu --strategy serial --n 500 --density 0.5 --precision double --set sampling.max_seconds=0.01 --quiet --out own.json
  [ "$(uname -m)" != x86_64 ] || jq -e '.provenance.cpu_model | test("^family [0-9]+ model [0-9]+ stepping [0-9]+$")' own.json
  jq --slurpfile own own.json '.provenance.cpu_model = $own[0].provenance.cpu_model |
    $own[0].provenance.devices[0].name as $name | .provenance.devices[].name = $name | .cases[].device = $name' "$results" >here.json
  question=(--model lj --density 0.5 --precision double --n 4000 --threads 2 --strategy "serial,vertex" --backend cpu --quiet)
  shows 0 "From here.json" "$PAIRLANES" advise "${question[@]}" here.json
  jq '.provenance.cpu_model = "family 0 model 0 stepping 0"' here.json >other.json
  shows 0 "no recorded results cover this case" "$PAIRLANES" advise "${question[@]}" --seconds 10 other.json
}

@test "a case without records is measured within the announced time" {
  cd "$BATS_TEST_TMPDIR"
  SECONDS=0
  expect 0 "$PAIRLANES" advise --model lj --n 500 --density 0.5 --backend cpu --threads 1 \
    --seconds 6 --quiet
  [ "$SECONDS" -lt 12 ] # not 6, because a verification takes longer on a busy machine
  [[ ${lines[0]} =~ ^"no recorded results cover this case: measuring "[0-9]+" strategies on " ]]
  for strategy in serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh; do
    [[ $output =~ \ ${strategy}[\ ,.] || $output =~ "The time was up before "[0-9]+" of 13 strategies were ready" ]]
  done
  [[ $output == *"settings in "* || $output == *" were ready"* ]]
  [[ ${lines[0]} == *"within 6 s, in which particles are made and kernels compiled" ]]
  if [[ $output == *"none next to the best one is faster"* ]]; then
    [[ $output == *"Take "* || $output == *"Of these take "* || $output == *"No verdict: "* ]] # busy machine: no verdict
  else
    [[ $output == *"The fastest so far is "* || $output == *"No verdict: "* ]]
    lacks "Take "
  fi
}

@test "a search ends in its time while particles are made or kernels compiled, and says what took it" {
  cd "$BATS_TEST_TMPDIR"
  export PAIRLANES_CACHE=$BATS_TEST_TMPDIR/fresh
  local slow=(--model polyethylene --n 4000 --backend cpu --threads 1 --strategy "cluster,staged")
  SECONDS=0
  expect 3 "$PAIRLANES" advise "${slow[@]}" --measure --seconds 2 --quiet
  has "no strategy could be timed: the time was up before particles were made; give more --seconds once, since particles and kernels are stored"
  expect 3 "$PAIRLANES" tune polyethylene "${slow[@]:2}" --precision single --seconds 1 --quiet --out tuned.json
  has "tuning 2 cases by whole steps, within 2 s in all, in which particles are made and kernels compiled"
  has "no case can be measured: the time was up before particles were made"
  [ ! -e tuned.json ]
  [ "$SECONDS" -lt 10 ]
  printf '#!/bin/sh\ncase $* in *--version* | *" -E "*) exec gcc "$@" ;; esac\nexec sleep 60\n' >slow-cc
  chmod +x slow-cc
  PAIRLANES_CC=$PWD/slow-cc expect 3 "$PAIRLANES" advise --model lj --n 500 --density 0.5 --backend cpu --threads 1 \
    --measure --seconds 3 --quiet
  has "the time was up before a kernel was compiled and timed; give more --seconds once"
  [ "$SECONDS" -lt 20 ]
}

@test "a search begins with strategies that are often the fastest" {
  cd "$BATS_TEST_TMPDIR"
  printf '#!/bin/sh\ncase $* in *--version* | *" -E "*) ;; *) echo "$*" >>"%s/compiled" ;; esac\nexec gcc "$@"\n' \
    "$PWD" >noting-cc
  chmod +x noting-cc
  # with one core, two kernels are compiled before any is timed
  local cpu
  cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  PAIRLANES_CC=$PWD/noting-cc PAIRLANES_CACHE=$PWD/fresh expect 0 taskset -c "$cpu" "$PAIRLANES" advise --model lj --n 500 \
    --density 0.5 --backend cpu --threads 1 --strategy edge_segmented,edge,serial --measure --seconds 40 --quiet
  [ "$(head -n 2 compiled | grep -c strategies/edge_segmented/)" -eq 0 ]
}

# bats test_tags=long
@test "a search with compiled kernels ends in its time, and names what it did not measure" {
  local question=(--model allatom --n 1800 --precision single --backend cpu --threads 1 --measure --quiet)
  expect 0 "$PAIRLANES" advise "${question[@]}" --seconds 20
  for seconds in 4 8; do
    local start=$EPOCHREALTIME
    expect 0 "$PAIRLANES" advise "${question[@]}" --seconds "$seconds"
    took=$((${EPOCHREALTIME/./} - ${start/./}))
    echo "took $took µs of $seconds s"
    # on a busy machine the first round may exceed this limit, but then no later round follows
    [ "$took" -lt $((1250000 * seconds)) ] ||
      [[ $output =~ "It took "(.*)", "(.*)" before the first round" && ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]]
    for strategy in serial vertex edge edge_segmented edge_buffered edge_gather newton team staged cluster tile patch bvh; do
      [[ $output =~ \ ${strategy}[\ ,.] ]]
    done
    [[ $output != *"Take "* || $output == *"none next to the best one is faster"* ]]
  done
}

# bats test_tags=long
@test "there is no verdict and no explanation if other programs keep the CPUs busy" {
  local cpus k hogs=() why='No verdict: the time of .*: .*other programs kept [0-9.]+ CPUs busy'
  cpus=$(nproc)
  for ((k = 0; k < 2 * cpus; k++)); do
    timeout 60 sh -c 'while :; do :; done' 3>&- &
    hogs+=($!)
  done
  for _ in 1 2 3; do # the loops may not disturb a pass, or its interval may decide nevertheless
    run "$PAIRLANES" advise --model lj --n 2000 --density 0.5 --backend cpu --threads "$cpus" \
      --measure --seconds 4 --quiet --strategy serial,vertex
    [[ $(tr -s ' \n' '  ' <<<"$output") =~ $why && $output =~ !\ +vertex\  ]] && break
  done
  kill "${hogs[@]}"
  [ "$status" -eq 0 ]
  [[ $output =~ !\ +vertex\  ]]
  [[ $(tr -s ' \n' '  ' <<<"$output") =~ $why ]]
  lacks "Take "
  lacks "vertex is slower"
}

# bats test_tags=long
@test "whole steps are measured too" {
  expect 0 "$PAIRLANES" advise --model lj --n 500 --density 0.5 --backend cpu --threads 1 --measure \
    --seconds 1 --quiet --strategy serial,vertex --step
  [[ $output =~ step\ (µs|ms) ]]
  has "skin=0.3"
}

# bats test_tags=long
@test "the advised setting is within 5 % of the best of a full sweep" {
  expect 0 "$PAIRLANES" advise --model lj --n 1000 --density 0.6 --backend cpu --threads 1 --check \
    --seconds 3 --quiet --strategy serial,vertex
  [[ $output =~ The\ best\ of\ all\ [0-9]+\ settings ]]
  lacks "more than 5 % longer"
}

# bats test_tags=long
@test "tune prints a config with the fastest settings, which run reads" {
  cat >"$BATS_TEST_TMPDIR/config.json" <<JSON
{"name": "t", "system": {"n": 500, "density": [0.2, 0.5]}, "strategy": ["serial", "tile"],
 "tuning": {"tile": {"patch": [13, 26]}}, "precision": "single", "backend": "cpu", "threads": 1,
 "sampling": {"max_seconds": 0.01}, "counters": {"lanes": false}}
JSON
  expect 0 "$PAIRLANES" tune "$BATS_TEST_TMPDIR/config.json" --force --seconds 3 --quiet \
    --out "$BATS_TEST_TMPDIR/tuned.json"
  has "tuning 4 cases by force calls, within 12 s in all"
  valid "$ROOT/configs/schema.json" "$BATS_TEST_TMPDIR/tuned.json"
  [ "$(jq -c '[.sweeps[] | [.strategy, .system.density]]' "$BATS_TEST_TMPDIR/tuned.json")" = \
    '[["serial",0.2],["tile",0.2],["serial",0.5],["tile",0.5]]' ]
  shows 0 "4 timed" "$PAIRLANES" run "$BATS_TEST_TMPDIR/tuned.json" --out "$BATS_TEST_TMPDIR/r.json" --quiet
  expect 0 "$PAIRLANES" tune "$BATS_TEST_TMPDIR/config.json" --seconds 1 --quiet --strategy serial \
    --set system.density=0.5
  has '"skin":'
}

# bats test_tags=long
@test "crossover finds where the order changes, or reports that it does not change" {
  expect 0 "$PAIRLANES" crossover team edge --model lj --axis n --range 300:600 --density 0.5 \
    --backend cpu --threads 1 --seconds 0.05 --quiet
  [[ $output == *"edge never overtakes team from 300 to 600"* || $output == *"No verdict at "* ]]
  [ "$(grep -cE '^ +[0-9]+ +[0-9.]+ +\[' <<<"$output")" -eq 5 ]
  expect 0 "$PAIRLANES" crossover team edge --model lj --axis n --range 300:301 --density 0.5 \
    --backend cpu --threads 1 --seconds 0.05 --quiet --format csv
  has "n,ratio,low,high,faster"
}

@test "crossover tries the nearest possible cases of a model: whole molecules, temperatures of its builder" {
  crossing() {
    expect 0 "$PAIRLANES" crossover serial team --backend cpu --threads 1 --seconds 0.001 --quiet "$@"
  }
  crossing --model oxdna --axis n --range 20:60
  has " 32 "
  has "from 16 to 64"
  crossing --model oxdna --axis temperature --n 48
  has "from 0.05 to 0.11"
}

# bats test_tags=long
@test "crossover of every model has an answer along the number of particles" {
  local model
  for model in $("$PAIRLANES" list --format json | jq -r '.[] | select(.kind == "model").name'); do
    expect 0 "$PAIRLANES" crossover serial team --model "$model" --axis n --range 4000:8000 --backend cpu --threads 1 \
      --seconds 0.001 --within 10 --quiet --format json
    jq -e 'map(.n) | length >= 2 and .[0] >= 2000 and .[-1] <= 9000' <<<"$output"
  done
}
