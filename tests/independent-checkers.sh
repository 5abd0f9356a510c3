#!/usr/bin/env bash
# Certifies the small instances and has every certificate checked by programs that are not ours:
# sha256sum, the DRAT checker `rate` (installed below target/tools when it is not there: about a
# minute), `drat-trim` and any of a few SAT solvers when they are there.
#
# Usage: tests/independent-checkers.sh [INSTANCE…]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
PATH="$PWD/target/tools/bin:$PATH"
command -v rate > /dev/null || cargo install --quiet --root target/tools rate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ $# -gt 0 ] || set -- instances/dice/labeled-dice.toml instances/dice/labeled-dice-unlimited.toml \
    instances/dice/letters-on-dice.toml instances/dice/letters-on-dice-unlimited.toml \
    instances/signs/leepf.toml instances/signs/leepf-open.toml \
    instances/pips/pips1.toml instances/pips/none.toml

for instance in "$@"; do
    folder="$work/$(basename "$instance" | tr . -)"
    target/release/cnfetti certify "$instance" -o "$folder"
    target/release/cnfetti certify --verify "$folder" > /dev/null
    (
        cd "$folder"
        sha256sum --check --quiet SHA256SUMS
        rate rest.cnf rest.drat | grep --quiet '^s VERIFIED'
        if command -v drat-trim > /dev/null; then
            drat-trim rest.cnf rest.drat | grep --quiet '^s VERIFIED'
        fi
        for solver in cadical kissat picosat; do
            if command -v "$solver" > /dev/null; then
                # Solvers end with 20 when there is no model.
                { "$solver" rest.cnf || true; } | grep --quiet '^s UNSATISFIABLE'
            fi
        done
    )
done
echo "all certificates verified"
