# Common functions, which all scripts source. The comment at the head of a script is its --help.
# shellcheck shell=bash

# Root of the repository that contains the script.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# fail CODE SENTENCE: ends the script with a reason. 2 is wrong usage, 3 means that something is missing on the
# machine.
fail() {
  echo "${0##*/}: $2" >&2
  exit "$1"
}

# wrong SENTENCE: ends the script because of wrong arguments.
wrong() {
  fail 2 "$1; see --help"
}

# must COMMAND…: runs a command; if it fails, the script ends, because something is missing, such as disk space.
must() {
  "$@" || fail 3 "failed: $*"
}

# make_work: makes the folder `work`, which is removed when the script ends.
make_work() {
  work=$(mktemp -d) || fail 3 "no temporary folder can be created"
  trap 'rm -rf "$work"' EXIT
}

# usage: prints the comment at the head of the script, and ends it.
usage() {
  local line
  while IFS= read -r line && [[ $line == "#"* ]]; do
    line=${line#"#"}
    [[ $line == "!"* ]] || printf '%s\n' "${line# }" || fail 3 "the help cannot be written"
  done <"$0"
  exit 0
}

# has_value OPTION [VALUE…]: fails if nothing follows an option that needs a value.
has_value() {
  [ $# -gt 1 ] || wrong "$1 needs a value"
}

# is_count WHAT TEXT: fails unless TEXT is a whole number of at least 1.
is_count() {
  [[ $2 =~ ^[1-9][0-9]*$ ]] || wrong "$1: expected a number from 1, found \"$2\""
}

# needs COMMAND…: fails unless these are installed.
needs() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || fail 3 "$command is not installed"
  done
}

# find_pairlanes: sets `pairlanes` to the program: $PAIRLANES, otherwise that of the build $BUILD or build/.
find_pairlanes() {
  pairlanes=${PAIRLANES:-${BUILD:-$root/build}/pairlanes}
  [[ $pairlanes == /* ]] || pairlanes=$PWD/$pairlanes
  [ -x "$pairlanes" ] || fail 3 "$pairlanes is not there: run make, or name the program in PAIRLANES"
}

# keep_old FILE: copies an existing file to FILE.old (or FILE.old2 … if such files exist), and prints that. Does
# nothing if one of these files has the same content. Returns 3 if it fails.
keep_old() {
  local old=$1.old k=2
  [ -e "$1" ] || return 0
  while [ -e "$old" ] || [ -L "$old" ]; do
    ! cmp -s "$1" "$old" || return 0
    old=$1.old$((k++))
  done
  cp -p "$1" "$old" || { rm -f "$old" && return 3; }
  echo "${0##*/}: $1 is replaced; the earlier results are in $old" >&2
}

# The signal that ended the commands of the script, and the process id of the running command.
signalled=
child=

# pass_signals: passes signals to the running command. The script then continues after the command, to keep its
# results.
pass_signals() {
  local signal
  for signal in HUP INT TERM; do
    # shellcheck disable=SC2064
    trap "signalled=$signal; [ -z \"\$child\" ] || kill -$signal \"\$child\" 2>/dev/null || true" "$signal"
  done
}

# run_for SECONDS COMMAND…: runs a command, interrupts it after this many seconds (0: never), and kills it a minute
# later. Returns its exit code, 124 if the time was up, or the code of a signal that ended it.
run_for() {
  local seconds=$1 code=0
  shift
  [ -z "$signalled" ] || return "$((128 + $(kill -l "$signalled")))"
  timeout --signal=INT --kill-after=60 "$seconds" "$@" &
  child=$!
  # a signal before this line was not passed on; TERM, because a command that has just started ignores INT
  [ -z "$signalled" ] || kill -TERM "$child" 2>/dev/null
  # a signal ends `wait`, but not the command
  while
    code=0
    wait "$child" || code=$?
    [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null
  do :; done
  child=
  [[ $code -ne 143 || -z $signalled ]] || code=$((128 + $(kill -l "$signalled")))
  return "$code"
}

# run_until SECOND COMMAND…: like run_for, until the script has run for this many seconds. If results are of another
# machine, program or config (exit code 5), the command runs again without --resume; the earlier results are kept.
run_until() {
  local until=$1 left=$(($1 - SECONDS)) code=0 word last='' again=()
  shift
  [ "$left" -gt 0 ] || return 124
  run_for "$left" "$@" || code=$?
  [[ $code -ne 137 || $SECONDS -lt $until ]] || return 124 # killed a minute after its time limit
  [[ $code -eq 5 && " $* " == *" --resume "* ]] || return "$code"
  for word in "$@"; do
    [ "$last" != --out ] || keep_old "$word" || return
    [ "$word" = --resume ] || again+=("$word")
    last=$word
  done
  run_until "$until" "${again[@]}"
}

# awk functions for space-separated lists of numbers. sort() sorts a list into values[1…] and returns their number;
# median() returns the median of values.
# shellcheck disable=SC2034
awk_median='
  function sort(list, values, count, k, j, v) {
    count = split(list, values, " ")
    for (k = 2; k <= count; k++)
      for (j = k; j > 1 && values[j] + 0 < values[j - 1] + 0; j--) {
        v = values[j]; values[j] = values[j - 1]; values[j - 1] = v
      }
    return count
  }
  function median(values, count) {
    return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
  }
  function median_of(list, values) {
    return median(values, sort(list, values))
  }'
