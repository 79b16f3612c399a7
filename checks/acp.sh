#!/bin/sh
# ACP editors in small: the bridge that lets them use Codex (@agentclientprotocol/codex-acp) drives `pawl app-server`, and the ACP
# SDK's own client talks to it. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh
need_node "the ACP bridge"
packages acp @agentclientprotocol/codex-acp @agentclientprotocol/codex-acp@2.6.0 @agentclientprotocol/sdk@2.4.0
./pawl --version >/dev/null || give_up "./pawl does not start"
timeout 90 node checks/acp.mjs "$modules" "$here/pawl" || [ $? -ne 124 ] || give_up "the conversation took more than 90 seconds"
