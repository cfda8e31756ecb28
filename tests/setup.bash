# Common functions of the bats tests.

ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
export PAIRLANES=${PAIRLANES:-$ROOT/build/pairlanes}

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

# Runs a command. Fails with its output unless it exits with the code given and the output contains the text.
shows() { # CODE TEXT COMMAND…
  expect "$1" "${@:3}" && has "$2"
}

# Fails with the output if it has the text.
lacks() {
  [[ $output != *"$1"* ]] || {
    printf 'not expected: %s\nin:\n%s\n' "$1" "$output"
    return 1
  }
}

# Replaces the samples of each force in the results by samples within 1 % of the median, as on a quiet machine.
quiet() { # FILE
  jq '.cases[] |= (.machine = null | (.force | select(.)) |= (.median_ns as $t | .stop_reason = "converged"
    | .min_ns = $t * 0.99 | .ci95_ns = [$t * 0.99, $t * 1.01] | .samples_ns |= map($t)))' "$1" >"$1.quiet"
  mv "$1.quiet" "$1"
}

# Prints a value that a jq filter finds in the results.
value() { # FILTER FILE
  jq -r "$1" "$2"
}

# Succeeds if documents conform to a JSON schema.
valid() { # SCHEMA FILE…
  run python3 - "$@" <<'PYTHON'
import json, sys, jsonschema
schema, *documents = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
errors = [f"{path}: {e.json_path}: {e.message[:300]}"
          for path, document in zip(sys.argv[2:], documents) for e in validator.iter_errors(document)]
print("\n".join(errors))
sys.exit(bool(errors))
PYTHON
  [ "$status" -eq 0 ] || {
    echo "not as $1 says: $output"
    return 1
  }
}

# Writes small.json into the folder of the test: three strategies with short timings.
small_sweep() {
  cat >"$BATS_TEST_TMPDIR/small.json" <<'JSON'
{
  "name": "small",
  "system": {"n": 500},
  "strategy": ["serial", "vertex", "team"],
  "backend": "cpu",
  "threads": 1,
  "sampling": {"warmup_ms": 1, "max_samples": 30, "max_seconds": 0.2}
}
JSON
}

# Runs commands in separate namespaces after mounting file systems there; skips the test if that is not allowed.
mounted() { # MOUNTS COMMANDS
  unshare -rm bash -c "set -e; $1" 2>/dev/null || skip "this machine lets nobody mount in namespaces of their own"
  run unshare -rm bash -c "set -e; $1; $2"
}

# Skips the test if GPU kernels cannot be compiled.
need_kernel_compiler() {
  run "$PAIRLANES" compile lj --arch sm_90 --one-each --strategy vertex --set precision=single
  [[ "$output" != *"no CUDA backend"* ]] || skip "this build has no CUDA backend"
  [[ "$output" != *"no NVRTC"* ]] || skip "no NVRTC on this machine"
}

# Prints the curves in the table of a figure as JSON: {"row/panel/curve": [[x, y, low, high], …]}.
curves() { # TSV
  python3 - "$1" <<'PYTHON'
import csv, json, sys
curves = {}
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    curves.setdefault("/".join((r["row"], r["panel"], r["curve"])), []).append(
        [float(r[c]) for c in ("x", "y", "low", "high")])
print(json.dumps(curves))
PYTHON
}

# Prints row, panel and curve of each point in the table of a figure.
names() { # TSV
  python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    print(r["row"], r["panel"], r["curve"], sep="\t")' "$1"
}
