# shellcheck shell=bash
# What is deployed where: the directories, the services, and the process behind each. Sourced by the commands beside it.
# The variables are for those commands, which shellcheck cannot see from here:
# shellcheck disable=SC2034

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
products=$root/.build/release
gateway=$products/gateway
here=$(dirname "$0")  # As it was typed, so that a command we print can be pasted.
[[ -e $here/deployment.sh ]] || here=$root/deploy
# A libzmq of scripts/patched-libzmq, if there is one, stands before the system's.
[[ ! -e $root/.build/libzmq/lib/libzmq.so.5 ]] ||
    export LD_LIBRARY_PATH=$root/.build/libzmq/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
mapfile -t services < <(grep -Ev '^[[:space:]]*(#|$)' "$root/deploy/services")
everything=("${services[@]}" web)  # web-gateway stands before the services and keeps nothing, so it has no data and no lock.

absolute() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s\n' "$PWD/$1" ;;
    esac
}

fail() {
    printf 'deploy/%s: %s\n' "$(basename "$0")" "$1" >&2
    exit "${2:-1}"
}

# Reads the words $2… of a command, in which options may stand anywhere before `--`: `names` are those that are none. An option of
# the list $1 sets the variable of its name, such as `no_build`, to true; one that is listed as `-n=` sets it to the word behind it.
read_words() {
    local allowed option variable
    read -ra allowed <<<"$1 --help"
    shift
    names=()
    while (($# > 0)); do
        option=$1 variable=${1#-}
        variable=${variable#-} variable=${variable//-/_}
        shift
        if [[ $option == -- ]]; then
            names+=("$@")
            return
        elif [[ $option != -* ]]; then
            names+=("$option")
        elif [[ $option == -h || $option == --help ]]; then
            usage
            exit 0
        elif is_among "$option" "${allowed[@]}"; then
            declare -g "$variable=true"
        elif is_among "$option=" "${allowed[@]}"; then
            (($# > 0)) || fail "$option needs a value" 2
            declare -g "$variable=$1"
            shift
        else
            fail "there is no option '$option'; there are: ${allowed[*]%=}" 2
        fi
    done
}

# Shows the lines of a service's log as sentences; what is none of them stays as it is.
as_sentences() {
    sed -E '/^ts=[^ ]+ level=[a-z]+ /{s/.* msg=("(([^"\\]|\\.)*)"|[^ ]+)/\1/;s/^"(([^"\\]|\\.)*)"/\1/;s/\\(["\\])/\1/g}'
}

# Runs a service's program, $@, which says what is wrong in lines of a log.
run_service() {
    { "$@" 2>&1 >&3 3>&- | as_sentences >&2; } 3>&1
}

# Sets `selected` to the named services, or to all of them.
select_services() {
    select_of services "$@"
}

# The same of all that deploy/up starts.
select_programs() {
    select_of everything "$@"
}

select_of() {
    local -n known=$1
    local name
    shift
    selected=("$@")
    (($# > 0)) || selected=("${known[@]}")
    for name in "$@"; do
        is_among "$name" "${known[@]}" || fail "there is no service '$name'; there are: ${known[*]}" 2
    done
}

# Whether $1 is one of the words after it.
is_among() {
    local word
    for word in "${@:2}"; do
        [[ $word != "$1" ]] || return 0
    done
    return 1
}

# Prints the names of the programs of $@, a line each.
programs_of() {
    local name
    for name in "$@"; do
        if [[ $name == web ]]; then echo web-gateway; else echo "$name-service"; fi
    done
}

# Fails unless the named products are built.
require_products() {
    local product
    for product in "$@"; do
        [[ -x $products/$product ]] || fail "$product is not built: $here/up builds everything and starts it"
    done
}

# Installs the libraries that are missing and builds the named products, in one call: what they share is built once, and processors
# that have nothing to compile any more link.
build_products() {
    local start names
    "$root/scripts/install-dependencies"
    command -v swift >/dev/null ||
        fail "Swift is not installed, or not in PATH: see https://www.swift.org/install/linux/, then run this again"
    echo "Building $* (release; the first time takes minutes)"
    start=$SECONDS
    names=$(IFS=, && echo "$*")
    # With Swift's libraries inside, a service takes less memory, and runs where there is no Swift.
    JANGTEO_PRODUCTS=$names swift build --package-path "$root" -c release --static-swift-stdlib ||
        fail "building failed; what was running still runs"
    echo "Built in $(((SECONDS - start) / 60)) min $(((SECONDS - start) % 60)) s"
}

# Sets `run_dir`, `state_dir` and `log_dir`. The gateway knows them, from the environment or by default, as the services do;
# these are told by options all the same, so that what one command has started the next one finds.
find_directories() {
    local home paths
    require_products gateway
    home=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}  # A job of cron may have none.
    paths=$(HOME=$home "$gateway" paths run state) ||
        fail "$gateway does not say where the services' directories are; if it is older than $here, $here/up builds it anew"
    run_dir=$(absolute "${paths%%$'\n'*}")
    state_dir=${paths#*$'\n'}
    log_dir=$state_dir/logs
}

# Sets `stat` to the fields of process $1 from its state on (field 3 in proc(5)). Fails when there is no such process.
# `read`, because with `set -e` a failing $(<file) ends the whole shell, even where a failure is expected.
read_stat() {
    stat=''
    { IFS= read -r -d '' stat <"/proc/$1/stat"; } 2>/dev/null || [[ -n $stat ]] || return 1
    stat=${stat##*) }  # The name before it may hold anything, also blanks and parentheses.
}

# A zombie is gone: under a minimal init nobody may ever collect it.
is_alive() {
    local stat
    read_stat "$1" && [[ ${stat%% *} != [ZX] ]]
}

# Waits $2 seconds for process $1 to end.
wait_for_end() {
    local deadline=$((SECONDS + $2))
    while is_alive "$1"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.05
    done
}

# Whether the process $1 holds the lock file $2.
# A service lets nobody but root look at what it has open, because of its keys; the kernel tells everybody who has locked what.
holds() {
    local fd
    if [[ ! -r /proc/$1/fd ]]; then
        grep -qE "FLOCK .* $1 [^ ]+:$(stat -Lc %i "$2" 2>/dev/null) " /proc/locks
        return
    fi
    for fd in "/proc/$1/fd"/*; do
        [[ ! $fd -ef $2 ]] || return 0
    done
    return 1
}

# Whether the process $1 really is the program $2 with the lock file $3 open: a pid in a file may since be anybody's.
is_holder() {
    local executable name
    executable=$(readlink "/proc/$1/exe" 2>/dev/null) || executable=''
    executable=${executable% (deleted)}  # A running program whose file was built anew.
    name=''
    { IFS= read -r name <"/proc/$1/comm"; } 2>/dev/null || :
    [[ ${executable##*/} == "$2" || $name == "${2:0:15}" ]] && holds "$1" "$3"
}

# Prints the directories of which process $1 holds the lock $2: what it has open, or else what it was told.
locked_directories() {
    local words=() index
    if [[ -r /proc/$1/fd ]]; then
        # A lock file that was deleted does not end like this, and then its directory is nobody's.
        find "/proc/$1/fd" -lname "*/$2" -printf '%l\n' | sed 's|/[^/]*$||'
        return
    fi
    { mapfile -d '' -t words <"/proc/$1/cmdline"; } 2>/dev/null || :
    for index in "${!words[@]}"; do
        [[ ${words[index]} != --@(run|state)-dir ]] || printf '%s\n' "${words[index + 1]:-}"
    done
}

# Sets `pid` to the live process of service $1, `elsewhere` to its run directory when that is another than ours, and
# `other_state` to its state directory when that is another.
# A run directory can vanish under a running service (a logout, a cleaned /tmp), so the lock beside the data counts too.
find_process() {
    local service=$1 lock candidate directory
    pid='' elsewhere='' other_state=''
    if [[ $service == web ]]; then
        pid=$(find_command "$products/web-gateway" serve)
        [[ -n $pid ]]
        return
    fi
    for lock in "$run_dir/$service.lock" "$state_dir/$service.lock"; do
        candidate=''
        { read -r _ candidate _ <"$lock"; } 2>/dev/null || :
        [[ $candidate =~ ^[1-9][0-9]*$ ]] || continue
        if is_alive "$candidate" && is_holder "$candidate" "$service-service" "$lock"; then
            pid=$candidate
            break
        fi
    done
    [[ -n $pid ]] || return 1
    while IFS= read -r directory; do
        [[ ! $directory/$service.lock -ef $lock ]] || continue
        if [[ $lock == "$state_dir/$service.lock" ]]; then
            # One that has just started may hold ours too, and not have written its number there yet.
            [[ $directory -ef $run_dir ]] || elsewhere=$directory
        elif [[ ! $directory -ef $state_dir ]]; then
            other_state=$directory
        fi
    done < <(locked_directories "$pid" "$service.lock")
}

# Prints the process whose command begins with the words $@ and names our run directory. Of a script, the command is meant
# without its shell.
find_command() {
    local file words index
    for file in /proc/[1-9]*/cmdline; do
        words=()
        { mapfile -d '' -t words <"$file"; } 2>/dev/null || continue
        [[ ${words[0]:-} != bash ]] || words=("${words[@]:1}")
        [[ ${words[*]:0:$#} == "$*" ]] || continue
        for index in "${!words[@]}"; do
            [[ ${words[index]} == --run-dir && ${words[index + 1]:-} == "$run_dir" ]] || continue
            echo "${file//[^0-9]/}"
            return
        done
    done
}

# Sets `keeper` to the deploy/keep that has started service $1, or will in a moment, in our directories.
find_keeper() {
    keeper=$(find_command "$root/deploy/keep" "$products/$(programs_of "$1")")
    [[ -n $keeper ]]
}

# Ends the deploy/keep of service $1, if there is one, so that it starts nothing any more.
end_keeper() {
    ! find_keeper "$1" || kill -TERM "$keeper" 2>/dev/null || :
}

# Prints the age of process $1 in seconds.
process_age() {
    local stat fields uptime age
    read_stat "$1" || return 1
    read -ra fields <<<"$stat"
    read -r uptime _ </proc/uptime
    age=$((${uptime%.*} - fields[19] / $(getconf CLK_TCK)))
    echo $((age > 0 ? age : 0))
}

# Closes what the caller of this command has open, in a subshell that becomes a service: somebody may be waiting for its end.
close_inherited() {
    local fd
    for fd in "/proc/$BASHPID/fd"/*; do
        fd=${fd##*/}
        ((fd < 3 || fd == 255)) || exec {fd}>&-
    done
}

# Succeeds when service $1 is SERVING; `health` is what the gateway said. The socket in the run directory is asked, whatever
# JANGTEO_<S>_RPC names: there nobody needs a key.
ask_health() {
    if [[ $1 == web ]]; then
        ask_web
        return
    fi
    # The outer limit is for a gateway that hangs itself.
    health=$(timeout 5 "$gateway" status --run-dir "$run_dir" --to "$1" --timeout 1s --json 2>&1 </dev/null)
}

# The same of web-gateway; sets `address` to where it listens, as it told its log when it began.
ask_web() {
    local host port
    health='no answer' address=''
    find_process web || return
    # What follows the address is that of a second listener.
    address=$(cat "$log_dir/web.log.1" "$log_dir/web.log" 2>/dev/null | sed -n "s|^ready web-gateway pid=$pid http=||p" | tail -n 1)
    address=${address%% *}
    if [[ $address == unix:* ]]; then
        # Bash cannot connect to it; it is there for as long as the program, which has begun to listen.
        [[ -S ${address#unix:} ]] && health='it listens'
        return
    fi
    host=${address#http*://} port=${address##*:}
    host=${host%:*} host=${host#[} host=${host%]}
    [[ -n $host ]] || return
    if [[ $address == https:* ]]; then
        # Nor does bash speak TLS; what connects has been taken in by the program.
        # shellcheck disable=SC2016  # It is the inner shell that has the arguments.
        timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$host" "$port" 2>/dev/null && health='it listens'
        return
    fi
    # Bash itself, because a machine may have no client of HTTP.
    # shellcheck disable=SC2016  # It is the inner shell that has the arguments.
    health=$(timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1" && printf "GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n" >&3 &&
        head -n 1 <&3' "$host" "$port" 2>&1)
    [[ $health == HTTP/1.*' 200 '* ]]
}
