#!/usr/bin/env bats
# Tests compressed files, named *.gz: every command reads and writes the same results in a tenth of the bytes.

load setup

setup_file() {
  cd "$BATS_FILE_TMPDIR" || return
  build=${PAIRLANES:-$BATS_TEST_DIRNAME/../build/pairlanes}
  "$build" run lj --n 500,864 --density 0.4,0.8 --strategy serial,vertex,edge --precision single,double \
    --backend cpu --set sampling.min_samples=30 --set sampling.max_samples=30 --set sampling.warmup_ms=0 \
    --set counters.lanes=false --quiet --out plain.json
}

setup() {
  cp "$BATS_FILE_TMPDIR"/plain.json "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR" || return
}

@test "compressed results have every sample, under a third of the size, and always the same bytes" {
  "$PAIRLANES" merge plain.json --out packed.json.gz
  "$PAIRLANES" merge plain.json --out merged.json
  gzip -dc packed.json.gz | cmp - merged.json
  [ $((3 * $(stat -c %s packed.json.gz))) -lt "$(stat -c %s plain.json)" ]
  [ "$(gzip -dc packed.json.gz | jq '[.cases[].force.samples_ns | length] | add')" -eq 720 ]
  cp packed.json.gz first.gz
  "$PAIRLANES" merge packed.json.gz --out packed.json.gz
  cmp first.gz packed.json.gz
}

@test "commands read compressed results like others, from a pipe, too" {
  gzip -k plain.json
  for command in "show --format csv" "export" "compare plain.json"; do
    # shellcheck disable=SC2086
    diff <("$PAIRLANES" $command plain.json) <("$PAIRLANES" $command plain.json.gz | sed 's/plain.json.gz/plain.json/g')
  done
  diff <("$PAIRLANES" show --format csv - <plain.json) <("$PAIRLANES" show --format csv - <plain.json.gz)
  diff <("$PAIRLANES" show --format csv - < <(cat plain.json)) <("$PAIRLANES" show --format csv - < <(cat plain.json.gz))
  mkdir -p results/here && mv plain.json.gz results/here
  "$PAIRLANES" bundle results/here --out bundle.json
  [ "$(jq -r '.files[].name' bundle.json)" = plain ]
}

@test "a run resumes compressed results, and writes them completely" {
  run=(run lj --n 500 --density 0.4 --strategy "serial,vertex" --precision double --backend cpu
    --set sampling.max_samples=6 --set sampling.min_samples=6 --set sampling.warmup_ms=0 --quiet)
  "$PAIRLANES" "${run[@]}" --out packed.json.gz
  gzip -dc packed.json.gz | jq -c '.cases |= .[:1]' | gzip >cut.json.gz
  shows 0 "1 of them before" "$PAIRLANES" "${run[@]}" --resume --out cut.json.gz
  [ "$(gzip -dc cut.json.gz | jq '.cases | length')" -eq 2 ]
  expect 0 "$PAIRLANES" "${run[@]}" --repeat 2 --out twice.json.gz
  [ "$(gzip -dc twice-2.json.gz | jq '.cases | length')" -eq 2 ]
}

@test "tables are compressed, too" {
  "$PAIRLANES" export plain.json --out plain.csv.gz
  "$PAIRLANES" export plain.json --out plain.csv
  gzip -dc plain.csv.gz | cmp - plain.csv
}

@test "damaged, incomplete and empty compressed files are refused" {
  gzip -k plain.json
  head -c 1500 plain.json.gz >cut.json.gz
  { head -c 700 plain.json.gz && head -c 64 /dev/zero | tr '\0' x && tail -c +765 plain.json.gz; } >damaged.json.gz
  { cat plain.json.gz && echo more; } >followed.json.gz
  for file in cut damaged followed; do
    expect 2 "$PAIRLANES" show $file.json.gz
    has "$file.json.gz: cannot be read: its compressed content is damaged or cut off"
  done
  : | gzip >empty.json.gz
  shows 2 "empty.json.gz: the file is empty" "$PAIRLANES" show empty.json.gz
  head -c 5000 /dev/zero | gzip >zeros.json.gz
  shows 2 "zeros.json.gz:1: expected a text, found a zero byte" "$PAIRLANES" show zeros.json.gz
}

@test "a small file that expands to a huge one is refused before memory is full" {
  [[ $PAIRLANES != *sanitize* ]] || skip "the sanitizers take more address space than there is"
  head -c 60000000 /dev/zero | tr '\0' ' ' | gzip >spaces.gz
  for _ in $(seq 20); do cat spaces.gz; done >bomb.json.gz
  run bash -c "ulimit -v 1000000; '$PAIRLANES' show bomb.json.gz"
  [ "$status" -eq 2 ] || [ "$status" -eq 3 ]
  has "bomb.json.gz: "
}

@test "a full disk keeps the old file" {
  "$PAIRLANES" merge plain.json --out packed.json.gz
  cp packed.json.gz before.gz
  run bash -c "ulimit -f 1; trap '' XFSZ; '$PAIRLANES' merge plain.json packed.json.gz --out packed.json.gz"
  [ "$status" -eq 3 ]
  has "packed.json.gz: cannot be written"
  cmp before.gz packed.json.gz
}
