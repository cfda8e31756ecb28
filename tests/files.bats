#!/usr/bin/env bats
# Tests files of a run. They are written only where requested, completely or not at all, by one process at a time.

# each test has a separate folder
# shellcheck disable=SC2030,SC2031
load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  cat > small.json <<'JSON'
{"model": "lj", "strategy": ["serial", "vertex"], "system": {"n": 500}, "precision": "double",
 "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}}
JSON
}

# Starts a run of small.json with up to 100 s for timing.
run_long() { # FILE
  exec "$PAIRLANES" run small.json --quiet --set system.n=4000 --set sampling.min_samples=1000000 \
    --set sampling.max_samples=1000000 --set sampling.max_seconds=100 --out "$1"
}

# Waits until a process holds the lock of a file.
locked() { # FILE
  for _ in $(seq 1200); do
    [ ! -s "$1.lock" ] || return 0
    sleep 0.05
  done
  return 1
}

# Checks that every writing command fails for a path before it measures, with a message about the path's kind.
refuses() { # PATH KIND
  local before
  before=$(stat -L -c %F:%i "$1")
  shows 2 "$1: expected a file or a new name, found $2" timeout 60 "$PAIRLANES" run small.json --out "$1"
  lacks "timed"
  shows 2 "found $2" timeout 60 "$PAIRLANES" verify small.json --json "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" ceilings --backend cpu --out "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" calibrate small.json --out "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" system --n 500 --out "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" energy --model lj fluid.xyz --forces "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" export results.json --out "$1"
  shows 2 "found $2" timeout 60 "$PAIRLANES" compare results.json results.json --out "$1"
  [ "$(stat -L -c %F:%i "$1")" = "$before" ]
}

@test "devices, FIFOs and folders are not written to, nor through links" {
  "$PAIRLANES" run small.json --quiet --out results.json
  "$PAIRLANES" system --n 500 --out fluid.xyz
  mkfifo fifo
  mkdir folder
  ln -s "$PWD/fifo" link
  refuses fifo "a FIFO"
  refuses link "a FIFO"
  refuses folder "a folder"
  if mknod null c 1 3 2>/dev/null; then
    refuses null "a device"
  fi
  [ ! -e fifo.lock ]
  ln -s nowhere dangling
  shows 2 "the link points to no file" "$PAIRLANES" run small.json --out dangling
}

@test "a link to results is followed, and another user's link next to them is not" {
  mkdir elsewhere
  echo precious > precious
  ln -s elsewhere/out.json out.json
  touch elsewhere/out.json
  ln -s "$PWD/precious" out.json.tmp
  ln -s "$PWD/precious" elsewhere/out.json.tmp
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  [ -L out.json ]
  [ "$(jq '.cases | length' elsewhere/out.json)" -eq 2 ]
  [ "$(cat precious)" = precious ]
  [ "$(find elsewhere -type f | wc -l)" -eq 1 ]
  # a lock file that is a link is not followed
  ln -s "$PWD/precious" elsewhere/out.json.lock
  shows 3 "cannot be locked" "$PAIRLANES" run small.json --quiet --out out.json
  [ "$(cat precious)" = precious ]
}

@test "no command writes over what it reads" {
  "$PAIRLANES" system --n 500 --out a.xyz
  cp small.json small.before
  cp "$BATS_TEST_DIRNAME/data/results.json" results.json
  ln -s results.json link.json
  local command
  for command in "energy a.xyz --model lj --out a.xyz" "energy --model lj --forces a.xyz ./a.xyz" "system a.xyz --out a.xyz" \
    "export results.json --out link.json" "compare results.json results.json --out results.json" \
    "run small.json --out small.json" "tune small.json --out small.json" "calibrate small.json --out small.json" \
    "predict small.json --on A100 --out small.json"; do
    # shellcheck disable=SC2086
    shows 2 "is an input, and would be overwritten" "$PAIRLANES" $command
  done
  cmp small.json small.before
  cmp "$BATS_TEST_DIRNAME/data/results.json" results.json
}

@test "a limit of file size is reported, and keeps the old results" {
  "$PAIRLANES" run small.json --quiet --out out.json
  cp out.json before.json
  "$PAIRLANES" run small.json --quiet --set system.n=600 --out warm.json # its kernels are cached
  run bash -c "ulimit -f 1; exec '$PAIRLANES' run small.json --quiet --set system.n=600 --out out.json"
  [ "$status" -eq 3 ]
  has "out.json: cannot be written: File too large"
  jq -e .cases out.json >/dev/null
  expect 3 bash -c "ulimit -f 1; exec '$PAIRLANES' system --n 500 --out new.xyz"
  has "new.xyz: cannot be written: File too large"
  expect 3 bash -c "ulimit -f 1; exec '$PAIRLANES' export warm.json --format csv --out before.json"
  has "before.json: cannot be written: File too large"
  jq -e '.cases | length == 2' before.json >/dev/null
  [ "$(find . -type f | sort | tr '\n' ' ')" = "./before.json ./out.json ./small.json ./warm.json " ]
}

@test "a full disk is reported, and keeps the old results" {
  "$PAIRLANES" run small.json --quiet --out out.json # its kernels are cached
  mkdir disk
  mounted "mount -t tmpfs -o size=16k none disk" "cp out.json disk; cd disk
    status=0; '$PAIRLANES' system --n 5000 --out out.json || status=\$?
    cmp out.json ../out.json; [ \"\$(ls -A)\" = out.json ]
    head -c 9000 /dev/zero > filler || true
    '$PAIRLANES' run ../small.json --quiet --set system.n=600 --out out.json || status=\$((status * 10 + \$?))
    jq -e .cases out.json >/dev/null; ls -A; exit \$status"
  [ "$status" -eq 33 ]
  has "out.json: cannot be written: No space left on device"
  [ "${lines[-2]}" = filler ]
  [ "${lines[-1]}" = out.json ]
}

# Makes a copy of the scripts, with a substitute for pairlanes that writes recorded files.
tree_of_scripts() {
  local machine=tree/results/nvidia-h200 other=tree/results/intel-xeon-32-cores name
  mkdir -p tree/scripts tree/docs/figures tree/configs tree/results/box/figures/figures "$machine" "$other" disk work
  cp "$ROOT"/scripts/{bundle,record,demo,ci-track,peers,oracle-lammps,papers,same-code,common.bash,{machine_code,peers_fields,strict_json,whole_file}.py} tree/scripts
  cp "$ROOT"/configs/{core,quick,rovigatti-peers,demo}.json tree/configs
  jq -c '.cases |= map(select(.force != null))[:1] | .cases[0] |= (.step = {median_ns: 1} | .step_parts = {dt: 0.005} |
    .dynamics = {samples: {potential: [-0.25]}} | .n = 2)' "$BATS_TEST_DIRNAME/data/results.json" >data.json
  for name in "$machine"/{bench-lj,limits,staged,bonded} "$other/threads"; do
    cp data.json "$name.json"
  done
  jq -c '.cases[].source_hash = "0" | .config = {name: "x", sweeps: [{}]}' data.json >"$machine/compiled.json"
  echo "# gcc $(gcc -dumpfullversion)" >tree/results/same-code.txt
  echo before | tee tree/docs/papers.md tree/docs/figures/a.svg >"$machine/speedup.svg"
  cat >program <<SCRIPT
#!/bin/bash
echo >>"$PWD/calls"
put() { cat >"\$1.made" && mv "\$1.made" "\$1" || { rm -f "\$1.made" && exit 3; }; }
for ((k = 1; k <= \$#; k++)); do [ "\${!k}" != --out ] || { ((k++)); out=\${!k}; }; done
case \$1 in
  list) [ "\$2" = --machine ] && echo box || "$PAIRLANES" "\$@" ;;
  bundle) "$PAIRLANES" "\$@" --machine box && sed -Ei 's/"(date|hash)":"[^"]*"//' "\$out" ;;
  run) put "\$out" <"$PWD/data.json" ;;
  reproduce | plot)
    mkdir -p "\$out/figures" || exit 3
    put "\$out/report.json" <<<'{"papers": []}'
    for name in report.{md,html} speedup.svg figures/a.svg; do put "\$out/\$name" <<<after; done ;;
  compile) echo '{"cases": [{"strategy": "serial", "model": "lj", "precision": "double", "force": "f"}]}' >"\$out" ;;
  system) printf '# 00000fa000001388\n\n0 10 xlo xhi\n\nAtoms\n\n1 1 1 1 1\n2 1 2 2 2\n' >"\$out" ;;
esac
code=\$?
[ "\$(wc -l <"$PWD/calls")" != "\$KILLED_AT" ] || kill -KILL "-\$(cat "$PWD/group")"
exit \$code
SCRIPT
  # a fake engine that prints one correct energy and valid times
  cat >lmp <<'SCRIPT'
#!/bin/sh
[ "$1" != -help ] || { echo "Large-scale Atomic/Molecular Massively Parallel Simulator - 1 Jan 2000" && exit; }
while [ "$1" != -log ]; do shift; done
printf 'Step PotEng \n 0 -0.5\nLoop time of 4.0 on 1 procs\nPair | 3.0 | 3.0 |\n' >"$2"
SCRIPT
  chmod +x program lmp
  git -C tree init --quiet && git -C tree add scripts
  git -C tree -c user.name=t -c user.email=t@t commit --quiet -m one
  echo '{}' >disk/h.jsonl
  cp data.json disk/peers.json
  cp data.json tree/results/box/demo.json
  mkdir good && cp -r tree disk work good
  with=(env "LMP=$PWD/lmp" GMX=none "PAIRLANES=$PWD/program")
}

# Restores the copy of the scripts.
start_again() {
  rm -rf tree disk work calls
  cp -r good/* .
}

# Lists every script that keeps measured or built files, with its folder.
scripts_that_write=(
  "disk bundle --work ../work ../disk/bundle.json"
  "work bundle --work ../work ../bundle.json"
  "disk record --only ^demo$ ../disk"
  "disk ci-track --config configs/quick.json --pairlanes ../program --runs 1 --work ../work --history ../disk/h.jsonl HEAD HEAD"
  "disk peers --out ../disk/peers.json --rounds 1 --steps 9 --backend cpu"
  "tree/results/box demo"
  "tree/docs papers"
  "tree/results same-code results/nvidia-h200/compiled.json")

# Checks that every script exits with 3 and these words if its folder has a fault, and leaves earlier files.
end_with() { # WORDS FAULT
  local folder script
  for script in "${scripts_that_write[@]}"; do
    start_again
    folder=${script%% *}
    mounted "${2//FOLDER/$folder}" "status=0; (cd tree && ${with[*]} scripts/${script#* }) || status=\$?
      rm -f $folder/filler $folder/*.lock 2>/dev/null || true; diff -r $folder good/$folder; exit \$status"
    [ "$status" -eq 3 ] || { echo "$script: $status: $output" && false; }
    [[ ${output,,} == *"$1"* ]] || { echo "$script: $output" && false; }
  done
}

@test "on a full disk scripts report it, exit with 3, and keep old files" {
  tree_of_scripts
  local script
  for script in "${scripts_that_write[@]}"; do # with space on the disk all succeed
    # shellcheck disable=SC2086
    (cd tree && expect 0 "${with[@]}" scripts/${script#* })
  done
  [ "$(echo disk/*)" = "disk/bundle.json disk/demo.json disk/h.jsonl disk/peers.json" ]
  grep -q after tree/docs/papers.md
  grep -q after tree/results/box/figures/speedup.svg
  grep -q ' double f$' tree/results/same-code.txt
  end_with "no space left on device" \
    "mount -t tmpfs -o size=1m none FOLDER; cp -r good/FOLDER/. FOLDER; cat /dev/zero >FOLDER/filler 2>/dev/null || true"
}

# bats test_tags=long
@test "on a read-only disk scripts report it, exit with 3, and keep old files" {
  tree_of_scripts
  end_with "read-only file system" "mount --bind FOLDER FOLDER; mount -o remount,bind,ro FOLDER"
}

# bats test_tags=long
@test "scripts killed after any command leave each file old or complete, and the next call succeeds" {
  tree_of_scripts
  local folder script file kills
  for script in "${scripts_that_write[@]}"; do
    folder=${script%% *}
    start_again
    # shellcheck disable=SC2086
    (cd tree && expect 0 "${with[@]}" scripts/${script#* })
    rm -rf whole && cp -r "$folder" whole
    for ((kills = 1; ; kills++)); do
      start_again
      run "${with[@]}" "KILLED_AT=$kills" setsid --wait bash -c "echo \$\$ >group; cd tree && exec scripts/${script#* }"
      [ "$status" -ne 0 ] || break
      [ "$status" -eq 137 ]
      find "$folder" -type f ! -name '*.lock' ! -name '*.made' | while read -r file; do
        cmp -s "$file" "good/$file" || cmp "$file" "whole/${file#"$folder"/}" || exit 1
      done
      # shellcheck disable=SC2086
      (cd tree && expect 0 "${with[@]}" scripts/${script#* })
      diff -r "$folder" whole
    done
    [ "$kills" -gt 1 ]
  done
}

@test "old results stay until a case of the new ones is measured" {
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  cp out.json before.json
  # runs that measure nothing, because they cannot compile kernels
  expect 3 env PAIRLANES_CC=/nonexistent PAIRLANES_CACHE="$PWD/none" "$PAIRLANES" run small.json --quiet --out out.json
  has "nothing was measured; the earlier results are in "
  has "out.json.old"
  cmp before.json out.json.old
  [ "$(jq '[.cases[] | select(.status == "ok")] | length' out.json)" -eq 0 ]
  # results without a measured case do not replace them either
  expect 3 env PAIRLANES_CC=/nonexistent PAIRLANES_CACHE="$PWD/none" "$PAIRLANES" run small.json --quiet --out out.json
  cmp before.json out.json.old
  # a run that is killed before its first case is measured
  mv out.json.old out.json
  run_long out.json &
  local run=$!
  locked out.json
  for _ in $(seq 1200); do [ ! -e out.json.old ] || break; sleep 0.05; done
  kill -KILL $run
  wait $run || true
  cmp before.json out.json.old
  # a run that has measured a case removes the moved earlier results, but no older file of that name
  rm out.json.old # the file may be a link to the results
  echo mine >out.json.old
  cp before.json out.json
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  [ "$(cat out.json.old)" = mine ]
  [ ! -e out.json.old2 ]
}

@test "a read-only folder is reported before anything is measured" {
  "$PAIRLANES" run small.json --quiet --out out.json
  mkdir shown
  mounted "mount --bind shown shown; mount -o remount,bind,ro shown" "'$PAIRLANES' run small.json --out shown/out.json"
  [ "$status" -eq 3 ]
  has "shown/out.json: cannot be locked: Read-only file system"
  lacks "timed"
  if [ "$(id -u)" = 0 ]; then # other users get another message
    expect 3 "$PAIRLANES" run small.json --out /proc/out.json
    has "/proc/out.json: cannot be locked: no file can be created in its folder"
  fi
  mounted "mount --bind shown shown; mount -o remount,bind,ro shown" "'$PAIRLANES' system --n 500 --out shown/out.xyz"
  [ "$status" -eq 3 ]
  has "shown/out.xyz: cannot be written: Read-only file system"
  lacks "density"
}

@test "without /proc outputs are written to a named temporary file" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers look for leaks in /proc, which is hidden here"
  "$PAIRLANES" system --n 500 --out before.xyz
  mounted "mount -t tmpfs none /proc" "'$PAIRLANES' system --n 500 --out after.xyz"
  [ "$status" -eq 0 ]
  cmp before.xyz after.xyz
  mounted "mount -t tmpfs none /proc" "ulimit -f 1; '$PAIRLANES' system --n 500 --out after.xyz"
  [ "$status" -eq 3 ]
  cmp before.xyz after.xyz
  [ "$(find . -type f | sort | tr '\n' ' ')" = "./after.xyz ./before.xyz ./small.json " ]
}

@test "of several writers the first continues, and the others name it" {
  run_long out.json 3>&- 2>/dev/null &
  holder=$!
  locked out.json
  ln -s out.json link.json
  for other in out.json link.json ./out.json; do
    expect 3 timeout 60 "$PAIRLANES" run small.json --quiet --out "$other"
    has "$other: is being written by process $holder on $(hostname)"
    lacks "timed"
  done
  expect 3 timeout 60 "$PAIRLANES" run small.json --quiet --resume --out out.json
  shows 3 "process $holder" timeout 60 "$PAIRLANES" verify small.json --json out.json
  expect 0 "$PAIRLANES" run small.json --quiet --out another.json
  kill -TERM "$holder"
  status=0
  wait "$holder" || status=$?
  [ "$status" -eq 143 ]
  [ ! -e out.json.lock ]
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  [ "$(find . -name '*.lock' | wc -l)" -eq 0 ]
}

@test "no command writes what another process has locked" {
  "$PAIRLANES" run small.json --quiet --out results.json
  "$PAIRLANES" system --n 500 --out fluid.xyz
  mkdir folder && cp results.json folder
  "$PAIRLANES" bundle folder --machine box --out packed.json
  mkdir -p to/box && jq '.cases[0].force.median_ns += 1' results.json >to/box/results.json
  local file
  for file in locked.json to/box/results.json; do
    [ -e "$file" ] || cp results.json "$file"
    cp "$file" before
    flock "$file.lock" sleep 300 3>&- &
    holder=$!
    while flock --nonblock "$file.lock" true; do sleep 0.02; done
    if [ "$file" = locked.json ]; then
      expect 3 "$PAIRLANES" export results.json --format csv --out "$file"
      has "$file: is being written by another process ($PWD/$file.lock)" || has "$file: is being written by another process ($file.lock)"
      expect 3 "$PAIRLANES" bundle folder --machine box --out "$file"
      expect 3 "$PAIRLANES" merge results.json --out "$file"
      expect 3 "$PAIRLANES" energy --model lj fluid.xyz --forces "$file"
      expect 3 "$PAIRLANES" tune lj --backend cpu --strategy vertex --n 500 --density 0.5 --threads 1 --out "$file"
    else
      shows 3 "is being written by" "$PAIRLANES" import packed.json --out to --replace
    fi
    cmp before "$file"
    kill "$holder"
    wait "$holder" || true
    rm -f "$file.lock"
  done
}

@test "a file with the name of a lock and other content is left alone" {
  "$PAIRLANES" run small.json --quiet --out results.json
  mkdir folder && cp results.json folder
  "$PAIRLANES" bundle folder --machine box --out packed.json
  mkdir -p to/box
  local lock
  for lock in mine.lock to/box/import.lock; do
    echo mine >"$lock"
    case $lock in
    mine.lock)
      expect 3 "$PAIRLANES" merge results.json --out mine
      has "mine: cannot be locked: mine.lock exists and is not a lock; move it away"
      expect 3 "$PAIRLANES" run small.json --quiet --out mine
      expect 3 python3 -c "import sys; sys.path.insert(0, '$ROOT/scripts'); import whole_file; whole_file.write('mine', 'text')"
      has "mine.lock exists and is not a lock; move it away"
      [ ! -e mine ]
      ;;
    *) expect 3 "$PAIRLANES" import packed.json --out to ;;
    esac
    [ "$(cat "$lock")" = mine ]
  done
  mkfifo fifo.lock
  expect 3 timeout 60 "$PAIRLANES" merge results.json --out fifo
  [ -p fifo.lock ]
}

@test "one of three simultaneous writers writes" {
  local process pids=() codes=""
  for k in 1 2 3; do
    (sleep 0.1; run_long out.json) 3>&- 2>"errors.$k" &
    pids+=($!)
  done
  locked out.json
  holder=$(sed 's/process \([0-9]*\) on .*/\1/' out.json.lock)
  for process in "${pids[@]}"; do # the processes without the lock end by themselves
    [ "$process" = "$holder" ] || wait "$process" || codes+="$? "
  done
  kill -INT "$holder"
  wait "$holder" || codes+="$? "
  [ "$codes" = "3 3 130 " ]
  [ "$(cat errors.* | grep -c "is being written by process $holder on ")" -eq 2 ]
  jq -e .cases out.json >/dev/null
}

@test "the lock of a killed process blocks no other process" {
  run_long out.json 3>&- 2>/dev/null &
  holder=$!
  locked out.json
  kill -KILL "$holder"
  wait "$holder" || true
  [ -e out.json.lock ]
  expect 0 "$PAIRLANES" run small.json --quiet --out out.json
  [ ! -e out.json.lock ]
  # the message contains the name of a lock file that belongs to another user
  [ "$(id -u)" -eq 0 ] || return 0
  mkdir --mode 1777 shared
  install --mode 600 /dev/null shared/out.json.lock
  cp out.json shared/in.json
  chmod 755 "$BATS_RUN_TMPDIR"
  expect 3 setpriv --reuid 65534 --regid 65534 --clear-groups "$PAIRLANES" merge shared/in.json --out shared/out.json
  has "shared/out.json: cannot be locked: Permission denied; if no process writes it, remove "
  has "shared/out.json.lock"
}
