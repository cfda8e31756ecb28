#!/usr/bin/env bats
# Tests figures: they are drawn, and show the numbers of the results.

load setup

results=$BATS_TEST_DIRNAME/data/results.json
out=$BATS_TEST_TMPDIR/figures

setup() {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
}

# Draws a figure, and writes its curves to curves.json.
draw() { # FIGURE RESULT…
  expect 0 "$PAIRLANES" plot "${@:2}" --figure "$1" --out "$out"
  curves "$out/$1.tsv" >"$BATS_TEST_TMPDIR/curves.json"
}

# Checks the checksums of a PNG, and prints its width, height and number of distinct byte values.
png() {
  python3 - "$1" <<'PYTHON'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, pixels = 8, b""
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
    if kind == b"IHDR":
        width, height = struct.unpack(">II", body[:8])
    pixels += body if kind == b"IDAT" else b""
    at += 12 + length
assert kind == b"IEND"
print(width, height, len(set(zlib.decompress(pixels))))
PYTHON
}

@test "every figure is drawn as a valid PNG and SVG with its data" {
  expect 0 "$PAIRLANES" plot "$results" --out "$out"
  for figure in speedup time times build memory speedup-n speedup-serial speedup-density; do
    has "$out/$figure.png"
    read -r width height values < <(png "$out/$figure.png")
    [ "$width" -eq 1370 ] # 17.4 cm at 200 dots per inch
    [ "$height" -gt 300 ]
    [ "$values" -gt 20 ]
    python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$out/$figure.svg"
    grep -q "Test CPU" "$out/$figure.svg"
    [ -s "$out/$figure.tsv" ]
  done
  grep -q "double precision" "$out/speedup.svg"
}

@test "the figure shows the speed-ups of the results, with their intervals" {
  expect 0 "$PAIRLANES" plot "$results" --figure speedup --out "$out"
  [ ! -e "$out/time.png" ]
  expect 0 python3 - "$out/speedup.tsv" <<'PYTHON'
import csv, sys
curves = {}
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    assert r["trusted"] == "1" and r["kind"] == "joined" and r["y_label"] == "speed-up over vertex"
    curves.setdefault((r["row"], r["panel"], r["curve"]), []).append([float(r[c]) for c in ("x", "y", "low", "high")])
team = curves[("Test CPU, double precision, lj", "ρ = 0.5", "team")]
assert [p[0] for p in team] == [4000, 32000], team
for _, y, low, high in team:
    assert abs(y - 2.5) < 1e-9, y
    assert abs(low - 2.5 * 0.99 / 1.01) < 1e-9 and abs(high - 2.5 * 1.01 / 0.99) < 1e-9
edge = curves[("Test CPU, double precision, lj", "ρ = 0.75", "edge")]
assert all(abs(p[1] - 0.625) < 1e-9 for p in edge), edge
PYTHON
}

@test "a title states the finding of trusted times, otherwise what is drawn" {
  expect 0 "$PAIRLANES" plot "$results" --figure speedup --out "$out"
  grep -q "team is the fastest at all 4 points; the next takes up to 2.50 times as long" "$out/speedup.svg"
  jq '(.cases[] | select(.strategy == "vertex" and .n == 4000 and .force).force) |= (.median_ns /= 5 | .min_ns /= 5 | .ci95_ns |= map(. / 5))' \
    "$results" >"$BATS_TEST_TMPDIR/other.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/other.json" --figure speedup --out "$out"
  grep -q "at 2 of 4 points" "$out/speedup.svg"
  jq '(.cases[] | select(.force)) |= (.strategy as $s | .force |= (.median_ns = (if $s == "edge" then 970 else 1000 end) |
      .min_ns = .median_ns | .ci95_ns = [.median_ns - 40, .median_ns + 40]))' "$results" >"$BATS_TEST_TMPDIR/near.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/near.json" --figure speedup --figure speedup-density --out "$out"
  grep -q "A thread per pair and vertex differ by less than their intervals: 1.03 times" "$out/speedup-density.svg"
  expect 1 grep "edge is the fastest" "$out/speedup.svg"
  jq '.cases[].force |= (if . then .min_ns = 1 else . end)' "$results" >"$BATS_TEST_TMPDIR/slowed.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/slowed.json" --figure times --out "$out"
  expect 1 grep "least time" "$out/times.svg"
  grep -q ">Time of a force call<" "$out/times.svg"
  expect 0 "$PAIRLANES" plot --machines "$ROOT"/results/nvidia-h{1,2}00*/passes.json --figure cold --out "$out"
  grep -q "With cold caches a call takes 1.09 to 2.33 times as long" "$out/cold.svg"
}

@test "the figure of lanes has a point for each case that was replayed and counted" {
  expect 0 "$PAIRLANES" plot "$ROOT/results/nvidia-h200/passes.json" --figure lanes --out "$out"
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$out/lanes.svg"
  grep -q "lanes, CUPTI" "$out/lanes.svg"
  expect 0 python3 - "$out/lanes.tsv" "$ROOT/results/nvidia-h200/passes.json" <<'PYTHON'
import csv, json, sys
cases = [c for c in json.load(open(sys.argv[2]))["cases"] if c.get("lanes") and c.get("hardware")]
both = [(32 * c["lanes"]["overall"], c["hardware"]["threads_per_instruction"]) for c in cases
        if "threads_per_instruction" in c["hardware"]]
drawn = [[float(r["x"]), float(r["y"])] for r in csv.DictReader(open(sys.argv[1]), delimiter="\t")
         if r["kind"] == "points"]
assert len(drawn) == len(both) >= 12, (drawn, both)
for p, q in zip(sorted(drawn), sorted(both)):
    assert abs(p[0] - q[0]) < 1e-6 and abs(p[1] - q[1]) < 1e-6, (p, q)
PYTHON
}

@test "results of several devices share a figure" {
  jq '.provenance.host = "other" | .cases[].device = "Other CPU"' "$results" \
    >"$BATS_TEST_TMPDIR/other.json"
  expect 0 "$PAIRLANES" plot "$results" "$BATS_TEST_TMPDIR/other.json" --figure speedup-density --out "$out"
  grep -q "edge, Test CPU" "$out/speedup-density.tsv"
  grep -q ">Test CPU<" "$out/speedup-density.svg"
  grep -q ">Other CPU<" "$out/speedup-density.svg"
}

@test "sizes of a GPU in several hosts are joined in their order" {
  local cores=16 name files=()
  for name in bench-lj limits; do
    files+=("$BATS_TEST_TMPDIR/$name.json")
    jq --argjson cores $((cores *= 2)) '.provenance.cpu_cores = $cores | .cases |= map(select(.model == "lj" and
      .density == 0.8442 and .precision == "single"))' "$ROOT/results/nvidia-h200/$name.json" >"${files[-1]}"
  done
  expect 0 "$PAIRLANES" plot "${files[@]}" --figure speedup --out "$out"
  awk -F '\t' 'NR > 1 { curve = $1 FS $2 FS $3
    if (curve == last && $6 < x) wrong = 1
    several += curve == last; last = curve; x = $6 } END { exit wrong || several < 4 }' "$out/speedup.tsv"
}

@test "speedup-n: edge over vertex, a panel per system in order, a curve per device" {
  jq '.cases[].device = "Other CPU" | .cases |= map(select(.density == 0.75))' "$results" \
    >"$BATS_TEST_TMPDIR/other.json"
  draw speedup-n "$BATS_TEST_TMPDIR/other.json" "$results"
  expect 0 jq -e '
    keys_unsorted == ["double precision/lj, ρ = 0.5/Test CPU",
      "double precision/lj, ρ = 0.75/Test CPU", "double precision/lj, ρ = 0.75/Other CPU"] and
    all(.[]; map(.[0]) == [4000, 32000] and all(.[]; (.[1] - 0.625 | fabs) < 1e-9))' \
    "$BATS_TEST_TMPDIR/curves.json"
}

@test "speedup-n: whole steps next to the force call, where they were timed" {
  jq '.cases |= map(select(.status == "ok") | .step = .force | if .strategy == "edge"
      then .step |= ((.median_ns, .min_ns, .p95_ns) |= 2 * . | .ci95_ns |= map(2 * .)) else . end)' "$results" \
    >"$BATS_TEST_TMPDIR/steps.json"
  draw speedup-n "$BATS_TEST_TMPDIR/steps.json"
  expect 0 jq -e 'length == 4 and
    ([to_entries[] | select(.key | endswith("/Test CPU, whole steps")).value[][1]] |
      length == 4 and all(. == 0.3125)) and
    ([to_entries[] | select(.key | endswith("/Test CPU, force call")).value[][1]] |
      length == 4 and all(. == 0.625))' "$BATS_TEST_TMPDIR/curves.json"
}

@test "speedup-serial: the fastest over one core, next to what a paper has" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .backend = "cuda" | .device = "GPU" |
      .threads = null | .force |= (.median_ns /= 10 | .ci95_ns |= map(. / 10))]) |
    .cases[].force.samples_ns? |= [range(1; 21)] |
    .config.claims = [{text: "t", source: "Some et al. 2013, fig. 7", ratio: ["serial", "team"],
      above: 1, at: "largest n", where: {backend: "cuda", density: 0.5}, published: 12.5}]' "$results" \
    >"$BATS_TEST_TMPDIR/r.json"
  draw speedup-serial "$BATS_TEST_TMPDIR/r.json"
  expect 0 jq -e '
    (."double precision/lj, fluid, ρ = 0.5/Test CPU, 2 threads"[0][:2] == [4000, 5]) and
    (."double precision/lj, fluid, ρ = 0.5/GPU"[0][:2] == [4000, 50]) and
    (."double precision/lj, fluid, ρ = 0.5/Some et al. 2013, fig. 7" == [[32000, 12.5, 12.5, 12.5]])' \
    "$BATS_TEST_TMPDIR/curves.json"
}

@test "speedup-n: steps of edges over those of vertex, next to what a paper has" {
  draw speedup-n "$ROOT/results/nvidia-h200/rovigatti-fig3.json"
  expect 0 jq -e '
    (."double_state precision/patchy, ρ = 0.5/Rovigatti et al. 2015, sect. IV, fig. 3(b)" == [[262144, 1.4, 1.4, 1.4]]) and
    (."double_state precision/oxdna, ρ = 0.01608/Rovigatti et al. 2015, sect. IV, fig. 3(c)" == [[262144, 1.7, 1.7, 1.7]]) and
    ([keys[] | select(contains("Rovigatti"))] | length == 2)' "$BATS_TEST_TMPDIR/curves.json"
}

# Writes $BATS_TEST_TMPDIR/both.json: steps of a CPU core, with times multiplied by a factor, and steps of a recorded
# GPU.
with_core() { # TIMES [FILTER of jq]
  jq --argjson times "$1" '.cases |= (. + map(.id += "/core" | .strategy = "serial" | .backend = "cpu" |
      .device = "a core" | .threads = 1 | .dynamics.step_ns *= $times)) | '"${2:-.}" \
    "$ROOT/results/nvidia-h200/shkurti-fig10.json" >"$BATS_TEST_TMPDIR/both.json"
}

@test "speedup-serial: where all particles move by one time step, steps are compared" {
  with_core 300 '.cases |= map(select(.dynamics.dt == 1 and .parameters.water == "ssd")) |
    .config.claims |= map(select(.where.dt == [1]))'
  draw speedup-serial "$BATS_TEST_TMPDIR/both.json"
  expect 0 jq -e 'map_values(.[0][:2]) | [.[]] | (map(.[1] - 300 | fabs) | min < 1e-6) and
    index([[80000, 7]]) != null and index([[80000, 13.69]]) != null' "$BATS_TEST_TMPDIR/curves.json"
}

@test "speedup-serial: one core with SIMD and all cores have separate curves" {
  jq '.cases |= (. + [.[] | select(.strategy == "team") | .id += "/one" | .threads = 1 |
      .force |= ((.median_ns, .min_ns, .p95_ns) |= 2 * . | .ci95_ns |= map(. * 2))])' "$results" >"$BATS_TEST_TMPDIR/r.json"
  draw speedup-serial "$BATS_TEST_TMPDIR/r.json"
  expect 0 jq -e '(."double precision/lj, fluid, ρ = 0.5/Test CPU, 2 threads"[0][:2] == [4000, 5]) and
    (."double precision/lj, fluid, ρ = 0.5/Test CPU, 1 thread"[0][:2] == [4000, 2.5])' \
    "$BATS_TEST_TMPDIR/curves.json"
  grep -q "scalar code on one core" "$out/speedup-serial.svg"
}

@test "several compilers and instruction sets of one device are distinguished" {
  jq '.cases |= (map(.compiler = "gcc 12.2.0" | .arch = "native") | . + map(.id += "/clang" |
      .compiler = "clang 14.0.6" | .force |= if . then (.median_ns, .min_ns, .p95_ns) |= 2 * . | .ci95_ns |= map(. * 2) else . end) |
      . + [.[] | select(.compiler == "gcc 12.2.0") | .id += "/v3" | .arch = "x86-64-v3"])' "$results" \
    >"$BATS_TEST_TMPDIR/built.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/built.json" --out "$out"
  for figure in times speedup-n speedup-serial; do
    curves "$out/$figure.tsv" >"$BATS_TEST_TMPDIR/$figure.json"
  done
  expect 0 jq -e '."Test CPU, gcc 12.2.0, native, double precision/lj, ρ = 0.5/vertex"[0][1] == 100 and
    ."Test CPU, clang 14.0.6, native, double precision/lj, ρ = 0.5/vertex"[0][1] == 200 and
    has("Test CPU, gcc 12.2.0, x86-64-v3, double precision/lj, ρ = 0.5/vertex")' "$BATS_TEST_TMPDIR/times.json"
  expect 0 jq -e '."double precision/lj, ρ = 0.5/Test CPU, clang 14.0.6, native" | length == 2' \
    "$BATS_TEST_TMPDIR/speedup-n.json"
  expect 0 jq -e '."double precision/lj, fluid, ρ = 0.5/Test CPU, clang 14.0.6, native, 2 threads"[0][:2] == [4000, 5]' \
    "$BATS_TEST_TMPDIR/speedup-serial.json"
  for figure in speedup time speedup-density; do
    grep -q "Test CPU, clang 14.0.6, native" "$out/$figure.tsv"
    grep -q "clang 14.0.6" "$out/$figure.svg"
  done
  expect 0 "$PAIRLANES" show "$BATS_TEST_TMPDIR/built.json"
  grep -qE "team lanes=4, gcc 12.2.0, (native|x86-64-v3) " <<<"$output"
}

@test "scaling: gains over one thread, from few threads to many whatever the order of the cases" {
  jq '.cases |= (map(select(.strategy == "vertex" and .status == "ok")) | map((4, 1, 2) as $t | .threads = $t |
    .id += "/threads\($t)" | (.force.median_ns, .force.ci95_ns[]) /= 0.8 * $t + 0.2))' "$results" >"$BATS_TEST_TMPDIR/t.json"
  draw scaling "$BATS_TEST_TMPDIR/t.json"
  # shellcheck disable=SC2016
  expect 0 jq -e 'def near($y): map(.[:2]) | transpose | .[0] == [1, 2, 4] and
      ([.[1], $y] | transpose | all(.[0] - .[1] | fabs < 1e-6));
    (."speed-up over one thread/Test CPU, double precision, lj, ρ = 0.5, N = 4,000/vertex" | near([1, 1.8, 3.4])) and
    (."efficiency/Test CPU, double precision, lj, ρ = 0.5, N = 4,000/vertex" | near([1, 0.9, 0.85])) and
    (."efficiency/Test CPU, double precision, lj, ρ = 0.5, N = 4,000/each thread as fast as one" | near([1, 1, 1]))' \
    "$BATS_TEST_TMPDIR/curves.json"
  shows 2 "cases of a CPU with one thread and with more" "$PAIRLANES" plot "$results" --figure scaling --out "$out"
}

# Writes cases of vertex with 1, 2 and 4 threads to $1. Writes ceilings for these numbers of threads to $2.
threads_and_ceilings() {
  jq '.cases |= (map(select(.strategy == "vertex" and .status == "ok")) | map((1, 2, 4) as $t | .threads = $t |
    .id += "/threads\($t)" | (.force, .build) |= ((.median_ns, .ci95_ns[]) /= 0.8 * $t + 0.2)))' "$results" >"$1"
  jq '. as $all | {schema_version: 1, provenance: .provenance, devices: [[1, 100, 10], [4, 300, 20], [2, 180, 15] |
    . as [$threads, $fma, $stream] | {unit: "1/s", best: 1, median: 1, worst: 1, repetitions: 9, set_bytes: 0} as $rate |
    {backend: "cpu", name: $all.cases[0].device, cores: $threads, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1,
      ceilings: {fma_double: ($rate | .best = $fma), stream_dram: ($rate | .best = $stream)}}]}' "$results" >"$2"
}

@test "scaling: limits by the ceilings of each number of threads, and none without ceilings" {
  mkdir "$BATS_TEST_TMPDIR/adjacent"
  threads_and_ceilings "$BATS_TEST_TMPDIR/t.json" "$BATS_TEST_TMPDIR/c.json"
  panel=", double precision, lj, ρ = 0.5, N = 4,000"
  # ceilings are read from the file in an option, or from the file next to the results
  for how in named adjacent; do
    if [ "$how" = named ]; then
      expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/t.json" --figure scaling --out "$out" \
        --ceilings "$BATS_TEST_TMPDIR/c.json"
    else
      cp "$BATS_TEST_TMPDIR/t.json" "$BATS_TEST_TMPDIR/adjacent"
      cp "$BATS_TEST_TMPDIR/c.json" "$BATS_TEST_TMPDIR/adjacent/ceilings.json"
      expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/adjacent/t.json" --figure scaling --out "$out"
    fi
    curves "$out/scaling.tsv" >"$BATS_TEST_TMPDIR/curves.json"
    # shellcheck disable=SC2016
    expect 0 jq -e --arg panel "Test CPU$panel" 'def near($y): map(.[:2]) | transpose | .[0] == [1, 2, 4] and
        ([.[1], $y] | transpose | all(.[0] - .[1] | fabs < 1e-6));
      (."speed-up over one thread/\($panel)/what fma_double allows" | near([1, 1.8, 3])) and
      (."efficiency/\($panel)/what fma_double allows" | near([1, 0.9, 0.75])) and
      (."speed-up over one thread/\($panel)/what stream_dram allows" | near([1, 1.5, 2])) and
      (."lists: efficiency/\($panel)/what stream_dram allows" | near([1, 0.75, 0.5])) and
      (."lists: speed-up over one thread/\($panel)/vertex" | near([1, 1.8, 3.4]))' "$BATS_TEST_TMPDIR/curves.json"
    grep -q ">what stream_dram allows<" "$out/scaling.svg"
    rm -r "$out"
  done
  # more threads have expected times only with ceilings of one thread, of the right number of threads, and of the same
  # CPU
  for less in 'del(.devices[0])' '.devices[1].cores = 3' '.devices[].name = "Other CPU"' \
    '.devices[].ceilings |= {rsqrt_double: .fma_double}'; do
    jq "$less" "$BATS_TEST_TMPDIR/c.json" >"$BATS_TEST_TMPDIR/less.json"
    expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/t.json" --figure scaling --out "$out" \
      --ceilings "$BATS_TEST_TMPDIR/less.json"
    curves "$out/scaling.tsv" >"$BATS_TEST_TMPDIR/curves.json"
    # shellcheck disable=SC2016
    expect 0 jq -e --arg most "$([ "$less" = '.devices[1].cores = 3' ] && echo 2 || echo 0)" \
      '[to_entries[] | select(.key | test("allows")) | .value[][0]] | (max // 0) == ($most | tonumber)' \
      "$BATS_TEST_TMPDIR/curves.json"
  done
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/t.json" --figure scaling --out "$out"
  run grep allows "$out/scaling.svg"
  [ "$status" -eq 1 ]
}

@test "times: microseconds, a curve for each tuning value that varies" {
  draw times "$results"
  expect 0 jq -e '."Test CPU, double precision/lj, ρ = 0.5/vertex"[0][:2] == [4000, 100] and
    ."Test CPU, double precision/lj, ρ = 0.5/team lanes=4"[0] == [4000, 40, 39.6, 40.4] and
    has("Test CPU, double precision/lj, ρ = 0.5/team lanes=8")' "$BATS_TEST_TMPDIR/curves.json"
}

@test "times: a tuning value that only one of the models has is named unless it is the initial one" {
  jq '.cases |= (map(select(.strategy == "vertex")) | . + map(.model = "oxdna" |
    .tuning.bonded = (0, 1) | .id += "\(.tuning.bonded)"))' "$results" >"$BATS_TEST_TMPDIR/two.json"
  draw times "$BATS_TEST_TMPDIR/two.json"
  expect 0 jq -r '[keys[] | split("/")[2]] | unique | join(";")' "$BATS_TEST_TMPDIR/curves.json"
  [ "$output" = "vertex;vertex bonded=1" ]
}

@test "branches: shares of pairs, active lanes and paths of each system" {
  jq '.cases[].model = "patchy" | .cases |= map(select(.n == 32000 and .density == 0.75)) |
    .cases[].counts |= (.pairs_in_cutoff = 80 | .branches = {touch: 40, bond: 5}) |
    (.cases[] | select(.strategy == "edge")).lanes = {overall: 0.5, regions: [],
      paths: {mean: 1.5, most: 3}, branches: [{name: "touch", issues: 9, active_share: 0.25}]}' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure branches --out "$out"
  png "$out/branches.png"
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$out/branches.svg"
  curves "$out/branches.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  expect 0 jq -e 'to_entries | map({row: .key[:5], curve: (.key | sub(".*/"; "")), points: .value}) == [
      {row: "pairs", curve: "pairs", points: [[0, 50, 50, 50], [1, 6.25, 6.25, 6.25]]},
      {row: "activ", curve: "edge", points: [[0, 8, 8, 8]]},
      {row: "disti", curve: "edge", points: [[2, 1.5, 1.5, 1.5], [3, 3, 3, 3]]}]' "$BATS_TEST_TMPDIR/curves.json"
  expect 2 "$PAIRLANES" plot "$results" --figure branches --out "$out"
  has "branches: nothing to draw; it needs cases of a model with branches"
}

@test "a model's parameters are named only if they vary in the results" {
  jq '.cases[].model = "patchy"' "$results" >"$BATS_TEST_TMPDIR/patchy.json"
  expect 0 "$PAIRLANES" plot "$results" "$BATS_TEST_TMPDIR/patchy.json" --figure times --out "$out"
  grep -q "lj, ρ = 0.5" "$out/times.svg"
  grep -q "patchy, ρ = 0.5" "$out/times.svg"
  jq '.cases[].skin = 0.5' "$results" >"$BATS_TEST_TMPDIR/skin.json"
  expect 0 "$PAIRLANES" plot "$results" "$BATS_TEST_TMPDIR/skin.json" --figure times --out "$out"
  grep -q "lj, skin 0.5, ρ = 0.5" "$out/times.tsv"
  grep -q ">skin 0.5, ρ = 0.5<" "$out/times.svg"
  lacks "cutoff"
}

@test "characters with a meaning in gnuplot or XML are drawn literally" {
  jq '.cases[].device = "O'\''Neill & <Co> 10^3_{x} \"q\" `date` $HOME"' "$results" \
    >"$BATS_TEST_TMPDIR/odd.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/odd.json" --out "$out"
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$out/time.svg"
  grep -q "O'Neill &amp; &lt;Co> 10^3_{x}" "$out/time.svg"
  grep -qF "\`date\` \$HOME" "$out/time.svg"
}

@test "pareto has the error of every strategy and precision at its time" {
  expect 0 "$PAIRLANES" plot "$results" --figure pareto --out "$out"
  png "$out/pareto.png"
  expect 0 python3 - "$out/pareto.tsv" "$results" <<'PYTHON'
import csv, json, sys
points, frontier = set(), []
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    at = float(r["x"]), float(r["y"])
    if r["kind"] == "rings":
        frontier.append([*at])
    else:
        assert r["curve"] == f'{r["mark"]}, {r["colour"]}'
        points.add((r["curve"], *at))
cases = {(f"{c['strategy']}, {c['precision']}", float(f"{1e-3 * c['force']['median_ns']:.10g}"),
          float(f"{c['verify']['force_rms_rel']:.10g}"))
         for c in json.load(open(sys.argv[2]))["cases"]
         if c.get("force") and c["verify"]["force_rms_rel"]}
assert points and points <= cases, (points - cases)
assert len({name for name, *_ in points}) > 2
assert frontier
for _, x, y in points:
    assert not any(x < a and y < b for a, b in frontier if (a, b) in {p[1:] for p in points}), (x, y)
PYTHON
}

@test "a roofline has every case at its intensity, under the roofs of its device" {
  expect 2 "$PAIRLANES" plot "$results" --figure roofline --out "$out"
  has "roofline: nothing to draw; it needs timed cases with the ceilings of their device"

  cp "$results" "$BATS_TEST_TMPDIR/r.json"
  rate='{median: 1e9, worst: 1e9, unit: "1/s", repetitions: 10, set_bytes: 0}'
  jq -n "{schema_version: 1, provenance: {}, devices: [{backend: \"cpu\", name: \"Test CPU\",
    cores: 2, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1, ceilings: {fma_double: ($rate | .best = 1e11),
    gather_l1: ($rate | .best = 5e9), stream_l2: ($rate | .best = 1e12),
    stream_dram: ($rate | .best = 2e10)}}]}" >"$BATS_TEST_TMPDIR/ceilings.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure roofline --out "$out"
  png "$out/roofline.png"
  grep -q "DRAM 20 GB/s" "$out/roofline.svg"
  grep -q "100 Gflop/s" "$out/roofline.svg"
  expect 0 python3 - "$out/roofline.tsv" "$results" <<'PYTHON'
import csv, json, sys
curves = {}
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    curves.setdefault(r["curve"], []).append([float(r["x"]), float(r["y"])])
# 32 bytes per position at 5 G/s; L2 is faster and therefore has no roof
for level, gigabytes in ("L1", 160), ("DRAM", 20):
    (x, y), (ridge, peak) = curves[level]
    assert abs(y / x / gigabytes - 1) < 1e-9 and abs(peak - 100) < 1e-9, curves[level]
    assert abs(ridge - 100 / gigabytes) < 1e-9
assert "L2" not in curves
cases = [c for c in json.load(open(sys.argv[2]))["cases"] if c["status"] == "ok"]
for case in cases:
    pairs, n = case["counts"]["pairs_listed"], case["n"]
    entry = 8 if case["strategy"].startswith("edge") else 4
    x = 20 * pairs / (pairs * (entry + 32) + n * 64)
    y = 20 * pairs / case["force"]["median_ns"]
    found = [p for p in curves[case["strategy"]] if abs(p[0] / x - 1) < 1e-8 and abs(p[1] / y - 1) < 1e-8]
    assert found, (case["id"], x, y, curves[case["strategy"]])
assert len(cases) == 20
PYTHON
}

# Checks that no curve of a figure has two values at the same x. If one had, labels would not distinguish cases.
has_no_smear() { # TSV…
  expect 0 python3 - "$@" <<'PYTHON'
import csv, sys
for path in sys.argv[1:]:
    places = [(r["row"], r["panel"], r["curve"], r["x"]) for r in csv.DictReader(open(path), delimiter="\t")]
    assert places and len(set(places)) == len(places), path
PYTHON
}

@test "cases that differ only in threads, temperature, order or cores have separate panels or curves" {
  local figures="speedup speedup-n times build memory"
  jq '.cases |= (map(select(.status == "ok") | .temperature = 1) | . + map(select(.strategy != "serial") |
    .threads = 1 | .id += "/one" | (.force, .build)? |= ((.median_ns, .min_ns, .p95_ns) |= 3 * . | .ci95_ns |= map(3 * .))))' \
    "$results" >"$BATS_TEST_TMPDIR/threads.json"
  jq '.cases |= (map(.temperature = 1) | . + map(.temperature = 2 | .id += "/hot" | .input_hash = "00000000000000000000000000000000"))' \
    "$results" >"$BATS_TEST_TMPDIR/temperatures.json"
  for what in threads temperatures; do
    for figure in $figures; do
      expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/$what.json" --figure "$figure" --out "$out/$what"
      has_no_smear "$out/$what/$figure.tsv"
    done
  done
  names "$out/threads/speedup.tsv" | grep -qP "^Test CPU, 1 thread, double precision, lj\tρ = 0.5\tedge$"
  names "$out/threads/speedup-n.tsv" | grep -qP "\tTest CPU, 2 threads$"
  curves "$out/threads/times.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  expect 0 jq -e '."Test CPU, 1 thread, double precision/lj, ρ = 0.5/vertex"[0][1] == 300 and
    ."Test CPU, 2 threads, double precision/lj, ρ = 0.5/vertex"[0][1] == 100' "$BATS_TEST_TMPDIR/curves.json"
  names "$out/temperatures/speedup.tsv" | grep -qP "^Test CPU, double precision, lj, T = 2\tρ = 0.5\tedge$"
  # a temperature is not printed if it changes only together with the density
  jq '.cases[] |= (.temperature = 2 * .density)' "$results" >"$BATS_TEST_TMPDIR/with.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/with.json" --figure speedup --out "$out/with"
  expect 1 grep "T =" "$out/with/speedup.tsv"

  jq '.cases |= (map(.sort = "none") | . + map(.sort = "hilbert" | .id += "/hilbert" |
    if .force then (.force | .median_ns, .min_ns, .p95_ns) |= 2 * . else . end))' "$results" >"$BATS_TEST_TMPDIR/orders.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/orders.json" --figure times --out "$out/orders"
  curves "$out/orders/times.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  expect 0 jq -e '."Test CPU, double precision/lj, ρ = 0.5/vertex, sort none"[0][1] == 100 and
    ."Test CPU, double precision/lj, ρ = 0.5/vertex, sort hilbert"[0][1] == 200' "$BATS_TEST_TMPDIR/curves.json"

  # more curves than a reader can distinguish: each order is in a separate panel
  jq '.cases |= [.[] | (.sort = ("none", "cell", "hilbert", "cell_type")) | .id += "/\(.sort)"]' "$results" \
    >"$BATS_TEST_TMPDIR/many.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/many.json" --figure times --out "$out/orders"
  has_no_smear "$out/orders/times.tsv"
  names "$out/orders/times.tsv" | grep -qP "\tlj, sort hilbert, ρ = 0.5\tvertex$"
  # steps of one strategy, by skin and by time step
  jq '.cases |= [.[] | select(.status == "ok" and .strategy == "vertex") | .skin = (0.3, 0.5) | .step = .force |
    .id += "/\(.skin)" | .step_parts = {force_ns: 10, list_ns: 5, builds: 1, calls: 2}]' "$results" >"$BATS_TEST_TMPDIR/skins.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/skins.json" "$ROOT/results/nvidia-h200/timesteps.json" --figure step-parts \
    --out "$out/parts"
  has_no_smear "$out/parts/step-parts.tsv"

  jq '.provenance.cpu_cores = 2' "$results" >"$BATS_TEST_TMPDIR/two.json"
  jq '.provenance.cpu_cores = 64' "$results" >"$BATS_TEST_TMPDIR/many.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/two.json" "$BATS_TEST_TMPDIR/many.json" --figure speedup --out "$out/cores"
  has_no_smear "$out/cores/speedup.tsv"
  grep -q "Test CPU, 64 hardware threads, double precision" "$out/cores/speedup.tsv"
}

@test "time and pareto show the largest systems of every precision, branches the replayed ones" {
  jq '.cases |= (. + map(.precision = "single" | .id += "/single") +
    map(select(.n == 32000) | .precision = "single" | .n = 64000 | .id += "/most"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  for figure in time pareto; do
    expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure "$figure" --out "$out"
    grep -q "N = 32,000" "$out/$figure.tsv"
    expect 1 grep "N = 64,000" "$out/$figure.tsv"
  done
  jq '.cases[].model = "patchy" | .cases |= map(select(.density == 0.75)) |
    .cases[].counts |= (.pairs_in_cutoff = 80 | .branches = {touch: 40, bond: 5}) |
    (.cases[] | select(.strategy == "edge" and .n == 4000)).lanes = {overall: 0.5, regions: [],
      paths: {mean: 1.5, most: 3}, branches: [{name: "touch", issues: 9, active_share: 0.25}]}' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure branches --out "$out"
  grep -q "distinct paths.*N = 4,000" "$out/branches.tsv"
  expect 1 grep "N = 32,000" "$out/branches.tsv"
}

@test "pareto: similar errors are no trade-off" {
  jq '.cases |= (map(select(.n == 32000 and .density == 0.5 and .verify.force_rms_rel)) |
    sort_by(.force.median_ns) | to_entries | map(.value.verify.force_rms_rel = 1.45e-6 - 1e-8 * .key | .value))' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  draw pareto "$BATS_TEST_TMPDIR/r.json"
  expect 0 jq -e 'length > 3 and ([to_entries[] | select(.key | endswith("/none is faster and more accurate")).value] | length == 1 and
    (.[0] | length == 1))' "$BATS_TEST_TMPDIR/curves.json"
}

@test "throughput: each size has separate panels" {
  draw throughput "$ROOT/results/nvidia-h200/replicas.json"
  expect 0 jq -e '[keys[] | split("/")[1:]] | (map(.[0] | sub(".*, N"; "N")) | unique | length == 4) and
    (map(.[1]) | unique | length == 3)' "$BATS_TEST_TMPDIR/curves.json"
}

@test "panels with nothing to compare are left out" {
  # each skin has other sizes, and most skins have only vertex
  jq '.cases |= [range(0; 10) as $k | .[] | select(.status == "ok" and .density == 0.5 and .n == 4000) |
    select(.strategy == "vertex" or (.strategy == "team" and $k < 5)) |
    .skin = 0.1 * ($k + 1) | .precision = ["double", "double", "double", "single", "mixed", "fixed"][[$k, 5] | min] |
    .id += "/\($k)"]' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure speedup --out "$out"
  grep -q ">Left out: 5 panels with nothing to compare<" "$out/speedup.svg"
  [ "$(names "$out/speedup.tsv" | cut -f1,2 | sort -u | wc -l)" -eq 5 ]
}

@test "headings break between their terms" {
  jq '.cases |= [.[] | select(.status == "ok" and .density == 0.5) | .parameters.electrostatics = ("reaction_field", "ewald") |
    .parameters.water = ("spc", "spce", "tip3p", "tip4p") | .id += "/\(.parameters.electrostatics)/\(.parameters.water)"]' \
    "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure times --out "$out"
  expect 0 python3 - "$out/times.svg" <<'PYTHON'
import re, sys
lines = re.findall(r">([^<>\n]*[=ρ,][^<>\n]*)<", open(sys.argv[1]).read())
terms = {term for line in lines for term in line.rstrip(",").split(", ")}
assert {"electrostatics=reaction_field", "electrostatics=ewald", "water=tip4p", "ρ = 0.5"} <= terms, terms
assert not [term for term in terms if re.search(r"field|reaction|tip|ewald|ρ|spc|0\.5", term) and
            not re.fullmatch(r"electrostatics=(reaction_field|ewald)|water=(spc|spce|tip3p|tip4p)|ρ = 0.5", term)], terms
PYTHON
}

@test "roofs are named along their lines" {
  jq -n '{median: 1e9, worst: 1e9, unit: "1/s", repetitions: 10, set_bytes: 0} as $rate | {schema_version: 1,
    provenance: {}, devices: [{backend: "cpu", name: "Test CPU", cores: 2, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1,
    ceilings: {fma_double: ($rate | .best = 1e11), stream_l2: ($rate | .best = 2.5e10),
    stream_l3: ($rate | .best = 2e10), stream_dram: ($rate | .best = 2e9)}}]}' >"$BATS_TEST_TMPDIR/c.json"
  expect 0 "$PAIRLANES" plot "$results" --figure roofline --ceilings "$BATS_TEST_TMPDIR/c.json" --out "$out"
  for roof in "L2 25 GB/s" "L3 20 GB/s" "DRAM 2 GB/s"; do
    grep -B 1 ">$roof<" "$out/roofline.svg" | grep -qE "rotate\(-[1-7]?[0-9]\)"
  done
}

@test "drift of one time step is not drawn against the time step" {
  expect 0 "$PAIRLANES" plot "$ROOT/results/nvidia-h200/drift.json" --figure drift --out "$out"
  grep -q "Fluctuation and drift of the total energy" "$out/drift.svg"
  grep -q "dt = 10 fs<" "$out/drift.svg"
  expect 1 grep -E "against the time step|dt\^" "$out/drift.svg"
  curves "$out/drift.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  expect 0 jq -e 'length == 8 and ([.[][0][0]] | unique | length == 4)' "$BATS_TEST_TMPDIR/curves.json"
}

@test "at any width letters have 7 points or more, and panels stay on the page" {
  for width in 8 17.4 40; do
    expect 0 "$PAIRLANES" plot "$results" --figure speedup --width "$width" --out "$out"
    expect 0 python3 - "$width" "$out/speedup.svg" <<'PYTHON'
import re, sys
width, svg = float(sys.argv[1]), open(sys.argv[2]).read()
assert abs(float(re.search(r'width="(\d+)"', svg)[1]) - width / 2.54 * 96) < 2
assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)) >= 9.33 # pixels of 1/96 inch
across = [float(x) for line in svg.split("\n") if "gpPt" not in line for x in re.findall(r"[ML]([\d.-]+),", line)]
assert across and 0 <= min(across) and max(across) <= width / 2.54 * 96, (min(across), max(across))
PYTHON
  done
  shows 2 '--width: expected a number from 6 to 120, found "2"' "$PAIRLANES" plot "$results" --width 2 --out "$out"
}

@test "axes have ticks at the data, and panels have headings with the differences" {
  expect 0 "$PAIRLANES" plot "$results" --figure times --out "$out"
  for text in 4k 32k "ρ = 0.5" "Test CPU, double precision, lj" "µs per force call"; do
    grep -q ">$text<" "$out/times.svg"
  done
}

@test "a log axis of less than a decade has numbers, and so has that of a single point" {
  jq '.cases |= map(select(.n == 4000 and .density == 0.5 and .strategy != "serial"))' "$results" \
    >"$BATS_TEST_TMPDIR/one.json"
  jq '.cases |= map(select(.strategy == "vertex" and .density == 0.5))' "$results" >"$BATS_TEST_TMPDIR/two.json"
  for file in one two; do
    expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/$file.json" --figure memory --out "$out"
    [ "$(grep -c '>[0-9.e+-]*<' "$out/memory.svg")" -ge 2 ]
  done
}

# shellcheck disable=SC2016
@test "untrusted times are grey and hollow, as the caption explains" {
  expect 0 "$PAIRLANES" plot "$results" --figure times --out "$out"
  expect 1 awk -F'\t' '$10 == "0" { found = 1 } END { exit !found }' "$out/times.tsv"
  expect 1 grep "not to be trusted" "$out/times.svg"
  jq '(.cases[] | select(.strategy == "team" and .n == 4000) | .force.ci95_ns) |= [.[0] * 0.8, .[1] * 1.2]' \
    "$results" >"$BATS_TEST_TMPDIR/wide.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/wide.json" --figure times --out "$out"
  awk -F'\t' '$10 == "0" { doubted++; if ($11 != 4000) exit 1 } END { exit !doubted }' "$out/times.tsv"
  grep -q "Grey and hollow: not to be trusted" "$out/times.svg"
  grep -qi "9a9a9a\|154, 154, 154" "$out/times.svg"
}

# bats test_tags=long
# shellcheck disable=SC2016
@test "build, bin, step, its parts, cold caches, energy and memory are drawn if recorded" {
  h200=$ROOT/results/nvidia-h200
  for figure in bin build cold pair-energy memory; do
    expect 0 "$PAIRLANES" plot "$h200/passes.json" --figure "$figure" --out "$out"
  done
  curves "$out/pair-energy.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  jq '[.cases[] | select(.precision == "double" and .strategy == "newton").energy.nj_per_pair]' \
    "$h200/passes.json" >"$BATS_TEST_TMPDIR/nj.json"
  expect 0 jq -e --slurpfile nj "$BATS_TEST_TMPDIR/nj.json" '(to_entries[] |
    select(.key | test("double.*newton"))).value[0][1] - $nj[0][0] | fabs < 1e-6' "$BATS_TEST_TMPDIR/curves.json"
  for figure in step step-parts; do
    expect 0 "$PAIRLANES" plot "$h200/steps-lj.json" --figure "$figure" --out "$out"
  done
  # each part of a bar ends at the beginning of the next part, and the last part ends at the time of the step
  expect 0 python3 - "$out/step-parts.tsv" "$h200/steps-lj.json" <<'PYTHON'
import csv, json, sys
bars = {}
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    bars.setdefault((r["row"], r["panel"], r["name"]), []).append((float(r["low"]), float(r["high"])))
steps = [c["step"]["median_ns"] / 1e3 for c in json.load(open(sys.argv[2]))["cases"] if c.get("step")]
for parts in bars.values():
    parts.sort()
    assert parts[0][0] == 0 and all(abs(a[1] - b[0]) < 1e-6 for a, b in zip(parts, parts[1:])), parts
    assert any(abs(parts[-1][1] - step) < 0.03 * step for step in steps), parts
assert len(bars) == len(steps)
PYTHON
}

@test "papers' curves are only shown with results of their experiments" {
  draw bin "$ROOT/results/nvidia-h200/xu-table4.json"
  expect 0 jq -e 'to_entries | map(select(.key | test("table IV: CBIN"))) | length == 1 and
    (.[0].value | length == 7 and .[0][:2] == [19200, 664])' "$BATS_TEST_TMPDIR/curves.json"
  grep -q "table IV: GBIN_OLD" "$out/bin.svg"
  jq '.config.name = "mine"' "$ROOT/results/nvidia-h200/xu-table4.json" >"$BATS_TEST_TMPDIR/mine.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/mine.json" --figure bin --out "$out"
  expect 1 grep -q "Xu et al" "$out/bin.tsv"
}

@test "launches: the least time of each way to launch steps, over the fastest step of the fewest particles" {
  local small=$ROOT/results/nvidia-h200/steps-small.json
  draw launches "$small"
  # shellcheck disable=SC2016
  expect 0 jq -e --slurpfile curves "$BATS_TEST_TMPDIR/curves.json" '
    [.cases[] | select(.step)] as $cases | $curves[0] | to_entries as $curves |
    ([$cases[] | select(.model == "oxdna" and .tuning.fused == 2)] | sort_by(.n) |
      map([.n, (.step.median_ns | round)])) as $resident |
    ([$cases[] | select(.precision == "mixed" and .n == 16).step.median_ns] | min | round) as $least |
    any($curves[]; (.key | test("oxdna.*many steps per kernel")) and
      [.value[] | [.[0], (1000 * .[1] | round)]] == $resident) and
    ([$curves[] | select(.key | test("mixed.*latency")).value[] | 1000 * .[1] | round] | unique) == [$least]' "$small"
  grep -q "Many steps per kernel take the least time up to 8,192 to 16,384 particles," "$out/launches.svg"
  # with one way of launching there is nothing to compare
  jq '.cases |= map(select(.tuning.fused == 2))' "$small" >"$BATS_TEST_TMPDIR/one.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/one.json" --out "$BATS_TEST_TMPDIR/one"
  [ ! -e "$BATS_TEST_TMPDIR/one/launches.svg" ]
}

@test "step: other engines are shown with the cases that were compared with them" {
  local peers=$ROOT/results/amd-epyc-2-cores/rovigatti-peers.json
  draw step "$peers"
  for engine in lammps gromacs openmm; do
    # shellcheck disable=SC2016
    expect 0 jq -e --arg engine "$engine" --slurpfile curves "$BATS_TEST_TMPDIR/curves.json" '
      [.cases[] | {n, step: (.peers.step_ns[$engine] / 1000), spread: .peers.spread[$engine],
        name: "\(.peers.program[$engine]), \(.peers.precision[$engine]) precision"}] as $cases |
      [$curves[0] | to_entries[] | select(.key | endswith($cases[0].name)).value[]] as $points |
      ($points | length) == ($cases | length) and all($cases[]; . as $case | any($points[];
        .[0] == $case.n and (.[1] / $case.step - 1 | fabs) < 1e-6 and
        (.[3] / .[1] - 1 - $case.spread | fabs) < 1e-6))' "$peers"
  done
  # skins are printed if there are several
  grep -q ">Time of a step<" "$out/step.svg"
  draw step "$ROOT/results/nvidia-h200/steps-lj.json"
  grep -q ">Time of a step at its best skin<" "$out/step.svg"
  jq 'del(.cases[].peers)' "$peers" >"$BATS_TEST_TMPDIR/alone.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/alone.json" --figure step --out "$out"
  expect 1 grep -q LAMMPS "$out/step.tsv"
}

# bats test_tags=long
@test "speedup-dt: steps over those of one core, of each length, next to the paper's" {
  with_core 500 '.cases |= map(select(.parameters.water == "elba"))'
  draw speedup-dt "$BATS_TEST_TMPDIR/both.json"
  expect 0 jq -e '
    (."double precision/brahms, water, ρ = 0.0334/NVIDIA H200" | map(.[0]) == [1, 10, 20] and
      (.[0][1] - 500 | fabs < 1e-3)) and
    (."double precision/brahms, water, ρ = 0.0334/Shkurti et al. 2013, sect. 7.3, fig. 10: GTX480" |
      map(.[:2]) == [[10, 13.83], [20, 13.88]])' "$BATS_TEST_TMPDIR/curves.json"
  grep -q "time step in fs" "$out/speedup-dt.svg"
}

@test "drift: a power law that does not hold is not drawn, and reported" {
  expect 0 "$PAIRLANES" plot "$ROOT/results/nvidia-h200/fluctuation.json" --figure drift --out "$out"
  grep -q "double.*p = 2.021" "$out/drift.svg"
  expect 1 grep "single, .*p = " "$out/drift.svg"
  grep -q "The energy fluctuates as the time step to the power 1.92 to 2.02" "$out/drift.svg"
  curves "$out/drift.tsv" >"$BATS_TEST_TMPDIR/curves.json"
  # power laws are fitted only for precisions double and mixed
  expect 0 jq -e '[keys[] | select(test("/fit ")) | select(test("fluctuation"))] | length == 2' \
    "$BATS_TEST_TMPDIR/curves.json"
}

@test "history leaves out cases with a single commit" {
  for commit in a b; do
    jq -c --arg commit "$commit" '.cases[] | . + {provenance: {host: "h", commit: $commit}} |
      if $commit == "a" then ., (.device = "Once CPU") else . end' "$results"
  done >"$BATS_TEST_TMPDIR/h.jsonl"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/h.jsonl" --figure history --out "$out"
  grep -q "Test CPU" "$out/history.tsv"
  expect 1 grep -q "Once CPU" "$out/history.tsv"
}

@test "history: changes of level are marked; outliers, noise and small steps are not" {
  expect 0 python3 -B - "$ROOT/plots" <<'PYTHON'
import random, sys
sys.path.insert(0, sys.argv[1])
from figures import change_points
random.seed(4)
def changes(y):
    return [k for k, is_one in enumerate(change_points(y, 0.02)) if is_one]
for at in range(3, 38):
    assert changes([(100 if k < at else 105) + random.uniform(0, 0.2) for k in range(40)]) == [at]
assert changes([90 if 10 <= k < 25 else 100 for k in range(40)]) == [10, 25]
assert not changes([200 if k % 8 == 5 else 100 for k in range(40)])
assert not changes([100 if k < 20 else 101.5 for k in range(40)])
assert not changes([1, 1, 2, 2, 2])
assert sum(len(changes([random.gauss(100, 1) for _ in range(40)])) for _ in range(500)) < 0.01 * 500 * 40
PYTHON
}

@test "an output folder with blanks and quotes works" {
  expect 0 "$PAIRLANES" plot "$results" --figure time --out "$BATS_TEST_TMPDIR/it's a/deep folder"
  [ -s "$BATS_TEST_TMPDIR/it's a/deep folder/time.png" ]
}

@test "a figure without data is left out, with the reason if it was requested" {
  jq '.cases |= map(select(.strategy == "team"))' "$results" >"$BATS_TEST_TMPDIR/r.json"
  expect 0 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --out "$out"
  [[ $output != *"nothing to draw"* ]]
  [ -s "$out/time.png" ]
  [ ! -e "$out/speedup.png" ]
  expect 2 "$PAIRLANES" plot "$BATS_TEST_TMPDIR/r.json" --figure speedup --out "$out"
  has "speedup: nothing to draw; it needs cases of vertex"
}

@test "without gnuplot plot reports that it is missing" {
  mkdir "$BATS_TEST_TMPDIR/empty"
  PATH=$BATS_TEST_TMPDIR/empty expect 3 "$PAIRLANES" plot "$results" --out "$out"
  has "gnuplot, which is not installed"
}

@test "--help lists the figures, and a wrong one is a usage error" {
  shows 0 "  speedup " "$PAIRLANES" plot --help
  shows 2 'there is no figure "spedup"' "$PAIRLANES" plot "$results" --figure spedup --out "$out"
  shows 2 "--out" "$PAIRLANES" plot "$results"
}

# A text that would end a gnuplot string, data block, line or data file. It would create a file if it were executed.
hostile=$'x\'"\nEND\nsystem "touch owned"\n!touch owned\n\'; system \'touch owned\'; \'\r`touch owned` $(touch owned) @x % %n%s \\'

# Writes results, or a history, with hostile texts.
with_hostile_texts() {
  jq "${@:2}" --arg text "$hostile" '
    (if .cases then .cases[] else . end) |= (.device = $text | .source = $text | .compiler = $text |
      .model += $text | .strategy += $text | .parameters[$text] = $text | .tuning |= (. // {} | .[$text] = 1) |
      .id += $text | if .counts then .counts |= (.pairs_in_cutoff = 80 | .branches = {($text): 40}) else . end |
      if .force then .lanes = {overall: 0.5, regions: [], paths: {mean: 1.5, most: 3},
        branches: [{name: $text, issues: 9, active_share: 0.25}]} |
        .hardware = {threads_per_instruction: 16} else . end) |
    .provenance |= (.host = $text | .commit = $text + .commit)' "$1"
}

@test "a time over twice its shortest is reported, gives no speed-up, and no axis reaches to it" {
  cd "$BATS_TEST_TMPDIR"
  jq '(.cases[] | select(.strategy == "edge" and .force != null) | .force) |= (.median_ns *= 190 | .p95_ns *= 190 |
    .ci95_ns |= map(. * 190) | .samples_ns |= map(. * 190))' "$results" >slow.json
  expect 0 "$PAIRLANES" show slow.json
  has "lj/n4000/rho0.5/double/cpu/cell/edge: its shortest call took 157 µs, the median 3.04e+04"
  expect 0 "$PAIRLANES" show slow.json --format csv --columns strategy,place,over_serial
  grep -qP '^edge,not to be trusted,\r?$' <<<"$output"
  expect 0 "$PAIRLANES" plot slow.json --out figures --figure times
  expect 0 "$PAIRLANES" plot slow.json --out figures --figure speedup
  # shellcheck disable=SC2016
  expect 0 awk -F '\t' '$3 == "\"edge\"" && ($10 != -1 || $7 == "nan")' figures/times.tsv
  [ -z "$output" ]
  # shellcheck disable=SC2016
  expect 0 awk -F '\t' '$3 == "\"edge\"" && $7 != "nan"' figures/speedup.tsv
  [ -z "$output" ]
  # the axis of µs ends below the estimated time of edge
  expect 1 grep -E '>(1|2|3)0000<' figures/times.svg
  grep -q "No axis reaches to a median over twice the shortest call" figures/times.svg
  # untrusted times are drawn if there is no other case
  jq '.cases[].force |= (if . then .min_ns = 1 else . end)' "$results" >all.json
  expect 0 "$PAIRLANES" plot all.json --out figures --figure times
  # shellcheck disable=SC2016
  expect 0 awk -F '\t' 'NR > 1 && $10 != 0 { exit 1 }' figures/times.tsv
  grep -q '>1000<' figures/times.svg
}

@test "times and intervals of any size are drawn, or left out where no axis has a place" {
  cd "$BATS_TEST_TMPDIR"
  jq '.cases |= (map(select(.force != null and (.strategy == "vertex" or .strategy == "edge")))[:2])' \
    "$ROOT/results/nvidia-h200/demo.json" >two.json
  local times
  for times in '[5e-324, 5e-324, 5e-324]' '[1e-308, 1e308, 1.7e308]' '[1e200, 1e200, 1e200]'; do
    jq --argjson t "$times" '.cases[0].force |= (.samples_ns |= map($t[1]) | .min_ns = $t[0] | .ci95_ns = [$t[0], $t[2]] |
      .median_ns = $t[1] | .p95_ns = $t[2])' two.json >odd.json
    expect 0 "$PAIRLANES" plot odd.json --out figures
    lacks gnuplot
  done
}

@test "no text of results, histories or ceilings is executed, in any figure" {
  cd "$BATS_TEST_TMPDIR"
  with_hostile_texts "$results" >r.json
  jq -n --arg text "$hostile" '{best: 1e11, median: 1e9, worst: 1e9, unit: "1/s", repetitions: 10,
    set_bytes: 0} as $rate | {schema_version: 1, provenance: {}, devices: [{backend: "cpu",
      name: $text, cores: 2, l1_bytes: 1, l2_bytes: 1, l3_bytes: 1, ceilings: {fma_double: $rate,
      gather_l1: ($rate | .best = 5e9), stream_dram: ($rate | .best = 2e10)}}]}' >ceilings.json
  expect 0 "$PAIRLANES" plot r.json --out figures
  for figure in time times branches lanes pareto; do
    has "figures/$figure.png"
  done
  # only models and strategies of the repository declare the work of pairs
  jq '.cases[] |= (.model = "lj" | .strategy = "vertex")' r.json >known.json
  expect 0 "$PAIRLANES" plot known.json --out figures --figure roofline --ceilings ceilings.json
  for commit in a b c; do
    jq -c --arg commit "$commit" '.cases[0] + {provenance: (.provenance + {commit: $commit})}' "$results"
  done >plain.jsonl
  with_hostile_texts plain.jsonl -c >h.jsonl
  expect 0 "$PAIRLANES" plot h.jsonl --out figures --figure history
  for svg in figures/*.svg; do
    expect 0 python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$svg"
  done
  grep -q "touch owned" figures/time.svg
  [ -z "$(find . -name owned)" ]
}

# shellcheck disable=SC2016
@test "no name of an output folder is executed" {
  cd "$BATS_TEST_TMPDIR"
  for folder in "./|touch owned" "./<touch owned" "'; system 'touch owned'; '" '$x' '`touch owned`'; do
    expect 0 "$PAIRLANES" plot "$results" --figure time --out "$folder"
    [ -s "$folder/time.png" ]
  done
  [ -z "$(find . -name owned -type f)" ]
}

# Plots with a substitute for gnuplot, and expects exit code 3 and only the earlier figure.
fails_with() {
  mkdir -p "$out" "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\n%s\n' "$2" >"$BATS_TEST_TMPDIR/bin/gnuplot"
  chmod +x "$BATS_TEST_TMPDIR/bin/gnuplot"
  echo old >"$out/time.png"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH expect 3 "$PAIRLANES" plot "$results" --figure time --out "$out"
  has "$1"
  lacks "time.png, .svg"
  [ "$(ls -A "$out")" = time.png ]
  [ "$(cat "$out/time.png")" = old ]
}

# shellcheck disable=SC2016
@test "a failed or killed gnuplot, or half a figure, is an error without a file" {
  real=$(command -v gnuplot)
  fails_with "gnuplot failed with exit status 7: no terminal" 'echo no terminal >&2; exit 7'
  fails_with "gnuplot was ended by signal 9 (Killed)" 'kill -9 $$'
  fails_with "drew no whole time.png" 'exit 0'
  fails_with "drew no whole time.png" "'$real' \"\$@\"; truncate -s -20 time.png"
  fails_with "drew no whole time.svg" "'$real' \"\$@\"; truncate -s 1000 time.svg"
  fails_with "drew no whole time.svg" "'$real' \"\$@\"
    case \$* in *time.svg*) rm time.svg && mkfifo time.svg ;; esac"
}

@test "an interrupted figure leaves nothing" {
  mkdir -p "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\n: >"%s"\nexec sleep 60\n' "$BATS_TEST_TMPDIR/started" >"$BATS_TEST_TMPDIR/bin/gnuplot"
  chmod +x "$BATS_TEST_TMPDIR/bin/gnuplot"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH "$PAIRLANES" plot "$results" --figure time --out "$out" 3>&- &
  until [ -e "$BATS_TEST_TMPDIR/started" ]; do sleep 0.05; done
  kill -TERM $!
  status=0
  wait $! || status=$?
  [ "$status" -eq 143 ]
  [ -z "$(ls -A "$out")" ]
}

# bats test_tags=long
@test "10,000 cases are shown, compared and drawn in seconds of CPU time, and a gigabyte" {
  cd "$BATS_TEST_TMPDIR"
  expect 0 python3 - "$PAIRLANES" "$ROOT/results/nvidia-h200/rovigatti-fig3.json" <<'PYTHON'
import copy, json, resource, subprocess, sys
program, recorded = sys.argv[1:]
document = json.load(open(recorded))
cases = [case for case in document["cases"] if case["status"] == "ok"]
document["cases"] = many = []
for k in range(10000):
    case = copy.copy(cases[k % len(cases)])
    times = 1000 if k >= len(cases) else 1
    n = times * case["n"] + k // len(cases)
    case["id"] = case["id"].replace(f"n{case['n']}/", f"n{n}/", 1)
    case["input_hash"] = f"{int(case['input_hash'], 16) ^ n:032x}"
    case["n"] = n
    many.append(case)
json.dump(document, open("many.json", "w"))
before = 0
for command in ("show", "show --brief", "compare many.json", "export", "claims",
                "plot --figure speedup-n --out .", "plot --out ."):
    subprocess.run([program, *command.split(), "many.json"], stdout=subprocess.DEVNULL, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, before = used.ru_utime + used.ru_stime - before, used.ru_utime + used.ru_stime
    print(f"{command}: {seconds:.1f} s, {used.ru_maxrss / 1e6:.2f} GB at most")
    # takes 10 s on a quiet machine; all figures use two CPUs
    assert seconds < (28 if command == "plot --out ." else 20) and used.ru_maxrss < 1e6, command
PYTHON
}
