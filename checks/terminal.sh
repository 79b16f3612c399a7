#!/bin/sh
# The interactive terminal: real keys in a tmux of its own, against the lab's model; the same bytes through VS Code's
# emulator. PAWL_SNAPSHOTS=write writes the pictures in checks/terminal anew, =only does nothing else. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh

command -v tmux >/dev/null 2>&1 || give_up "tmux is needed to type at the terminal: apt-get install tmux"
need_node "the interactive terminal"
folder=$here/.check/terminal
if ! [ -d "$folder/node_modules/@xterm/headless" ]; then
    mkdir -p "$folder"
    timeout 120 npm install --silent --no-audit --no-fund --prefix "$folder" @xterm/headless@6.0.0 >"$folder/npm.log" 2>&1 \
        || give_up "npm install: see $folder/npm.log"
fi
./pawl --version >/dev/null || give_up "./pawl does not start"
timeout 540 node checks/terminal.mjs "$here/pawl" "$folder" || [ $? -ne 124 ] || give_up "it took more than nine minutes"
