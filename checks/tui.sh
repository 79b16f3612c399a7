#!/bin/sh
# Codex's own terminal UI on `pawl app-server`: `codex --remote` in a tmux of its own, typed at as a person would. Left out where the
# binary or tmux cannot be had. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh

# leave_out WHY: this machine cannot run the TUI, which says nothing about Pawl.
leave_out() {
    echo "tui: $1: Codex's terminal UI is left out"
    echo "0 passed, 0 failed"
    exit 0
}

command -v tmux >/dev/null 2>&1 || leave_out "no tmux"
need_node "Codex's terminal UI"
folder=$here/.check/tui
codex=$folder/node_modules/.bin/codex
if ! "$codex" --version 2>/dev/null | grep -q 0.166.0; then
    mkdir -p "$folder"
    timeout 120 npm install --silent --no-audit --no-fund --prefix "$folder" @openai/codex@0.166.0 >"$folder/npm.log" 2>&1 \
        || leave_out "npm install: see $folder/npm.log"
    "$codex" --version >/dev/null 2>&1 || leave_out "the binary does not start"
fi
./pawl --version >/dev/null || give_up "./pawl does not start"
timeout 90 node checks/tui.mjs "$codex" "$here/pawl" || [ $? -ne 124 ] || give_up "the conversation took more than 90 seconds"
