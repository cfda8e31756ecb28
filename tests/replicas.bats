#!/usr/bin/env bats
# Independent systems that move at the same time on one device.

load setup

setup() {
  cd "$ROOT" || return
  T=$BATS_TEST_TMPDIR
  cat > "$T/many.json" <<'JSON'
{"name": "many", "model": "lj", "strategy": "vertex", "system": {"n": 500, "density": 0.4}, "precision": "single",
 "skin": 0.3, "backend": "cpu", "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6, "max_seconds": 0.1, "step": 0.002, "replicas": [1, 2]}}
JSON
}

# What the one case of a file says of its replicas is what follows from its parts.
consistent() { # FILE FEMTOSECONDS
  jq -e --argjson step "$2" '.cases | length == 1 and all(.[]; .status == "ok" and (.n as $n | .replicas |
    .count == [1, 2] and (.particle_steps_per_s | length == 2) and .fairness[0] == 1 and .fairness[1] >= 1 and
    ((.particle_steps_per_s | max) / .particle_steps_per_s[0] - .gain | fabs) < 1e-3 and
    (.particle_steps_per_s[0] * .step_ns[0] / (1e9 * $n) - 1 | fabs) < 0.01 and
    ($step == 0 or (.us_per_day[1] / (.particle_steps_per_s[1] / $n * $step * 1e-9 * 86400) - 1 | fabs) < 0.01)))' "$1"
}

# bats test_tags=long
@test "of a model whose time is in femtoseconds, what they move in a day" {
  jq '.model = "brahms" | .system = {builder: "bilayer", n: 1538} | .skin = 2 | .sampling.step = 4' \
    "$T/many.json" > "$T/lipids.json"
  expect 0 "$PAIRLANES" run "$T/lipids.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 4
}

@test "on a CPU: what they come to together, and each of them" {
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --out "$T/out.json"
  valid results/schema.json "$T/out.json"
  consistent "$T/out.json" 0
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --resume --out "$T/out.json"
  has "1 timed (1 of them before)"
  expect 0 "$PAIRLANES" plot "$T/out.json" --figure throughput --out "$T"
  [ "$(grep -c 'N = 500' "$T/throughput.tsv")" -ge 1 ]
  # asking for other numbers is asking for another measurement
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --resume --set 'sampling.replicas=[2]' --out "$T/out.json"
  has "1 timed (0 of them before)"
  jq -e '.cases[0].replicas | .count == [2] and .gain == null' "$T/out.json"
}

@test "on a GPU, by a stream each" {
  program=$(dirname "$PAIRLANES")/tests/pairlanes-emulated
  [ -x "$program" ] || skip "this build has no CUDA backend (make test-programs)"
  export PAIRLANES_CACHE=${PAIRLANES_TEST_CACHE:-$BATS_FILE_TMPDIR}/emulated
  jq '.backend = "cuda"' "$T/many.json" > "$T/gpu.json"
  expect 0 "$program" run "$T/gpu.json" --quiet --out "$T/out.json"
  consistent "$T/out.json" 0
  jq -e '.cases[0].replicas.us_per_day == null' "$T/out.json"
}

@test "numbers without steps, or too many of them, are refused; bound threads are told" {
  expect 2 "$PAIRLANES" run "$T/many.json" --set sampling.step=0 --list
  has "sampling.replicas: they move by steps of the length sampling.step"
  expect 2 "$PAIRLANES" run "$T/many.json" --set "sampling.replicas=[$(seq -s, 17)]" --list
  has "expected 16 numbers at most, found 17"
  expect 2 "$PAIRLANES" run "$T/many.json" --set "sampling.replicas=[0]" --list
  has "expected whole numbers from 1 to 1024, found 0"
  expect 0 "$PAIRLANES" run "$T/many.json" --quiet --bind close --out "$T/out.json"
  jq -e '.cases[0].replicas | .count == null and (.reason | contains("leave out --bind"))' "$T/out.json"
}
