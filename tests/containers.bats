#!/usr/bin/env bats
# Tests the recipes in scripts/containers: checks without a container engine, and builds if an engine is installed.

load setup

docker=$ROOT/scripts/containers/Dockerfile
apptainer=$ROOT/scripts/containers/pairlanes.def

# Prints the commands of a recipe as a script.
commands_of() { # RECIPE
  case $1 in
    *Dockerfile) sed -n 's/^RUN //p' "$1" ;;
    *) awk '/^%/ { runs = $1 == "%post" || $1 == "%test" || $1 == "%runscript"; next } runs' "$1" |
      sed 's/{{ \([A-Z]*\) }}/"$\1"/; s/^ *//' ;;
  esac
}

@test "every command that the recipes run is in the tree" {
  local recipe line target
  for recipe in "$docker" "$apptainer"; do
    [ "$(commands_of "$recipe" | grep -cE '^(scripts/|make)')" -ge 3 ]
    while read -r line; do
      # shellcheck disable=SC2086
      set -- $line
      case $1 in
        scripts/*) [ -x "$ROOT/$1" ] ;;
        make)
          target=${2%%=*}
          [ "$target" = ARCH ] || grep -qE "^$target:" "$ROOT/Makefile"
          ;;
        cd | export | exec | chmod | cp | trap | copy=* | "#" | "") ;;
        *) echo "$recipe: $line" && false ;;
      esac
    done < <(commands_of "$recipe")
    # each group is a group of scripts/setup
    for target in $(commands_of "$recipe" | sed -n 's,^scripts/setup ,,p'); do
      grep -qE "^$target +[a-z]" "$ROOT/scripts/setup"
    done
  done
}

@test "the commands of the recipes are valid shell" {
  command -v shellcheck >/dev/null || skip "shellcheck is not installed"
  local recipe
  for recipe in "$docker" "$apptainer"; do
    # both engines stop at the first command that fails
    { echo "set -e" && commands_of "$recipe"; } >"$BATS_TEST_TMPDIR/script"
    expect 0 shellcheck --shell=sh --exclude=SC2154 "$BATS_TEST_TMPDIR/script"
  done
}

@test "both recipes start from the same image, by its public name, and build for the same CPUs" {
  local name
  for name in IMAGE ARCH; do
    [ "$(sed -n "s/^ARG $name=//p" "$docker")" = "$(sed -n "s/^ *$name=//p" "$apptainer")" ]
  done
  # no registry host and no URL
  expect 1 grep -E '^[^#]*(://|[a-z]\.[a-z]+/[a-z]+/)' "$docker" "$apptainer"
  # no file under version control is missing in the image
  expect 1 git -C "$ROOT" ls-files --error-unmatch build report
  [ -z "$(git -C "$ROOT" ls-files 'build*' report 'results/*/figures')" ]
}

# bats test_tags=long
@test "Docker builds the image and passes make test" {
  command -v docker >/dev/null || skip "docker is not installed"
  docker info >/dev/null 2>&1 || skip "no docker daemon runs here"
  expect 0 docker build -f "$docker" --target test --build-arg IMAGE=debian:12 "$ROOT"
}

# bats test_tags=long
@test "Buildah, which needs no daemon, builds the image and passes make test" {
  command -v buildah >/dev/null || skip "buildah is not installed"
  buildah inspect --type image debian:12 >/dev/null 2>&1 || skip "there is no image debian:12 (buildah pull debian:12)"
  expect 0 buildah build --isolation chroot -f "$docker" --target test --build-arg IMAGE=debian:12 "$ROOT"
}

# bats test_tags=long
@test "Apptainer builds the image and passes make test" {
  command -v apptainer >/dev/null || skip "apptainer is not installed"
  cd "$ROOT"
  expect 0 apptainer build --build-arg IMAGE=debian:12 "$BATS_TEST_TMPDIR/pairlanes.sif" "$apptainer"
}
