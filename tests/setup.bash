# Loaded by the tests of the command line.

ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
PAIRLANES=${PAIRLANES:-$ROOT/build/pairlanes}

# Runs a command and fails with its output unless it exits with the code given.
expect() {
  local code=$1
  shift
  run "$@"
  [ "$status" -eq "$code" ] || {
    printf 'exit code %s instead of %s: %s\n%s\n' "$status" "$code" "$*" "$output"
    return 1
  }
}

# Fails with the output unless it has the text.
has() {
  [[ $output == *"$1"* ]] || {
    printf 'missing: %s\nin:\n%s\n' "$1" "$output"
    return 1
  }
}

# Fails with the output if it has the text.
lacks() {
  [[ $output != *"$1"* ]] || {
    printf 'not expected: %s\nin:\n%s\n' "$1" "$output"
    return 1
  }
}
