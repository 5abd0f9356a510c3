#!/usr/bin/env bash
# Certifies instances whose solutions can be listed and has every certificate checked by programs
# that are not ours: sha256sum, the DRAT checker `rate` (installed below target/tools when it is not
# there: about a minute), and `drat-trim` and some SAT solvers where they are there. A checker that
# does not refuse a wrong proof is not believed. Prints how long each program takes.
#
# Usage: tests/independent-checkers.sh [INSTANCE…]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
PATH="$PWD/target/release:$PWD/target/tools/bin:$PATH"
command -v rate > /dev/null || cargo install --quiet --locked --root target/tools rate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ $# -gt 0 ] || set -- instances/dice/labeled-dice.toml instances/dice/labeled-dice-unlimited.toml \
    instances/dice/letters-on-dice.toml instances/dice/letters-on-dice-unlimited.toml \
    instances/signs/leepf.toml instances/signs/leepf-open.toml \
    instances/pips/pips1.toml instances/pips/many.toml instances/pips/none.toml \
    instances/seating/cheating-linguists.toml

# says PATTERN COMMAND…: the command prints a line like this, whatever code it ends with: that of
# solvers is 20 when there is no model.
says() {
    local pattern=$1 output start=$EPOCHREALTIME
    shift
    output=$("$@" 2>&1) || true
    if ! grep --quiet --extended-regexp "$pattern" <<< "$output"; then
        printf '%s\nexpected a line like "%s", found\n%s\n' "$*" "$pattern" "$output" >&2
        return 1
    fi
    printf ', %s %s s' "$1" "$(bc <<< "$EPOCHREALTIME - $start")"
}

checkers=() solvers=()
for checker in rate drat-trim; do
    ! command -v "$checker" > /dev/null || checkers+=("$checker")
done
for solver in cadical kissat glucose minisat picosat; do
    ! command -v "$solver" > /dev/null || solvers+=("$solver")
done

printf 'p cnf 2 2\n1 2 0\n-1 2 0\n' > "$work/wrong.cnf"
printf '2 0\n0\n' > "$work/wrong.drat"
for checker in "${checkers[@]}"; do
    says '^s NOT VERIFIED' "$checker" "$work/wrong.cnf" "$work/wrong.drat" > /dev/null
done

for instance in "$@"; do
    folder="$work/$(basename "$instance" | tr . -)"
    printf '%s' "$instance"
    says '\(written, ' cnfetti certify "$instance" -o "$folder"
    says '\(verified, ' cnfetti certify --verify "$folder"
    (
        cd "$folder"
        sha256sum --check --quiet SHA256SUMS
        for checker in "${checkers[@]}"; do
            # Not every checker reads an empty clause: the README names those that do.
            ! grep --quiet "^    $checker " README.md || says '^s VERIFIED' "$checker" rest.cnf rest.drat
        done
        for solver in "${solvers[@]}"; do
            says '^(s )?UNSATISFIABLE' "$solver" rest.cnf
        done
    )
    echo
done
echo "all certificates verified"
