#!/usr/bin/env bats
# Tests merging the pieces of an experiment: the result does not depend on their order, and contains nothing else.

load setup

# Makes two pieces of a config, as if measured on two machines; tests edit copies.
setup_file() {
  cd "$BATS_FILE_TMPDIR" || return
  cat >small.json <<'JSON'
{"model": "lj", "strategy": ["serial", "vertex"], "system": {"n": [500, 600], "density": 0.4},
 "precision": ["single", "double"], "backend": "cpu", "threads": 1, "counters": {"lanes": false},
 "sampling": {"warmup_ms": 0, "min_samples": 6, "max_samples": 6}}
JSON
  build=${PAIRLANES:-$BATS_TEST_DIRNAME/../build/pairlanes}
  for i in 1 2; do
    "$build" run small.json --quiet --shard $i/2 --out $i.json
  done
  jq '.provenance.host = "far" | .provenance.date = "2031-02-03T04:05:06Z"' 2.json >far.json
  jq -c '.cases[0:2] as $cases | .cases = $cases' 1.json >a.json
  jq -c '.cases[2:] as $cases | .cases = $cases' 1.json >b.json
}

setup() {
  cp "$BATS_FILE_TMPDIR"/*.json "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR" || return
}

merge() { # OUT FILE…
  "$PAIRLANES" merge "${@:2}" --out "$1" 2>/dev/null
}

# Fails unless the files are refused, and no output is written.
refuses() { # FILE…
  expect 2 "$PAIRLANES" merge "$@" --out refused.json
  [ ! -e refused.json ]
}

@test "merging in any order or grouping, or repeatedly, gives the same bytes" {
  merge all.json a.json b.json far.json
  merge other.json far.json a.json b.json
  cmp all.json other.json
  merge left.json a.json b.json
  merge left.json left.json far.json
  cmp all.json left.json
  merge right.json b.json far.json
  merge right.json a.json right.json
  cmp all.json right.json
  merge again.json all.json all.json b.json
  cmp all.json again.json
  [ "$(find . -name '*.lock' -o -name '*.tmp*' | wc -l)" -eq 0 ]
}

@test "files with other titles or claims are joined, and keep those of the run that began first" {
  jq --argjson claim "$(jq '.claims[0]' "$ROOT/configs/rovigatti-fig6.json")" \
    '.config.title = "told better" | .config.claims = [$claim] | .provenance.date = "2030-01-01T00:00:00Z"' \
    2.json >later.json
  merge left.json 1.json later.json
  merge right.json later.json 1.json
  cmp left.json right.json
  cmp <(jq -S .config left.json) <(jq -S .config 1.json)
}

@test "joined cases are in the order of the config, each with its run" {
  shows 0 "8 cases of 2 files, 8 of them ok" "$PAIRLANES" merge far.json 1.json --out all.json
  lacks "missing"
  valid "$ROOT/results/schema.json" all.json
  cmp <(jq -r '.cases[].id' all.json) <("$PAIRLANES" run small.json --list)
  # no member of a case is lost
  cmp <(jq -S -c '.cases[] | del(.provenance)' all.json | sort) <(jq -S -c '.cases[]' 1.json far.json | sort)
  cmp <(jq -S '.provenance' all.json) <(jq -S .provenance 1.json)
  cmp <(jq -S '[.cases[].provenance // empty] | unique | .[]' all.json) <(jq -S .provenance far.json)
  [ "$(jq '[.cases[] | select((.provenance.host == "far") == (.shard == "2/2"))] | length' all.json)" -eq 8 ]
  # commands that read results also find it
  shows 0 "all.json: far, commit" "$PAIRLANES" show all.json
  [ "$(grep -c '^all.json: ' <<<"$output")" -eq 2 ]
  expect 0 "$PAIRLANES" export all.json
  [ "$(grep -c $'\tfar\t' <<<"$output")" -eq "$(jq '.cases | length' far.json)" ]
  expect 0 "$PAIRLANES" compare all.json all.json
  jq '.cases |= .[:1]' 1.json >one.json
  shows 0 "1 case of 1 file, 1 of them ok" "$PAIRLANES" merge one.json --out alone.json
}

@test "missing cases are named, and measured by a run that resumes the joined file" {
  expect 0 "$PAIRLANES" merge a.json 2.json --out all.json
  has "2 cases of the config are missing, the first: $(jq -r '.cases[0].id' b.json); run --resume measures them"
  jq -c '.cases[] | select(.shard)' all.json | sort >before
  shows 0 "8 timed (6 of them before)" "$PAIRLANES" run small.json --quiet --resume --out all.json
  cmp before <(jq -c '.cases[] | select(.shard)' all.json | sort)
}

@test "cases on a backend without any results are distinguished from missing ones" {
  jq '.backend = ["cpu", "cuda"]' small.json >both.json
  for i in 1 2; do
    expect 0 "$PAIRLANES" run both.json --backend cpu --quiet --shard $i/2 --out both-$i.json
  done
  expect 0 "$PAIRLANES" merge both-1.json both-2.json --out all.json
  lacks "missing"
  has "the config has 8 cases on the backend cuda, too, which none of these runs measured; run --backend cuda --resume"
  shows 0 " of the config are missing, the first: lj/n" "$PAIRLANES" merge both-1.json --out all.json
  has "the config has 8 cases on the backend cuda, too"
}

@test "files of other experiments are refused with the first difference" {
  jq '.config.sweeps[0].system.n[1] = 700' 2.json >other.json
  refuses 1.json other.json
  has "1.json and other.json are of different configs; the first difference is sweeps[0].system.n[1]: 600 and 700"
  jq '.config.sweeps[0].counters.energy = true' 2.json >other.json
  refuses 1.json other.json
  has "the first difference is sweeps[0].counters.energy: false and true"
  jq '.config.sweeps += [{}]' 2.json >other.json
  refuses 1.json other.json
  has "sweeps[1]: none and {}"
  jq '.schema_version = 2' 2.json >other.json
  refuses 1.json other.json
  has "other.json: schema_version: expected 1, found 2"
  jq 'del(.schema_version)' 2.json >other.json
  refuses 1.json other.json
  has "other.json: schema_version: expected 1, found none"
  jq '.cases[0].n as $n | .cases[] |= if .n == $n then .input_hash = "0123456789abcdef" else . end' 1.json >other.json
  refuses a.json other.json
  has "have other particles in the same system: the input_hash of lj/n"
  jq '.cases[0].id += "/lanes3"' 2.json >other.json
  refuses 1.json other.json
  has "is not in its config"
}

@test "files without results, or with impossible values, are refused with the place" {
  refuses 1.json small.json
  has "small.json: expected the results of a run"
  refuses 1.json none.json
  head -c 900 2.json >half.json
  refuses 1.json half.json
  has "half.json"
  jq '.cases[1].threads = "four"' 2.json >wrong.json
  refuses wrong.json
  has 'wrong.json: cases[1].threads: expected an integer of at least 1, found "four"'
  jq '.cases[1].provenance = {"cpu_cores": 0}' 2.json >wrong.json
  refuses wrong.json
  has 'wrong.json: cases[1]: provenance.cpu_cores: expected an integer of at least 1'
  jq '.config.sources = ["evil.h"]' 2.json >wrong.json
  refuses wrong.json
  has 'wrong.json: config.sources: expected none'
  jq 'del(.provenance)' 2.json >wrong.json
  refuses wrong.json
  has 'wrong.json: provenance: expected an object'
}

# Writes a piece with the first case of 1.json unfinished.
unfinished() { # STATUS REASON FILE
  jq --arg status "$1" --arg reason "$2" '.cases[0] |= {id, date, model, parameters, strategy, precision, backend,
    sort, skin, n, density, source, tuning, $status, $reason}' a.json >"$3"
}

@test "of a case in two files the finished one is kept; two different finished ones are refused" {
  unfinished failed "out of memory" failed.json
  unfinished skipped "no device" skipped.json
  merge whole.json 1.json 2.json
  merge one.json failed.json 1.json skipped.json 2.json
  cmp whole.json one.json
  merge one.json skipped.json failed.json
  [ "$(jq -r '.cases[0].reason' one.json)" = "out of memory" ]
  jq '.cases[0].date = "2031-01-01T00:00:00Z" | .cases[0].reason = "later"' failed.json >later.json
  for order in "failed.json later.json" "later.json failed.json"; do
    # shellcheck disable=SC2086
    merge one.json $order
    [ "$(jq -r '.cases[0].reason' one.json)" = later ]
  done
  jq '.cases[0].force.median_ns += 1' a.json >twice.json
  refuses 1.json twice.json
  has "have both measured $(jq -r '.cases[0].id' a.json); the first difference is force.median_ns: "
  jq '.provenance.host = "far"' a.json >twice.json
  refuses 1.json twice.json
  has "the first difference is provenance.host: "
}

@test "a shard without cases changes nothing" {
  jq '.cases = [] | .provenance.date = "2039-01-01T00:00:00Z"' 2.json >empty.json
  merge one.json 1.json
  merge two.json empty.json 1.json
  cmp one.json two.json
  merge none.json empty.json
  [ "$(jq -c .cases none.json)" = "[]" ]
}

# bats test_tags=long
@test "if a config cannot be expanded, cases are in the order of their names" {
  for file in 1 2; do
    jq '.config.sweeps[0].model = ["absent"]' $file.json >$file.absent.json
  done
  shows 0 "the config cannot be expanded here, so cases are sorted by name" "$PAIRLANES" merge 2.absent.json 1.absent.json --out all.json
  cmp <(jq -r '.cases[].id' all.json) <(jq -r '.cases[].id' all.json | LC_ALL=C sort -V)
  merge other.json 1.absent.json 2.absent.json
  cmp all.json other.json
}

# bats test_tags=long
@test "the joined file is written like all outputs" {
  cp 1.json all.json
  expect 0 "$PAIRLANES" merge all.json 2.json --out all.json
  [ "$(jq '.cases | length' all.json)" -eq 8 ]
  cmp <("$PAIRLANES" merge 1.json 2.json --out - 2>/dev/null) all.json
  mkfifo fifo
  shows 2 "found a FIFO" timeout 60 "$PAIRLANES" merge 1.json 2.json --out fifo
  shows 2 "--out FILE is missing" "$PAIRLANES" merge 1.json
  shows 2 "a results file is missing" "$PAIRLANES" merge --out all.json
  exec 9>held.json.lock
  flock 9
  expect 3 "$PAIRLANES" merge 1.json 2.json --out held.json
  [ ! -e held.json ]
}

# bats test_tags=long
@test "ten thousand cases are joined in seconds" {
  python3 - <<'PYTHON'
import copy, json
piece = json.load(open("1.json"))
sizes = list(range(1000, 3500))
config = json.load(open("small.json")) | {"system": {"n": sizes, "density": 0.4}}
json.dump(config, open("large.json", "w"))
piece["config"]["sweeps"][0]["system"]["n"] = sizes
case = piece["cases"][0]
parts = [[] for _ in range(8)]
for k, n in enumerate(sizes):
    for precision in "single", "double":
        for name in "serial", "threads1/hilbert/vertex":
            new = copy.copy(case)
            new["id"] = f"lj/n{n}/rho0.4/{precision}/cpu/" + ("hilbert/serial" if name == "serial" else name)
            new.update(n=n, precision=precision, strategy=name.split("/")[-1])
            parts[k % 8].append(new)
for k, part in enumerate(parts):
    piece["provenance"]["host"] = f"host{k}"
    json.dump(piece | {"cases": part}, open(f"part-{k}.json", "w"))
PYTHON
  # measured in CPU time, because other tests run at the same time
  expect 0 bash -c 'TIMEFORMAT="took %U %S"; time "$@"' - "$PAIRLANES" merge part-*.json --out all.json
  has "10000 cases of 8 files, 10000 of them ok"
  lacks missing
  [[ $PAIRLANES == *sanitize* ]] || awk '/^took/ { exit !($2 + $3 < 6) }' <<<"$output"
}
