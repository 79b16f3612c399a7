#!/bin/sh
# docs/how-to/fleet.md, line by line: real PostgreSQL, nats-server, `pawl serve` and `pawl worker`. Last line: `N passed, N failed`.
set -u
cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
root=$PWD
passed=0
failed=0
good() { passed=$((passed + 1)); echo "ok     $1"; }
bad() { failed=$((failed + 1)); printf 'FAILED %s\n%s\n' "$1" "$2" | cut -c1-2000; }
contains() { case $2 in *"$3"*) good "$1" ;; *) bad "$1" "  no \"$3\" in: $2" ;; esac; }
lacks() { case $2 in *"$3"*) bad "$1" "  \"$3\" in: $2" ;; *) good "$1" ;; esac; }
finish() { echo "$passed passed, $failed failed"; [ "$failed" -eq 0 ]; exit; }

. scripts/jdk.sh
. scripts/services.sh
find_jdk || { bad "a JDK" "none"; finish; }
./pawl --version >/dev/null || { bad "./pawl starts" "no"; finish; }
if ! start_postgres || ! start_nats; then bad "PostgreSQL and NATS" "see above"; finish; fi
pg=$(postgres_bin)
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-fleet.XXXXXX")
tidy_up() {
    for file in "$work"/project/*.json; do
        [ -f "$file" ] || continue
        pid=$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' "$file")
        [ -z "$pid" ] || kill "$pid" 2>/dev/null
    done
    stop_services
    rm -rf "$work"
}
trap tidy_up EXIT
trap 'exit 130' INT TERM HUP

# database NAME: makes it anew; STORE names it.
database() {
    url=${PAWL_TEST_PG#jdbc:}
    user=$(echo "$url" | sed -n 's/.*[?&]user=\([^&]*\).*/\1/p')
    password=$(echo "$url" | sed -n 's/.*[?&]password=\([^&]*\).*/\1/p')
    address=$(echo "$url" | sed 's|postgresql://\([^/]*\)/.*|\1|')
    PGPASSWORD=$password "$pg/dropdb" --if-exists --force -h "${address%:*}" -p "${address#*:}" -U "$user" "$1" 2>/dev/null
    PGPASSWORD=$password "$pg/createdb" -h "${address%:*}" -p "${address#*:}" -U "$user" "$1" || return 1
    STORE="postgresql://$user:$password@$address/$1"
}

mkdir -p "$work/bin" "$work/home" "$work/project"
ln -s "$here/pawl" "$work/bin/pawl"
PATH=$work/bin:$PATH
PAWL_HOME=$work/home
export PATH PAWL_HOME
cat >"$PAWL_HOME/config.toml" <<END
model = "scripted"
model_provider = "script"
sandbox_mode = "danger-full-access"
approval_policy = "never"
[model_providers.script]
name = "Script"
wire_api = "scripted"
base_url = "$work/script.jsonl"
[pawl.worker]
shared_roots = ["$work/shared"]
END
mkdir -p "$work/shared/app"
echo '{"items":[{"type":"text","text":"Hello from the fleet."}]}' >"$work/script.jsonl"

# page: the lines of the page's shell blocks.
page() { awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/how-to/fleet.md; }

database pawl_fleet_page || { bad "a database" "createdb failed"; finish; }
BELL=$PAWL_TEST_NATS
export STORE BELL
page >"$work/page.sh"
# Into a file: the servers that the page starts would keep a pipe open.
(cd "$work/project" && timeout 120 bash -e "$work/page.sh" >"$work/page.out" 2>&1 </dev/null)
code=$?
out=$(cat "$work/page.out")
contains "the page's lines run to their end" "$code" 0
contains "a worker runs the turn" "$out" "Hello from the fleet."
before=${out%Hello from the fleet.*}
after=${out##*Hello from the fleet.}
contains "two workers are listed" "$(echo "$before" | grep -c 'team.*0/4.*running')" 2
contains "a worker that ended is not listed" "$(echo "$after" | grep -c 'team.*0/4.*running')" 1
lacks "no password is shown" "$out" "$(echo "$STORE" | sed 's/.*:\([^@]*\)@.*/\1/')"

echo "-- a folder that is gone"
cd "$work/project" || exit 1
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"; }
ask() {
    curl -s -H "Authorization: Bearer $(field token serve.json)" -H 'Content-Type: application/json' -d "$1" \
        "$(field url serve.json)api/rpc"
}
thread=$(ask "{\"id\":1,\"method\":\"thread/start\",\"params\":{\"cwd\":\"$work/shared/app\"}}" | sed 's/.*"thread":{"id":"\([^"]*\)".*/\1/')
mv "$work/shared/app" "$work/away"
ask "{\"id\":2,\"method\":\"turn/start\",\"params\":{\"threadId\":\"$thread\",\"input\":[{\"type\":\"text\",\"text\":\"hello\"}]}}" >/dev/null
# until_status PIECE: waits for it, 20 s at most.
until_status() {
    left=40
    until out=$(pawl status "$thread" --store "$STORE" 2>&1) && case $out in *"$1"*) true ;; *) false ;; esac; do
        left=$((left - 1))
        [ $left -gt 0 ] || break
        sleep 0.5
    done
}
until_status "waits for its folder"
contains "the turn waits for its folder and says so" "$out" "$work/shared/app is not on this machine"
mv "$work/away" "$work/shared/app"
pawl wait "$thread" --timeout 30 --store "$STORE" >/dev/null 2>&1
contains "it goes on when the folder is back" "$(pawl threads show "$thread" --store "$STORE" 2>&1)" "Hello from the fleet."
finish
