#!/usr/bin/env bats
# Tests configs as array jobs: the commands for Slurm, and that no case is lost if tasks end early. The second test
# needs a Slurm of one node, which this file sets up and removes.

load setup

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  submit=$ROOT/scripts/slurm/submit
}

teardown() {
  local pid
  for pid in ${started:-}; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  [ -z "${slurm:-}" ] || rm -rf "$slurm"
}

@test "the lines for sbatch follow from the site and the options" {
  expect 0 "$submit" --site "$ROOT/scripts/slurm/site.conf.example" --shards 3 --out here --dry-run quick -- \
    --set system.n=500,600
  [ "${#lines[@]}" -eq 2 ]
  for part in --job-name=quick --array=1-3 --requeue --signal=B:USR1@120 --partition=gpu --gres=gpu:h100:1 \
    --cpus-per-task=8 --mem=32G --time=2:00:00 --output="$PWD/here/shard-%a.log"; do
    [[ ${lines[0]} == "sbatch "*" $part "* ]]
  done
  [[ ${lines[0]} == *"/scripts/slurm/shard "*" 3 quick --set system.n="* ]]
  [[ ${lines[1]} == *" --dependency=afterany:JOB "*"/scripts/slurm/report "* ]]
  [[ ${lines[1]} != *gres* ]]
  [ ! -e here ]
  printf 'constraint = "a100|h100"\nreport_partition=small # where there is room' >site
  expect 0 "$submit" --site site --dry-run quick
  [[ ${lines[0]} == *' --constraint=\"a100\|h100\" '* ]]
  [[ ${lines[0]} != *--partition=* ]]
  [[ ${lines[1]} == *" --partition=small "* ]]
}

@test "wrong arguments are reported before anything is submitted" {
  printf '\npartitions = gpu\n' >site
  shows 2 'site:2: expected one of account constraint' "$submit" --site site --dry-run quick
  echo "gpu" >site
  shows 2 'site:1: expected KEY = VALUE, found "gpu"' "$submit" --site site --dry-run quick
  shows 2 "none cannot be read" "$submit" --site none --dry-run quick
  shows 2 '--shards: expected a number from 1, found "0"' "$submit" --shards 0 --dry-run quick
  shows 2 "there is no option --shard" "$submit" --shard 2 quick
  shows 2 "one config is needed" "$submit" --dry-run
}

# Starts munge and Slurm in a separate folder, as the user who runs the test, or skips the test.
start_slurm() {
  local command
  for command in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v $command >/dev/null ||
      skip "$command is not installed (scripts/setup cluster)"
  done
  PATH=$PATH:/usr/sbin
  slurm=$(mktemp -d /tmp/slurm-XXXXXX) # the length of a socket's path is limited
  mkdir "$slurm"/{state,spool}
  chmod 700 "$slurm"
  head -c 128 /dev/urandom >"$slurm/key"
  chmod 400 "$slurm/key"
  local user port=$((20000 + RANDOM % 10000))
  user=$(id -un)
  cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$(uname -n)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/munge,cred_expire=5
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
ReturnToService=2
KillWait=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
SlurmctldParameters=idle_on_node_suspend
SlurmdParameters=config_overrides
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
NodeName=$(uname -n) NodeAddr=127.0.0.1 CPUs=1
PartitionName=low Nodes=ALL Default=YES PriorityTier=1
PartitionName=high Nodes=ALL PriorityTier=2 PreemptMode=OFF
CONF
  export SLURM_CONF=$slurm/slurm.conf
  munged --foreground --force --key-file="$slurm/key" --socket="$slurm/munge" --pid-file="$slurm/munged.pid" \
    --log-file="$slurm/munged.log" --seed-file="$slurm/seed" >"$slurm/munged.out" 2>&1 3>&- &
  started=$!
  until_true 10 [ -S "$slurm/munge" ] || skip "munged does not start: $(tail -n 1 "$slurm/munged.out")"
  slurmctld -D >"$slurm/slurmctld.log" 2>&1 3>&- &
  started="$! $started"
  slurmd -D >"$slurm/slurmd.log" 2>&1 3>&- &
  started="$! $started"
  until_true 20 is_idle || skip "Slurm does not start: $(tail -n 1 "$slurm/slurmctld.log" "$slurm/slurmd.log")"
}

is_idle() {
  [ "$(sinfo -h -o %T -p low 2>/dev/null)" = idle ]
}

# Waits until a command succeeds.
until_true() { # SECONDS COMMAND…
  local end=$((SECONDS + $1))
  shift
  until "$@" 2>/dev/null; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

# Waits until a task measures, and sets $run to the process id of its run.
task_runs() { # SHARD
  until_true 60 find_run "$1" || {
    echo "shard $1 does not run"
    squeue
    tail -n 30 "$slurm"/*.log out/*.log
    return 1
  }
}

find_run() {
  run=$(pgrep -f -- "--out $PWD/out/shard-$1.json") && [ -e "out/shard-$1.json" ]
}

# bats test_tags=long
@test "no case is lost if a node is drained or a task is killed, out of time or preempted" {
  start_slurm
  cat >small.json <<'JSON'
{"model": "lj", "strategy": ["serial", "vertex"], "system": {"n": [500, 600, 700, 800], "density": 0.4},
 "precision": ["single", "double"], "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "claims": [{"text": "vertex is no thousand times slower", "source": "common sense", "of": "force",
             "ratio": ["serial", "vertex"], "above": 0.001}],
 "sampling": {"warmup_ms": 0, "min_samples": 200, "max_samples": 200}}
JSON
  printf 'pairlanes = %s\npartition = low\nwarn = 30\ntime = 10\n' "$PAIRLANES" >site
  expect 0 "$submit" --site site --shards 4 --out out small.json
  local node job
  node=$(uname -n)
  job=$(sed -E 's/^job ([0-9]+) .*/\1/' <<<"$output")

  # the node is drained: the current task finishes, and no other task starts
  task_runs 1
  scontrol update nodename="$node" state=drain reason=test
  until_true 60 grep -q "ended with 0" out/shard-1.log
  [ ! -e out/shard-2.log ]
  scontrol update nodename="$node" state=resume

  task_runs 2
  kill -KILL "$run"
  until_true 60 grep -q "ended with 137" out/shard-2.log

  # a task that hangs until its time limit, which Slurm checks twice a minute
  task_runs 3
  kill -STOP "$run"
  scontrol update jobid="${job}_3" timelimit=1
  until_true 90 grep -q "is nearly out of time" out/shard-3.log
  kill -CONT "$run"
  until_true 60 grep -q "ended with 143" out/shard-3.log

  task_runs 4
  kill -STOP "$run"
  sbatch --partition=high --output=/dev/null --wrap true
  until_true 60 grep -q "start 2" out/shard-4.log

  until_true 120 [ -e out/report.txt ] && until_true 60 is_idle || {
    squeue
    tail -n 30 "$slurm"/*.log out/*.log
    return 1
  }
  cat out/*.log
  cmp <(jq -r '.cases[] | select(.status == "ok") | .id' out/results.json) <("$PAIRLANES" run small.json --list)
  [ "$(cat out/shard-?.log | grep -c "start 1")" -eq 4 ]
  [ "$(grep -l "start 2" out/shard-?.log | tr '\n' ' ')" = "out/shard-2.log out/shard-3.log out/shard-4.log " ]
  grep -q "16 cases of 4 files, 16 of them ok" out/report.log
  grep -q "vertex is no thousand times slower" out/report.txt
}
