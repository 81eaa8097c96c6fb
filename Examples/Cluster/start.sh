#!/usr/bin/env bash
# Three NATS servers with replicas and three members of a cluster on loopback, to try what happens if some are killed:
#
#     Examples/Cluster/start.sh [FOLDER]      until Ctrl-C; FOLDER keeps the data, ./cluster by default
#
# PERILUNE and NATS_SERVER name other programs than those in PATH.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-cluster}
perilune=${PERILUNE:-perilune}
nats=${NATS_SERVER:-nats-server}
mkdir -p "$folder"
cd "$folder"
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
trap 'exit 0' INT TERM

servers=()
routes=nats://127.0.0.1:6221,nats://127.0.0.1:6222,nats://127.0.0.1:6223
for n in 1 2 3; do
    "$nats" --addr 127.0.0.1 --port 422$n --server_name n$n --jetstream --store_dir nats$n \
        --cluster_name perilune --cluster nats://127.0.0.1:622$n --routes "$routes" >nats$n.log 2>&1 &
    servers+=(--cluster nats://127.0.0.1:422$n)
done

# The servers elect a leader first.
until "$perilune" cluster init --no-config "${servers[@]}" --lanes 6 --replicas 3 2>init.log; do sleep 0.5; done
cat init.log

for n in 1 2 3; do
    "$perilune" serve --no-config "${servers[@]}" --listen 127.0.0.1:808$n --cluster-folder member$n 2>member$n.log &
    echo "member $n: http://127.0.0.1:808$n, process $!, log $folder/member$n.log"
done
until "$perilune" cluster status --no-config "${servers[@]}" >/dev/null 2>&1; do sleep 0.2; done
"$perilune" cluster deploy "$here/rules" --no-config "${servers[@]}"
"$perilune" cluster status --no-config "${servers[@]}"
cat <<END

Send an event:  curl http://127.0.0.1:8081/events -H 'Content-Type: application/jsonl' --data-binary @$here/visit.jsonl
Watch:          perilune top ${servers[*]}
Deploy:         change $here/rules, then perilune cluster deploy $here/rules ${servers[*]}
END
wait
