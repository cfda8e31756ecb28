#!/usr/bin/env bats
# Tests the ranges of a sweep that NVTX passes to a tool such as Nsight Systems.

load setup

@test "a tool sees every phase of every case, and the ranges are closed" {
  tool=$(dirname "$PAIRLANES")/tests/nvtx_tool.so
  [ -e "$tool" ] || skip "built without a CUDA toolkit"
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers want to be loaded before the tool"
  export NVTX_INJECTION64_PATH=$tool NVTX_LOG=$BATS_TEST_TMPDIR/ranges
  expect 0 "$PAIRLANES" run "$ROOT/configs/quick.json" --backend cpu --quiet \
    --set system.n=500 --set strategy=serial,vertex --set precision=double \
    --set sampling.warmup_ms=0 --set sampling.max_samples=8 --set sampling.min_samples=6 \
    --out "$BATS_TEST_TMPDIR/out.json"
  run cut -d' ' -f1,2 "$NVTX_LOG"
  for phase in device system reference load prepare verify lanes build force; do
    has "pairlanes: $phase"
  done
  lacks unmatched
  [ "$(grep -c '^  ' "$NVTX_LOG")" -eq 0 ]
  for strategy in serial vertex; do
    id=$(jq -r --arg strategy $strategy \
      '.cases[] | select(.strategy == $strategy) | .id' "$BATS_TEST_TMPDIR/out.json")
    [ "$(grep -c "^pairlanes: verify $id$" "$NVTX_LOG")" -eq 2 ] # before and after the timed calls
    [ "$(grep -c "^pairlanes: force $id$" "$NVTX_LOG")" -ge 6 ]
  done
}
