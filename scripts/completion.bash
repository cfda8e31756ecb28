#!/usr/bin/env bash
# Completion of pairlanes in bash: commands, options, the keys behind --set, files.
#
#   source scripts/completion.bash

_pairlanes() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}
  local before=${COMP_WORDS[COMP_CWORD - 1]} words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
  elif [ "$before" = --set ]; then
    words=$("$program" list --reference keys)
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -S = -W "$words" -- "$word")
    return
  elif [[ $word == -* ]]; then
    words=$("$program" "${COMP_WORDS[1]}" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u)
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _pairlanes pairlanes build/pairlanes
