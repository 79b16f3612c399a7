#!/bin/sh
# `pawl app-server` in the place of Codex's: the lab's conversations on stdio and over WebSocket, every message held against
# the protocol's JSON schema. Last line: `N passed, N failed`.
#
# The lab is not part of this repository: PAWL_LAB names it, else it is looked for beside the checkout.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
lab=${PAWL_LAB:-../shared/lab}
if [ ! -f "$lab/appserver_conformance.mjs" ]; then
    echo "app-server: no lab at $lab (PAWL_LAB names another place): the comparison with Codex is left out"
    echo "0 passed, 0 failed"
    exit 0
fi
lab=$(cd -P -- "$lab" && pwd)
if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    echo "FAILED node and npm are needed to run the lab: apt-get install nodejs npm"
    echo "0 passed, 1 failed"
    exit 1
fi

here=$PWD
mkdir -p .check/lab
modules=${LAB_MODULES:-$here/.check/lab/node_modules}
if [ ! -d "$modules/ajv" ]; then
    npm install --silent --no-audit --no-fund --omit=optional --prefix "$here/.check/lab" \
        @openai/codex-sdk@0.163.0 ajv ajv-formats >.check/lab/npm.log 2>&1 || {
        echo "FAILED npm install: see .check/lab/npm.log"
        echo "0 passed, 1 failed"
        exit 1
    }
fi

# Built before any clock runs.
./pawl --version >/dev/null || { echo "0 passed, 1 failed"; exit 1; }
LAB_MODULES=$modules
LAB_OUT=$(mktemp -d "${TMPDIR:-/tmp}/pawl-lab.XXXXXX")
trap 'rm -rf "$LAB_OUT"' EXIT
trap 'exit 130' INT TERM HUP
export LAB_MODULES LAB_OUT

passed=0
failed=0
# converse NAME COMMAND: all conversations with one server.
converse() {
    (cd "$lab" && node appserver_conformance.mjs --bin "$2") >".check/lab/$1.log" 2>&1
    grep '^FAIL' ".check/lab/$1.log"
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed' ".check/lab/$1.log" | tail -n 1)
    passed=$((passed + $(echo "${sum:-0 passed, 1 failed}" | cut -d' ' -f1)))
    failed=$((failed + $(echo "${sum:-0 passed, 1 failed}" | cut -d' ' -f3)))
    echo "$1: ${sum:-did not finish, see .check/lab/$1.log}"
}
converse app-server-stdio "$here/pawl app-server"
converse app-server-websocket "node $here/checks/appserver-bridge.mjs $here/pawl app-server"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
