# Sourced by run.sh: checks, and roots of Debian to try packages in.
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

failed=0
begun=$SECONDS
work=$built/tests
roots=$built/roots

# Runs a command and prints a line: check 'what holds' COMMAND...
# A subshell with -e: the first command that fails ends the check.
check() {
    local what=$1 from=$SECONDS status=0
    shift
    set +e
    (set -e; "$@") >"$work/log" 2>&1
    status=$?
    set -e
    if [ $status = 0 ]; then
        printf 'ok      %4d s  %s\n' $((SECONDS - from)) "$what"
    else
        printf 'FAILED  %4d s  %s\n' $((SECONDS - from)) "$what"
        tail -n 20 "$work/log" | sed 's/^/        /'
        failed=$((failed + 1))
    fi
}

# The mirror that apt uses on this machine.
mirror() {
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian //p' | head -n 1 | grep . ||
        fail "apt has no mirror of Debian: set PERILUNE_MIRROR to its address"
}

# A fresh root of a release of Debian, in $work/CODENAME. What mmdebstrap made is kept for the next run.
fresh_root() {
    if [ ! -f "$roots/$1.tar" ]; then
        mkdir -p "$roots"
        mmdebstrap --quiet --variant=minbase "$1" "$roots/$1.new" \
            "${PERILUNE_MIRROR:-$(mirror)}" --format=tar
        mv "$roots/$1.new" "$roots/$1.tar"
    fi
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    tar --extract --file "$roots/$1.tar" --directory "$work/$1"
    cp /etc/resolv.conf /etc/hosts "$work/$1/etc/"
}

# Runs a command in a root, with mounts and processes that end with it: enter FOLDER COMMAND...
enter() { (become "$@"); }

# The same in place of this shell.
become() {
    exec unshare --mount --pid --fork --kill-child -- bash -c '
        mount --make-rprivate /
        mount -t proc proc "$0/proc"
        mount --rbind /dev "$0/dev"
        exec env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=${PERILUNE_HOME:-/root} LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive chroot ${PERILUNE_USER:+--userspec="$PERILUNE_USER"} "$0" "$@"
    ' "$@"
}

# A server in a root takes an event over HTTP: serves FOLDER PORT PROGRAM [ARGUMENTS...]
serves() {
    local folder=$1 port=$2 server status=1
    shift 2
    cp "$root/Packaging/tests/all.lua" "$folder/tmp/all.lua"
    become "$folder" "$@" serve --listen "127.0.0.1:$port" --script /tmp/all.lua --output - --store /tmp/store.db \
        >"$folder/tmp/output" 2>"$folder/tmp/errors" &
    server=$!
    for _ in $(seq 100); do
        if curl --silent --fail "http://127.0.0.1:$port/readyz"; then status=0 && break; fi
        sleep 0.3
    done
    [ $status = 0 ] && [ "$(curl --silent --output /dev/null --write-out '%{http_code}' \
        -H 'Content-Type: application/cloudevents+json' "http://127.0.0.1:$port/events" \
        -d '{"specversion":"1.0","id":"1","source":"/t","type":"t","data":{"n":41}}')" = 202 ] || status=1
    for _ in $(seq 50); do
        ! grep -q '"n":41' "$folder/tmp/output" || break
        sleep 0.2
    done
    # unshare itself passes no signal on.
    kill "$(cat "/proc/$server/task/$server/children")"
    wait "$server" || true
    cat "$folder/tmp/errors"
    grep '"n":41' "$folder/tmp/output" && return $status
}
