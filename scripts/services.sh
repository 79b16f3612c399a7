# shellcheck shell=sh
# PostgreSQL and NATS for tests, campaigns and benchmarks: own data folders, free loopback ports, stopped by
# stop_services. Sourced by check, campaign and bench. PAWL_TEST_PG and PAWL_TEST_NATS name running ones instead.
#
# start_postgres and start_nats export PAWL_TEST_PG and PAWL_TEST_NATS, and PAWL_TEST_PG_RESTART and
# PAWL_TEST_NATS_RESTART with the commands that restart them; or explain what is missing and return 1.
# Needs: root, the checkout's folder (. when not set), and JDK.
# shellcheck disable=SC2089,SC2090 # the quotes in the restart commands are for the shell that runs them

services_dir=

services_say() { printf '%s\n' "$*" >&2; }

services_folder() {
    [ -n "$services_dir" ] && return 0
    services_dir=$(mktemp -d "${TMPDIR:-/tmp}/pawl-services.XXXXXX") && chmod 755 "$services_dir" || return 1
    services_watch </dev/null >/dev/null 2>&1 9>&- &
}

# services_watch: clears away after a script that was killed and could not do it itself.
services_watch() {
    while kill -0 $$ && [ -d "$services_dir" ]; do sleep 2; done
    [ -d "$services_dir" ] || return 0
    rm -f "$services_dir"/*.keep
    for watch_pid in "$services_dir"/*.pid; do
        [ -f "$watch_pid" ] && stop_process "$(cat "$watch_pid")" INT
    done
    rm -rf "$services_dir"
}

# named_answers VARIABLE URL PORT: does the server that the user names answer? Says so when not.
named_answers() {
    if named_address=$("${JDK:-${JAVA_HOME:-/usr}}/bin/java" "${root:-.}/scripts/Reach.java" "$2" "$3"); then
        services_say "$1: using $named_address"
        return 0
    fi
    services_say "$1 names a server at ${named_address:-an address that cannot be read}, where nothing answers:" \
        "start it, or unset $1 and one is started for the run"
    return 1
}

# install_package PACKAGE: from Debian, as root only. A service that comes with it is not started (RUNLEVEL=1).
install_package() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    services_say "installing the Debian package $1"
    for services_try in install update+install; do
        case $services_try in update*) apt-get update -q >/dev/null 2>&1 </dev/null ;; esac
        RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1" \
            >"$services_dir/apt.log" 2>&1 </dev/null && return 0
    done
    tail -n 5 "$services_dir/apt.log" >&2
    return 1
}

# need_bubblewrap: the sandbox's tests need it; installed as root, else it is said how to get it.
need_bubblewrap() {
    command -v bwrap >/dev/null 2>&1 && return 0
    services_folder || return 1
    install_package bubblewrap && return 0
    services_say "bubblewrap is missing, and the tests of the sandbox need it: apt-get install bubblewrap (as root)"
    return 1
}

# need_node: some of the scripts in checks/ talk to Pawl with programs of others, which run in Node.js.
need_node() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 && return 0
    services_folder || return 1
    install_package nodejs && install_package npm && return 0
    services_say "Node.js and npm are missing, and checks/*.sh need them: apt-get install nodejs npm (as root)"
    return 1
}

# need_chromium: checks/page.sh looks at the page in a real browser.
need_chromium() {
    command -v chromium >/dev/null 2>&1 && return 0
    services_folder || return 1
    install_package chromium && return 0
    services_say "Chromium is missing, and checks/page.sh needs it: apt-get install chromium (as root)"
    return 1
}

# need_tmux: the checks of terminals type into one.
need_tmux() {
    command -v tmux >/dev/null 2>&1 && return 0
    services_folder || return 1
    install_package tmux && return 0
    services_say "tmux is missing, and the checks of terminals need it: apt-get install tmux (as root)"
    return 1
}

random_port() {
    services_random=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
    echo $((20000 + services_random % 30000))
}

# wait_until SECONDS PID COMMAND…: until the command succeeds; gives up early when the process is gone.
wait_until() {
    wait_left=$(($1 * 10))
    wait_pid=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        wait_left=$((wait_left - 1))
        [ "$wait_left" -gt 0 ] && kill -0 "$wait_pid" 2>/dev/null || return 1
        sleep 0.1
    done
}

# postgres_bin: the folder of initdb and postgres; the newest one of Debian's, else PATH's.
postgres_bin() {
    # shellcheck disable=SC2012 # these names hold a version number, nothing else
    for postgres_dir in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -n -r); do
        [ -x "$postgres_dir/initdb" ] && echo "$postgres_dir" && return 0
    done
    postgres_dir=$(command -v initdb) && [ -x "${postgres_dir%/*}/postgres" ] && echo "${postgres_dir%/*}"
}

# as_postgres COMMAND…: replaces this process; PostgreSQL refuses to run as root.
as_postgres() {
    if [ "$(id -u)" != 0 ]; then exec "$@"; fi
    services_user=postgres
    id postgres >/dev/null 2>&1 || services_user=nobody
    exec setpriv --reuid="$(id -u $services_user)" --regid="$(id -g $services_user)" --clear-groups "$@"
}

# keep_running NAME COMMAND…: in the background, begun again whenever it ends, for as long as this script lives and
# let_end has not been called. Its process id is in $services_dir/NAME.pid.
keep_running() {
    keep_name=$services_dir/$1
    shift
    : > "$keep_name.keep"
    rm -f "$keep_name.pid"
    (
        while [ -e "$keep_name.keep" ] && kill -0 $$ 2>/dev/null; do
            "$@" </dev/null >>"$keep_name.log" 2>&1 9>&- &
            echo $! > "$keep_name.pid.new" && mv "$keep_name.pid.new" "$keep_name.pid"
            wait $!
            sleep 0.2
        done
    ) 2>/dev/null 9>&- &
    until [ -f "$keep_name.pid" ]; do sleep 0.05; done
}

# let_end NAME SIGNAL
let_end() {
    rm -f "$services_dir/$1.keep"
    stop_process "$(cat "$services_dir/$1.pid")" "$2"
}

run_postgres() { cd "$pg_home" && as_postgres "$@"; }

start_postgres() {
    if [ -n "${PAWL_TEST_PG:-}" ]; then
        named_answers PAWL_TEST_PG "$PAWL_TEST_PG" 5432
        return
    fi
    services_folder || return 1
    postgres_bin >/dev/null || install_package postgresql
    if ! pg=$(postgres_bin); then
        services_say "PostgreSQL is missing: apt-get install postgresql (or set PAWL_TEST_PG to a jdbc: URL)"
        return 1
    fi
    pg_home=$services_dir/postgres
    mkdir -p "$pg_home"
    pg_password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
    echo "$pg_password" > "$pg_home/password"
    if [ "$(id -u)" = 0 ]; then chown -R "$(id -u postgres 2>/dev/null || id -u nobody)" "$pg_home"; fi
    if ! (cd "$pg_home" && as_postgres "$pg/initdb" -D data -U pawl -A scram-sha-256 --pwfile=password -E UTF8 \
        --locale=C --no-sync) >"$services_dir/initdb.log" 2>&1; then
        services_say "initdb failed:" && tail -n 5 "$services_dir/initdb.log" >&2
        return 1
    fi
    for services_try in 1 2 3 4 5; do
        pg_port=$(random_port)
        # fsync stays on: durability is what the tests are about.
        keep_running postgres run_postgres "$pg/postgres" -D data -p "$pg_port" -c listen_addresses=127.0.0.1 \
            -c unix_socket_directories= -c max_connections=200
        if wait_until 30 "$(cat "$services_dir/postgres.pid")" "$pg/pg_isready" -q -h 127.0.0.1 -p "$pg_port"; then
            PGPASSWORD=$pg_password "$pg/createdb" -h 127.0.0.1 -p "$pg_port" -U pawl pawl_test || return 1
            PAWL_TEST_PG="jdbc:postgresql://127.0.0.1:$pg_port/pawl_test?user=pawl&password=$pg_password"
            # QUIT ends it without a checkpoint, as a crash would.
            PAWL_TEST_PG_RESTART="'${root:-.}/scripts/restart.sh' '$services_dir/postgres.pid' QUIT \
                '$pg/pg_isready' -q -h 127.0.0.1 -p $pg_port"
            export PAWL_TEST_PG PAWL_TEST_PG_RESTART
            services_say "PostgreSQL: $("$pg/postgres" --version | cut -d' ' -f3) on port $pg_port"
            return 0
        fi
        let_end postgres INT
    done
    services_say "PostgreSQL did not start:" && tail -n 10 "$services_dir/postgres.log" >&2
    return 1
}

start_nats() {
    if [ -n "${PAWL_TEST_NATS:-}" ]; then
        named_answers PAWL_TEST_NATS "$PAWL_TEST_NATS" 4222
        return
    fi
    services_folder || return 1
    PATH=$PATH:/usr/sbin:/usr/local/sbin
    command -v nats-server >/dev/null 2>&1 || install_package nats-server
    if ! command -v nats-server >/dev/null 2>&1; then
        services_say "NATS is missing: apt-get install nats-server (or set PAWL_TEST_NATS to a nats: URL)"
        return 1
    fi
    for services_try in 1 2 3 4 5; do
        nats_port=$(random_port)
        : > "$services_dir/nats.log"
        keep_running nats nats-server -a 127.0.0.1 -p "$nats_port"
        if wait_until 15 "$(cat "$services_dir/nats.pid")" grep -q 'Server is ready' "$services_dir/nats.log"; then
            PAWL_TEST_NATS=nats://127.0.0.1:$nats_port
            PAWL_TEST_NATS_RESTART="'${root:-.}/scripts/restart.sh' '$services_dir/nats.pid' KILL true"
            export PAWL_TEST_NATS PAWL_TEST_NATS_RESTART
            services_say "NATS: $(nats-server --version | cut -d' ' -f2) on port $nats_port"
            return 0
        fi
        let_end nats TERM
    done
    services_say "nats-server did not start:" && tail -n 10 "$services_dir/nats.log" >&2
    return 1
}

# stop_process PID SIGNAL: asks, waits ten seconds, then insists.
stop_process() {
    kill -s "$2" "$1" 2>/dev/null || return 0
    stop_left=100
    while kill -0 "$1" 2>/dev/null; do
        stop_left=$((stop_left - 1))
        [ "$stop_left" -gt 0 ] || { kill -s KILL "$1" 2>/dev/null; break; }
        sleep 0.1
    done
    wait "$1" 2>/dev/null
    return 0
}

# stop_services [LOG_FOLDER]: stops what was started here and keeps its logs.
stop_services() {
    [ -n "$services_dir" ] || return 0
    # Also one that has not answered yet.
    rm -f "$services_dir"/*.keep
    [ ! -f "$services_dir/nats.pid" ] || let_end nats TERM
    [ ! -f "$services_dir/postgres.pid" ] || let_end postgres INT
    if [ -n "${1:-}" ]; then
        for services_log in "$services_dir"/*.log; do
            [ -f "$services_log" ] && cp "$services_log" "$1/"
        done
    fi
    rm -rf "$services_dir"
    services_dir=
}
