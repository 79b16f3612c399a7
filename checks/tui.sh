#!/bin/sh
# Codex's own terminal UI on `pawl app-server`: `codex --remote` in a tmux of its own, typed at as a person
# would. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh

command -v tmux >/dev/null 2>&1 || give_up "tmux is needed to run Codex's terminal UI: apt-get install tmux"
open_lab "Codex's terminal UI" codex
codex=$here/.check/lab/packages/node_modules/.bin/codex
timeout 240 node checks/tui.mjs "$codex" "$here/pawl" || [ $? -ne 124 ] || give_up "the conversation took more than 240 seconds"
