#!/bin/sh
# Pawl in the place of Codex: the official TypeScript SDK drives it, and every scenario of the lab must give the events,
# the exit code and the valid call/output pairs that the real Codex gave. Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/lab.sh
open_lab codex sdk_conformance.mjs

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
