#!/usr/bin/env bash
# Has HyperQueue and Slurm count the parts of a puzzle, also in rounds, kills a worker with SIGKILL in the middle,
# and compares with the direct count. HyperQueue needs `pip install hyperqueue`; Slurm needs Debian's slurm-wlm
# and munge, and root to start its daemons. Reports and skips what is not installed.
#
#     cargo build --release && tests/engines/run.sh [PUZZLE]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
puzzle=${1:-$root/instances/seating/long-hall.toml}
export PATH=$root/target/release:$PATH:/usr/sbin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
direct=$(cnfetti count --engine exact "$puzzle" | sed 's/^[^:]*: //')
failed=0

# Compares the sum of a folder with the direct count.
check() {
    local merged
    merged=$(cnfetti merge "$2" | sed 's/^[^:]*: //')
    if [ "$merged" = "$direct" ]; then
        echo "$1: $merged"
    else
        echo "$1: $merged, but directly: $direct"
        failed=1
    fi
}

if python3 -c 'import hyperqueue' 2> /dev/null; then
    cnfetti split --parts 100 -o "$work/hq" "$puzzle"
    python3 "$root/tests/engines/hyperqueue_parts.py" "$work/hq"
    check HyperQueue "$work/hq"
    cnfetti split --rounds --parts 100 -o "$work/hq-rounds" "$puzzle"
    python3 "$root/tests/engines/hyperqueue_parts.py" "$work/hq-rounds"
    check "HyperQueue, in rounds" "$work/hq-rounds"
else
    echo "HyperQueue is not here: pip install hyperqueue"
fi

if command -v slurmctld > /dev/null && command -v munged > /dev/null; then
    cnfetti split --parts 100 -o "$work/slurm" "$puzzle"
    "$root/tests/engines/slurm_node.sh" "$root/tests/engines/slurm_parts.sh" "$work/slurm"
    check Slurm "$work/slurm"
    cnfetti split --rounds --parts 100 -o "$work/slurm-rounds" "$puzzle"
    "$root/tests/engines/slurm_node.sh" "$root/tests/engines/slurm_parts.sh" "$work/slurm-rounds"
    check "Slurm, in rounds" "$work/slurm-rounds"
else
    echo "Slurm is not here: apt install slurm-wlm munge"
fi
exit $failed
