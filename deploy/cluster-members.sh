# shellcheck shell=bash
# The members of the cluster that deploy/cluster makes on one machine: three etcd, and three PostgreSQL, each under a Patroni.
# Sourced by deploy/cluster, after deployment.sh.
# Some variables are that command's, and some are for it, which shellcheck cannot see from here:
# shellcheck disable=SC2034,SC2154

numbers=(1 2 3)
loopback=127.0.0.1
shop=shop    # The database.
worker=worker  # The user of the workers, who may add rows and change none.
owner=owner  # The superuser, who owns the tables.

# PostgreSQL refuses to be run by root, and what Patroni and etcd hold is to belong to the same user.
unprivileged=()
(($(id -u) != 0)) || unprivileged=(setpriv --reuid=postgres --regid=postgres --clear-groups)

# Where scripts/install-dependencies has Patroni; JANGTEO_PATRONI names another environment of Python.
PATH=${JANGTEO_PATRONI:-/opt/jangteo/patroni}/bin:$PATH
oldest_patroni=3.0.3

# What somebody has set for other databases is not for these.
for variable in "${!PG@}" "${!PATRONI_@}" "${!ETCD@}"; do unset "$variable"; done

# Prints the port of kind $1 of member $2.
port_of() {
    local kind
    case $1 in
        postgresql) kind=0 ;;
        patroni) kind=10 ;;
        etcd) kind=20 ;;
        etcd_peer) kind=30 ;;
        etcd_health) kind=40 ;;
    esac
    echo $((port + kind + $2))
}

# Prints the ports of kind $1 of all members with $2 before each and commas between them.
ports_of() {
    local number list=''
    for number in "${numbers[@]}"; do list+=,$2$(port_of "$1" "$number"); done
    echo "${list#,}"
}

# Sets the places below `dir`.
find_places() {
    members_dir=$dir/members  # Of the user who runs the databases; all else is the caller's.
    sockets_dir=$members_dir/sockets
    log_dir=$dir/logs
}

# Prints how the user $1 connects to the database $2, whichever server is the primary. The sockets need no password: nobody else
# gets into their directory.
connection() {
    echo "host=$sockets_dir,$sockets_dir,$sockets_dir port=$(ports_of postgresql '') dbname=$2 user=$1"
}

# Sets `binaries` to the directory of PostgreSQL's programs: of the version that wrote the data, if there are some.
find_postgresql() {
    local version all
    for version in "$members_dir"/postgresql-*/PG_VERSION; do
        { read -r version <"$version"; } 2>/dev/null || continue
        binaries=/usr/lib/postgresql/$version/bin
        [[ -x $binaries/postgres ]] || fail "the data in $dir are of PostgreSQL $version, which is not installed"
        return
    done
    mapfile -t all < <(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V)
    binaries=${all[-1]%/postgres}
    if [[ ! -x $binaries/postgres ]]; then
        binaries=$(command -v postgres || :)
        binaries=${binaries%/postgres}
    fi
}

require_packages() {
    local program missing=()
    find_postgresql
    [[ -x $binaries/postgres ]] || missing+=(postgresql)
    for program in etcd patroni patronictl psql openssl; do
        command -v "$program" >/dev/null || missing+=("$program")
    done
    ((${#missing[@]} == 0)) ||
        fail "not installed: ${missing[*]}. This installs them: $root/scripts/install-dependencies --cluster"
    require_patroni
}

# An older one takes the leader key back from the primary that was elected while its own PostgreSQL stood still, and rewinds that one.
require_patroni() {
    local program said
    program=$(command -v patroni)
    said=$(patroni --version 2>&1) || said=''
    said=${said##* }
    [[ $said =~ ^[0-9]+(\.[0-9]+)+ ]] || fail "$program does not tell its version"
    printf '%s\n' "$oldest_patroni" "$said" | sort -VC ||
        fail "$program is Patroni $said, which loses confirmed orders when the primary stands still for a while and goes on:\
 $oldest_patroni or newer is needed. This installs one: $root/scripts/install-dependencies --cluster"
}

# Writes standard input to the file $1 of the members.
write_file() {
    # shellcheck disable=SC2016  # The inner shell's.
    "${unprivileged[@]}" bash -c 'umask 077 && cat >"$1.new" && mv -f "$1.new" "$1"' - "$1"
}

# One certificate for all etcd and those who talk to them: whoever does not have it, such as another user of this machine,
# can neither read nor change what decides who is the primary.
make_certificate() {
    [[ ! -e $members_dir/etcd.crt ]] || return 0
    (cd / && umask 077 && "${unprivileged[@]}" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
        -days 36500 -subj /CN=jangteo-cluster -addext "subjectAltName=IP:$loopback" \
        -addext extendedKeyUsage=serverAuth,clientAuth -keyout "$members_dir/etcd.key" -out "$members_dir/etcd.crt.new" \
        2>"$log_dir/openssl.log") || fail "could not make a certificate: $(tail -n 1 "$log_dir/openssl.log")"
    mv -f "$members_dir/etcd.crt.new" "$members_dir/etcd.crt"
}

# Sets `password`, that of the databases over TCP and of Patroni: only the members themselves use it.
find_password() {
    [[ -e $members_dir/password ]] || head -c 24 /dev/urandom | base64 -w 0 | tr +/ -_ | write_file "$members_dir/password"
    password=$(<"$members_dir/password")
}

configure_etcd() {
    local number cluster='' secure
    for number in "${numbers[@]}"; do
        cluster+=,etcd-$number=https://$loopback:$(port_of etcd_peer "$number")
    done
    secure="{cert-file: $members_dir/etcd.crt, key-file: $members_dir/etcd.key, client-cert-auth: true,
  trusted-ca-file: $members_dir/etcd.crt}"
    # A second until another one leads would be short where all of them share disk and processors.
    write_file "$members_dir/etcd-$1.yml" <<END
name: etcd-$1
data-dir: $members_dir/etcd-$1
listen-client-urls: https://$loopback:$(port_of etcd "$1")
advertise-client-urls: https://$loopback:$(port_of etcd "$1")
listen-peer-urls: https://$loopback:$(port_of etcd_peer "$1")
initial-advertise-peer-urls: https://$loopback:$(port_of etcd_peer "$1")
listen-metrics-urls: http://$loopback:$(port_of etcd_health "$1")
initial-cluster: ${cluster#,}
initial-cluster-token: jangteo-cluster
initial-cluster-state: new
enable-grpc-gateway: true
heartbeat-interval: 200
election-timeout: 2000
auto-compaction-mode: periodic
auto-compaction-retention: 1h
logger: zap
log-outputs: [stderr]
log-level: warn
client-transport-security: $secure
peer-transport-security: $secure
END
}

# A failover takes `loop_wait` and some where PostgreSQL has crashed (`primary_start_timeout` 0: its successor has all that was
# confirmed, so nothing is gained by waiting for it), and `ttl` where its machine is gone.
#
# Strict: with both standbys gone a commit waits for one to come back, instead of being confirmed by one machine alone.
#
# `failsafe_mode`: without etcd the primary goes on as long as it reaches the other members.
configure_patroni() {
    write_file "$members_dir/patroni-$1.yml" <<END
scope: jangteo
name: postgresql-$1
restapi:
  listen: $loopback:$(port_of patroni "$1")
  connect_address: $loopback:$(port_of patroni "$1")
  authentication: {username: patroni, password: $password}
etcd3:
  hosts: $(ports_of etcd "$loopback:")
  protocol: https
  cacert: $members_dir/etcd.crt
  cert: $members_dir/etcd.crt
  key: $members_dir/etcd.key
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 2
    retry_timeout: 4
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        shared_buffers: 32MB
        max_wal_size: 256MB
  initdb:
    - encoding: UTF8
    - locale: C
    - data-checksums
    - auth-local: trust
    - auth-host: scram-sha-256
postgresql:
  listen: $loopback:$(port_of postgresql "$1")
  connect_address: $loopback:$(port_of postgresql "$1")
  data_dir: $members_dir/postgresql-$1
  bin_dir: $binaries
  pgpass: $members_dir/pgpass-$1
  use_unix_socket: true
  use_unix_socket_repl: true
  authentication:
    superuser: {username: $owner, password: $password}
    replication: {username: replicator, password: $password}
  parameters:
    unix_socket_directories: $sockets_dir
    unix_socket_permissions: '0700'
    logging_collector: 'off'
  pg_hba:
    - local all all trust
    - local replication all trust
    - host all $owner $loopback/32 scram-sha-256
    - host replication replicator $loopback/32 scram-sha-256
  basebackup:
    - checkpoint: fast
watchdog: {mode: 'off'}
END
}

# Sets `pid` to the program of the member $1 (etcd-1, patroni-1, …), and `keepers` to the deploy/keep that starts it again. They
# are known by their configuration, a file below `dir`: nothing else runs that program with that file.
find_member() {
    local file words count program=${1%-*}
    pid='' keepers=()
    for file in /proc/[1-9]*/cmdline; do
        words=()
        { mapfile -d '' -t words <"$file"; } 2>/dev/null || continue
        count=${#words[@]}
        if ((count < 2)) || [[ ${words[count - 1]} != "$members_dir/$1.yml" ]]; then continue; fi
        file=${file//[^0-9]/}
        if [[ ${words[1]} == */deploy/keep ]]; then
            keepers+=("$file")
        elif [[ ${words[0]} == setpriv || ${words[0]##*/} == "$program" || ${words[1]##*/} == "$program" ]] &&
            is_alive "$file"; then
            pid=$file
        fi
    done
    [[ -n $pid ]]
}

# Sets `pid` to the PostgreSQL of member $1. Its number in a file may since be anybody's, but not with this working directory.
find_server() {
    pid=''
    { read -r pid <"$members_dir/postgresql-$1/postmaster.pid"; } 2>/dev/null || :
    if [[ ! $pid =~ ^[1-9][0-9]*$ || ! /proc/$pid/cwd -ef $members_dir/postgresql-$1 ]] || ! is_alive "$pid"; then
        pid=''
        return 1
    fi
}

# Fails when somebody else listens at a port of the member $1, which does not run.
require_ports() {
    local number=${1#*-} kind kinds=(etcd etcd_peer etcd_health) taken
    if [[ $1 == patroni-* ]]; then
        kinds=(patroni postgresql)
        ! find_server "$number" || kinds=(patroni)  # A Patroni that died has left it running.
    fi
    for kind in "${kinds[@]}"; do
        taken=$(port_of "$kind" "$number")
        ! (exec {probe}<>"/dev/tcp/$loopback/$taken") 2>/dev/null ||
            fail "somebody else listens at $loopback:$taken, which is for $1: end that, or name other ports with --port"
    done
}

# Starts the member $1 by $2… in a session of its own, so that it outlives the terminal.
start_member() {
    local log=$log_dir/$1.log
    (
        close_inherited
        umask 077
        cd /
        exec setsid "$root/deploy/keep" "${unprivileged[@]}" "${@:2}" </dev/null >>"$log" 2>&1
    ) &
}

# Ends the process $1 of $2 by signal $3, or by SIGKILL if it has not ended in time and `force` says so.
end_process() {
    kill "-$3" "$1" 2>/dev/null || :
    kill -CONT "$1" 2>/dev/null || :
    wait_for_end "$1" "$stop_limit" && return
    $force || {
        echo "$2: process $1 has not ended within $stop_limit seconds: $here/cluster down --force kills it" >&2
        return 1
    }
    kill -KILL "$1" 2>/dev/null || :
    wait_for_end "$1" "$stop_limit"
}

# Ends the member $1, and the PostgreSQL that it may have left behind.
stop_member() {
    # Again, because one that was just being started is not seen yet.
    while find_member "$1" || ((${#keepers[@]} > 0)); do
        ((${#keepers[@]} == 0)) || kill -TERM "${keepers[@]}" 2>/dev/null || :
        [[ -n $pid ]] || continue
        end_process "$pid" "$1" TERM || return
        echo "$1: stopped"
    done
    # By SIGINT it does not wait for those who are connected.
    [[ $1 != patroni-* ]] || ! find_server "${1#*-}" || end_process "$pid" "postgresql-${1#*-}" INT
}

# Prints the body of http://…:$1$2, or nothing.
http_get() {
    (
        exec {connection}<>"/dev/tcp/$loopback/$1" || exit
        printf 'GET %s HTTP/1.0\r\n\r\n' "$2" >&"$connection"
        timeout 3 cat <&"$connection"
    ) 2>/dev/null || :
}

# Asks the PostgreSQL of member $1 as its owner. A locale that is not installed is complained of, which must not pass for an answer.
ask_server() {
    (cd / && LC_ALL=C.UTF-8 PGCONNECT_TIMEOUT=3 timeout "${ask_limit:-5}" "${unprivileged[@]}" psql -XqAt -v ON_ERROR_STOP=1 \
        "host=$sockets_dir port=$(port_of postgresql "$1") dbname=postgres user=$owner" "${@:2}") 2>&1 </dev/null
}

# Succeeds when etcd $1 is one of a majority.
ask_etcd() {
    [[ $(http_get "$(port_of etcd_health "$1")" /health) == *'"health":"true"'* ]]
}

# Sets `roles` of each server that answers, and `primary` to the number of the one that has a synchronous standby, or nothing.
find_roles() {
    local number line role
    declare -gA roles=()
    primary=''
    for number in "${numbers[@]}"; do
        while read -r line; do
            case $line in
                primary) roles[$number]=primary ;;
                standby) [[ -n ${roles[$number]:-} ]] || roles[$number]='standby, follows nobody' ;;
                "postgresql-"*" sync") role=${line% sync} roles[${role#*-}]='synchronous standby' primary=$number ;;
                "postgresql-"*" async") role=${line% async} roles[${role#*-}]=standby ;;
            esac
        done < <(ask_server "$number" -c "
            SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END
            UNION ALL SELECT application_name || ' ' || sync_state FROM pg_stat_replication WHERE state = 'streaming'" || :)
    done
}
