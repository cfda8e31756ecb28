#!/usr/bin/env bats
# Tests bundles, the results of a machine in one file: `pairlanes bundle` packs them, `import` checks and files them.

load setup

# Makes a folder with small files of results, ceilings and noise.
machine_folder() {
  FROM=$BATS_TEST_TMPDIR/from
  BUNDLE=$BATS_TEST_TMPDIR/box-2-cores.pairlanes.json
  TO=$BATS_TEST_TMPDIR/results
  mkdir -p "$FROM"
  jq '.cases |= .[:3]' "$ROOT/results/nvidia-h200/bench-lj.json" >"$FROM/bench-lj.json"
  jq '.cases |= .[:2]' "$ROOT/results/nvidia-h200/bonded.json" >"$FROM/bonded.json"
  cp "$ROOT/results/nvidia-h200/ceilings.json" "$FROM"
  cp "$ROOT/tests/fuzz/corpus/noise/two" "$FROM/noise.json"
}

pack() {
  expect 0 "$PAIRLANES" bundle "$FROM" --machine box-2-cores --out "$BUNDLE"
}

# Changes the content of the bundle, and corrects the checksum if the program reports the expected one.
change() { # FILTER FILE
  jq -c "$1" "$BUNDLE" >"$2"
  local hash
  hash=$("$PAIRLANES" import "$2" --dry-run 2>&1 | sed -n 's/.*checksum of its content is \([0-9a-f]*\),.*/\1/p')
  [ -z "$hash" ] || sed -i "s/\"hash\":\"[0-9a-f]*\"/\"hash\":\"$hash\"/" "$2"
}

refused() { # FILE TEXT
  shows 2 "$1: $2" "$PAIRLANES" import "$1" --out "$TO"
  [ ! -e "$TO" ]
}

# Succeeds if two documents have the same content.
same() {
  diff <(jq -S . "$1") <(jq -S . "$2")
}

@test "a bundle is filed under its machine's name, and a second import changes nothing" {
  machine_folder
  echo "{}" >"$FROM/other.json"
  pack
  has "bench-lj.json: 3 cases, 3 of them ok, 0 of these not to be trusted"
  has "other.json: left out"
  expect 0 "$PAIRLANES" import "$BUNDLE" --out "$TO" --dry-run
  [ ! -e "$TO" ]
  shows 0 "4 files new in $TO/box-2-cores, 0 replaced, 0 were there already" "$PAIRLANES" import "$BUNDLE" --out "$TO"
  local file
  for file in bench-lj bonded ceilings noise; do
    same "$FROM/$file.json" "$TO/box-2-cores/$file.json"
  done
  [ "$(find "$TO" -type f | wc -l)" -eq 4 ] # no lock is left
  expect 0 "$PAIRLANES" show "$TO/box-2-cores/bench-lj.json"
  shows 0 "0 files new in $TO/box-2-cores, 0 replaced, 4 were there already" "$PAIRLANES" import "$BUNDLE" --out "$TO"
  # a bundle of the filed results is the same, except for the time of packing and the packing program
  expect 0 "$PAIRLANES" bundle "$TO/box-2-cores" --machine box-2-cores --out "$BATS_TEST_TMPDIR/again.json"
  diff <(jq -S .files "$BUNDLE") <(jq -S .files "$BATS_TEST_TMPDIR/again.json")
}

@test "times that other programs disturbed are marked in the bundle and reported on import" {
  machine_folder
  jq '.devices[0].ceilings.gather_l1 |= (.median = .best / 3)' "$FROM/ceilings.json" >"$BATS_TEST_TMPDIR/busy"
  mv "$BATS_TEST_TMPDIR/busy" "$FROM/ceilings.json"
  jq '.cases[0].machine = {others: 40, stolen: 0}' "$FROM/bonded.json" >"$BATS_TEST_TMPDIR/busy"
  mv "$BATS_TEST_TMPDIR/busy" "$FROM/bonded.json"
  pack
  [ "$(jq -c '[.files[].doubtful]' "$BUNDLE")" = "[0,1,1,0]" ]
  shows 0 "bonded.json: 2 cases, 2 of them ok, 1 of these not to be trusted" "$PAIRLANES" import "$BUNDLE" --out "$TO"
  has "ceilings, 1 of them not to be trusted"
  has "Untrusted times are marked"
}

@test "a damaged or incomplete bundle, or another file, is refused, and nothing is written" {
  machine_folder
  pack
  local broken=$BATS_TEST_TMPDIR/broken.json
  sed '0,/"median_ns":/s//"median_ns":1/' "$BUNDLE" >"$broken"
  expect 1 cmp -s "$BUNDLE" "$broken"
  refused "$broken" "the checksum of its content is"
  head -c 5000 "$BUNDLE" >"$broken"
  shows 2 "$broken:" "$PAIRLANES" import "$broken" --out "$TO"
  has "this is not JSON"
  refused "$ROOT/configs/quick.json" "expected what \`pairlanes bundle\` writes"
  refused /dev/null "expected a regular file"
  expect 2 "$PAIRLANES" import "$BATS_TEST_TMPDIR/none.json" --out "$TO"
  truncate -s 65M "$broken"
  refused "$broken" "expected at most 67108864 bytes"
  # white space and line ends may change in transfer
  jq . "$BUNDLE" | sed 's/$/\r/' >"$broken"
  expect 0 "$PAIRLANES" import "$broken" --out "$TO"
}

@test "paths out of the folder, newer schemas, code and wrong values are refused even with a correct checksum" {
  machine_folder
  pack
  local made=$BATS_TEST_TMPDIR/made.json name
  change . "$made"
  expect 0 "$PAIRLANES" import "$made" --out "$BATS_TEST_TMPDIR/unchanged"
  for name in ../../up /etc . .. a/b Box "" published .hidden "a b" "$(printf '%0100d' 0)"; do
    change ".machine = \"$name\"" "$made"
    refused "$made" "machine: expected a name of letters"
  done
  for name in ../bonded a/b .. Bonded "" bonded.json; do
    change ".files[1].name = \"$name\"" "$made"
    refused "$made" "files[1].name: expected letters, digits and '-'"
  done
  change '.files[1].name = "ceilings"' "$made"
  refused "$made" "ceilings.json: expected results"
  change '.files[1].name = "bench-lj"' "$made"
  refused "$made" "bench-lj.json is in it twice"
  change '.schema_version = 2' "$made"
  refused "$made" "schema_version: expected 1, found 2; another version"
  change '.files[0].document.schema_version = 9' "$made"
  refused "$made" "bench-lj.json: schema_version: expected 1, found 9"
  change '.files[2].document.schema_version = 9' "$made"
  refused "$made" "ceilings.json: expected what \`pairlanes ceilings\` of this version writes"
  change '.files[0].document.config.sources = "x.c"' "$made"
  refused "$made" "bench-lj.json: config.sources: expected none"
  change '.files[0].document.cases[1].n = -4' "$made"
  refused "$made" "bench-lj.json: cases[1].n: expected an integer"
  change '.files[3].document.devices[0].force = -1' "$made"
  refused "$made" "noise.json: expected the noise"
  change '.files = []' "$made"
  refused "$made" "files: expected from 1 to 128, found 0"
  change '.files[0].kind = "program"' "$made"
  shows 2 'kind: expected one of results, ceilings, noise, found "program"' "$PAIRLANES" import "$made" --out "$TO"
}

@test "existing files with different content stay, unless --replace or --machine is given" {
  machine_folder
  pack
  mkdir -p "$TO/box-2-cores"
  jq '.cases[0].n = 7' "$FROM/bonded.json" >"$TO/box-2-cores/bonded.json"
  expect 2 "$PAIRLANES" import "$BUNDLE" --out "$TO"
  has "$TO/box-2-cores/bonded.json: this file exists with different content; the first difference is cases[0].n: 7, and"
  [ "$(ls "$TO/box-2-cores")" = bonded.json ]
  expect 0 "$PAIRLANES" import "$BUNDLE" --out "$TO" --machine box-3
  same "$FROM/bonded.json" "$TO/box-3/bonded.json"
  expect 0 "$PAIRLANES" import "$BUNDLE" --out "$TO" --replace
  has "3 files new in $TO/box-2-cores, 1 replaced, 0 were there already"
  same "$FROM/bonded.json" "$TO/box-2-cores/bonded.json"
  jq -e '.cases[0].n == 7' "$TO/box-2-cores/bonded.json.old"
  shows 2 "--machine: expected a name" "$PAIRLANES" import "$BUNDLE" --out "$TO" --machine ../up
}

@test "links and folders at the paths of files are refused" {
  machine_folder
  pack
  mkdir -p "$TO" "$BATS_TEST_TMPDIR/elsewhere"
  ln -s "$BATS_TEST_TMPDIR/elsewhere" "$TO/box-2-cores"
  shows 2 "$TO/box-2-cores: expected a folder, found a link" "$PAIRLANES" import "$BUNDLE" --out "$TO" --replace
  rm "$TO/box-2-cores" && mkdir "$TO/box-2-cores"
  echo '{}' >"$BATS_TEST_TMPDIR/elsewhere/mine.json"
  ln -s "$BATS_TEST_TMPDIR/elsewhere/mine.json" "$TO/box-2-cores/noise.json"
  expect 2 "$PAIRLANES" import "$BUNDLE" --out "$TO" --replace
  has "$TO/box-2-cores/noise.json: expected a file, found a link"
  [ "$(cat "$BATS_TEST_TMPDIR/elsewhere/mine.json")" = '{}' ]
  [ -z "$(find "$TO/box-2-cores" -type f)" ]
}

@test "if one file is locked, no file is replaced" {
  cd "$BATS_TEST_TMPDIR"
  machine_folder
  pack
  expect 0 "$PAIRLANES" import "$BUNDLE" --out "$TO"
  local file
  for file in "$FROM"/b*.json; do
    jq '.cases |= .[:1]' "$file" >changed && mv changed "$file"
  done
  pack
  exec {held}>"$TO/box-2-cores/bonded.json.lock"
  flock "$held"
  cp -r "$TO" before
  shows 3 "bonded.json: is being written by" "$PAIRLANES" import "$BUNDLE" --out "$TO" --replace
  diff -r before "$TO"
  exec {held}>&-
  shows 0 "2 replaced" "$PAIRLANES" import "$BUNDLE" --out "$TO" --replace
  [ -z "$(find "$TO" -name '*.lock')" ]
  # a file that seems equal may be replaced while it is compared
  exec {held}>"$TO/box-2-cores/bonded.json.lock"
  flock "$held"
  shows 3 "bonded.json: is being written by" "$PAIRLANES" import "$BUNDLE" --out "$TO"
  exec {held}>&-
  shows 0 "4 were there already" "$PAIRLANES" import "$BUNDLE" --out "$TO"
}

@test "of two simultaneous imports one succeeds; the other changes nothing or names the writer" {
  machine_folder
  pack
  mkdir -p "$TO/box-2-cores"
  exec {held}>"$TO/box-2-cores/import.lock"
  flock "$held"
  echo "process 1 on elsewhere" >&"$held"
  shows 3 "is being written by process 1 on elsewhere" "$PAIRLANES" import "$BUNDLE" --out "$TO"
  exec {held}>&-
  rm "$TO/box-2-cores/import.lock"
  local k codes=""
  for k in 1 2 3 4 5 6; do
    "$PAIRLANES" import "$BUNDLE" --out "$TO" >"$BATS_TEST_TMPDIR/$k.log" 2>&1 &
  done
  for k in $(jobs -p); do
    wait "$k" && codes+="0 " || codes+="$? "
  done
  [[ $codes =~ ^([03]\ )+$ ]]
  [[ $codes == *0* ]]
  same "$FROM/bench-lj.json" "$TO/box-2-cores/bench-lj.json"
  [ "$(find "$TO" -type f | wc -l)" -eq 4 ]
}

@test "a folder with nothing to pack, or with wrong results, makes no bundle" {
  machine_folder
  shows 2 "no folder of results" "$PAIRLANES" bundle "$BATS_TEST_TMPDIR/none" --out "$BUNDLE"
  mkdir "$BATS_TEST_TMPDIR/empty"
  shows 2 "files: expected from 1 to 128, found 0" "$PAIRLANES" bundle "$BATS_TEST_TMPDIR/empty" --out "$BUNDLE"
  jq '.cases[0].n = "many"' "$FROM/bonded.json" >"$FROM/wrong.json"
  shows 2 "$FROM/wrong.json: cases[0].n: expected" "$PAIRLANES" bundle "$FROM" --machine box-2-cores --out "$BUNDLE"
  [ ! -e "$BUNDLE" ]
  # names of files are printed as text
  rm "$FROM/wrong.json"
  echo '{}' >"$FROM/"$'x\e[2Jy.json'
  expect 0 "$PAIRLANES" bundle "$FROM" --machine box-2-cores --out "$BUNDLE"
  has "[2Jy.json: left out: it has no results, ceilings or noise"
  lacks $'\e'
}

# Makes a substitute for pairlanes that packs results, but copies earlier results instead of measuring. It logs its
# calls; CODE is the exit code of `run`.
stand_in() {
  machine_folder
  local name
  for name in ceilings noise; do
    sed -i -E "s/(\"host\": *)\"[^\"]*\"/\1\"$(uname -n | cut -d. -f1)\"/" "$FROM/$name.json"
  done
  mkdir -p "$BATS_TEST_TMPDIR/build"
  cat >"$BATS_TEST_TMPDIR/build/pairlanes" <<SCRIPT
#!/usr/bin/env bash
for last; do :; done # --out FILE is the last argument
case \$1 in
  list) echo box-2-cores ;;
  bundle) exec "$PAIRLANES" "\$@" --machine box-2-cores ;;
  *)
    echo "\$*" >>"$BATS_TEST_TMPDIR/log"
    [ "\$1" != "\${BUSY:-}" ] || sleep 30
    [ "\$1" != run ] || [[ "\$*" != *--resume* && -n "\${ANEW:-}" ]] || [ -z "\${CODE:-}" ] || exit "\$CODE"
    cp "$FROM/\$([ "\$1" = run ] && echo bonded || basename "\$last")\$([ "\$1" != run ] || echo .json)" "\$last"
    ;;
esac
SCRIPT
  chmod +x "$BATS_TEST_TMPDIR/build/pairlanes"
  RECORD=(env PAIRLANES="$BATS_TEST_TMPDIR/build/pairlanes" "$ROOT/scripts/bundle" --work "$BATS_TEST_TMPDIR/work")
}

@test "scripts/bundle measures ceilings, the core and the noise once, and packs them" {
  stand_in
  shows 0 "3 files of box-2-cores in $BUNDLE" "${RECORD[@]}" "$BUNDLE"
  [ "$(cut -d' ' -f1 "$BATS_TEST_TMPDIR/log" | tr '\n' ' ')" = "ceilings run calibrate " ]
  expect 0 "$PAIRLANES" import "$BUNDLE" --out "$TO"
  [ "$(cd "$TO/box-2-cores" && echo *)" = "ceilings.json core.json noise.json" ]
  # the finished part is kept, and the run is resumed
  expect 0 "${RECORD[@]}" "$BUNDLE"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/log")" -eq 4 ]
  [[ $(tail -n 1 "$BATS_TEST_TMPDIR/log") == "run "*"/configs/core.json --resume"* ]]
}

@test "scripts/bundle packs what is finished when the time is up, and the next call continues" {
  stand_in
  BUSY=ceilings shows 3 "the time was up before anything was measured" "${RECORD[@]}" --seconds 1 "$BUNDLE"
  rm "$BATS_TEST_TMPDIR/log"
  BUSY=run expect 4 "${RECORD[@]}" --seconds 10 "$BUNDLE"
  has "the time was up before all was measured; the same call goes on there"
  [ "$(jq -c '[.files[].name]' "$BUNDLE")" = '["ceilings","noise"]' ]
  expect 0 "${RECORD[@]}" "$BUNDLE"
  [ "$(jq -c '[.files[].name]' "$BUNDLE")" = '["ceilings","core","noise"]' ]
  [ "$(grep -c '^ceilings' "$BATS_TEST_TMPDIR/log")" -eq 1 ]
}

@test "scripts/bundle packs what is finished when a signal ends it, and leaves no process" {
  stand_in
  local signal code process
  for signal in HUP INT TERM; do
    rm -rf "$BATS_TEST_TMPDIR/work" "$BUNDLE" "$BATS_TEST_TMPDIR/log"
    # bash ignores SIGINT in background commands, nohup ignores SIGHUP; env resets both
    BUSY=run env --default-signal=HUP,INT,TERM "${RECORD[@]}" "$BUNDLE" 3>&- &
    process=$!
    for _ in $(seq 1200); do
      grep -qs ^run "$BATS_TEST_TMPDIR/log" && break
      sleep 0.05
    done
    kill "-$signal" "$process"
    code=0
    wait "$process" || code=$?
    [ "$code" -eq $((128 + $(kill -l $signal))) ]
    [ "$(jq -c '[.files[].name]' "$BUNDLE")" = '["ceilings"]' ]
    [ "$(grep -c '' "$BATS_TEST_TMPDIR/log")" -eq 2 ]
  done
  run pgrep -f "$BATS_TEST_TMPDIR/build/pairlanes run"
  [ "$status" -eq 1 ]
}

@test "scripts/bundle starts again after another state of the program, and reports failed cases" {
  stand_in
  ANEW=1 CODE=5 expect 0 "${RECORD[@]}" "$BUNDLE"
  [ "$(grep -c '^run' "$BATS_TEST_TMPDIR/log")" -eq 2 ]
  CODE=1 expect 1 "${RECORD[@]}" "$BUNDLE"
  CODE=2 expect 1 "${RECORD[@]}" "$BUNDLE"
  CODE=137 expect 1 "${RECORD[@]}" "$BUNDLE"
  CODE=3 expect 3 "${RECORD[@]}" "$BUNDLE"
  CODE=130 expect 130 "${RECORD[@]}" "$BUNDLE"
  [ -e "$BUNDLE" ]
  expect 2 "${RECORD[@]}" --seconds soon "$BUNDLE"
  expect 2 "${RECORD[@]}" --fast "$BUNDLE"
}

@test "scripts/bundle keeps results and a bundle of another host or config" {
  stand_in
  cd "$BATS_TEST_TMPDIR"
  expect 0 "${RECORD[@]}" "$BUNDLE"
  cp work/core.json core.before
  cp "$BUNDLE" bundle.before
  jq '.provenance.host = "other"' core.before >"$FROM/bonded.json"
  ANEW=1 CODE=5 shows 0 "core.json.old" "${RECORD[@]}" "$BUNDLE"
  has "$BUNDLE.old"
  cmp work/core.json.old core.before
  cmp "$BUNDLE.old" bundle.before
  # a bundle of the same results does not replace it
  expect 0 "${RECORD[@]}" "$BUNDLE"
  [ ! -e "$BUNDLE.old2" ]
  cp work/core.json core.before
  ANEW=1 CODE=5 shows 0 "core.json.old2" "${RECORD[@]}" "$BUNDLE"
  cmp work/core.json.old2 core.before
}

@test "scripts/bundle measures ceilings and noise of another host again" {
  stand_in
  cd "$BATS_TEST_TMPDIR"
  local name
  mkdir work
  for name in ceilings noise; do
    sed -E 's/("host": *)"[^"]*"/\1"other"/' "$FROM/$name.json" >"work/$name.json"
    cp "work/$name.json" "$name.before"
  done
  shows 0 "work/ceilings.json is replaced; the earlier results are in" "${RECORD[@]}" "$BUNDLE"
  for name in ceilings noise; do
    cmp "work/$name.json.old" "$name.before"
    cmp "work/$name.json" "$FROM/$name.json"
  done
  jq -e '[.files[].document | .. | .host?] | index("other") == null' "$BUNDLE"
}

@test "the core has every kind of model on every backend" {
  expect 0 "$PAIRLANES" run "$ROOT/configs/core.json" --dry-run
  local model backend
  for model in lj patchy oxdna brahms; do
    for backend in cpu cuda; do
      grep -qE "^$model/.*/$backend/" <<<"$output"
    done
  done
}
