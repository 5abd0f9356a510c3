#!/usr/bin/env bash
# Has Slurm count the parts of a folder, or all of its rounds: slurm_parts.sh FOLDER. Kills one of the commands with
# SIGKILL in the middle, and submits again what is missing after that, until `merge` has the number.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
sh job.slurm --wait --mem=0 > /dev/null &
submitted=$!
python3 "$here/kill_one.py" .
wait $submitted || echo "Slurm: the array ends with the code $?"
while cnfetti merge . > /dev/null; [ $? = 3 ]; do
    echo "Slurm: there is more to count"
    sh job.slurm --wait --mem=0 > /dev/null
done
