#!/bin/sh
# Pawl in the place of Codex: the official TypeScript SDK drives it, and every scenario of the lab must give the events,
# the exit code and the valid call/output pairs that the real Codex gave. Last line: `N passed, N failed`.
#
# The lab is not part of this repository: PAWL_LAB names it, else it is looked for beside the checkout.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
lab=${PAWL_LAB:-../shared/lab}
if [ ! -f "$lab/sdk_conformance.mjs" ]; then
    echo "codex: no lab at $lab (PAWL_LAB names another place): the comparison with Codex is left out"
    echo "0 passed, 0 failed"
    exit 0
fi
lab=$(cd -P -- "$lab" && pwd)
if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    echo "FAILED node and npm are needed to run the SDK: apt-get install nodejs npm"
    echo "0 passed, 1 failed"
    exit 1
fi

here=$PWD
mkdir -p .check/lab
modules=$here/.check/lab/node_modules
if [ ! -d "$modules/@openai/codex-sdk" ]; then
    npm install --silent --no-audit --no-fund --omit=optional --prefix "$here/.check/lab" \
        @openai/codex-sdk@0.163.0 ajv ajv-formats >.check/lab/npm.log 2>&1 || {
        echo "FAILED npm install: see .check/lab/npm.log"
        echo "0 passed, 1 failed"
        exit 1
    }
fi

# Built before the clock of any scenario runs.
./pawl --version >/dev/null || { echo "0 passed, 1 failed"; exit 1; }
LAB_MODULES=$modules
# Outside the checkout: a scenario's folder must not be in a git repository.
LAB_OUT=$(mktemp -d "${TMPDIR:-/tmp}/pawl-lab.XXXXXX")
trap 'rm -rf "$LAB_OUT"' EXIT
trap 'exit 130' INT TERM HUP
export LAB_MODULES LAB_OUT

passed=0
failed=0
(cd "$lab" && node sdk_conformance.mjs --bin "$here/pawl") >.check/lab/sdk.log 2>&1
grep '^FAIL' .check/lab/sdk.log
sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed' .check/lab/sdk.log | tail -n 1)
passed=$((passed + $(echo "${sum:-0 passed, 1 failed}" | cut -d' ' -f1)))
failed=$((failed + $(echo "${sum:-0 passed, 1 failed}" | cut -d' ' -f3)))
echo "sdk: ${sum:-did not finish, see .check/lab/sdk.log}"

(cd "$lab" && node run_peer.mjs --bin "$here/pawl" --label pawl) >.check/lab/scenarios.log 2>&1
node checks/codex-compare.mjs "$lab/golden" "$LAB_OUT/golden/pawl/summary.json" >.check/lab/compare.log 2>&1
cat .check/lab/compare.log
sum=$(tail -n 1 .check/lab/compare.log)
case $sum in
    *' same, '*' differ')
        passed=$((passed + ${sum%% *}))
        sum=${sum#*, }
        failed=$((failed + ${sum%% *}))
        ;;
    *) failed=$((failed + 1)) ;;
esac

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
