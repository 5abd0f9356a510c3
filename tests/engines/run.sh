#!/usr/bin/env bash
# Has HyperQueue and Slurm count the parts of a puzzle, kills a worker with SIGKILL in the middle, and
# compares with the direct count. Needs `pip install hyperqueue` for the one, Debian's slurm-wlm and
# munge with a running node for the other; what is not there is said and left out.
#
#     cargo build --release && tests/engines/run.sh [PUZZLE]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
puzzle=${1:-$root/instances/seating/long-hall.toml}
export PATH=$root/target/release:$PATH
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
else
    echo "HyperQueue is not here: pip install hyperqueue"
fi

if command -v sbatch > /dev/null && sinfo > /dev/null 2>&1; then
    cnfetti split --parts 100 -o "$work/slurm" "$puzzle"
    (cd "$work/slurm" && sbatch --wait --array=1-100 job.slurm > /dev/null) &
    submitted=$!
    until ls "$work/slurm" | grep -q '^counted-'; do sleep 0.05; done
    # One of the parts that are being counted; what is missing is run again.
    pgrep --newest --full 'cnfetti count part-' | xargs --no-run-if-empty kill -KILL
    wait $submitted || true
    (cd "$work/slurm" && sbatch --wait --array=1-100 job.slurm > /dev/null)
    check Slurm "$work/slurm"
else
    echo "Slurm is not here: apt install slurm-wlm munge, and start a node"
fi
exit $failed
