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

# Has a command count the parts of a folder, and compares the sum with the direct count: count NAME FOLDER COMMAND.
# In rounds, a small puzzle is done without parts.
count() {
    local merged
    if [ -s "$2/jobs" ]; then
        "${@:3}" "$2"
    else
        echo "$1: there are no parts to count"
    fi
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
    count HyperQueue "$work/hq" python3 "$root/tests/engines/hyperqueue_parts.py"
    cnfetti split --rounds --parts 100 -o "$work/hq-rounds" "$puzzle"
    count "HyperQueue, in rounds" "$work/hq-rounds" python3 "$root/tests/engines/hyperqueue_parts.py"
else
    echo "HyperQueue is not here: pip install hyperqueue"
fi

if command -v slurmctld > /dev/null && command -v munged > /dev/null; then
    cnfetti split --parts 100 -o "$work/slurm" "$puzzle"
    count Slurm "$work/slurm" "$root/tests/engines/slurm_node.sh" "$root/tests/engines/slurm_parts.sh"
    cnfetti split --rounds --parts 100 -o "$work/slurm-rounds" "$puzzle"
    count "Slurm, in rounds" "$work/slurm-rounds" "$root/tests/engines/slurm_node.sh" \
        "$root/tests/engines/slurm_parts.sh"
else
    echo "Slurm is not here: apt install slurm-wlm munge"
fi
exit $failed
