#!/usr/bin/env bash
# One would guess that libpq with several hosts and target_session_attrs=read-write finds the new primary after a failover also
# where each host is a PgBouncer before one server. It refuses it: a pool tells its clients for as long as it runs what its server
# said of itself when the pool first connected to it (in_hot_standby), and libpq believes that instead of asking.
#
# Versions: PgBouncer 1.18.0, PostgreSQL and libpq 15.18 of Debian 12.
# Why it matters: programs that name all servers never write again after a failover, until the pools are started again or are given
# RECONNECT. Asking the server itself (SELECT pg_is_in_recovery()) gets the right answer through the same pool.
set -euo pipefail

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [[ -z $programs ]] || ! command -v pgbouncer >/dev/null; then
    echo "PostgreSQL and PgBouncer are needed: apt-get install postgresql pgbouncer" >&2
    exit 2
fi
pgbouncer --version | head -n 1
"$programs/postgres" --version

folder=$(mktemp -d /tmp/finding-XXXXXX)
unprivileged=()
if ((EUID == 0)); then
    unprivileged=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chown postgres "$folder"
fi
run() { (cd "$folder" && timeout 60 "${unprivileged[@]}" "$@"); }
pools=()
at_exit() {
    ((${#pools[@]} == 0)) || kill "${pools[@]}" 2>/dev/null || :
    for server in first second; do run "$programs/pg_ctl" -D "$folder/$server" -m immediate stop >"$folder/stop" 2>&1 || :; done
    wait
    rm -r "$folder"
}
trap at_exit EXIT

start() { run "$programs/pg_ctl" -w -D "$folder/$1" -l "$folder/$1.log" -o "-k $folder -p $2 -c listen_addresses=" start >/dev/null; }
ask() { run psql -XqAt "dbname=postgres user=owner $1" -c "SELECT 'in recovery: ' || pg_is_in_recovery()" 2>&1 || :; }

run "$programs/initdb" -D "$folder/first" -U owner -A trust >/dev/null
start first 5501
run "$programs/pg_basebackup" -h "$folder" -p 5501 -U owner -D "$folder/second" -R -c fast
start second 5502
mkdir "$folder/pools"
((EUID != 0)) || chown postgres "$folder/pools"
for port in 5501 5502; do
    printf '%s\n' '[databases]' "* = host=$folder port=$port user=owner" '[pgbouncer]' 'listen_addr =' "listen_port = $port" \
        "unix_socket_dir = $folder/pools" 'auth_type = any' 'server_login_retry = 1' >"$folder/$port.ini"
    (cd "$folder" && exec "${unprivileged[@]}" pgbouncer "$folder/$port.ini") >"$folder/pool-$port.log" 2>&1 &
    pools+=($!)
done
for port in 5501 5502; do
    for _ in {1..100}; do
        [[ ! -S $folder/pools/.s.PGSQL.$port ]] || break
        sleep 0.1
    done
    # Each pool has connected once.
    ask "host=$folder/pools port=$port" >/dev/null
done

run "$programs/pg_ctl" -w -D "$folder/first" -m fast stop >/dev/null
run "$programs/pg_ctl" -w -D "$folder/second" promote >/dev/null
directly=$(ask "host=$folder,$folder port=5501,5502 target_session_attrs=read-write")
pooled=$(ask "host=$folder/pools port=5502 target_session_attrs=read-write")
asked=$(ask "host=$folder/pools port=5502")
printf 'directly: %s\nover the pool: %s\nover the pool, without the condition: %s\n' "$directly" "${pooled##*: }" "$asked"
[[ $directly == 'in recovery: false' && $pooled == *'session is read-only'* && $asked == 'in recovery: false' ]]
