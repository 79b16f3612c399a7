#!/bin/sh
# Pawl in the place of Codex: the official TypeScript SDK drives it, and every scenario of the lab must print what the real
# Codex printed for it. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
. scripts/lab.sh
open_lab "the comparison with Codex"
tally sdk node lab/sdk.mjs --bin ./pawl
tally scenarios node lab/exec.mjs --bin ./pawl
close_lab
