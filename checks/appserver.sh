#!/bin/sh
# `pawl app-server` in the place of Codex's: the lab's conversations on stdio and over WebSocket, every message held against
# the protocol's JSON schema. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh
open_lab app-server appserver_conformance.mjs

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
# The lab takes a command apart at its spaces; the checkout's folder may have some.
short=$(mktemp -d) || exit 1
trap 'rm -rf "$short"' EXIT
ln -s "$here" "$short/pawl"
converse app-server-stdio "$short/pawl/pawl app-server"
converse app-server-websocket "node $short/pawl/checks/appserver-bridge.mjs $short/pawl/pawl app-server"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
