#!/usr/bin/env bats
# Tests the comparison of two commits on one machine, histories, and the page that explains both.

load setup

# Makes a clone, so that commits and worktrees do not change the checkout.
setup_file() {
  load setup
  export CLONE=$BATS_FILE_TMPDIR/clone
  git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "not a git checkout"
  git clone --quiet "$ROOT" "$CLONE"
  cp "$ROOT"/scripts/{ci-track,common.bash,whole_file.py} "$CLONE/scripts"
}

# Makes a substitute for `make` in a worktree, which copies the current build, or one that is slower by the delay of the
# commit.
fake_make() {
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  cat >"$BATS_TEST_TMPDIR/bin/make" <<'SH'
#!/bin/sh
while [ $# -gt 0 ]; do
  [ "$1" = -C ] && tree=$2
  shift
done
mkdir -p "${tree:-.}/build"
cat >"${tree:-.}/build/pairlanes" <<EOF
#!/bin/bash
short=(--set sampling.max_samples=8 --set sampling.min_samples=8 --set sampling.warmup_ms=0
  --set system.n=500 --set precision=double --set threads=1)
if [ "\$1" = calibrate ]; then
  exec "$PAIRLANES" "\$@" "\${short[@]}"
elif [ "\$1" = run ]; then
  "$PAIRLANES" "\$@" "\${short[@]}" || exit
  while [ \$# -gt 0 ]; do [ "\$1" = --out ] && out=\$2; shift; done
  jq --arg commit "\$(git -C "${tree:-.}" rev-parse HEAD)" --argjson delay \
    "\$(cat "${tree:-.}/delay" 2>/dev/null || echo 1)" \
    '.provenance.commit = (\$commit | .[:12]) | .cases[].force |= (if . then .samples_ns |=
     (to_entries | map(1e5 * \$delay * (1 + 0.0001 * .key))) | .median_ns = 1e5 * \$delay |
     .ci95_ns = [.median_ns, .median_ns * 1.0007] else . end)
     | .cases[].build |= (if . then .samples_ns |= map(1e5) else . end)
     | .cases[].machine = null' "\$out" >"\$out.tmp" # samples look like those of a quiet machine
  exec mv "\$out.tmp" "\$out"
fi
exec "$PAIRLANES" "\$@"
EOF
chmod +x "${tree:-.}/build/pairlanes"
SH
  chmod +x "$BATS_TEST_TMPDIR/bin/make"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
  export PAIRLANES
}

# Makes a commit in the clone, whose kernels seem slower by this factor.
commit() {
  echo "$1" >"$CLONE/delay"
  git -C "$CLONE" add delay
  git -C "$CLONE" -c user.name=t -c user.email=t@t commit --quiet --allow-empty -m "delay $1"
}

small=(--backend cpu --set strategy=vertex)

# shellcheck disable=SC2016
# bats test_tags=long
@test "usage is printed without lines of the script" {
  shows 0 "--work DIR" "$ROOT/scripts/ci-track" --help
  lacks "set -euo"
  shows 2 "two commits are needed; see --help" "$ROOT/scripts/ci-track"
}

@test "ci-track: a commit that is 5 % slower is caught, and both are in the history" {
  fake_make
  cd "$CLONE"
  commit 1
  commit 1.05
  shows 1 "slower" scripts/ci-track "${small[@]}" --history h.jsonl HEAD~1 HEAD
  has "3 runs"
  [ "$(wc -l <h.jsonl)" -eq "$(jq -s '[.[].id] | unique | length * 2' h.jsonl)" ]
  # shellcheck disable=SC2016
  expect 0 jq -es --arg new "$(git rev-parse --short=12 HEAD)" '.[-1].provenance.commit == $new and
    .[-1].force.median_ns == 105000 and .[0].force.median_ns == 100000 and
    all(.[]; .force | has("samples_ns") | not)' h.jsonl
  commit 1.05
  expect 0 scripts/ci-track "${small[@]}" --history h.jsonl HEAD~1 HEAD
  [ "$(jq -s '[.[].provenance.commit] | unique | length' h.jsonl)" = 3 ]
  [ "$(jq -s '[.[] | [.id, .provenance.commit]] | length == (unique | length)' h.jsonl)" = true ]
}

# shellcheck disable=SC2016
@test "ci-track: a case that fails in one of three runs exits with 1, and is in the history" {
  fake_make
  cd "$CLONE"
  printf '%s\n' '#!/bin/bash' "\"$PAIRLANES\" \"\$@\" || exit" 'for out; do :; done' \
    '[[ $out == */new-2.json ]] || exit 0' \
    "jq '.cases[0] |= (.status = \"failed\" | .reason = \"over the tolerance\" | .force = null)' \"\$out\" >\"\$out.tmp\"" \
    'mv "$out.tmp" "$out" && exit 1' >"$BATS_TEST_TMPDIR/flaky"
  chmod +x "$BATS_TEST_TMPDIR/flaky"
  for _ in first again; do
    shows 1 "in 1 of 3" scripts/ci-track "${small[@]}" --pairlanes "$BATS_TEST_TMPDIR/flaky" --work flaky --history failed.jsonl \
      --set sampling.max_samples=6 --set sampling.min_samples=6 --set system.n=500 --set precision=double \
      HEAD HEAD -- --counts-only
    jq -es 'map(select(.status == "failed") | .reason) == ["over the tolerance"]' failed.jsonl
    jq -es 'any(.[]; .status == "ok" and .force.median_ns > 0)' failed.jsonl
  done
  expect 0 "$PAIRLANES" export failed.jsonl --format csv
}

@test "ci-track: another config of commits in the history is appended, and replaced samples are reported" {
  fake_make
  cd "$CLONE"
  local track=(scripts/ci-track --backend cpu --runs 1 --work configs --history h6.jsonl)
  expect 0 "${track[@]}" --set strategy=vertex HEAD HEAD
  lacks "replaced"
  local before
  before=$(wc -l <h6.jsonl)
  shows 0 "samples of an earlier call in" "${track[@]}" --set strategy=vertex,serial HEAD HEAD
  [ "$(wc -l <h6.jsonl)" -gt "$before" ]
  [ "$(jq -s '[.[] | [.id, .provenance.commit]] | length == (unique | length)' h6.jsonl)" = true ]
}

@test "ci-track: hosts and devices that share a history each have lines of their own" {
  fake_make
  cd "$CLONE"
  local track=(scripts/ci-track "${small[@]}" --runs 1 --work shared --history h5.jsonl)
  expect 0 "${track[@]}" HEAD HEAD
  jq -c '(.provenance.host = "other"), (.device = "other")' h5.jsonl >others
  mv others h5.jsonl
  expect 0 "${track[@]}" HEAD HEAD
  jq -es 'length == 3 * (unique_by(.id) | length) and length == (unique_by([.id, .device, .provenance.host]) | length)' \
    h5.jsonl
}

@test "ci-track: a signal ends its run, and the folder is free again" {
  cd "$CLONE"
  printf '%s\n' '#!/bin/sh' "echo \$\$ >$BATS_TEST_TMPDIR/running && exec sleep 300" >"$BATS_TEST_TMPDIR/slow"
  chmod +x "$BATS_TEST_TMPDIR/slow"
  local signal code process running
  for signal in TERM INT; do
    rm -f "$BATS_TEST_TMPDIR/running"
    env --default-signal=INT scripts/ci-track --pairlanes "$BATS_TEST_TMPDIR/slow" --work ended --history h7.jsonl HEAD HEAD 3>&- &
    process=$!
    for _ in $(seq 1200); do
      [ ! -s "$BATS_TEST_TMPDIR/running" ] || break
      sleep 0.05
    done
    running=$(cat "$BATS_TEST_TMPDIR/running")
    kill "-$signal" "$process"
    code=0
    wait "$process" || code=$?
    [ "$code" -eq $((128 + $(kill -l $signal))) ]
    expect 1 kill -0 "$running"
    flock --nonblock ended/lock true
  done
}

@test "ci-track: wrong usage exits with 2 and the reason" {
  cd "$CLONE"
  shows 2 "two commits are needed" scripts/ci-track HEAD
  shows 2 'there is no commit "nowhere"' scripts/ci-track HEAD nowhere
  expect 2 scripts/ci-track --config nowhere.json HEAD HEAD
  shows 2 "--runs: expected a number" scripts/ci-track --runs none HEAD HEAD
  shows 2 "there is no option --fast" scripts/ci-track --fast yes HEAD HEAD
}

@test "ci-track: its exit code is that of the run" {
  fake_make
  cd "$CLONE"
  expect 2 scripts/ci-track "${small[@]}" --set skin=-1 --runs 1 --history h2.jsonl HEAD HEAD
  expect 3 env PAIRLANES_CC=/nonexistent PAIRLANES_CACHE="$BATS_TEST_TMPDIR/none" \
    scripts/ci-track "${small[@]}" --runs 1 --history h2.jsonl HEAD HEAD
  [ ! -e h2.jsonl ]
}

@test "ci-track: a history that cannot be written completely is not changed" {
  fake_make
  cd "$CLONE"
  echo '{}' >h4.jsonl
  ln -s nowhere h4.jsonl.lock
  shows 3 "h4.jsonl cannot be written" scripts/ci-track "${small[@]}" --runs 1 --history h4.jsonl HEAD HEAD
  [ "$(cat h4.jsonl)" = "{}" ]
  # a history whose last line has no line break is not extended
  printf '{}' >h4.jsonl
  shows 2 "h4.jsonl: its last line has no end" scripts/ci-track "${small[@]}" --runs 1 --history h4.jsonl HEAD HEAD
  [ "$(cat h4.jsonl)" = "{}" ]
  echo '{}}' >h4.jsonl
  shows 2 "h4.jsonl:1:3: this is not JSON" scripts/ci-track "${small[@]}" --runs 1 --history h4.jsonl HEAD HEAD
  mkfifo fifo.jsonl
  shows 2 "fifo.jsonl is no file" timeout 60 scripts/ci-track "${small[@]}" --runs 1 --history fifo.jsonl HEAD HEAD
}

@test "ci-track: only its files are written, through a link too, and never another user's" {
  fake_make
  cd "$CLONE"
  echo kept | tee kept >before
  touch h5.jsonl
  ln -s kept h5.jsonl.new
  ln -s h5.jsonl link.jsonl
  mkdir -p others/results
  cp kept others/results/new-1.json
  expect 2 scripts/ci-track "${small[@]}" --runs 1 --work others --history link.jsonl HEAD HEAD
  has "others/results/new-1.json is not of ci-track"
  cmp others/results/new-1.json before
  expect 0 scripts/ci-track "${small[@]}" --runs 2 --work own --history link.jsonl HEAD HEAD
  [ -L link.jsonl ] && [ -s h5.jsonl ] && cmp kept before
  cp -r own/results results.before
  expect 2 scripts/ci-track "${small[@]}" --set skin=-1 --work own --history link.jsonl HEAD HEAD
  diff -r own/results results.before
  expect 0 scripts/ci-track "${small[@]}" --runs 1 --work own --history link.jsonl HEAD HEAD
  [ "$(echo own/results/*)" = "own/results/base-1.json own/results/new-1.json" ]
}

@test "ci-track: two simultaneous calls lose no line, and use separate folders" {
  fake_make
  cd "$CLONE"
  commit 1
  commit 1
  local k pids=()
  mkdir -p busy && touch busy/lock
  flock busy/lock sleep 300 3>&- &
  while flock --nonblock busy/lock true; do sleep 0.02; done
  expect 3 scripts/ci-track "${small[@]}" --runs 1 --work busy --history h3.jsonl HEAD~1 HEAD
  has "another ci-track works there"
  kill $!
  # a folder that remains if a checkout is killed
  git worktree add --quiet --lock --detach "work0/$(git rev-parse HEAD).part" HEAD~1
  for k in 0 1 2; do
    scripts/ci-track "${small[@]}" --runs 1 --work "work$k" --history h3.jsonl "HEAD~$k" "HEAD~$k" >"log$k" 2>&1 &
    pids+=($!)
  done
  for k in 0 1 2; do
    wait "${pids[k]}" || { cat "log$k" && false; }
  done
  [ "$(jq -s '[.[].provenance.commit] | unique | length' h3.jsonl)" = 3 ]
  [ "$(jq -s '[.[] | [.id, .provenance.commit]] | length == (unique | length)' h3.jsonl)" = true ]
}

# Writes a history of 20 commits, in which team is 5 % slower from the thirteenth on.
history() {
  python3 - "$BATS_TEST_DIRNAME/data/results.json" <<'PYTHON'
import json, sys
cases = [c for c in json.load(open(sys.argv[1]))["cases"] if c["status"] == "ok"]
for k in range(20):
    for case in cases:
        slower = 1.05 if k >= 12 and case["strategy"] == "team" else 1
        force = dict(case["force"], median_ns=case["force"]["median_ns"] * slower * (1 + k % 3 / 1e3))
        force.pop("samples_ns")
        print(json.dumps(dict(case, force=force, provenance={"host": "h", "commit": f"c{k:02d}"})))
PYTHON
}

@test "the history is drawn, with a ring where the level changes and nowhere else" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  cd "$BATS_TEST_TMPDIR"
  history >h.jsonl
  expect 0 "$PAIRLANES" plot h.jsonl --figure history --out figures
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' figures/history.svg
  expect 0 python3 - figures/history.tsv <<'PYTHON'
import csv, sys
rings = [r["x"] for r in csv.DictReader(open(sys.argv[1]), delimiter="\t") if r["kind"] == "rings"]
assert rings == ["12"] * 8, rings
PYTHON
  expect 2 "$PAIRLANES" plot "$ROOT/results/nvidia-h200/demo.json" --figure history --out figures
  has "history: nothing to draw; it needs a history of two commits or more"
  echo '{"id": ' >>h.jsonl
  expect 2 "$PAIRLANES" plot h.jsonl --figure history --out figures
  has "h.jsonl:401:8: this is not JSON: expected a value, found the end of file"
  sed -i "401s/.*/[1]/" h.jsonl
  shows 2 "h.jsonl:401: this is not a JSON object" "$PAIRLANES" plot h.jsonl --figure history --out figures
}

# Prints the shell commands of comparing two commits in docs/guide/compare.md.
steps() {
  python3 - "$ROOT/docs/guide/compare.md" <<'PYTHON'
import re, sys
section = open(sys.argv[1]).read().split("## On your machine")[1].split("\n## ")[0]
for body in re.findall(r"```sh\n(.*?)```", section, re.S):
    print(body, end="\0")
PYTHON
}

# bats test_tags=long
@test "the shell commands for comparing two commits run as printed in the guide" {
  fake_make
  cd "$CLONE"
  make
  count=0
  while IFS= read -r -d '' step; do
    expect 0 bash -euo pipefail -c "$step"
    count=$((count + 1))
  done < <(steps)
  [ "$count" -eq 3 ]
  [ -s build/track/history.csv ]
  [ -s build/track/results/noise.json ]
}

# Makes a repository with a user's model and strategy in two commits; the second model has a longer range.
own_repository() {
  mkdir "$BATS_TEST_TMPDIR/own"
  cd "$BATS_TEST_TMPDIR/own" || return
  git init --quiet --initial-branch=main
  cp -r "$ROOT/tests/extend/models/soft.h" "$ROOT/tests/extend/strategies/dynamic" .
  echo '{"sources": ["soft.h", "dynamic"], "model": "soft", "system": {"n": 500, "density": 0.5},
    "strategy": "dynamic", "backend": "cpu"}' >mine.json
  git add .
  git -c user.name=t -c user.email=t@t commit --quiet -m "mine"
  git update-ref refs/remotes/origin/main HEAD
  sed -i 's/"distance where it ends", 1.5/"distance where it ends", 1.8/' soft.h
  git -c user.name=t -c user.email=t@t commit --quiet -a -m "further"
}

# bats test_tags=long
@test "ci-track: a GPU kernel with more instructions in its loop, or none, is found without a GPU" {
  need_kernel_compiler
  fake_make
  own_repository
  local track=("$CLONE/scripts/ci-track" --pairlanes "$PAIRLANES" --config mine.json --backend cpu --runs 1 --arch sm_90
    --set precision=single --set sampling.max_seconds=0.05 --history h.jsonl)
  sed -i 's/"backend": "cpu"/"backend": ["cpu", "cuda"], "strategy": "vertex"/; s/, "dynamic"\]/]/; s/"strategy": "dynamic", //' mine.json
  change() { git -c user.name=t -c user.email=t@t commit --quiet -a -m "$1"; }
  change "vertex"
  shows 0 "loop_instructions" "${track[@]}" HEAD HEAD -- --counts-only
  lacks "Not compared: loop_instructions"
  sed -i 's/real r = sqrt(.*/real r = sqrt(sqrt(dx * dx + dy * dy + dz * dz) * sqrt(dx * dx + dy * dy + dz * dz + 1));/' soft.h
  change "more"
  expect 1 "${track[@]}" HEAD~1 HEAD -- --counts-only
  [[ $output =~ more\ +soft.*/cuda/.*/sm_90\ +loop_instructions ]]
  sed -i 's/^MODEL_FUNCTION/#ifdef __CUDACC__\n#error no GPU\n#endif\n&/' soft.h
  change "wrong"
  shows 1 "kernels of GPUs that compiled in $(git rev-parse --short=12 HEAD~1) do not in" "${track[@]}" HEAD~1 HEAD -- --counts-only
  has "#error directive: no GPU"
}

# Prints the environment that inputs or variables of a file of .ci/track set, as NAME=VALUE, and its steps.
steps_of() { # FILE NAME=VALUE…
  python3 - "$@" <<'PYTHON'
import re, sys, yaml
path, *given = sys.argv[1:]
given = dict(word.split("=", 1) for word in given)
document = yaml.safe_load(open(path))
if "runs" in document:
    inputs = {name: given.get(name, row["default"]) for name, row in document["inputs"].items()}
    for step in document["runs"]["steps"]:
        for name, value in step["env"].items():
            print(f"export {name}='" + re.sub(r"\${{ inputs\.(\w+) }}", lambda m: inputs[m[1]], value) + "'")
        print(step["run"])
else:
    for name, value in document["speed"]["variables"].items():
        print(f'export {name}="{value}"')
    print("\n".join(document["speed"]["script"]))
PYTHON
}

# Checks that the steps report more work for the model of the second commit.
finds_more_work() { # FILE NAME=VALUE…
  steps_of "$@" >"$BATS_TEST_TMPDIR/steps"
  shows 1 "more" bash -euo pipefail "$BATS_TEST_TMPDIR/steps"
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' build/track/speed.xml
  expect 0 jq -e 'all(.[]; .value | type == "number") and any(.[]; .name | endswith(" pairs_listed"))' build/track/speed.json
  grep -q soft build/track/speed.md
  [ "$(jq -s '[.[].provenance.commit] | unique | length' build/track/history.jsonl)" = 2 ]
}

# bats test_tags=long
@test "the action and the template find additional work in a user's kernel" {
  python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not installed"
  fake_make
  cp -r "$ROOT/.ci" "$CLONE"
  git -C "$CLONE" add .ci scripts
  git -C "$CLONE" -c user.name=t -c user.email=t@t commit --quiet --allow-empty -m "as it is here"
  own_repository
  unset GITHUB_BASE_REF CI_MERGE_REQUEST_TARGET_BRANCH_NAME
  export GITHUB_ACTION_PATH=$CLONE/.ci/track GITHUB_STEP_SUMMARY=$BATS_TEST_TMPDIR/summary.md
  finds_more_work "$CLONE/.ci/track/action.yml" config=mine.json
  cmp build/track/speed.md <(tail -n +3 "$GITHUB_STEP_SUMMARY")
  grep -qE "^From $(git rev-parse --short=12 HEAD~1) to $(git rev-parse --short=12 HEAD) " "$GITHUB_STEP_SUMMARY"
  rm -rf build
  export TRACK_CONFIG=mine.json PAIRLANES_REPOSITORY=file://$CLONE CI_PROJECT_DIR=$BATS_TEST_TMPDIR/own
  mkdir -p "$CI_PROJECT_DIR.pairlanes/of-an-earlier-job"
  CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD~1) finds_more_work "$ROOT/.ci/track/gitlab.yml"
  # a commit is compared with itself, and with a commit that is missing
  rm -rf build/track/results
  TRACK_OPTIONS=$'--backend cpu\n--runs 1' TRACK_BASE=HEAD expect 0 "$CLONE/.ci/track/track"
  [ "$(echo build/track/results/*)" = "build/track/results/base-1.json build/track/results/new-1.json" ]
  git update-ref -d refs/remotes/origin/main
  shows 2 "there is no origin/main here; set TRACK_BASE" "$CLONE/.ci/track/track"
}
