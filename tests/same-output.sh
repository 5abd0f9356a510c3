#!/usr/bin/env bash
# Checks that two programs print the same bytes for every instance:
#   tests/same-output.sh OLD NEW [WORD…]
# With words, only for instances whose path contains one of them. Ignores what depends on the clock:
# `seconds` in JSON, and answers that a limit cut short.
set -uo pipefail
old=$(realpath "$1") new=$(realpath "$2")
shift 2
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# What a program says, with its exit code; 3 is a limit.
say() {
    local program=$1
    shift
    timeout 120 "$program" "$@" 2>&1 < /dev/null | sed -E 's/"seconds":[0-9.e-]+/"seconds":0/g'
    echo "exit ${PIPESTATUS[0]}"
}

same() {
    say "$old" "$@" > "$work/old"
    say "$new" "$@" > "$work/new"
    asked=$((asked + 1))
    if grep --quiet --line-regexp -e 'exit 3' -e 'exit 124' "$work/old" "$work/new"; then
        limited=$((limited + 1))
    elif ! cmp --silent "$work/old" "$work/new"; then
        differing=$((differing + 1))
        echo "cnfetti $*"
        diff "$work/old" "$work/new" | cut --characters 1-200 | head -6
    fi
}

# Whether a path has one of the words, or there are none.
is_wanted() {
    local file=$1 word
    shift
    [ $# -gt 0 ] || return 0
    for word; do
        [[ $file != *"$word"* ]] || return 0
    done
    return 1
}

asked=0 limited=0 differing=0
while read -r file; do
    is_wanted "$file" "$@" || continue
    case $file in
        *.py | *.tsv | *.dzn | instances/models/*.mzn) continue ;;
        *.cnf)
            same count --json --time-limit 20 "$file"
            same solve --json --time-limit 20 "$file"
            same lint "$file"
            continue
            ;;
    esac
    same count --json --time-limit 20 "$file"
    same count --engine clauses --json --time-limit 10 "$file"
    same count --threads 1 --json --time-limit 20 "$file"
    same solve --json --time-limit 20 "$file"
    same solve --unique --json --time-limit 20 "$file"
    same solve --all --json --time-limit 10 "$file"
    same candidates --json --time-limit 20 "$file"
    same encode "$file" --time-limit 20
    same encode "$file" --stats
    same explain --json --time-limit 20 "$file"
    same explain --time-limit 20 "$file"
    same clues --json --time-limit 20 "$file"
    same clues --time-limit 20 "$file"
    same draw "$file"
    same show "$file"
    same convert "$file" --to toml
done < <(git ls-files instances)
echo "$asked answers: $differing differ, $limited were cut short by a limit"
[ "$differing" = 0 ]
