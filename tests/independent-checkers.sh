#!/usr/bin/env bash
# Certifies instances whose solutions can be listed, and has every certificate checked by programs that
# are not ours: sha256sum, the DRAT checker `rate` (installed below target/tools if missing, in about a
# minute), and `drat-trim` and some SAT solvers if installed. A checker has to reject a wrong proof
# before we trust it. Prints how long each program takes. If `veripb` is installed, it checks that
# formulas mean what their puzzles mean, together with the program `lint.py` in each folder.
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

# Each of these once as it is, and once with the first clause of the formula left out.
if command -v veripb > /dev/null; then
    for instance in instances/dice/labeled-dice.toml instances/signs/leepf.toml \
        instances/pips/pips1.toml instances/seating/waiting-room.toml \
        instances/seating/cheating-linguists.toml instances/kinds/sudoku.toml \
        instances/kinds/heyawake.toml instances/kinds/nurikabe.toml instances/models/tour.xml; do
        folder="$work/formula-$(basename "$instance" | tr . -)"
        printf '%s' "$instance"
        says '\(written\)' cnfetti certify --formula "$instance" -o "$folder"
        says '\(verified\)' cnfetti certify --verify "$folder"
        (
            cd "$folder"
            says '^s VERIFIED OUTPUT EQUISATISFIABLE' \
                veripb -c statement.opb encoding.pbp formula.opb
            says '^ok: ' python3 lint.py statement.opb encoding.pbp formula.opb formula.cnf
            grep --invert-match '^\*' formula.opb | tail --lines=+2 > fewer.opb
            ! veripb -c statement.opb encoding.pbp fewer.opb 2> /dev/null |
                grep --quiet '^s VERIFIED OUTPUT'
        )
        echo
    done
else
    echo "skipped: formulas, because there is no veripb"
fi
echo "all certificates verified"
