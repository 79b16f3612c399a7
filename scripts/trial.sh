# shellcheck shell=sh
# Builds the benchmarks module and runs one of its mains. Sourced by campaign and bench. Needs: root.
# shellcheck disable=SC2154
module=benchmarks
trial_pid=

# run_trial MAIN ARGUMENT…: with PostgreSQL and NATS when `--store postgres` is among the arguments.
run_trial() {
    trial_main=$1
    shift
    # shellcheck source=scripts/jdk.sh
    . "$root/scripts/jdk.sh"
    # shellcheck source=scripts/fresh.sh
    . "$root/scripts/fresh.sh"
    # shellcheck source=scripts/services.sh
    . "$root/scripts/services.sh"
    find_jdk || exit 1
    state=$root/.pawl-build/benchmarks
    if ! build_is_fresh "$state"; then
        where_to_build "$state"
        # shellcheck source=scripts/build.sh
        . "$root/scripts/build.sh"
        build || exit 1
    fi
    read -r build_id < "$state/current"
    trial_home=$state/$build_id

    trial_last=
    trial_asks=
    for trial_word in "$@"; do
        case $trial_word in -h | --help) trial_asks=help ;; esac
    done
    for trial_word in "$@"; do
        case $trial_asks$trial_last$trial_word in
            --storepostgres* | --store=postgres*)
                trap stop_trial EXIT
                trap 'exit 130' INT
                trap 'exit 143' TERM HUP
                start_postgres || exit 1
                start_nats || exit 1
                ;;
        esac
        trial_last=
        [ "$trial_word" = --store ] && trial_last=--store
    done

    # The kernel as a worker runs it.
    trial_tuning=
    [ "${1:-}" = kernel ] && trial_tuning=$JVM_WORKER
    trial_native=
    [ -d "$trial_home/native" ] && trial_native=$trial_home/native
    set -f
    # shellcheck disable=SC2086 # lists of options
    set -- "$JDK/bin/java" $JVM_ALL $trial_tuning "-Dpawl.root=$root" \
        ${trial_native:+"-Dorg.sqlite.lib.path=$trial_native"} ${PAWL_JAVA_OPTS:-} \
        -cp "$trial_home/pawl.jar:$trial_home/lib/*" "$trial_main" "$@"
    [ -n "$services_dir" ] || exec "$@"
    # In the background and waited for, so that a signal to us is answered at once.
    "$@" </dev/null &
    trial_pid=$!
    wait "$trial_pid"
    trial_code=$?
    trial_pid=
    return "$trial_code"
}

# shellcheck disable=SC2317 # called by a trap
stop_trial() {
    [ -z "$trial_pid" ] || stop_process "$trial_pid" TERM
    stop_services
}
