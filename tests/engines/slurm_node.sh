#!/usr/bin/env bash
# Runs a command with a Slurm of one node, this machine, that exists only for this command: munged, slurmctld
# and slurmd with a configuration in a temporary folder. Needs root on Debian, after
# `apt install slurm-wlm munge`; it neither uses nor changes the system's own Slurm.
#
#     tests/engines/slurm_node.sh COMMAND…
set -euo pipefail
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
node=$(hostname -s)
cpus=$(slurmd -C | sed -n 's/.* CPUs=\([0-9]*\).*/\1/p')
mkdir "$folder/state" "$folder/spool"
(umask 077 && head -c 1024 /dev/urandom > "$folder/munge.key")
cat > "$folder/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf

started=()
end() {
    kill "${started[@]}" 2> /dev/null || true
    wait "${started[@]}" 2> /dev/null || true
    rm -rf "$folder"
}
trap end EXIT
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --seed-file="$folder/munge.seed" --log-file="$folder/munge.log" \
    > "$folder/munge.out" 2>&1 &
started+=($!)
until [ -S "$folder/munge.socket" ]; do sleep 0.1; done
slurmctld -D > "$folder/slurmctld.out" 2>&1 &
started+=($!)
slurmd -D -N "$node" > "$folder/slurmd.out" 2>&1 &
started+=($!)
for _ in $(seq 300); do
    ! sinfo --noheader --format=%t 2> /dev/null | grep -qx idle || break
    sleep 0.1
done
if ! sinfo --noheader --format=%t 2> /dev/null | grep -qx idle; then
    echo "Slurm has not started:" >&2
    tail -n 5 "$folder"/*.out "$folder"/*.log >&2
    exit 1
fi
"$@"
