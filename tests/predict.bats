#!/usr/bin/env bats
# Tests predictions for an absent GPU, from its ceilings, and compares predictions with recorded times.

load setup

ceilings=$ROOT/results/nvidia-h200/ceilings.json

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

predict() {
  "$PAIRLANES" predict --quiet "$@"
}

# Predicts the cases of results into a file, and compares them.
against() { # FILE RESULT… [OPTION…]
  "$ROOT/scripts/predicted" "$1" against "${@:2}"
}

# Predicts a sweep of three strategies.
sweep() {
  cat >sweep.json <<'JSON'
{
  "name": "sweep", "model": "lj", "backend": "cuda", "precision": "single",
  "system": {"n": 4000, "density": 0.8442},
  "strategy": ["vertex", "edge", "staged"]
}
JSON
}

@test "predict estimates a config from the ceilings of another machine's GPU" {
  sweep
  expect 0 predict sweep.json --device-file "$ceilings" --set system.n=500000 --particles 1000 --out p.json
  has "predicted for NVIDIA H200, from counts and ceilings; nothing was run"
  expect 0 jq -e '.predicted and .device == "NVIDIA H200" and
    (.predictions | length == 3 and all(.n == 500000 and .replayed < 1001)) and
    (.predictions | sort_by(.predicted_ns) | map(.place) == [1, 2, 3] and .[2].strategy == "edge")' p.json
  # edge is limited by atomic adds: with half of their rate it takes almost twice as long
  jq '(.devices[].ceilings | .atomic_float, .atomic_float4, .atomic_double | .best) |= . / 2' "$ceilings" >slow.json
  expect 0 predict sweep.json --device-file slow.json --set system.n=500000 --particles 1000 --out slower.json
  expect 0 jq -es 'map(.predictions[] | select(.strategy == "edge")) |
    .[0].binding == "atomics" and .[1].parts_ns.atomics > 1.99 * .[0].parts_ns.atomics and
    .[1].predicted_ns > 1.9 * .[0].predicted_ns' p.json slower.json
}

# bats test_tags=long
@test "molecules stay whole in the smaller box" {
  for system in "allatom 96000 3" "oxdna 262144 16" "brahms 98432 769"; do
    read -r model n molecule <<<"$system"
    expect 0 predict "$model" --set "system.n=$n" --set precision=single --set strategy=cluster \
      --device-file "$ceilings" --particles 4000 --out p.json
    expect 0 jq -e ".predictions[0].replayed | . > 1500 and . % $molecule == 0" p.json
  done
  # the replay has a whole bilayer
  expect 0 predict brahms --n 16000 --set precision=single --set strategy=cluster --device-file "$ceilings" \
    --particles 4000 --out p.json
  expect 0 jq -e '.predictions[0] | .n == 16000 and (.replayed == 1538 or .replayed > 2900)' p.json
}

@test "the fastest strategy of a recorded system is predicted" {
  jq '.config.sweeps |= [.[0] | .system.n = [62500] | .strategy = ["vertex", "staged"] |
    .tuning.staged = {particles: [256], lanes: [1], banked: [1], fused: [0]}]' \
    "$ROOT/results/nvidia-h200/staged.json" >recorded.json
  expect 0 against held.json recorded.json --device-file "$ceilings" --particles 1000
  has "The fastest strategy is predicted in 1 of 1 systems"
  expect 0 jq -e '.held | .systems == 1 and .right == 1 and .loss == 1 and .all.cases == 2' held.json
  expect 2 against held.json recorded.json --device-file "$ceilings" --least 70000
  has "no case that can be predicted was measured"
  shows 2 "ceilings.json: " against held.json recorded.json
}

@test "the search for partners in every call is counted as well" {
  jq '.config.sweeps |= [.[0] | .system.n = [62500] | .strategy = ["bvh", "tile"] |
    .tuning.bvh = {block: [128], lanes: [1]}]' "$ROOT/results/nvidia-h100-80gb-hbm3/bvh.json" >recorded.json
  expect 0 against held.json recorded.json --particles 4000 \
    --device-file "$ROOT/results/nvidia-h100-80gb-hbm3/ceilings.json"
  expect 0 jq -e '.held | .right == 1 and (.strategies | length == 2 and all(.error < 0.35))' held.json
}

@test "comparisons count the systems in which the fastest strategy was predicted" {
  python3 - "$ROOT/scripts/predicted" <<'PYTHON'
import sys, types
sys.path.insert(0, sys.argv[1].rpartition("/")[0])
script = types.ModuleType("predicted")
script.__file__ = sys.argv[1]
exec(open(sys.argv[1]).read(), script.__dict__)
# in the second system the predicted strategy takes 1.5 times as long as the fastest
rows = (("vertex", 0, 10, 10), ("edge", 0, 24, 20), ("vertex", 1, 9, 15), ("edge", 1, 12, 10), ("tile", 2, 1, 1))
held = script.held([dict(id=f"{group}/{strategy}", strategy=strategy, group=group, predicted_ns=predicted,
                         measured_ns=measured) for strategy, group, predicted, measured in rows])
assert (held["systems"], held["right"], held["loss"]) == (2, 1, 1.5), held
assert held["missed"] == [{"fastest": "1/edge", "named": "1/vertex", "loss": 1.5}], held
assert held["all"]["cases"] == 5 and held["strategies"][1] == {
    "strategy": "edge", "cases": 2, "ratio": 1.2, "error": held["strategies"][1]["error"], "fastest": 1, "named": 0}, held
assert abs(held["all"]["error"] - 0.2) < 1e-12, held
PYTHON
}

@test "predict uses a GPU's data sheet, and reports it; axes are those of run" {
  # the heading has the requested settings, although patch cannot be predicted
  shows 0 "model lj, N 4000, density 0.5, skin 0.3" predict lj --n 4000 --density 0.5 --strategy vertex,patch --on "RTX 4090"
  expect 0 predict --model lj --n 30000 --density 0.7 --precision single --strategy vertex,team \
    --on A100 --particles 1000 --out a100.json
  has "predicted for NVIDIA A100, from counts and ceilings that are estimated from its data sheet"
  expect 0 predict lj --strategy vertex --precision single --on "NVIDIA RTX 4090" --particles 1000
  has "predicted for NVIDIA GeForce RTX 4090"
  expect 0 predict lj --n 30000 --density 0.7 --precision single --strategy vertex,team \
    --on "NVIDIA H200" --particles 1000 --out h200.json
  lacks "data sheet"
  expect 0 jq -es '(map(.predictions | length) == [2, 2]) and (map(.estimated_ceilings) == [true, false]) and
    .[0].predictions[0].predicted_ns > .[1].predictions[0].predicted_ns' a100.json h200.json
}

@test "without ceilings, or without a case of a GPU, there is nothing to predict" {
  sweep
  shows 2 "there are no ceilings in results/" predict sweep.json
  has "--device-file"
  shows 2 "cuda" predict sweep.json --device-file "$ceilings" --set backend=cpu
  shows 2 "has no ceilings of NVIDIA A100" predict sweep.json --device-file "$ceilings" --on "NVIDIA A100"
  jq '.devices[].backend = "cpu"' "$ceilings" >cpu.json
  shows 2 "cpu.json has no ceilings of a GPU" predict sweep.json --device-file cpu.json
  shows 2 "CONFIG is missing, or --model" predict
  shows 2 'there is no GPU with ceilings "Radeon 9700"' predict sweep.json --on "Radeon 9700"
  expect 2 predict sweep.json --particles 0
  jq 'del(.devices[].ceilings.gather_l1)' "$ceilings" >lacking.json
  shows 2 "the ceilings of NVIDIA H200 lack gather_l1;" predict sweep.json --device-file lacking.json --particles 500
}
