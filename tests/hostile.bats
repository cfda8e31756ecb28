#!/usr/bin/env bats
# Tests files from untrusted sources. File names in them lead to no file that is run or read, and their texts are
# printed as text.

load setup

demo=$ROOT/tests/data/demo.json

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

# Runs a command with a limit of its CPU time.
cpu_seconds() { # SECONDS COMMAND…
  (ulimit -t "$1" && shift && exec "$@")
}

# Writes a recorded GPU case; a jq filter changes its config.
recorded() { # FILTER FILE
  jq -c ".cases |= map(select(.status == \"ok\" and .force != null))[:1] | $1" "$demo" >"$2"
}

# Writes a header that creates a file `owned` in the working directory if it is loaded.
trap_header() {
  cat "$ROOT/tests/extend/models/soft.h" - >evil.h <<'C'
#include <stdlib.h>
__attribute__((constructor)) static void owned(void) { (void)!system("touch owned"); }
C
}

@test "a config in results loads no code and reads no preset" {
  trap_header
  recorded '.config.sources = ["evil.h"]' code.json
  recorded '.config.preset = "code.json"' preset.json
  recorded '.config.sweeps[0].preset = "code.json"' nested.json
  expect 2 "$PAIRLANES" merge code.json --out out.json
  has "code.json: config.sources: expected none, because results name no code to load"
  expect 2 "$PAIRLANES" merge preset.json --out out.json
  has "a preset of its config: expected none, because results name no file to read"
  shows 2 "a preset of its config: expected none" "$PAIRLANES" merge nested.json --out out.json
  local wrong
  for wrong in code:sources preset:preset nested:preset; do
    expect 2 "$ROOT/scripts/predicted" out.json against "${wrong%:*}.json" --least 1
    has "its config names ${wrong#*:}: expected none, because results name nothing to load or read"
  done
  [ ! -e owned ] && [ ! -e out.json ]
}

@test "a config in results opens no file" {
  mkfifo fifo
  recorded '.config.sweeps[0] |= (.model = ["allatom"] | .parameters = {} | .system = {"file": "fifo"})' fifo.json
  shows 0 "1 case of 1 file" timeout 60 "$PAIRLANES" merge fifo.json --out out.json
  expect 2 timeout 60 "$ROOT/scripts/predicted" out.json against fifo.json --least 1
}

@test "messages show no text of a file that a topology includes from another folder" {
  printf 'one\n1\n    1A      A    1   1.000   1.000   1.000\n   5 5 5\n' >a.gro
  mkdir in out
  echo "secret:x:0" | tee in/x.itp out/x.itp >x.itp
  cp a.gro in/
  local before include
  for before in '' '[ defaults ]\n' '[ moleculetype ]\nA 1\n[ atoms ]\n'; do
    printf '%b#include "x.itp"\n' "$before" >in/a.top
    expect 2 timeout 60 "$PAIRLANES" energy in/a.top --model allatom
    [ -n "$before" ] || has "secret"
    for include in "$PWD/out/x.itp" ../out/x.itp; do
      printf '%b#include "%s"\n' "$before" "$include" >in/a.top
      shows 2 "out/x.itp:1: expected" timeout 60 "$PAIRLANES" energy in/a.top --model allatom
      lacks secret
    done
  done
  # messages about molecules and sections contain words of topologies; they must not contain words
  # of another file
  printf 'TOPSECRET 5\n' >out/key
  printf '[ molecules ]\n#include "../out/key"\n' >in/a.top
  shows 2 "a.top:2: the included file ../out/key is in another folder" "$PAIRLANES" energy in/a.top --model allatom
}

@test "a link in a folder makes no message quote a file elsewhere" {
  mkdir -p in out in/sub
  echo 'secret: 1' >out/ceilings.json
  cp "$BATS_TEST_DIRNAME/data/results.json" in/core.json
  ln -s ../out/ceilings.json in/ceilings.json
  ln -s ../out/ceilings.json in/noise.json
  shows 2 "in/ceilings.json: this is a link to a file in another folder" "$PAIRLANES" show in/core.json
  shows 2 "in/ceilings.json: this is a link" "$PAIRLANES" bundle in --out out/bundle.json
  shows 2 "in/noise.json: this is a link" "$PAIRLANES" compare in/core.json in/core.json
  shows 2 "in/ceilings.json:1:1: this is not JSON" "$PAIRLANES" show in/core.json --ceilings in/ceilings.json
  lacks secret
  shows 2 "found secret" "$PAIRLANES" show in/core.json --ceilings out/ceilings.json
  rm in/ceilings.json in/noise.json
  cp out/ceilings.json in/other.json
  ln -s other.json in/ceilings.json
  shows 2 "found secret" "$PAIRLANES" show in/core.json
  # includes a symbolic link, then a file in a linked folder
  printf 'one\n1\n    1A      A    1   1.000   1.000   1.000\n   5 5 5\n' >in/a.gro
  ln -s ../out/ceilings.json in/x.itp
  ln -s ../out in/folder
  local include
  for include in x.itp folder/ceilings.json; do
    echo "#include \"$include\"" >in/a.top
    shows 2 "a.top:1: the included file $include is in another folder, and no .itp, .top or .inc file" \
      "$PAIRLANES" energy in/a.top --model allatom
  done
  ln -sf ../out/ceilings.json in/a.top
  printf 't = 0\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1 0 0 0 0 0 0\n2 2 2 1 0 0 0 0 1 0 0 0 0 0 0\n' >in/a.dat
  shows 2 "in/a.top: this is a link" "$PAIRLANES" energy in/a.dat --model oxdna
}

@test "a topology includes only regular files, and ends a circle of includes" {
  mkfifo fifo
  printf 'one\n2\n    1A      A    1   1.000   1.000   1.000\n    1A      A    2   1.400   1.000   1.000\n   5 5 5\n' >a.gro
  local file k
  for file in fifo /dev/zero /dev/stdin . /proc/self/fd/0; do
    echo "#include \"$file\"" >a.top
    shows 2 "a.top:1: the included file $file is no regular file" timeout 60 "$PAIRLANES" energy a.top --model allatom
  done
  for k in {0..12}; do # includes that would open 30 to the power of 13 files
    for _ in {1..30}; do echo "#include \"w$((k + 1)).itp\""; done >"w$k.itp"
  done
  echo "; the last" >w13.itp
  echo '#include "w0.itp"' >a.top
  shows 2 "expected at most 4096 files to be included" timeout 60 "$PAIRLANES" energy a.top --model allatom
  python3 -c 'import gzip; gzip.open("long.itp.gz", "wt").write((";" + " " * 60000 + "\n") * 1500)'
  for _ in {1..30}; do echo '#include "long.itp.gz"'; done >a.top
  expect 2 "$PAIRLANES" energy a.top --model allatom
  has "long.itp.gz: expected at most 268435456 bytes of text of all included files"
  if [ -r /proc/kmsg ]; then # a regular file that has no end
    echo '#include "/proc/kmsg"' >a.top
    run timeout 60 "$PAIRLANES" energy a.top --model allatom
    has "the included file /proc/kmsg is in another folder"
  fi
}

@test "the time to read a topology grows in proportion to its macros, types, molecules, sites and bonds" {
  seq 200000 | sed "s/.*/#define z& 1/" >a.top
  expect 2 cpu_seconds 20 "$PAIRLANES" energy a.top --model martini --coordinates a.gro
  has "expected [ molecules ], found none"
  { printf '[ defaults ]\n1 2\n[ atomtypes ]\nA 12 0 A 0.3 0.8\n[ moleculetype ]\nM 100\n[ atoms ]\n'
    seq 6000 | sed 's/.*/& A 1 M A 1 0/'
    printf '[ bonds ]\n'
    seq 5999 | awk '{ print $1, $1 + 1, 1, 0.15, 2000 }'
    printf '[ system ]\nx\n[ molecules ]\nM 1\n'; } >b.top
  printf 'one\n0\n 5 5 5\n' >b.gro
  expect 2 cpu_seconds 20 "$PAIRLANES" energy b.top --model martini --coordinates b.gro
  has "b.gro:2: expected 2 to 2147483646 particles, found 0"
  # bonds that branch, and bonds to one atom
  { sed '/bonds/q' b.top
    seq 5999 | awk '{ print int($1 / 2 + 0.5), $1 + 1, 5 }'
    sed -n '/system/,$p' b.top; } >tree.top
  { sed '/bonds/q; s/^M 100/M 2/' b.top
    seq 5999 | awk '{ print 1, $1 + 1, 5 }'
    sed -n '/system/,$p' b.top; } >star.top
  for name in tree star; do
    expect 2 cpu_seconds 2 "$PAIRLANES" energy "$name.top" --model martini --coordinates b.gro
    has "bonds apart are excluded: expected at most 1000 for each particle, found more"
  done
  python3 - >c.top <<'PYTHON'
import itertools
kinds = [f"A{k}" for k in range(300)]
pairs = [f"{p} {q} 1 0.15" for p, q in itertools.combinations_with_replacement(kinds, 2)]
print("[ defaults ]\n1 2 no\n[ atomtypes ]", *(f"{kind} 12 0 A 0.3 0.8" for kind in kinds), sep="\n")
print("[ pairtypes ]", *(f"{pair} 2" for pair in pairs), sep="\n")
print("[ bondtypes ]", *(f"{pair} 2000" for pair in pairs), "[ constrainttypes ]", *pairs, sep="\n")
print("[ dihedraltypes ]", *(f"{p} {q} 9 0 1 2" for p, q in itertools.product(kinds, kinds)), sep="\n")
print("[ moleculetype ]\nM 1\n[ atoms ]")
print(*(f"{k + 1} {kinds[k * k % 300]} 1 M A 1 0 {12 * (k < 20009)}" for k in range(30000)), sep="\n")
for section, apart in (("pairs", 3), ("bonds", 1), ("constraints", 2)):
    print(f"[ {section} ]", *(f"{k} {k + apart} 1" for k in range(1, 20000)), sep="\n")
print("[ dihedrals ]", *(f"{k} {k + 1} {k + 2} {k + 3} 9" for k in range(1, 20000)), sep="\n")
print("[ virtual_sites2 ]", *(f"{k} 1 2 1 0.5" for k in range(20010, 30000)), sep="\n")
for k in range(30000):
    print(f"[ moleculetype ]\nM{k} 1\n[ atoms ]\n1 A1 1 M A 1 0")
print("[ system ]\nx\n[ molecules ]", *(f"M{k} 1" for k in range(30000)), sep="\n")
PYTHON
  expect 2 cpu_seconds 20 "$PAIRLANES" energy c.top --model martini --coordinates b.gro
  has "b.gro:2: expected 2 to 2147483646 particles, found 0"
  { printf '[ defaults ]\n1 2\n[ atomtypes ]\nA 12 0 A 0.3 0.8\n[ dihedraltypes ]\n'
    seq 65 | sed 's/.*/A A 9 0 & 2/'; } >d.top
  expect 2 "$PAIRLANES" energy d.top --model martini --coordinates b.gro
  has "d.top:70: expected at most 64 lines of the same types in a row"
}

@test "impossible run parameters of GROMACS are refused, not clipped" {
  printf '[ defaults ]\n1 2\n[ atomtypes ]\nA 12 0 A 0.3 0.8\n[ moleculetype ]\nM 1\n[ atoms ]\n1 A 1 M A 1 0\n%s' \
    $'[ system ]\nx\n[ molecules ]\nM 2\n' >a.top
  printf 'two\n2\n    1A      A    1   1.000   1.000   1.000\n    1A      A    2   1.400   1.000   1.000\n   5 5 5\n' >a.gro
  echo '{"model": "martini", "system": {"file": "a.top", "mdp": "a.mdp"}, "dynamics": {"steps": 1}}' >moves.json
  local line
  while read -r line; do
    printf '%s\n' coulombtype=reaction-field 'epsilon-r = 15' rvdw=1.1 rcoulomb=1.1 pcoupl=berendsen ref-p=1 \
      compressibility=4e-5 | grep -v "^${line%%=*}=" >a.mdp
    echo "$line" >>a.mdp
    shows 2 "a.mdp: dynamics." "$PAIRLANES" run moves.json --list
    has ": expected a"
  done <<'LINES'
nstpcouple=1e300
nstpcouple=0.5
ref-p=1e308
compressibility=1e308
tau-p=0
dt=0
dt=1e308
LINES
}

@test "axes that multiply into too many cases are refused before any is made" {
  recorded '.config.sweeps[0] |= (.system.n = [range(1000; 1400)] | .system.seed = [range(1; 400)])' many.json
  expect 0 cpu_seconds 20 "$PAIRLANES" merge many.json --out out.json
  has "expected at most 100000 cases, found axes that multiply into"
  jq -n '{model: "lj", system: {n: [range(1000; 1400)], seed: [range(1; 400)], density: [range(1; 60) / 100]}}' >many.json
  expect 2 cpu_seconds 20 "$PAIRLANES" run many.json --list
  has "many: expected at most 1000000 cases, found axes that multiply into"
}

@test "JSON with an ambiguous meaning is refused" {
  sed 's/"config": *{/"config":{},&/' "$demo" >twice.json
  local command
  for command in show claims export "merge --out out.json" "import --out out"; do
    # shellcheck disable=SC2086
    shows 2 "config: the same key twice" "$PAIRLANES" $command twice.json
  done
  sed 's/"host": *"/&a\\u0000/' "$demo" >zero.json
  shows 2 "expected a text without a zero character, found " "$PAIRLANES" show zero.json
  jq -c '.provenance as $p | .cases[0] + {provenance: $p}' "$demo" >history.jsonl
  sed 's/^{/{"id":"a",/' history.jsonl >>history.jsonl.new && mv history.jsonl.new history.jsonl
  shows 2 "history.jsonl:1:" "$PAIRLANES" show history.jsonl
  has "id: the same key twice"
  shows 2 "the key 'config' twice" "$ROOT/scripts/tabulate" twice.json --rows n --values 'us: us'
}

@test "scripts/same-code compiles no file that results name" {
  local evil
  for evil in '.config.sources = ["evil.h"]' '.config.preset = "evil.json"' '.config.sweeps[0].system.file = "evil.xyz"'; do
    recorded "$evil" code.json
    shows 2 "expected none, because results name nothing to load or read" "$ROOT/scripts/same-code" code.json
  done
  trap_header
  recorded '.config.name = "verify" | .cases[0].backend = "cpu" | .cases[0].model = "'"$PWD/evil.h"'"' code.json
  shows 2 "evil.h', which this program does not have" timeout 60 "$ROOT/scripts/same-code" code.json
  [ ! -e owned ]
}

@test "scripts report files that are not results" {
  echo '{"config": {"name": "x", "sweeps": [{"system": [1]}]}, "cases": []}' >sweeps.json
  expect 2 "$ROOT/scripts/same-code" sweeps.json
  has "same-code: sweeps.json: its config has a sweep, or a system of one, that is no object"
  echo '[]' >list.json
  echo '{"cases": [1, {}]}' >numbers.json
  echo '{"cases": [{"source_hash": "x"}]}' >bare.json
  echo 'no json' >text.json
  python3 -c 'print("{\"cases\": " + "[" * 100000 + "]" * 100000 + "}")' >deep.json
  local file
  for file in list.json numbers.json text.json bare.json deep.json nothing.json; do
    shows 2 "same-code: $file: " "$ROOT/scripts/same-code" "$file"
    lacks Traceback
    [ "$file" != bare.json ] || continue
    shows 2 "tabulate: $file: " "$ROOT/scripts/tabulate" "$file" --rows n --values 'us: us'
    lacks Traceback
  done
}

# shellcheck disable=SC2016
@test "scripts/numbers runs no text of results" {
  mkdir -p tree/scripts tree/results/evil
  cp "$ROOT"/scripts/{numbers,{machine_code,strict_json,whole_file}.py} tree/scripts
  git -C tree init --quiet
  echo '<!-- from: cat results/evil/said.txt; ls results/evil/{a,b}.json >&2 -->' >tree/page.md
  echo '<!-- end -->' >>tree/page.md
  echo '{"cases": []}' | tee tree/results/evil/a.json >tree/results/evil/b.json
  echo 'results/x/`touch$IFS'"$PWD"'/owned`.json and results/x/$(touch$IFS'"$PWD"'/owned).json results/../fifo.json' >tree/results/evil/said.txt
  mkfifo tree/fifo.json
  expect 0 timeout 60 tree/scripts/numbers page.md
  [ ! -e owned ]
  has "page.md: renewed"
  # the message contains the name of a file without results
  echo '{"cases": [{}]}' >tree/results/evil/a.json
  shows 2 "numbers: results/evil/a.json: no results: 'status'" tree/scripts/numbers page.md
  echo '{"cases": []}' >tree/results/evil/a.json
  # a text of results cannot end the block of a page either
  echo '<!-- end --> <script>' >tree/results/evil/said.txt
  shows 2 "prints a comment of HTML" tree/scripts/numbers page.md
  # the command of a page may name files by braces and patterns
  rm tree/results/evil/b.json
  expect 0 tree/scripts/numbers page.md
  grep -q "Not recorded yet" tree/page.md
}

@test "a page that cannot be written completely is not changed" {
  mkdir -p tree/scripts
  cp "$ROOT"/scripts/{numbers,{machine_code,strict_json,whole_file}.py} tree/scripts
  git -C tree init --quiet
  { printf '<!-- from: seq 3000 -->\n<!-- end -->\n'; seq 3000; } >tree/page.md
  cp tree/page.md before.md
  expect 3 env PYTHONDONTWRITEBYTECODE=1 bash -c "ulimit -f 4; exec tree/scripts/numbers page.md"
  has "page.md cannot be written: File too large"
  cmp tree/page.md before.md
  [ "$(find tree -maxdepth 1 -type f)" = tree/page.md ]
  touch tree/page.md.lock
  flock --close tree/page.md.lock sleep 300 3>&- &
  while flock --nonblock tree/page.md.lock true; do sleep 0.02; done
  shows 3 "page.md cannot be written: another process writes it" tree/scripts/numbers page.md
  cmp tree/page.md before.md
  kill $! && { wait $! || true; }
  expect 0 tree/scripts/numbers page.md
  [ ! -e tree/page.md.lock ]
  expect 1 cmp -s tree/page.md before.md
}

@test "a compressed file that is too large for its kind is refused before it is read" {
  python3 - <<'PYTHON'
import gzip
with gzip.open("many.json.gz", "wt") as file:
    file.write("[" + "0," * 40000000 + "0]")
with gzip.open("long.json.gz", "wt") as file:
    for k in range(300):
        file.write(" " * (1 << 20))
PYTHON
  cp long.json.gz long.xyz.gz
  local command
  for command in show claims export; do
    expect 2 bash -c "ulimit -v 2000000; exec '$PAIRLANES' $command many.json.gz"
    has "many.json.gz: expected at most 16777216 values, found about 40000002"
    expect 2 bash -c "ulimit -v 2000000; exec '$PAIRLANES' $command long.json.gz"
    has "long.json.gz: cannot be read: its text is over 4 GiB when unpacked, or over 256 MiB and 200 times"
  done
  expect 2 bash -c "ulimit -v 2000000; exec '$PAIRLANES' import many.json.gz --out to"
  has "many.json.gz: expected at most 67108864 bytes of text, found more"
  echo '{"preset": "many.json.gz"}' >preset.json
  for command in many.json.gz preset.json "- <many.json.gz"; do
    expect 2 bash -c "ulimit -v 2000000; exec '$PAIRLANES' run $command"
    has "expected at most 16777216 bytes of text, found more"
  done
  expect 2 bash -c "ulimit -v 2000000; exec '$PAIRLANES' energy --model lj long.xyz.gz"
  has "long.xyz.gz: cannot be read: its text is over 4 GiB when unpacked"
}

@test "a FIFO that the command line does not name is not waited for" {
  mkdir -p d results/m
  cp "$demo" d/r.json
  mkfifo d/ceilings.json noise.json results/m/x.json d/a.top
  printf 'one\n1\n    1A      A    1   1.000   1.000   1.000\n   5 5 5\n' >d/a.gro
  printf '{"backend": "cpu", "strategy": "serial", "model": "lj", "system": {"file": "d/a.top"}}' >named.json
  local command
  for command in "show d/r.json" "compare $demo $demo" "advise --model lj --n 500 results" "bundle results/m --out b.json" \
    "energy --model allatom d/a.gro" "run named.json"; do
    # shellcheck disable=SC2086
    run timeout 60 "$PAIRLANES" $command
    [ "$status" -ne 124 ]
  done
  expect 2 timeout 60 "$PAIRLANES" bundle results/m --out b.json
  has "results/m/x.json: cannot be read: it is a FIFO or a device that the command line does not name"
  expect 0 timeout 60 "$PAIRLANES" show <(cat "$demo")
  expect 0 timeout 60 "$PAIRLANES" show /dev/stdin <"$demo"
  mkfifo fifo
  cat "$demo" >fifo 3>&- &
  expect 0 timeout 60 "$PAIRLANES" show fifo
}

# shellcheck disable=SC2016
@test "names of machines and models in results are plain text in Markdown, too" {
  jq -c '.provenance.host = "<script>h</script>" | .provenance.commit = "![i](http://x)" | .provenance.date = "<b>d"' \
    "$demo" >said.json
  expect 0 "$PAIRLANES" show said.json --format markdown
  lacks "<script>"
  lacks "![i]("
  lacks "<b>d"
}

@test "a filter of repeated repetitions is refused, not compiled" {
  expect 2 cpu_seconds 20 "$PAIRLANES" run lj --filter 'a{1,255}{1,255}{1,255}' --list
  has "--filter: expected repetitions whose numbers multiply into at most 1000"
  expect 0 cpu_seconds 20 "$PAIRLANES" run lj --filter 'r{1,2}ho0{1}' --list
}
