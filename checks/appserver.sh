#!/bin/sh
# `pawl app-server` in the place of Codex's: the lab's conversations on stdio and over WebSocket, every message held against
# the JSON schema that the real Codex generates. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
. scripts/lab.sh
open_lab "the conversations with the app-server" codex
tally app-server-stdio node lab/appserver.mjs -- ./pawl app-server
tally app-server-websocket node lab/appserver.mjs -- "$(command -v node)" "$PWD/checks/appserver-bridge.mjs" "$PWD/pawl" app-server
close_lab
