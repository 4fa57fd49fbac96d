# shellcheck shell=bash
# The workers of the cluster that deploy/cluster makes on one machine: numbered, each with a run directory and a state directory of
# its own, in which the other commands here start and end the services. Sourced by deploy/cluster, after cluster-members.sh.
# Some variables are that command's, and some are for it, which shellcheck cannot see from here:
# shellcheck disable=SC2034,SC2154

shared=(juice market)  # Their workers share a stream over the log.
alone=(calc expo)      # The others have nothing to share.

# Makes the command that reaches the workers of all services, whichever of them can do what is asked.
write_gateway() {
    local service number rpc events
    {
        printf '#!/usr/bin/env bash\n# Runs the gateway on the cluster in this directory. Written by deploy/cluster up.\n'
        for service in "${services[@]}"; do
            rpc='' events=''
            for number in "${numbers[@]}"; do
                rpc+=,ipc://$dir/run/$number/$service.rpc
                events+=,ipc://$dir/run/$number/$service.events
            done
            printf 'export JANGTEO_%s_RPC=%q JANGTEO_%s_EVENTS=%q\n' "${service^^}" "${rpc#,}" "${service^^}" "${events#,}"
        done
        printf 'export JANGTEO_STATE_DIR=%q JANGTEO_LOG=%q\n' "$dir/state/gateway" "$(connection "$worker" "$shop")"
        # Under this name, so that the commands it advises are ones that work. What `$` stands for is that script's to find out.
        # shellcheck disable=SC2016
        printf 'exec -a "$0" %q "$@"\n' "$gateway"
    } >"$dir/gateway"
    chmod 755 "$dir/gateway"
}

# Runs deploy/$1 with all services of worker $2 and options $3….
run_worker() {
    local name=$1 service status=0
    export JANGTEO_RUN_DIR=$dir/run/$2 JANGTEO_STATE_DIR=$dir/state/$2
    # The endpoints and the log that the caller has named are those of other services.
    unset JANGTEO_LOG
    for service in "${services[@]}"; do unset "JANGTEO_${service^^}_RPC" "JANGTEO_${service^^}_EVENTS"; done
    shift 2
    "$root/deploy/$name" "$@" "${alone[@]}" || status=1
    JANGTEO_LOG=$(connection "$worker" "$shop") "$root/deploy/$name" "$@" "${shared[@]}" || status=1
    return $status
}

# The same for all workers at a time. What they say is shown when one fails.
run_workers() {
    local name=$1 number running=() status=0
    shift
    for number in "${numbers[@]}"; do
        (run_worker "$name" "$number" "$@") >"$log_dir/workers-$number.log" 2>&1 &
        running[number]=$!
    done
    for number in "${numbers[@]}"; do
        wait "${running[number]}" && continue
        status=1
        sed "s/^/worker $number: /" "$log_dir/workers-$number.log" >&2
    done
    return $status
}

# Sets `healths` to what the services of each worker say of themselves, all workers asked at the same time.
ask_workers() {
    local number to=${services[*]} fd fds=()
    healths=()
    for number in "${numbers[@]}"; do
        # The outer limit is for a gateway that hangs itself.
        exec {fd}< <(timeout 5 "$gateway" status --run-dir "$dir/run/$number" --to "${to// /,}" --timeout 2s --json \
            2>/dev/null </dev/null)
        fds[number]=$fd
    done
    for number in "${numbers[@]}"; do
        fd=${fds[number]}
        IFS= read -r -d '' -u "$fd" "healths[number]" || :
        exec {fd}<&-
    done
}

# Adds the workers to what `survey` has found out.
survey_workers() {
    local number service state said active=' '
    local part='"name":"stream","status":"[a-z]*","detail":"(([^"\\]|\\.)*)"'
    ask_workers
    for number in "${numbers[@]}"; do
        run_dir=$dir/run/$number state_dir=$dir/state/$number
        for service in "${services[@]}"; do
            # What is said of this service, up to the next.
            said=${healths[number]#*"{\"service\":\"$service\","}
            [[ $said != "${healths[number]}" ]] || said=''
            said=${said%%'{"service":'*}
            find_process "$service" || :
            state=stopped
            if [[ $said == '"state":"SERVING"'* ]]; then
                state=SERVING
            else
                [[ -z $pid ]] || state='does not serve'
                missing+=("$service-$number")
            fi
            if [[ $said =~ $part ]]; then
                said=${BASH_REMATCH[1]//\\/}
                state=${said%%: *}
                [[ $said != *': '* ]] || remarks+=("$service-$number: ${said#*: }")
            fi
            [[ $state != active* ]] || active+="$service "
            row "$service-$number" "$state" "${pid:--}" "ipc://$run_dir/$service.rpc"
        done
    done
    for service in "${shared[@]}"; do
        [[ $active == *" $service "* ]] || missing+=("a $service worker that takes writes")
    done
}
