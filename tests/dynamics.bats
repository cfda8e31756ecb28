#!/usr/bin/env bats
# Tests configs with dynamics: recorded members, printed tables, and refused settings.

load setup

setup_file() {
  # shellcheck disable=SC2154
  cat > "$BATS_FILE_TMPDIR/moves.json" <<'JSON'
{"model": "lj", "parameters": {"shift": "force"}, "strategy": ["team", "newton"],
 "system": {"n": 500, "density": 0.5, "temperature": 1.2}, "precision": ["double", "single"],
 "backend": "cpu", "threads": 1,
 "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6},
 "dynamics": {"steps": 400, "warmup": 50, "sample": 4, "dt": [0.002, 0.004],
              "thermostat": ["none", "langevin"], "integrator": "leapfrog"}}
JSON
  build=${PAIRLANES:-$BATS_TEST_DIRNAME/../build/pairlanes}
  "$build" run "$BATS_FILE_TMPDIR/moves.json" --quiet --out "$BATS_FILE_TMPDIR/moves.result"
}

# Prints the value of a jq filter for the recorded run.
recorded() {
  jq -r "$@" "$BATS_FILE_TMPDIR/moves.result"
}

@test "every case has its steps, its parts of a step, its samples" {
  [ "$(recorded '[.cases[] | select(.status == "ok" and .dynamics.steps == 400)] | length')" -eq 16 ]
  [ "$(recorded '[.cases[].dynamics.samples.total | length] | unique | .[]')" -eq 101 ]
  [ "$(recorded '[.cases[].id | select(endswith("/dt0.004-leapfrog-langevin-steps400"))] | length')" -eq 4 ]
  # the parts of a step add up to the step
  expect 0 jq -e '[.cases[].dynamics.shares | add | . > 0.9 and . < 1.01] | all' \
    "$BATS_FILE_TMPDIR/moves.result"
  # a doubled time step needs more lists; lists are not built in every step
  expect 0 jq -e '[.cases[] | select(.strategy == "team" and .precision == "double")
    | .dynamics.builds_per_step] | .[0] < .[2] and max < 0.3 and min > 0' \
    "$BATS_FILE_TMPDIR/moves.result"
}

@test "frames are the particles at the samples, with positions and velocities" {
  cd "$BATS_TEST_TMPDIR" || return
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --set strategy=team --set precision=double \
    --set dynamics.dt=0.002 --set dynamics.thermostat=none --set dynamics.steps=20 --set dynamics.frames=2 --quiet \
    --out r.json
  expect 0 python3 - "$PAIRLANES" <<'PYTHON'
import glob, json, subprocess, sys
totals = json.load(open("r.json"))["cases"][0]["dynamics"]["samples"]["total"]
frames = {int(path.split(".")[-2]): path for path in glob.glob("r.json.*.xyz")}
assert sorted(frames) == [0, 8, 16] and len(totals) == 6, (frames, totals)
for step, path in frames.items():
    command = [sys.argv[1], "energy", "--model", "lj", "--set", "shift=force", path, "--json"]
    found = json.loads(subprocess.check_output(command))
    velocities = [[float(word) for word in line.split()[4:]] for line in open(path).readlines()[2:]]
    kinetic = sum(v * v for row in velocities for v in row) / 2
    total = (found["energy"] + kinetic) / found["n"]
    assert abs(total - totals[step // 4]) < 1e-9 * abs(total), (step, total, totals)
PYTHON
  run "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --set strategy=team --set precision=double \
    --set dynamics.dt=0.002 --set dynamics.thermostat=none --set dynamics.steps=20 --set dynamics.frames=2 --out -
  has "dynamics.frames: expected a results file"
}

@test "a run with motion ends with a table of its results" {
  expect 0 "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --set strategy=team --set precision=double \
    --set dynamics.dt=0.002 --set dynamics.thermostat=none --set dynamics.steps=20 --out "$BATS_TEST_TMPDIR/r.json"
  lacks "expected a list"
  has "1 timed"
  # samples have ten digits
  expect 0 jq -e '[.cases[].dynamics.samples.total[] | tostring | length <= 13] | all' "$BATS_TEST_TMPDIR/r.json"
}

@test "the energy is constant without a thermostat, the temperature with one" {
  expect 0 jq -e '[.cases[].dynamics | select(.thermostat == "none") | .samples.total
    | (max - min) < 0.02] | all' "$BATS_FILE_TMPDIR/moves.result"
  expect 0 jq -e '[.cases[].dynamics | select(.thermostat == "langevin") | .temperature
    | (.mean - 1.2 | fabs) < 4 * .error + 0.01] | all' "$BATS_FILE_TMPDIR/moves.result"
  # all strategies and precisions start from the same particles
  expect 0 jq -e '[.cases[].dynamics | select(.thermostat == "none" and .dt == 0.002)
    | .samples.potential[50]] | (max - min) < 1e-3' "$BATS_FILE_TMPDIR/moves.result"
}

@test "configs and results with dynamics follow their schemas; show prints the steps" {
  expect 0 python3 -c 'import json, sys, jsonschema
for schema, file in zip(sys.argv[1::2], sys.argv[2::2]):
    jsonschema.Draft202012Validator(json.load(open(schema))).validate(json.load(open(file)))' \
    "$ROOT/configs/schema.json" "$BATS_FILE_TMPDIR/moves.json" \
    "$ROOT/results/schema.json" "$BATS_FILE_TMPDIR/moves.result"
  shows 0 "Steps: times with all that they need" "$PAIRLANES" show "$BATS_FILE_TMPDIR/moves.result" --columns all
  has "leapfrog"
  # means are compared with the means of the same motion in double precision
  expect 0 python3 - "$BATS_FILE_TMPDIR/moves.result" <(echo "$output") <<'PYTHON'
import json, sys
moved = {(c["strategy"], c["precision"]): c["dynamics"] for c in json.load(open(sys.argv[1]))["cases"]
         if c["dynamics"]["dt"] == 0.004 and c["dynamics"]["thermostat"] == "langevin"}
rows = [line.split() for line in open(sys.argv[2]) if " langevin " in line and "±" in line and " 0.004 " in line]
assert len(rows) == 4, rows
reference = moved[rows[0][4], "double"]["temperature"]["mean"]
for row in rows:
    mean = moved[row[4], row[2]]["temperature"]["mean"]
    off = float(row[row.index("langevin") + 5])
    assert abs(off - 100 * (mean / reference - 1)) < 0.06 * abs(off) + 1e-3, row
PYTHON
}

# Writes cases with three time steps. Drifts and errors are jq expressions of dt.
with_drifts() {
  jq --argjson claims '[{"text": "a power", "source": "here", "where": {"dt": 0.004},
    "value": "team", "number": "conservation.drift.order", "above": 2.9, "below": 3.1},
    {"text": "a line", "source": "here", "where": {"dt": 0.004},
    "value": "team", "number": "conservation.drift.r2", "above": 0.999}]' \
    ".config.claims = \$claims | .cases[].dynamics |= (
      .drift.kt_per_particle = (.dt | $1) | .drift.error = (.dt | $2))" "$folder/steps.result" > "$folder/drifts.result"
  expect 0 "$PAIRLANES" show "$folder/drifts.result"
}

@test "fluctuation and drift of the energy are fitted as powers of the time step" {
  local folder=$BATS_TEST_TMPDIR
  cat > "$folder/steps.json" <<'JSON'
{"model": "lj", "parameters": {"shift": "force"}, "strategy": "team", "skin": 0.4,
 "system": {"n": 108, "density": 0.5, "temperature": 1.2}, "precision": "double",
 "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "max_samples": 6, "min_samples": 6},
 "sweeps": [{"dynamics": {"steps": 4000, "sample": 16, "dt": 0.001}},
            {"dynamics": {"steps": 2000, "sample": 8, "dt": 0.002}},
            {"dynamics": {"steps": 1000, "sample": 4, "dt": 0.004}}]}
JSON
  expect 0 "$PAIRLANES" run "$folder/steps.json" --quiet --out "$folder/steps.result"
  shows 0 "drift of the total energy as powers of the time step" "$PAIRLANES" show "$folder/steps.result"
  # last columns: order and R² of the drift, how many drift ("0 of 3"), order and R² of the error
  read -r order r2 < <(awk '/order p/ { on = 1 } on && /0.001 … 0.004, 3/ { print $(NF - 6), $(NF - 5) }' \
    <<<"$output")
  # an independent fit of the recorded values gives the same
  expect 0 python3 - "$folder/steps.result" "$order" "$r2" <<'PYTHON'
import json, math, sys
cases = [c["dynamics"] for c in json.load(open(sys.argv[1]))["cases"]]
x = [math.log(c["dt"]) for c in cases]
y = [math.log(c["total"]["deviation"] / c["temperature"]["mean"]) for c in cases]
mx, my = sum(x) / 3, sum(y) / 3
xx = sum((a - mx) ** 2 for a in x)
xy = sum((a - mx) * (b - my) for a, b in zip(x, y))
yy = sum((b - my) ** 2 for b in y)
order, r2 = float(sys.argv[2]), float(sys.argv[3])
assert abs(order - xy / xx) < 1e-3 and abs(r2 - xy * xy / xx / yy) < 1e-4, (order, r2)
assert abs(order - 2) < 0.15 and r2 > 0.998, (order, r2)
PYTHON
  # a drift has an order, even if it decreases. It has no order if it is within its error, if there are few time
  # steps, or if signs differ
  with_drifts '-5 * pow(.; 3)' '1.6 * pow(.; 3)'
  [[ $output =~ 3\ of\ 3\ +3\.000\ +1\.0000 ]]
  expect 0 "$PAIRLANES" claims --strict --format json "$folder/drifts.result"
  [ "$(jq -r '.claims[].points[0].ratio * 1e6 | round' <<<"$output" | tr '\n' ' ')" = "3000000 1000000 " ]
  with_drifts '-5 * pow(.; 3)' '1.7 * pow(.; 3)'
  [[ $output =~ 0\ of\ 3\ +–\ +– ]]
  with_drifts '-5 * pow(.; 3)' 'if . < 0.003 then 1e-12 else 1 end'
  [[ $output =~ 2\ of\ 3\ +–\ +– ]]
  with_drifts '5 * pow(.; 3) * (if . < 0.003 then 1 else -1 end)' 1e-12
  [[ $output =~ 3\ of\ 3\ +–\ +– ]]
  shows 0 "2 without data" "$PAIRLANES" claims "$folder/drifts.result"
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  for figure in drift energy; do
    expect 0 "$PAIRLANES" plot "$folder/steps.result" --figure $figure --out "$folder"
    [ -s "$folder/$figure.png" ]
  done
  grep -q "double, cpu, team, p = $order, drifts at [0-3] of 3 time steps" "$folder/drift.tsv"
  with_drifts '-5 * pow(.; 3)' '1.6 * pow(.; 3)'
  expect 0 "$PAIRLANES" plot "$folder/drifts.result" --figure drift --out "$folder/drifts"
  grep -q "double, cpu, team, p = $order, q = 3.00" "$folder/drifts/drift.tsv"
  # no line is drawn without a power law
  expect 0 "$PAIRLANES" plot "$BATS_FILE_TMPDIR/moves.result" --figure drift --out "$folder/none"
  # the curve has a point at 0, and one point per sample
  [ "$(names "$folder/energy.tsv" | grep -c '^total energy.*dt = 0.001,')" -eq 251 ]
}

@test "a terminal shows the progress of moving particles and the remaining time" {
  # two trajectories are compared by their difference
  on_terminal() { python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "$@"; }
  TERM=dumb expect 0 on_terminal "$PAIRLANES" run lj --n 500 --strategy serial --precision double --backend cpu \
    --set sampling.max_samples=7 --out "$BATS_TEST_TMPDIR/dumb.json"
  lacks $'\e'
  TERM=xterm expect 0 on_terminal "$PAIRLANES" run \
    "$BATS_FILE_TMPDIR/moves.json" --set strategy=team --set precision=double --set dynamics.dt=0.002 \
    --set dynamics.steps=4950 --out "$BATS_TEST_TMPDIR/r.json"
  expect 0 python3 - <(echo "$output") <<'PYTHON'
import re, sys
text = open(sys.argv[1], newline="").read()
said = re.findall(r"step ([\d,]+) of 5,000, (\d+) s left, (?:about (\d+) s for all moving cases, )?lj.*?"
                  r"-(none|langevin)-", text)
steps = {case: [int(s.replace(",", "")) for s, _, _, c in said if c == case] for case in ("none", "langevin")}
assert all(len(s) > 1 and s == sorted(set(s)) and s[-1] <= 5000 for s in steps.values()), steps
assert all((all_ != "") == (case == "none") for _, _, all_, case in said), said
assert all(int(all_) >= int(left) for _, left, all_, case in said if case == "none"), said
PYTHON
}

@test "an energy that is not conserved is reported" {
  cd "$BATS_TEST_TMPDIR"
  local run=("$PAIRLANES" run lj --n 500 --strategy vertex --precision single --backend cpu --threads 1 --quiet
    --set sampling.max_seconds=0.01 --set dynamics.steps=400 --set dynamics.sample=40 --out drift.json)
  expect 0 "${run[@]}" --set dynamics.dt=0.005
  lacks "the total energy of"
  expect 0 "${run[@]}" --set dynamics.dt=0.02 --set 'dynamics.thermostat="langevin"' --set dynamics.time=1
  lacks "the total energy of"
  expect 0 "${run[@]}" --set dynamics.dt=0.02
  has "has changed by 0."
}

@test "a time step that is too long is reported, and the other results are kept" {
  expect 2 "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --quiet --set dynamics.dt=5 \
    --set dynamics.thermostat=none --set strategy=team --set precision=double \
    --out "$BATS_TEST_TMPDIR/r.json"
  has "pairlanes run: particle "
  has "the time step 5 is too long, or particles overlap"
  has "1 timed (0 of them before), 0 skipped, 0 failed, 0 not run"
  has "motions that ended early: 1"
  # the case does not count as finished
  expect 2 "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --quiet --set dynamics.dt=5 --resume \
    --set dynamics.thermostat=none --set strategy=team --set precision=double \
    --out "$BATS_TEST_TMPDIR/r.json"
  shows 0 "ok particle " jq -r '.cases[0] | .status + " " + .dynamics.reason' "$BATS_TEST_TMPDIR/r.json"
  has "the time step 5 is too long, or particles overlap"
  shows 0 "Particles that did not move to the end" "$PAIRLANES" show "$BATS_TEST_TMPDIR/r.json"
}

@test "wrong dynamics are refused before anything runs" {
  refused() {
    expect 2 "$PAIRLANES" run "$BATS_FILE_TMPDIR/moves.json" --out "$BATS_TEST_TMPDIR/n.json" "$@"
  }
  refused --set dynamics.thermostat=langevine
  has 'dynamics.thermostat: expected one of none, brownian, langevin, nose_hoover, rescale'
  has 'did you mean "langevin"?'
  refused --full
  has '--full: expected an object "full" with the values of a full run, found none'
  refused --set dynamics.step=5
  has 'did you mean "steps"?'
  refused --set dynamics.thermostat=nose_hoover --set dynamics.interval=5
  has "dynamics: thermostat nose_hoover acts in every step, not in every 5-th"
  refused --set dynamics.thermostat=brownian --set dynamics.diffusion=1e-6
  has "collides more than once"
  [ ! -e "$BATS_TEST_TMPDIR/n.json" ]
}

@test "forces that are wrong after some steps fail a case whose first ones were right" {
  cd "$BATS_TEST_TMPDIR"
  cat >hot.json <<'JSON'
{"model": "lj", "backend": "cpu", "precision": ["fixed", "fixed_math"], "strategy": "vertex", "threads": 1,
 "system": {"n": 500, "density": 0.8, "temperature": 100}, "counters": {"lanes": false},
 "sampling": {"min_samples": 6, "max_samples": 6, "max_seconds": 0.01},
 "dynamics": {"steps": 200, "sample": 200, "warmup": 0, "dt": 0.0002, "thermostat": "langevin",
              "temperature": 1000, "time": 0.02}}
JSON
  expect 1 "$PAIRLANES" run hot.json --quiet --out hot.result
  [[ $output =~ "verification after step "[0-9]+" failed: force error" ]]
  [ "$(jq -c '[.cases[] | [.precision, .status]]' hot.result)" = '[["fixed","ok"],["fixed_math","failed"]]' ]
  jq -e '.cases[1] | .verify.passed == false and .force == null and .dynamics == null and
    .verify.worst_particle > 0 and .verify.particle_rel > .verify.tolerance' hot.result
}
