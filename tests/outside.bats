#!/usr/bin/env bats
# Tests that the unchanged program runs users' models, strategies and neighbor structures (those of tests/extend), named
# by option, config or PAIRLANES_PATH, and that it reports invalid ones.

load setup

EXTEND=$BATS_TEST_DIRNAME/extend

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  cp -r "$EXTEND/models/soft.h" "$EXTEND/models/discs.h" "$EXTEND/models/mix.h" "$EXTEND/strategies/dynamic" \
    "$EXTEND/strategies/bundle" .
}

two() {
  printf '2\nLattice="9 0 0 0 9 0 0 0 9" Properties=species:S:1:pos:R:3\nA 1 1 1\nA 1.75 1 1\n' >two.xyz
}

@test "list shows outside models and strategies after the built-in ones" {
  shows 0 "soft            soft spheres, a harmonic repulsion" "$PAIRLANES" list --model soft.h --strategy ./dynamic
  has "stiffness"
  has "dynamic         vertex, balanced at run time"
  has "rows handed out at once: 1…4096, default 64"
  has "lj              Lennard-Jones"
  expect 0 "$PAIRLANES" list
  lacks soft
  lacks dynamic
}

@test "PAIRLANES_PATH names folders with models and strategies" {
  mkdir -p own/models own/strategies other/models
  mv soft.h own/models
  mv dynamic own/strategies
  mv discs.h other/models
  shows 0 "soft            soft spheres" env PAIRLANES_PATH="$PWD/own:other" "$PAIRLANES" list
  has "discs           strands of soft discs"
  has "dynamic         vertex, balanced"
  expect 2 env PAIRLANES_PATH=none "$PAIRLANES" list
  has "\$PAIRLANES_PATH: expected folders with models/ and strategies/ in them, found no folder none"
}

# Prints the hashes of cases of the strategies that match a pattern; the user's strategy ./dynamic is loaded.
hashes() {
  "$PAIRLANES" list --sources --strategy ./dynamic --format csv | grep -E "^($1),"
}

@test "a model's header that was copied to another name is reported with its place and its names" {
  cp soft.h copied.h
  expect 2 "$PAIRLANES" list --model copied.h
  line=$(grep -n "struct soft_constants {" soft.h | cut -d: -f1)
  has "/copied.h:$line: expected struct copied_constants, found soft_constants: names in a model's header begin with the file's name, here copied"
  [ "${#lines[@]}" -eq 1 ]
  sed 's/soft_constants/copied_constants/' soft.h >copied.h
  shows 2 "expected the function copied_pair, found soft_pair" "$PAIRLANES" list --model copied.h
  echo "/* struct copied_constants */" >copied.h
  shows 2 "/copied.h: expected struct copied_constants, found none" "$PAIRLANES" list --model copied.h
}

@test "sources that a strategy does not include do not change its hash" {
  before=$(hashes dynamic) others=$(hashes 'vertex|edge')
  [ "$(wc -l <<<"$before")" -ge 10 ]
  echo 'enum { STEPS = 1 };' >dynamic/steps.h
  [ "$(hashes dynamic)" = "$before" ]
  sed -i '1i #include "strategies/dynamic/steps.h"' dynamic/dynamic.c # a GPU does not run this file
  included=$(hashes dynamic)
  [ "$(comm -12 <(sort <<<"$before") <(sort <<<"$included") | grep -c ,cuda,)" = $(($(wc -l <<<"$before") / 2)) ]
  [ "$(comm -12 <(sort <<<"$before") <(sort <<<"$included") | grep -c ,cpu,)" = 0 ]
  sed -i 's/1/2/' dynamic/steps.h
  changed=$(hashes dynamic)
  [ "$(comm -12 <(sort <<<"$included") <(sort <<<"$changed") | grep -c ,cpu,)" = 0 ]
  [ "$(hashes 'vertex|edge')" = "$others" ]
}

@test "energy evaluates outside models, by the reference and by outside strategies" {
  two # half a diameter apart: U = 25/2 (1 - 0.75/1.5)^2 = 3.125
  expect 0 "$PAIRLANES" energy --model soft.h --json two.xyz
  [ "$(jq .energy <<<"$output")" = 3.125 ]
  expect 0 "$PAIRLANES" energy --model ./soft.h --set diameter=3 --strategy ./dynamic --json two.xyz
  [ "$(jq .energy <<<"$output")" = 7.03125 ]
  [ "$(jq -r .strategy <<<"$output")" = dynamic ]
}

@test "verify compares a model with orientation and bonds with the reference" {
  expect 0 "$PAIRLANES" verify --model discs.h --strategy vertex,edge --strategy ./dynamic \
    --precision single --backend cpu --n 128
  for strategy in vertex edge dynamic; do
    grep -qE "^cpu +discs +single +$strategy .*passed$" <<<"$output"
  done
}

# bats test_tags=long
@test "verify compares forces, torques and the exchange of p and q with the energy, and prints place and numbers" {
  local wrong='s/over_r \* dx/-over_r * dx/|soft|slope of the energy
s/c->diameter \* r)/2 * c->diameter * r)/|soft|slope of the energy
s/c->stiffness/(dx > 0 ? 1 : 2) * c->stiffness/|soft|p and q exchanged
s/overlap \* overlap;/(r > (real)1.499999998 \&\& inside ? 0 \/ (r - r) : overlap * overlap);/|soft|slope of the energy
s/over_r = /&(r > (real)0.7 \&\& r < (real)0.7003 ? 2 : 1) * /|soft|slope of the energy
s/bool inside = .*/bool inside = r < 2 * c->diameter;/|soft|beyond the range of 1.5
s/return inside;/return inside \&\& !(r > 1 \&\& r < (real)1.1);/|soft|the energy jumps by -1.38
s/return inside;/return r * r < c->diameter;/|soft|the energy jumps by -0.42
s/overlap \* overlap;/& f->energy += r < (real)1.234 ? (real)0.3 : 0;/|soft|the energy jumps by -0.3
s/return inside;/return inside \&\& !(r > 1 \&\& r < (real)1.1);/|mix|the energy jumps by
s/over_r \* dx/& * (dx > (real)0.99 * r ? (real)1.05 : 1)/|soft|force along x
s/over_r \* dx/& * (fabs(dx + 2 * dy + 3 * dz) > (real)3.72 * r ? (real)1.05 : 1)/|soft|the force on q along x
s/over_r \* dx/& + (fabs(dx + 2 * dy + 3 * dz) > (real)3.72 * r ? over_r * dy : 0)/|soft|the force on q along x
s/push \* overlap \* c->tilt/2 * &/|discs|torque on p about
s/times(-c->spring/times(-2 * c->spring/|discs|in a bonded term of form 0, the force on member 1 along x is
s/times(c->bend,/times(-c->bend,/|discs|in a bonded term of form 0, the torque on member 1 about x is
s/times(-c->spring/&* (distance > (real)0.45 \&\& distance < (real)0.4503 ? (real)1.5 : 1)/|discs|in a bonded term of form 0, the force on
s/times(c->bend/&* (fabs(dot(bodies[0].axis, bodies[1].axis) - (real)0.3) < (real)0.0005 ? 2 : 1)/|discs|in a bonded term of form'
  for model in soft discs mix; do
    expect 0 "$PAIRLANES" verify --model "$model.h" --strategy vertex --precision double --backend cpu --n 512
    grep -qE "^$model .* 1e-06 +passed$" <<<"$output"
  done
  mkdir wrong
  while IFS='|' read -r change model fault; do
    sed "$change" "$model.h" >"wrong/$model.h"
    expect 1 "$PAIRLANES" verify --model "wrong/$model.h" --strategy vertex --precision double \
      --backend cpu --n 512
    [[ $fault == in* ]] || has ") at r = "
    has "$fault"
  done <<<"$wrong"
  # the message names the distance with the largest difference
  sed 's/overlap \* overlap/overlap * (overlap + (real)1e-4)/' soft.h >wrong/soft.h
  expect 1 "$PAIRLANES" verify --model wrong/soft.h --strategy vertex --precision double --backend cpu --n 512
  [[ $output =~ \ is\ ([-.0-9e]+),\ and\ the\ slope\ of\ the\ energy\ gives\ ([-.0-9e]+) ]]
  awk -v a="${BASH_REMATCH[1]}" -v b="${BASH_REMATCH[2]}" 'BEGIN { exit !((a / b - 1) ^ 2 > 1e-6) }'
}

@test "verify names a jump of the energy at the cut-off, which is an ordinary choice and no fault" {
  mkdir cut
  sed 's/bool inside = .*/bool inside = r < (real)0.7 * c->diameter;/; s/return p\[SOFT_DIAMETER\];/return 0.7 * p[SOFT_DIAMETER];/' soft.h >cut/soft.h
  for model in cut/soft.h lj; do
    expect 0 "$PAIRLANES" verify --model "$model" --strategy vertex --precision double --backend cpu --n 512
    if [ "$model" = lj ]; then
      lacks "the energy jumps at the range"
    else
      has "(1) the energy jumps at the range"
    fi
  done
  # a model in which some types have a shorter range; the second value is within a step of a random distance
  for end in 1.05 1.039479; do
    sed "s/bool inside = .*/bool inside = r < (stiffness > 30 ? (real)$end : c->diameter);/" mix.h >cut/mix.h
    expect 0 "$PAIRLANES" verify --model cut/mix.h --strategy vertex --precision double --backend cpu --n 512
    has "(1) the energy jumps at the range"
  done
}

@test "pairs that rounding may put in or out of range are no fault, even if all particles have them" {
  # a crystal with a shell of neighbors at the cut-off of 2.5, and two particles alone
  awk 'BEGIN { s = 1.118033988749895; print 216; printf "Lattice=\"%.15f 0 0 0 %.15f 0 0 0 %.15f\" ", 6 * s, 6 * s, 6 * s
    print "Properties=species:S:1:pos:R:3"
    for (k = 0; k < 216; k++) printf "A %.9f %.9f %.9f\n", 0.3 + s * (k % 6), 0.3 + s * (int(k / 6) % 6), 0.3 + s * int(k / 36) }' >crystal.xyz
  printf '2\nLattice="40 0 0 0 40 0 0 0 40" Properties=species:S:1:pos:R:3\nA 0.1 1.3 1.7\nA 2.6 1.3 1.7\n' >two.xyz
  echo '{"backend": "cpu", "model": "lj", "skin": 0.3, "strategy": ["vertex", "cluster"], "sweeps": [{"system": {"file": "crystal.xyz"}}, {"system": {"file": "two.xyz"}}],
    "precision": ["double", "single", "mixed", "fixed", "fixed_math"]}' >edge.json
  expect 0 "$PAIRLANES" verify edge.json
  has "20 passed, 0 failed"
  # changes of motion are due to rounding alone
  echo '{"backend": "cpu", "model": "lj", "skin": 0.3, "strategy": "vertex", "system": {"file": "crystal.xyz"}, "precision": ["double", "single", "fixed"],
    "sampling": {"max_seconds": 0.01}, "dynamics": {"steps": 20, "sample": 10, "dt": 0.003}}' >rest.json
  expect 0 "$PAIRLANES" run rest.json --out rest.out.json
}

@test "a strategy may have the name of a variable of the headers" {
  for name in own arguments; do
    expect 0 "$PAIRLANES" new strategy "$name"
    expect 0 "$PAIRLANES" verify --model lj --strategy "./$name" --precision double --backend cpu --n 500
  done
}

@test "forces that become wrong after the first calls fail the case" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/static int64_t stored; if (++stored > 20 * a->n) sum = (struct total){0};\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --out wrong.json
  has "verification after the timed calls failed: force error"
  jq -e '.cases[0] | .status == "failed" and .force == null' wrong.json
  for sharing in streams processes; do
    expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
      --set sampling.max_seconds=0.01 --set sampling.step=0.00001 --set 'sampling.replicas=[2]' \
      --set sharing=$sharing --out wrong.json
    [[ $output =~ "verification of system "[01]" after its last step failed: force error" ]]
    jq -e '.cases[0] | .status == "failed" and .force == null' wrong.json
  done
}

# bats test_tags=long
@test "a case fails if forces are wrong in every third or fifth call" {
  local period phase counted
  expect 0 "$PAIRLANES" new strategy rowwise
  cp rowwise/rowwise.c right.c
  # the fault counts all calls, or only calls without energies
  while read -r period counted; do
    for ((phase = 0; phase < period; phase++)); do
      sed "s/^ *total_store/static int64_t stored; stored += $counted; const int64_t call = stored \/ a->n; if (call > 20 \&\& call % $period == $phase \&\& !energy \&\& i == 3) sum.x *= 3;\n&/" right.c >rowwise/rowwise.c
      expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
        --set sampling.max_seconds=0.01 --out wrong.json
      has "verification after the timed calls failed: force error"
    done
  done <<<$'3 1\n5 !energy'
}

@test "what a kernel prints does not get into results" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i '1i #include <stdio.h>
    s/^ *total_store/if (i == 3) printf("printed\\n");\n&/' rowwise/rowwise.c
  "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --quiet --out - >r.json 2>printed
  expect 0 jq -e '.cases[0].status == "ok"' r.json
  grep -qx printed printed
  expect 0 "$PAIRLANES" system --n 500 --density 0.5 --temperature 1.8 --out fluid.xyz
  "$PAIRLANES" energy --model lj --strategy ./rowwise --json fluid.xyz >e.json 2>printed
  expect 0 jq -e .energy e.json
  grep -qx printed printed
}

@test "what a model prints on the host does not get into results" {
  expect 0 "$PAIRLANES" new model loud
  python3 - <<'PYTHON'
import re
text = open("loud.h").read().replace("#include", "#include <stdio.h>\n#include", 1)
text = re.sub(r"(loud_pair\([^{]*\{)", r'\1\n#ifdef MODEL_DESCRIBE\n    printf("printed\\n");\n#endif', text)
text = re.sub(r"(loud_(?:range|derive)\([^{]*\{)", r'\1\n    printf("printed\\n");', text)
open("loud.h", "w").write(text)
PYTHON
  expect 0 "$PAIRLANES" system --n 500 --density 0.5 --temperature 1.8 --out fluid.xyz
  local command
  for command in "run --strategy vertex --backend cpu --threads 1 --n 500 --set sampling.max_seconds=0.01 --quiet --out -" \
    "verify --strategy vertex --backend cpu --precision single --n 500 --json -" \
    "energy --json fluid.xyz" "energy --json --strategy vertex fluid.xyz" "system --n 500 --out -"; do
    # shellcheck disable=SC2086
    "$PAIRLANES" ${command%% *} --model loud.h ${command#* } >out 2>printed
    grep -qx printed printed
    expect 1 grep -q printed out
  done
}

@test "a case fails if its kernel returns stored forces while it is timed" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/const int which = energy ? a->terms == TERMS_VIRIAL ? 2 : 1 : 0; static struct total kept[3][500]; static int64_t stored[3]; if (stored[which]++ < a->n) kept[which][i] = sum; else sum = kept[which][i];\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --out stored.json
  has "verification after a move after timed calls failed: force error"
  jq -e '.cases[0] | .status == "failed" and .force == null' stored.json
}

@test "advise takes no strategy that returns stored forces, which moved particles show at the end" {
  "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/const int which = energy ? a->terms == TERMS_VIRIAL ? 2 : 1 : 0; static struct total kept[3][500]; static int64_t stored[3]; if (stored[which]++ < a->n) kept[which][i] = sum; else sum = kept[which][i];\n&/' rowwise/rowwise.c
  local search=(advise --model lj --density 0.5 --n 500 --strategy "./rowwise,serial" --threads 1 --backend cpu
    --measure --seconds 20 --quiet)
  run "$PAIRLANES" "${search[@]}" # compiles the kernels
  expect 1 "$PAIRLANES" "${search[@]}"
  has "a move after timed calls failed: force error"
  lacks "Take "
  lacks "  rowwise  "
}

@test "a case fails if its kernel keeps the orientations of its first call" {
  expect 0 "$PAIRLANES" new strategy rowwise
  python3 - <<'PYTHON'
text = open("rowwise/rowwise.c").read()
kept = """static REAL kept[4 * 257];
    static int have;
    struct cpu_arguments late = *a;
    if (!have)
        memcpy(kept, a->orientation, sizeof kept);
    have = 1;
    late.orientation = kept;
    a = &late;
#pragma omp for"""
assert text.count("#pragma omp for") == 1
open("rowwise/rowwise.c", "w").write("#include <string.h>\n" + text.replace("#pragma omp for", kept))
PYTHON
  expect 1 "$PAIRLANES" run patchy --n 256 --strategy ./rowwise --backend cpu --precision single --threads 1 \
    --set sampling.max_seconds=0.02 --out kept.json
  jq -e 'all(.cases[]; .reason | test("verification after a move after timed calls failed: force error"))' kept.json
}

@test "steps that explode are the fault of the kernel if the reference makes them, or of the input" {
  expect 0 "$PAIRLANES" new strategy rowwise
  local run=("$PAIRLANES" run lj --n 256 --strategy ./rowwise --backend cpu --precision double --threads 1
    --set sampling.max_seconds=0.02 --set skin=0.3 --out late.json)
  local moves=(--set dynamics.steps=400 --set dynamics.sample=400 --set dynamics.dt=0.002)
  cp rowwise/rowwise.c right.c
  sed 's/^ *total_store/static int64_t calls; if (!energy \&\& ++calls > 300 * a->n \&\& i < 9) sum.x *= (SUM)1e6;\n&/' right.c >rowwise/rowwise.c
  expect 1 "${run[@]}" "${moves[@]}"
  has "particles overlap; verification up to step "
  jq -e '.cases[0] | .status == "failed" and (.reason | test("particles overlap; verification up to step"))' late.json
  expect 1 "${run[@]}" --set sampling.step=0.002
  jq -e '.cases[0] | .status == "failed" and (.reason | test("particles overlap; verification up to step"))' late.json
  cp right.c rowwise/rowwise.c
  expect 0 "${run[@]}" "${moves[@]}"
  expect 2 "${run[@]}" "${moves[@]}" --set dynamics.dt=0.7
  expect 2 "${run[@]}" --set sampling.step=0.7
  has "particles overlap"
}

@test "a case fails if its kernel keeps places or orientations as long as a list" {
  expect 0 "$PAIRLANES" new strategy rowwise
  cp rowwise/rowwise.c right.c
  local case
  for case in "lj position" "patchy position" "patchy orientation"; do
    kept=${case#* } python3 - <<'PYTHON'
import os
kept = f"""static REAL kept[4 * 257];
    static uint64_t former;
    const struct cpu_rows *of = a->neighbors;
    struct cpu_arguments late = *a;
    uint64_t list = 1;
    for (int64_t i = 0; i < a->n; i++)
        for (int32_t k = 0; k < of->count[i]; k++)
            list = 31 * list + (uint64_t)of->entry[of->start[i] + k] + 7;
    if (list != former)
        memcpy(kept, a->{os.environ['kept']}, sizeof kept);
    former = list;
    late.{os.environ['kept']} = kept;
    a = &late;
#pragma omp for"""
text = open("right.c").read().replace("#pragma omp for", kept)
open("rowwise/rowwise.c", "w").write("#include <string.h>\n" + text)
PYTHON
    expect 1 "$PAIRLANES" run "${case% *}" --n 256 --strategy ./rowwise --backend cpu --precision single --threads 1 \
      --set skin=0.3 --set sampling.max_seconds=0.02 --out kept.json
    jq -e 'all(.cases[]; .reason | test("verification after a move after timed calls failed: force error"))' kept.json
  done
  cp right.c rowwise/rowwise.c
  expect 0 "$PAIRLANES" run patchy --n 256 --strategy ./rowwise --backend cpu --precision single --threads 1 \
    --set skin=0.3 --set sampling.max_seconds=0.02 --out kept.json
}

@test "a case fails if forces of one of the determinism calls are wrong" {
  expect 0 "$PAIRLANES" new strategy rowwise
  # a fault in the second and third evaluation, which are calls for energies and for the virial
  sed -i 's/^ *total_store/static int64_t stored; if (stored >= 3 * a->n \&\& stored++ < 9 * a->n) sum.x = NAN; else stored++;\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --set counters.determinism=true --out wrong.json
  has "verification failed: force error"
  jq -e '.cases[0] | .status == "failed" and .force == null and .verify.spread_rel == null' wrong.json
}

@test "a case fails if the energy of moving particles is not finite, and the results can be read" {
  expect 0 "$PAIRLANES" new strategy rowwise
  # a fault only in the first call for energies after particles have moved
  sed -i 's/^ *total_store/static REAL first; static int64_t spoiled; const REAL x = *(const REAL *)a->position; first = first == 0 ? x : first; if (energy \&\& x != first \&\& spoiled < a->n) { spoiled++; sum.energy = NAN; }\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise,serial --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --set dynamics.steps=1 --set dynamics.dt=0.002 --set dynamics.sample=1 --out wrong.json
  has "energies after step 1 are not finite: potential"
  jq -e '[.cases[] | {(.strategy): .status}] | add == {"rowwise": "failed", "serial": "ok"}' wrong.json
  expect 0 "$PAIRLANES" show wrong.json
}

@test "a case with timed steps fails if forces are wrong after particles have moved" {
  expect 0 "$PAIRLANES" new strategy rowwise
  # a fault if the first particle has moved since the first call
  sed -i 's/^ *total_store/static REAL first; const REAL x = *(const REAL *)a->position; first = first == 0 ? x : first; if (x != first) sum.x *= (SUM)1.01;\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --set sampling.step=0.001 --out wrong.json
  has "verification after the timed steps failed: force error"
  jq -e '.cases[0] | .status == "failed" and .step == null' wrong.json
}

@test "a case fails if forces are wrong only in the midst of a motion" {
  expect 0 "$PAIRLANES" new strategy rowwise
  # a fault in the forces of 400 of 1000 steps, neither the first nor the last
  sed -i 's/^ *total_store/static int64_t stored; if (!energy) stored++; if (!energy \&\& stored > 300 * a->n \&\& stored < 700 * a->n) sum.x *= (SUM)1.01;\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise,serial --precision single --backend cpu --threads 1 \
    --set sampling.max_seconds=0.01 --set dynamics.steps=1000 --set dynamics.dt=0.002 --set dynamics.sample=1000 --out wrong.json
  [[ $output =~ "verification after step "[3-7][0-9][0-9]" failed: force error" ]]
  jq -e '[.cases[] | {(.strategy): [.status, .dynamics != null]}] | add == {"rowwise": ["failed", false], "serial": ["ok", true]}' wrong.json
}

@test "a case fails if forces are wrong in calls with energies" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/if (energy) sum.x *= (SUM)0.9;\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" verify --model lj --strategy ./rowwise --precision double --backend cpu --n 500
  has "verification failed: force error"
}

@test "every command that verifies exits with 1 for wrong forces, and verify with 3 if it compares none" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/if (i == 7) sum = (struct total){0};\n&/' rowwise/rowwise.c
  expect 1 "$PAIRLANES" advise --model lj --n 500 --backend cpu --strategy ./rowwise
  has "no strategy could be timed: verification failed: force error"
  shows 1 "verification failed: force error" "$PAIRLANES" crossover ./rowwise vertex --axis n --model lj --backend cpu
  local search=(--strategy "./rowwise,vertex" --n 500 --backend cpu --precision single --threads 1 --seconds 20)
  shows 1 "pairlanes advise: verification failed: force error" "$PAIRLANES" advise --model lj "${search[@]}" --measure
  shows 1 "pairlanes tune: verification failed: force error" "$PAIRLANES" tune lj "${search[@]}" --force --out tuned.json
  [ -e tuned.json ]
  shows 3 "0 passed, 0 failed" "$PAIRLANES" verify --strategy patch --model oxdna --precision fixed_math
}

@test "a case fails if forces of moving particles are those of the step before" {
  expect 0 "$PAIRLANES" new strategy rowwise
  # a fault that uses positions of the previous call, unless the list is new
  sed -i 's/^INLINE.*/static REAL now[2004], before[2004];\nstatic const void *of;\n&/
    s/^{/{\n    struct cpu_arguments late = *a;/
    s/^#pragma/    memcpy(before, of == rows_of(a)->entry ? now : a->position, sizeof now);\n    memcpy(now, a->position, sizeof now);\n    of = rows_of(a)->entry;\n    late.position = before;\n&/
    s/row_of(a,/row_of(\&late,/' rowwise/rowwise.c
  for precision in single double; do
    expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise --precision "$precision" --backend cpu --threads 1 \
      --set sampling.max_seconds=0.01 --set dynamics.steps=1 --set dynamics.dt=0.002 --set dynamics.sample=1 \
      --out late.json
    has "verification after the last step failed: force error"
    jq -e '.cases[0] | .status == "failed" and .dynamics == null' late.json
  done
}

@test "new writes a model and a strategy that pass verification, and overwrites no file" {
  shows 0 "next: pairlanes verify --model mine.h --backend cpu --n 500" "$PAIRLANES" new model mine
  expect 0 "$PAIRLANES" new strategy rowwise
  [ "$(ls rowwise)" = "$(printf '%s\n' rowwise.c rowwise.cu strategy.h)" ]
  expect 0 "$PAIRLANES" verify --model mine.h --strategy ./rowwise --precision double --backend cpu --n 500
  grep -qE "^cpu +mine +double +rowwise .*passed$" <<<"$output"
  echo changed >mine.h
  shows 2 "mine.h already exists" "$PAIRLANES" new model mine
  [ "$(cat mine.h)" = changed ]
  shows 2 "pairlanes itself has models/lj.h: give it another name" "$PAIRLANES" new model lj
  expect 2 "$PAIRLANES" new strategy vertex
  [ ! -e lj.h ] && [ ! -e vertex ]
  shows 2 'found "Mine"' "$PAIRLANES" new model Mine
  shows 2 "expected model or strategy" "$PAIRLANES" new potential mine
}

@test "a fluid has the types of a model, and a file's species are its types" {
  expect 0 "$PAIRLANES" verify --model mix.h --strategy vertex,team --precision double --backend cpu --n 500
  grep -qE "^mix .* 1e-06 +passed$" <<<"$output"
  grep -qE "^cpu +mix +double +team .*passed$" <<<"$output"
  two # half a diameter apart: (1 + b) 25/2 (1 - 0.75/1.5)^2 = 3.125 (1 + b)
  for second in A B; do
    sed "4s/A/$second/" two.xyz >pair.xyz
    [ "$("$PAIRLANES" energy --model mix.h --json pair.xyz 2>/dev/null | jq .energy)" = "$(jq -n "3.125 * if \"$second\" == \"A\" then 1 else 2 end")" ]
  done
  echo '{"sources": ["mix.h"], "model": "mix", "system": {"n": 4000, "shares": ["1:0", "3:1", "0:1"]}, "strategy": "vertex",
    "precision": "double", "backend": "cpu", "sampling": {"max_seconds": 0.05}}' >shares.json
  expect 0 "$PAIRLANES" run shares.json --out shares-out.json
  expect 0 jq -e '[.cases[].shares] == ["1:0", "3:1", "0:1"] and all(.cases[]; .id | test("/types[013]:[01]/"))' shares-out.json
  expect 0 jq -e '[.cases[].input_hash] | unique | length == 3' shares-out.json
  expect 2 "$PAIRLANES" run shares.json --set system.shares=1:2:3 --out more.json
  has "shares: expected 2, of the types of model mix, found 3"
  shows 2 "system.shares: expected shares of 2 to 16 types" "$PAIRLANES" run shares.json --set system.shares=1:x --list
  expect 2 "$PAIRLANES" run lj --n 500 --shares 1:1 --strategy vertex --precision double --backend cpu --out more.json
  has "shares: expected none for builder fluid of model lj"
  sed 4s/A/C/ two.xyz >pair.xyz
  shows 2 "needs the types of particles" "$PAIRLANES" energy --model mix.h --json pair.xyz
}

@test "types, charges and bonded chains come from a file: verified, and timed" {
  sed 's/ions/chain/g; s/IONS/CHAIN/g' "$EXTEND/models/ions.h" >chain.h
  awk -f "$EXTEND/chains.awk" >chains.data
  expect 0 "$PAIRLANES" energy --model chain.h --strategy vertex --backend cpu --json chains.data
  jq -e '.terms.bond == 447.5 and .terms.lj < 0 and .terms.coulomb != 0 and .verify.passed' <<<"$output"
  expect 0 "$PAIRLANES" energy --model chain.h --set coulomb=0 --json chains.data
  jq -e '.terms.coulomb == 0' <<<"$output"
  echo '{"sources": ["chain.h"], "model": "chain", "system": {"file": "chains.data"}, "strategy": ["vertex", "team"],
    "precision": "single", "backend": ["cpu"], "sampling": {"max_seconds": 0.1}}' >chains.json
  expect 0 "$PAIRLANES" run chains.json --out chains-results.json
  jq -e '[.cases[] | .status == "ok" and .verify.passed] | length == 2 and all' chains-results.json
}

# Writes powers.h, which is ions.h with coefficients a = 4 eps sigma^12 and b = 4 eps sigma^6 of pair styles of its own,
# and powers.data, which is chains.data with these.
powers() {
  cp "$EXTEND/models/ions.h" .
  sed 's/ions/powers/g; s/IONS/POWERS/g; s/{"epsilon", "sigma", NULL}/{"a", "b", NULL}/; /const double sigma6/d
    s/24 \* pair\[0\] \* sigma6/6 * pair[1]/; s/2 \* of->attraction \* sigma6/12 * pair[0]/
    s/^static const char \*const powers_terms/static const char *const *const powers_pair_styles =\n    (const char *const[]){"powers", "powers\/coul\/cut", NULL};\n\n&/' ions.h >powers.h
  awk -f "$EXTEND/chains.awk" >chains.data
  awk '/^Bond Coeffs/ { pairs = 0 }
    pairs && NF == 4 { a = 4 * $3 * $4 ^ 12; $0 = sprintf("%d %d %.17g %.17g", $1, $2, a, a / $4 ^ 6) }
    sub("# lj/cut", "# powers/coul/cut") { pairs = 1 }
    { print }' chains.data >powers.data
}

@test "a model declares the pair styles of the files that it takes, with coefficients of its own" {
  powers
  expect 0 "$PAIRLANES" energy --model ./ions.h --json chains.data
  expected=$(jq .terms.lj <<<"$output")
  expect 0 "$PAIRLANES" energy --model ./powers.h --strategy vertex --backend cpu --json powers.data
  jq -e --argjson lj "$expected" '(.terms.lj / $lj - 1 | fabs) < 1e-12 and .verify.passed' <<<"$output"
  while IFS='|' read -r script code words; do
    sed -E "$script" powers.data >other.data
    expect "$code" "$PAIRLANES" energy --model ./powers.h other.data
    has "$words"
  done <<'ROWS'
s/powers.coul.cut/lj\/cut/|2|other.data:17: coefficients of pair style lj/cut are not for the interaction of model powers; expected those of style powers, powers/coul/cut
s/ # powers.*//|2|other.data:17: expected a heading that names the style, as in "PairIJ Coeffs # powers"
s/^1 1 4 4$/& 2/|0|note: other.data:19: PairIJ Coeffs # powers/coul/cut has cutoff=2, but 2.5 is used
s/^1 1 4 4$/& 2 2/|2|other.data:19: expected a, b of PairIJ Coeffs # powers/coul/cut, and perhaps a cut-off, found "1 1 4 4 2 2"
s/^1 1 4 4$/1 1 4/|2|other.data:19: expected a, b of PairIJ Coeffs # powers/coul/cut, and perhaps a cut-off, found "1 1 4"
s/^1 1 4 4$/1 1 4 inf/|2|other.data:19: expected a, b
s/^1 1 4 4$/1 1 -4 -4/|0|energy
s/# full/# bond/; s/^([0-9]+ [0-9]+ [123]) [-0-9.]+ /\1 /|2|pair style powers/coul/cut is one of charges, which atoms of style bond do not have
ROWS
  # with a hybrid style, each line names a style
  sed -E 's/powers.coul.cut/hybrid/; /^PairIJ/,/^Bond/s/^([123] [123]) ([0-9.]+ [0-9.]+)$/\1 powers \2/' powers.data >hybrid.data
  expect 0 "$PAIRLANES" energy --model ./powers.h --json hybrid.data
  jq -e --argjson lj "$expected" '(.terms.lj / $lj - 1 | fabs) < 1e-12' <<<"$output"
  sed -i '0,/ powers /s// buck /' hybrid.data
  shows 2 "hybrid.data:19: coefficients of pair style buck are not for the interaction of model powers" \
    "$PAIRLANES" energy --model ./powers.h hybrid.data
  # styles with epsilon and sigma may be among those that a model declares
  sed 's/"powers", "powers.coul.cut"/"lj\/cut\/coul\/cut"/; s/{"a", "b", NULL}/{"epsilon", "sigma", NULL}/' powers.h >some.h
  sed -i 's/powers/some/g; s/POWERS/SOME/g' some.h
  shows 2 "model some; expected those of style lj/cut/coul/cut" "$PAIRLANES" energy --model ./some.h chains.data
  sed 's/lj.cut/lj\/cut\/coul\/cut/' chains.data >some.data
  expect 0 "$PAIRLANES" energy --model ./some.h some.data
}

@test "kernels of a model read its table, and system builds its particles" {
  expect 0 "$PAIRLANES" system --model "$EXTEND/models/gauss.h" --n 500 --out gauss.xyz
  expect 0 "$PAIRLANES" energy --model "$EXTEND/models/gauss.h" --strategy vertex --backend cpu --json gauss.xyz
  jq -e '.verify | .passed and .force_rms_rel > 1e-9' <<<"$output" # the error of the table
}

@test "a config names outside sources; results have their names and hashes" {
  echo '{"sources": ["soft.h", "dynamic"], "model": "soft", "system": {"n": [500], "density": 0.5},
    "strategy": ["vertex", "dynamic"], "tuning": {"dynamic": {"rows": [1, 64]}},
    "precision": "single", "backend": ["cpu"], "sampling": {"max_seconds": 0.1}}' >soft.json
  mkdir elsewhere
  (cd / && expect 0 "$PAIRLANES" run "$BATS_TEST_TMPDIR/soft.json" --out "$BATS_TEST_TMPDIR/a.json")
  run cat a.json
  lacks "$PWD"
  lacks sources
  expect 0 "$PAIRLANES" show a.json # results are shown without the user's files
  has "dynamic rows=64"
  cp -r soft.h soft.json dynamic elsewhere
  expect 0 "$PAIRLANES" run elsewhere/soft.json --out b.json
  [ "$(jq '[.cases[].identity]' a.json)" = "$(jq '[.cases[].identity]' b.json)" ]
  sed -i 's/c->stiffness \* overlap/overlap * c->stiffness/; $a /* other sources */' elsewhere/soft.h
  expect 0 "$PAIRLANES" run elsewhere/soft.json --out b.json --resume
  has "$(jq '.cases | length' a.json) of them before" # other sources give the same machine code
  sed -i 's/overlap \* c->stiffness/(real)0.5 * overlap * c->stiffness/' elsewhere/soft.h
  expect 0 "$PAIRLANES" run elsewhere/soft.json --out b.json
  [ "$(jq '[.cases[].identity]' a.json)" != "$(jq '[.cases[].identity]' b.json)" ]
}

# A folder from an untrusted source may have configs with any name.
@test "a config that is found by its name loads no code" {
  mkdir configs
  echo '{"sources": ["soft.h"], "model": "soft", "strategy": "serial", "system": {"n": 500, "density": 0.5}}' |
    tee quick configs/quick.json >configs/verify.json
  cp soft.h configs
  for name in quick verify verify.json; do
    shows 2 "sources: code is loaded only if the config is named by its path" "$PAIRLANES" run "$name" --list
  done
  for path in ./quick ./configs/verify.json; do
    shows 0 soft "$PAIRLANES" run "$path" --list
  done
}

@test "--model and --strategy of run, compile and calibrate replace those of a config" {
  echo '{"system": {"n": 500}, "strategy": "serial", "precision": "single", "backend": "cpu",
    "sampling": {"max_seconds": 0.1}}' >lj.json
  expect 0 "$PAIRLANES" run lj.json --model soft.h --strategy dynamic/ --out r.json
  [ "$(jq -r '.cases[] | .model + .strategy' r.json)" = softdynamic ]
  shows 0 "dynamic soft" "$PAIRLANES" compile lj.json --model soft.h --strategy dynamic/,team --backend cpu
  has "team soft"
  lacks serial
  expect 0 "$PAIRLANES" calibrate lj.json --model soft.h --strategy dynamic/ --runs 3 --out noise.json --quiet
  expect 0 "$PAIRLANES" calibrate lj.json --model ./soft.h --source "$ROOT" --runs 3 --out noise.json --quiet
}

# bats test_tags=long
@test "verify checks a neighbor structure in every precision, for points and for bodies with bonds" {
  expect 0 "$PAIRLANES" verify --model lj --strategy ./bundle --backend cpu --n 1000
  for precision in double single mixed fixed intrinsics fixed_math double_state; do
    grep -qE "^cpu +lj +$precision +bundle .*passed$" <<<"$output"
  done
  expect 0 "$PAIRLANES" verify --model discs.h --strategy ./bundle --backend cpu --n 128
  for precision in double single mixed fixed intrinsics double_state; do
    grep -qE "^cpu +discs +$precision +bundle .*passed$" <<<"$output"
  done
}

@test "a kernel that crashes or does not end is named and fails its cases, and the others run" {
  for fault in crash stack hang; do
    mkdir $fault
    for file in dynamic/*; do
      sed "s/\\bdynamic\\b/$fault/g; s/schedule($fault/schedule(dynamic/" "$file" >"${file//dynamic/$fault}"
    done
  done
  sed -i 's/^        for (int32_t k = 0/*(volatile int *)8 = 1;\n&/' crash/crash.c
  sed -i 's/^        for (int32_t k = 0/volatile char large[1 << 28]; for (int b = 0; b < 1 << 28; b += 4096) large[b] = 1;\n&/' \
    stack/stack.c
  sed -i 's/^        for (int32_t k = 0/for (volatile int turn = 1; turn != 0;) {}\n&/' hang/hang.c
  echo '{"sources": ["crash", "stack", "hang"], "model": "lj", "system": {"n": 500, "density": [0.3, 0.5]},
    "strategy": ["serial", "crash", "stack", "hang", "vertex"], "precision": "single", "backend": "cpu",
    "sampling": {"max_seconds": 0.1}}' >c.json
  expect 0 "$PAIRLANES" compile --backend cpu c.json # on a busy machine that takes longer than the hang may
  run "$PAIRLANES" run c.json --out r.json --stall 2
  [ "$status" -eq 1 ]
  has "SIGSEGV in lj/n500/rho0.3/single/cpu/hilbert/crash/rows64: the case fails, and the run continues with the others"
  has "SIGSEGV in lj/n500/rho0.3/single/cpu/hilbert/stack/rows64: the case fails, and the run continues with the others"
  has "no end in lj/n500/rho0.3/single/cpu/hilbert/hang/rows64"
  expect 0 jq -e '.cases | length == 10 and all(if .strategy == "serial" or .strategy == "vertex"
    then .status == "ok" else .status == "failed" and (.reason | test("did not end: (SIGSEGV|no end) in lj/")) end)' r.json
  expect 1 "$PAIRLANES" verify --model lj --precision double --backend cpu --n 500 --strategy ./crash,vertex
  grep -qE "^cpu +lj +double +crash .*FAILED" <<<"$output"
  grep -qE "^cpu +lj +double +vertex .*passed$" <<<"$output"
}

@test "cases that have passed before a crash stay passed, also of printed, repeated and several results" {
  local name out
  for name in first second; do
    expect 0 "$PAIRLANES" new strategy "$name"
    sed -i 's/^ *total_store/if (a->n > 600) *(volatile int *)8 = 1;\n&/' "$name/$name.c"
  done
  echo '{"name": "both", "sources": ["first", "second"], "model": "lj", "system": {"n": [500, 1000]},
    "strategy": ["first", "second", "vertex"], "precision": "single", "backend": "cpu", "threads": 1,
    "sampling": {"max_seconds": 0.01}}' >c.json
  jq '.name = "small" | .system.n = 500' c.json >small.json
  expect 0 "$PAIRLANES" run c.json --set strategy=vertex --quiet --out r-3.json # later runs must not continue this file
  "$PAIRLANES" run c.json --quiet --out - >printed.json 2>log || [ $? -eq 1 ]
  [ "$(grep -c 'the run continues with the others' log)" -eq 2 ]
  expect 1 "$PAIRLANES" run c.json --quiet --repeat 3 --out r.json
  "$PAIRLANES" run - --quiet --out piped.json < <(cat c.json) || [ $? -eq 1 ]
  "$PAIRLANES" run - --quiet --out given.json <c.json || [ $? -eq 1 ]
  expect 1 "$PAIRLANES" run small.json c.json --quiet
  expect 0 jq -es 'all(.[].cases[].status; . == "ok")' results/*/small.json
  for out in printed.json r-{1,2,3}.json piped.json given.json results/*/both.json; do
    expect 0 jq -e '[.cases[] | "\(.strategy) \(.n) \(.status)"] | sort == ["first 1000 failed", "first 500 ok",
      "second 1000 failed", "second 500 ok", "vertex 1000 ok", "vertex 500 ok"]' "$out"
  done
}

@test "a kernel that crashes once particles move is named and fails its cases, and the others run" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/static REAL first; const REAL x = *(const REAL *)a->position; first = first == 0 ? x : first; if (x != first) *(volatile int *)8 = 1;\n&/' rowwise/rowwise.c
  local moves
  for moves in sampling.step=0.001 "dynamics.steps=10 --set dynamics.dt=0.001"; do
    # shellcheck disable=SC2086
    expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise,vertex --precision single --backend cpu --threads 1 \
      --set sampling.max_seconds=0.01 --set $moves --out r.json
    has "SIGSEGV in lj/n500/"
    jq -e '[.cases[].status] == ["failed", "ok"] and (.cases[0].reason | test("did not end: SIGSEGV in lj/"))' r.json
  done
}

@test "a kernel that writes outside of its arrays is named and fails its cases, and the others run" {
  for fault in near far; do
    mkdir $fault
    for file in dynamic/*; do
      sed "s/\\bdynamic\\b/$fault/g; s/schedule($fault/schedule(dynamic/" "$file" >"${file//dynamic/$fault}"
    done
  done
  sed -i 's/^        for (int32_t k = 0/if (i == 0) ((SUM *)a->force)[4 * a->n + 5] = 7;\n&/' near/near.c
  sed -i 's/^        for (int32_t k = 0/if (i == 0) for (int b = 1; b < 4000; b++) ((SUM *)a->force)[-b] = 7;\n&/' far/far.c
  echo '{"sources": ["near", "far"], "model": "lj", "system": {"n": 500, "density": 0.3},
    "strategy": ["serial", "near", "far", "vertex"], "precision": "single", "backend": "cpu", "threads": 1,
    "sampling": {"max_seconds": 0.05}}' >c.json
  expect 1 "$PAIRLANES" run c.json --out r.json
  expect 0 jq -e '[.cases[] | {(.strategy): (.reason // .status)}] | add | .serial == "ok" and .vertex == "ok"
    and .near == "the kernel writes outside of its forces"
    and (.far | test("did not end: SIGSEGV in lj/.*/far/"))' r.json
}

@test "a kernel that crashes in a search or an evaluation is named, too" {
  expect 0 "$PAIRLANES" new strategy rowwise
  sed -i 's/^ *total_store/*(volatile int *)8 = 1;\n&/' rowwise/rowwise.c
  expect 0 "$PAIRLANES" system --n 500 --density 0.5 --temperature 1.8 --out fluid.xyz
  shows 1 "the kernel did not end: SIGSEGV in rowwise" "$PAIRLANES" energy --model lj --strategy ./rowwise fluid.xyz
  expect 1 "$PAIRLANES" advise --model lj --n 500 --backend cpu --strategy ./rowwise
  has "the kernel did not end: SIGSEGV in lj/n500/"
}

@test "a kernel or a model that calls exit, itself or in a library, is named and fails its cases, and the others run" {
  local call reason
  expect 0 "$PAIRLANES" new strategy rowwise
  cp rowwise/rowwise.c right.c
  echo 'void exit(int); void leave(void) { exit(0); }' | gcc -shared -fPIC -x c - -o libleave.so
  for call in 'exit(0)' 'quick_exit(0)' '_exit(0)' '_Exit(0)' 'syscall(SYS_exit_group, 0)' 'errx(0, "left")' 'abort()' \
    'execv("/bin/true", (char *[]){"true", 0})' 'execvp("true", (char *[]){"true", 0})' 'syscall(SYS_exit, 0)' \
    'signal(SIGSEGV, SIG_IGN)' \
    "((void (*)(void))dlsym(dlopen(\"$PWD/libleave.so\", RTLD_NOW), \"leave\"))()"; do
    sed "s%^ *total_store%if (i == 7) $call;\n&%; 1i #include <dlfcn.h>\n#include <err.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/syscall.h>\n#include <unistd.h>" \
      right.c >rowwise/rowwise.c
    expect 1 "$PAIRLANES" run lj --n 500 --strategy ./rowwise,vertex --precision single --backend cpu --threads 1 \
      --set sampling.max_seconds=0.01 --out r.json
    reason="a call of exit"
    case $call in
      abort*) reason=SIGABRT ;;
      exec*) reason="a call of exec" ;;
      *SYS_exit,*) reason="a system call" ;;
      signal*) reason="a call of signal" ;;
    esac
    has "$reason in lj/n500/rho0.8442/single/cpu/threads1/hilbert/rowwise"
    jq -e --arg reason "did not end: $reason in lj/" \
      '[.cases[].status] == ["failed", "ok"] and (.cases[0].reason | test($reason))' r.json
  done
  expect 0 "$PAIRLANES" new model leaving
  sed -i '/leaving_derive(/,/^}/s/^    (void)error;/    exit(0);/; s/^#ifdef MODEL_DESCRIBE/&\n#include <stdlib.h>/' leaving.h
  shows 2 "model leaving has ended the program by a call of exit" \
    "$PAIRLANES" verify --model leaving.h --strategy vertex --precision single --backend cpu --n 251
}

# bats test_tags=long
@test "a neighbor structure follows particles that move" {
  echo '{"sources": ["bundle"], "model": "lj", "system": {"n": 500}, "precision": "double",
    "strategy": ["vertex", "bundle"], "backend": "cpu", "sampling": {"max_seconds": 0.1},
    "dynamics": {"dt": 0.005, "steps": 400, "sample": 100}}' >c.json
  expect 0 "$PAIRLANES" run c.json --out r.json
  [ "$(jq '.cases | length' r.json)" = 2 ] # the numbers agree in the nine digits that are recorded
  [ "$(jq '[.cases[].dynamics | [.samples, .builds]] | unique | length' r.json)" = 1 ]
  [ "$(jq '.cases[0].dynamics.builds > 10' r.json)" = true ]
}

@test "a neighbor structure is timed and counted with its strategy" {
  echo '{"sources": ["bundle"], "model": "lj", "system": {"n": 500}, "threads": 1,
    "strategy": ["vertex", "bundle"], "tuning": {"bundle": {"width": [2, 8]}}, "precision": "single",
    "backend": "cpu", "sampling": {"max_seconds": 0.1}, "counters": {"lanes": true}}' >c.json
  expect 0 "$PAIRLANES" run c.json --out r.json
  [ "$(jq -r '[.cases[].status] | unique[]' r.json)" = ok ]
  # the structure has the pairs of a full list, in fewer entries if rows are shared by more particles; lanes are not
  # replayed
  jq -e '.cases as [$a, $b, $full] | [$a, $b] | all(.counts.pairs_listed == $full.counts.pairs_listed
    and .build.median_ns > 0 and .lanes == null
    and .memory_bytes > .list_bytes) and $b.list_bytes < $a.list_bytes and $full.lanes != null' \
    <(jq '.cases |= sort_by(.strategy, .tuning.width)' r.json)
  old=$(jq -r '[.cases[] | select(.strategy == "bundle").source_hash] | unique[]' r.json)
  sed -i 's/result->items = /result->items = 2 * /' bundle/neighbors.c
  expect 0 "$PAIRLANES" run c.json --set strategy=bundle --out r.json
  [ "$(jq -r '[.cases[].source_hash] | unique[]' r.json)" != "$old" ]
}

@test "energy uses a neighbor structure, or reports why it cannot be built" {
  two
  expect 0 "$PAIRLANES" energy --model soft.h --strategy ./bundle --json two.xyz
  [ "$(jq .energy <<<"$output")" = 3.125 ]
  sed -i 's/bool built = false;/result->refused = "it is too late"; &/;s/start != NULL &&/0 \&\&/' \
    bundle/neighbors.c
  shows 2 "bundles: it is too late" "$PAIRLANES" energy --model soft.h --strategy ./bundle two.xyz
  sed -i 's/result->refused = "it is too late"; //' bundle/neighbors.c
  expect 2 "$PAIRLANES" energy --model soft.h --strategy ./bundle two.xyz
  has "bundles: its function has returned false without a reason"
  sed -i 's/, bundles + 1)/, -1)/' bundle/neighbors.c
  expect 3 "$PAIRLANES" energy --model soft.h --strategy ./bundle two.xyz
  has "bundles: out of memory: start needs -1 elements"
}

@test "compile compiles outside GPU kernels without spills, and reports their errors" {
  need_kernel_compiler
  expect 0 "$PAIRLANES" compile --arch sm_90 --one-each --model discs.h --strategy ./dynamic \
    --set precision=single
  has "dynamic discs"
  has "0 with undeclared spills; 0 sources failed"
  sed -i 's/sum.add<ENERGY>(f)/sum.add<ENERGY>(g)/' dynamic/dynamic.cu
  expect 1 "$PAIRLANES" compile --arch sm_90 --one-each --model discs.h --strategy ./dynamic \
    --set precision=single
  has "$PWD/dynamic/dynamic.cu($(grep -n 'ENERGY>(g)' dynamic/dynamic.cu | cut -d: -f1))"
}

@test "errors of compilation have file and line" {
  sed -i 's/f->x = over_r \* dx/f->x = over_r * dq/' soft.h
  line=$(grep -n 'over_r \* dq' soft.h | cut -d: -f1)
  shows 2 "model soft does not compile" "$PAIRLANES" list --model soft.h
  has "$PWD/soft.h:$line:"
  sed -i 's/neighbors_full/neighbors_ful/' dynamic/strategy.h
  shows 2 "$PWD/dynamic/strategy.h:1:" "$PAIRLANES" list --strategy ./dynamic
  sed -i 's/neighbors_ful/neighbors_full/' dynamic/strategy.h
  sed -i 's/total_add(/total_at(/' dynamic/dynamic.c
  line=$(grep -n 'total_at(' dynamic/dynamic.c | cut -d: -f1)
  two
  shows 2 "$PWD/dynamic/dynamic.c:$line:" "$PAIRLANES" energy --model lj --strategy ./dynamic two.xyz
  echo '{"sources": ["soft.h"], "model": "soft"}' >c.json
  shows 2 "c.json:1:" "$PAIRLANES" run c.json
  has "$PWD/soft.h:"
}

@test "an include of an absolute path is refused, because no hash has that file" {
  touch extra.h
  sed -i "s,#include \"models/model.h\",&\n#include \"$PWD/extra.h\"," soft.h
  shows 2 "soft.h:$(grep -n extra.h soft.h | cut -d: -f1): an include of an absolute path" "$PAIRLANES" list --model soft.h
  sed -i "s,#include \"strategies/particle.h\",&\n  # include /* here */ <$PWD/extra.h>," bundle/bundle.c
  shows 2 "bundle.c:$(grep -n extra.h bundle/bundle.c | cut -d: -f1): an include of an absolute path" "$PAIRLANES" list --strategy ./bundle
  mkdir -p tree/models
  cp soft.h tree/models/lj.h
  shows 2 "tree/models/lj.h:" "$PAIRLANES" verify --source tree --model lj --strategy serial --backend cpu --n 500
}

@test "an include through a macro or a digraph is refused, because no hash has that file" {
  touch extra.h
  cp soft.h kept.h
  for include in '#define EXTRA "extra.h"\n#include EXTRA' "%:include \"$PWD/extra.h\""; do
    sed "s,#include \"models/model.h\",&\n$include," kept.h >soft.h
    shows 2 ": an include of a macro" "$PAIRLANES" list --model soft.h
  done
}

@test "names missing in a model's header are reported first, with file and line, and each warning once" {
  sed 's/real r = sqrt(/real r = sqr(/' soft.h >wrong.h
  sed -i 's/soft/wrong/g' wrong.h
  expect 2 "$PAIRLANES" list --model wrong.h
  line=$(grep -n "sqr(" wrong.h | cut -d: -f1)
  [[ "${lines[1]}" =~ wrong.h:$line:.*error:.*sqr ]]
  # an error that follows warnings
  sed 's/soft/late/g; s/real r = sqrt/real r = 0.5 * unknown; int unused; r = sqrt/' soft.h >late.h
  expect 2 "$PAIRLANES" list --model late.h
  [[ "${lines[1]}" =~ late.h:.*error:.*unknown ]]
  sed 's/soft/wide/g; s/f->x = over_r/f->x = 1.0 * over_r/' soft.h >wide.h
  expect 1 "$PAIRLANES" compile --backend cpu --strict --model wide.h --strategy serial,vertex --set precision=single
  [ "$(grep -c "1.0 \* over_r" <<<"$output")" -le 3 ]
  has "vertex wide single has warnings"
}

@test "exp of a model needs no call, and similar functions are called for whole vectors, without a warning" {
  [ "$(uname -m)" = x86_64 ] || skip "libmvec is of x86-64"
  # the model becomes U = (stiffness / 2) exp(-r / diameter) for r < diameter, with the force U / diameter
  sed 's/soft/decay/g; s|c->stiffness \* overlap / (c->diameter \* r)|inside ? c->stiffness / 2 * exp(-r / c->diameter) / (c->diameter * r) : 0|
    s|c->stiffness / 2 \* overlap \* overlap|inside ? c->stiffness / 2 * exp(-r / c->diameter) : 0|' soft.h >decay.h
  sed -i '/real overlap/d' decay.h
  export PAIRLANES_CACHE=$PWD/cache
  expect 0 "$PAIRLANES" compile --backend cpu --strict --model decay.h --strategy team --set precision=single,double
  expect 0 "$PAIRLANES" verify --model decay.h --strategy team --precision single --backend cpu --n 500
  [ "$(find cache -name '*.so' -exec nm -D {} + | grep -cE ' U (_ZGV.*_exp|expf@)')" -eq 0 ] # exp in double precision belongs to the reference
  sed 's/decay/wave/g; s/exp(/cos(/g' decay.h >wave.h
  expect 0 "$PAIRLANES" compile --backend cpu --strict --model wave.h --strategy team --set precision=single,double
  found=$(find cache -name '*.so' -exec nm -D {} + | grep -oE '_ZGV[a-z]N[0-9]+v_cosf?' | sort -u)
  grep -q 'v_cosf$' <<<"$found" && grep -q 'v_cos$' <<<"$found"
}

@test "errors of compiling a neighbor structure have file and line" {
  sed -i 's/source->rows;/source->row;/' bundle/neighbors.c
  line=$(grep -n 'source->row;' bundle/neighbors.c | cut -d: -f1)
  shows 2 "strategy bundle does not compile" "$PAIRLANES" list --strategy ./bundle
  has "$PWD/bundle/neighbors.c:$line:"
  mv bundle/neighbors.c .
  shows 2 "$PWD/bundle/strategy.h:2:" "$PAIRLANES" list --strategy ./bundle
}

@test "a name can be used once, and the error has both places" {
  cp soft.h lj.h
  shows 2 "$PWD/lj.h: pairlanes itself has models/lj.h" "$PAIRLANES" list --model ./lj.h
  cp soft.h vector.h
  shows 2 "pairlanes itself has models/vector.h" "$PAIRLANES" list --model ./vector.h
  cp -r dynamic team
  shows 2 "$PWD/team: pairlanes itself has strategies/team/" "$PAIRLANES" list --strategy ./team
  cp -r bundle neighbors
  expect 2 "$PAIRLANES" list --strategy ./neighbors
  has "$PWD/neighbors: neighbors.c in it would be its kernel and its neighbor structure"
  mkdir -p own/models
  cp soft.h own/models
  expect 2 env PAIRLANES_PATH=own "$PAIRLANES" list --model soft.h
  has "$PWD/soft.h: there is already a model soft in $PWD/own/models/soft.h"
  expect 0 env PAIRLANES_PATH=own "$PAIRLANES" list --model own/models/soft.h
  mv soft.h Soft.h
  expect 2 "$PAIRLANES" list --model Soft.h
  has "expected lower-case letters, digits and underscores before .h, at most 31, found \"Soft.h\""
  shows 2 "none.h: expected a model's header, found none" "$PAIRLANES" list --model none.h
  shows 2 "./none: expected a strategy's folder, found none" "$PAIRLANES" list --strategy ./none
}

# wrong… WORDS SCRIPT: expects that soft.h or dynamic/strategy.h, changed by a sed script, is refused with these words
wrong_model() {
  sed "$2" "$EXTEND/models/soft.h" >soft.h
  shows 2 "$PWD/soft.h: $1" "$PAIRLANES" list --model soft.h
}

wrong_strategy() {
  sed "$2" "$EXTEND/strategies/dynamic/strategy.h" >dynamic/strategy.h
  shows 2 "$PWD/dynamic/strategy.h: $1" "$PAIRLANES" list --strategy ./dynamic
}

@test "a contradictory description of a model is refused" {
  wrong_model 'name: expected "soft", as the file or folder is called, found "sofd"' 's/"soft",/"sofd",/'
  wrong_model 'summary: expected a few words, found none' '/\.summary =/d'
  wrong_model 'citation: expected one, found none' '/\.citation =/d'
  wrong_model 'derive: expected one, found none' '/\.derive =/d;s/^static bool soft_derive/__attribute__((unused)) &/'
  wrong_model 'builders: expected names of builders' '/\.builders =/d'
  wrong_model 'builders: there is no system builder "fluit"' 's/"fluid"/"fluit"/'
  wrong_model 'parameter diameter: expected an initial value from 2 to 1e+06, found 1.5' 's/1.5, 1e-6/1.5, 2/'
  wrong_model 'parameter_count: expected 0 to 16, found 17' 's/\(parameter_count = \).*/\117,/'
  wrong_model 'evaluated: expected the operations of a pair' '/\.evaluated =/d'
  wrong_model 'fixed_tolerance: expected 0 to 1, found 2' 's/\.derive =/.fixed_tolerance = 2, &/'
  wrong_model 'range: expected a distance with the initial parameters, found 0' 's/return p\[SOFT_DIAMETER\]/return 0 * p[0]/'
}

# wrong_neighbors WORDS FILE SCRIPT: expects that a strategy with a neighbor structure is refused with WORDS after
# SCRIPT has changed FILE
wrong_neighbors() {
  cp "$EXTEND"/strategies/bundle/* bundle
  sed -i "$3" "bundle/$2"
  shows 2 "$PWD/bundle/strategy.h: $1" "$PAIRLANES" list --strategy ./bundle
}

@test "a contradictory description of a neighbor structure is refused" {
  wrong_neighbors 'neighbors: expected a structure that something builds, found bundles without a function' neighbors.c 's/, .build = build//;s/^static bool build/__attribute__((unused)) &/'
  wrong_neighbors 'neighbors: expected a structure that something builds, found user without a function' strategy.h 's/neighbors_bundles/neighbors_user/'
  wrong_neighbors 'neighbors: expected a name and a summary' neighbors.c 's/\.summary = "[^"]*",//'
  wrong_neighbors 'neighbors bundles: expected at most 4 tuning values of the strategy, found breadth' neighbors.c 's/{"width"}/{"breadth"}/'
  wrong_neighbors 'neighbors, rows: expected 0 to 2, found 3' neighbors.c 's/NEIGHBOR_ROWS_FULL/3/'
  wrong_neighbors 'scratch: expected none or that of buffers, found that of patches' strategy.h 's/\.steps/.scratch = SCRATCH_PATCH_PAIRS, &/'
  wrong_neighbors 'steps: expected items of particles or ITEMS_OWN, found edges or patches' strategy.h 's/ITEMS_OWN/ITEMS_EDGES/'
  wrong_neighbors 'steps: expected ITEMS_OWN with a structure of neighbors.c, found it with full' strategy.h 's/neighbors_bundles/neighbors_full/'
}

@test "a contradictory description of a strategy is refused" {
  wrong_strategy 'name: expected "dynamic", as the file or folder is called, found "static"' 's/= "dynamic"/= "static"/'
  wrong_strategy 'expected one row STRATEGY(.name = "dynamic", …), found 0' 's/\.name = "dynamic", //'
  wrong_strategy 'expected one row STRATEGY(.name = "dynamic", …), found 2' 'H;$!d;x;p'
  wrong_strategy 'neighbors: expected the structure that the kernels read' 's/\.neighbors = &neighbors_full,//'
  wrong_strategy 'tuning rows: expected an initial value from 1 to 4096, found 0' 's/initial = 64/initial = 0/'
  wrong_strategy 'tuning rows: expected a power of two, as its description says, found 65' 's/initial = 64/power_of_two = true, .initial = 65/'
  wrong_strategy 'steps: expected the kernels of dynamic.cu' 's/{{.kernel.*/{{0}})/'
  wrong_strategy 'steps: expected a tuning value lanes, found none' 's/ITEMS_PARTICLES/ITEMS_LANES/'
  cp "$EXTEND/strategies/dynamic/strategy.h" dynamic
  mv dynamic/dynamic.cu .
  shows 2 "steps: expected none, because there is no dynamic.cu" "$PAIRLANES" list --strategy ./dynamic
  rm dynamic/dynamic.c
  shows 2 "$PWD/dynamic: expected dynamic.c in it, found none" "$PAIRLANES" list --strategy ./dynamic
  rm dynamic/strategy.h
  expect 2 "$PAIRLANES" list --strategy ./dynamic
  has "$PWD/dynamic: expected strategy.h in it, found none: the strategy's row"
}

@test "sources of a config are paths of existing files" {
  echo '{"sources": "soft.h"}' >c.json
  shows 2 "expected a list of headers and folders" "$PAIRLANES" verify c.json
  echo '{"sources": ["sofd.h"]}' >c.json
  shows 2 "c.json:1:" "$PAIRLANES" verify c.json
  has "sofd.h"
}

@test "a model outside the tree with declared units takes a topology of GROMACS" {
  printf '%s\n' '[ defaults ]' '1 2' '[ atomtypes ]' 'A 9 0 A 1 2' '[ moleculetype ]' 'A 1' '[ atoms ]' \
    '1 A 1 A A 1 0' '[ system ]' pair '[ molecules ]' 'A 2' >two.top
  printf 'pair\n2\n    1A       A    1   0.000   0.000   0.000\n    2A       A    2   1.100   0.000   0.000\n   9 9 9\n' >two.gro
  cp "$EXTEND/models/ions.h" .
  shows 2 "model ions takes no GROMACS topologies" "$PAIRLANES" energy --model ./ions.h two.top
  sed -i 's/^    .name = "ions",/&\n    .units = UNITS_NANO,/' ions.h
  expect 0 "$PAIRLANES" energy --model ./ions.h two.top
  has "lj        -1.9" # 8 (1.1^-12 - 1.1^-6), shifted
}
