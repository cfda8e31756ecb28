#!/usr/bin/env bats
# Tests figures with results of several machines.

load setup

# Makes a folder with results of two machines, the second slower by a factor of 1.7.
two_machines() {
  ALL=$BATS_TEST_TMPDIR/results
  mkdir -p "$ALL/nvidia-h200" "$ALL/published" "$BATS_TEST_TMPDIR/elsewhere"
  ln -s "$BATS_TEST_TMPDIR/elsewhere" "$ALL/nvidia-a100" # a folder of a machine may be a link
  cp "$ROOT/results/nvidia-h200/rovigatti-fig3.json" "$ALL/nvidia-h200"
  jq 'def slow: if . then .median_ns *= 1.7 | .ci95_ns |= map(. * 1.7) else . end;
    .provenance.devices[0].name = "NVIDIA A100" |
    .cases[] |= (.device = "NVIDIA A100" | .force |= slow | .step |= slow)' \
    "$ROOT/results/nvidia-h200/rovigatti-fig3.json" >"$ALL/nvidia-a100/rovigatti-fig3.json"
}

draw() { # FIGURE FILE…
  local figure=$1
  shift
  expect 0 "$PAIRLANES" plot "$@" --machines --figure "$figure" --out "$BATS_TEST_TMPDIR/figures"
}

# Prints row, panel and curve of each curve of a figure.
drawn() { # FIGURE
  names "$BATS_TEST_TMPDIR/figures/$1.tsv" | sort -u
}

@test "machines share panels, and each has its name and its own mark in the legend" {
  two_machines
  draw step "$ALL"/nvidia-*/rovigatti-fig3.json
  [ "$(drawn step | cut -f1 | sort -u)" = "double_state precision" ]
  [ "$(drawn step | cut -f3 | sort -u | tr '\n' ';')" = \
    "edge, NVIDIA A100;edge, NVIDIA H200;vertex, NVIDIA A100;vertex, NVIDIA H200;" ]
  local name
  for name in "NVIDIA H200" "NVIDIA A100" vertex edge; do
    [ "$(grep -c "<text>$name<" "$BATS_TEST_TMPDIR/figures/step.svg")" -eq 1 ]
  done
  # without the option each machine has a separate row
  expect 0 "$PAIRLANES" plot "$ALL"/nvidia-*/rovigatti-fig3.json --figure step --out "$BATS_TEST_TMPDIR/figures"
  [ "$(drawn step | cut -f1 | sort -u | wc -l)" -eq 2 ]
  [ "$(drawn step | cut -f3 | sort -u | tr '\n' ';')" = "edge;vertex;" ]
}

@test "shared panels have the points of each machine's panels, and papers' numbers once" {
  two_machines
  draw step "$ALL/nvidia-a100/rovigatti-fig3.json"
  local alone shared
  alone=$(names "$BATS_TEST_TMPDIR/figures/step.tsv" | wc -l)
  draw step "$ALL"/nvidia-*/rovigatti-fig3.json
  shared=$(names "$BATS_TEST_TMPDIR/figures/step.tsv" | wc -l)
  [ "$shared" -eq $((2 * alone)) ]
  # the first points of edge on both machines differ by a factor of 1.7
  curves "$BATS_TEST_TMPDIR/figures/step.tsv" | jq -e '[to_entries[] | select(.key | contains("/edge, ")) |
    {key: (.key | split(", ")[-1]), value: .value[0][1]}] | reverse | from_entries |
    ."NVIDIA A100" / ."NVIDIA H200" | . > 1.69 and . < 1.71'
  jq '.cases[] |= (.device = "NVIDIA A100")' "$ROOT/results/nvidia-h200/xu-table4.json" >"$BATS_TEST_TMPDIR/xu.json"
  draw bin "$ROOT/results/nvidia-h200/xu-table4.json" "$BATS_TEST_TMPDIR/xu.json"
  curves "$BATS_TEST_TMPDIR/figures/bin.tsv" | jq -e '[to_entries[] | select(.key | contains("/Xu")).value |
    map(.[0])] | length > 0 and all(. == unique)'
  # names of curves show differences other than the strategy
  [ "$(drawn bin | cut -f3 | grep -c '^vertex, .*NVIDIA A100')" -gt 1 ]
}

@test "curves of one machine keep their names, and bars become marks" {
  two_machines
  draw speedup-n "$ALL"/nvidia-*/rovigatti-fig3.json
  drawn speedup-n | cut -f3 | grep -q "^NVIDIA H200, whole steps$"
  draw time "$ALL"/nvidia-*/rovigatti-fig3.json
  drawn time | cut -f3 | grep -q "^edge, NVIDIA A100$"
  [ "$(grep -c "<text>NVIDIA A100<" "$BATS_TEST_TMPDIR/figures/time.svg")" -eq 1 ]
}

@test "the fastest tuning of a strategy is drawn, and CPUs of one name are distinguished by their threads" {
  local one=$BATS_TEST_TMPDIR/one.json more=$BATS_TEST_TMPDIR/more.json
  jq '.cases |= map(select(.model == "lj"))' "$ROOT/results/intel-xeon-2-cores/one-core.json" >"$one"
  jq '.provenance.cpu_cores = 64' "$one" >"$more"
  draw times "$one" "$more"
  drawn times | grep -q "2 hardware threads"
  drawn times | grep -q "64 hardware threads"
  jq '.cases[] |= (.device = "NVIDIA A100")' "$ROOT/results/nvidia-h200/bench-lj.json" >"$more"
  draw times "$ROOT/results/nvidia-h200/bench-lj.json" "$more"
  [ "$(drawn times | cut -f3 | grep -c "^team")" -eq "$(drawn times | cut -f3 | grep -c "^vertex")" ]
  fastest=$(jq '[.cases[] | select(.strategy == "team" and .n == 4000) | .force.median_ns] | min' \
    "$ROOT/results/nvidia-h200/bench-lj.json")
  curves "$BATS_TEST_TMPDIR/figures/times.tsv" | jq -e --argjson y "$fastest" '[to_entries[] |
    select(.key | contains("/team")).value[] | select(.[0] == 4000)[1] / ($y / 1000)] |
    length == 2 and all(. < 1.001 and . > 0.999)'
}

@test "a report of all machines of a folder draws them together" {
  two_machines
  expect 0 "$PAIRLANES" reproduce rovigatti2015 --report-only "$ALL" --out "$BATS_TEST_TMPDIR/report"
  grep -q "NVIDIA A100" "$BATS_TEST_TMPDIR/report/report.html" # report.md is its first page, of one machine
  local figure
  figure=$(find "$BATS_TEST_TMPDIR/report/figures/rovigatti-fig3" -name '*.svg' -not -path '*narrow*' | head -n 1)
  grep -q "NVIDIA H200" "$figure"
  grep -q "NVIDIA A100" "$figure"
  expect 2 "$PAIRLANES" reproduce --report-only "$BATS_TEST_TMPDIR/none" --out "$BATS_TEST_TMPDIR/report"
}
