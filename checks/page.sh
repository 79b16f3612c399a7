#!/bin/sh
# The chat page: its vendored files, its types (tsc), its pure modules (node --test), and the page in a real Chromium with a real
# `pawl serve`; only the model's server is the lab's. PAGE_PICTURES=DIR keeps a picture of each screen.
# Last line: `N passed, N failed`.
set -u

cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD
. scripts/services.sh
need_chromium || { echo "0 passed, 1 failed"; exit 1; }
. scripts/lab.sh
need_node "the tests of the page"
# TypeScript is a program for each platform, an optional package that is named here.
tsc=@typescript/typescript-$(node -p "process.platform + '-' + process.arch")
packages page axe-core playwright-core@1.65.0 axe-core@4.14.0 typescript@7.0.2 "$tsc@7.0.2" ws@8.18.3 preact@11.2.0 htm@3.1.1 \
    @preact/signals@2.11.4 @preact/signals-core@1.14.5 marked@18.2.0
./pawl --version >/dev/null || give_up "./pawl does not start"
./bench --help >/dev/null || give_up "./bench does not start"

passed=0
failed=0

# count LOG: adds what `node --test` wrote as TAP.
count() {
    passed=$((passed + $(sed -n 's/^# pass //p' "$1")))
    failed=$((failed + $(sed -n 's/^# fail //p' "$1") + $(sed -n 's/^# cancelled //p' "$1")))
    grep -E '^ *not ok|^# (first load|opened)' "$1" | sed 's/^ *not ok [0-9]* - /FAILED /'
}

logs=$here/.check/page
if "$modules/.bin/tsc" -p web-tests/jsconfig.json >"$logs/tsc.log"; then passed=$((passed + 1))
else failed=$((failed + 1)); echo "FAILED types:"; head -n 20 "$logs/tsc.log"; fi

PAGE_MODULES=$modules
export PAGE_MODULES
# run NAME SECONDS FILE…
run() {
    run_name=$1
    run_time=$2
    shift 2
    timeout "$run_time" node --import ./web-tests/resolve.mjs --test --test-concurrency=1 --test-reporter=tap "$@" >"$logs/$run_name.log" 2>&1
    [ $? -ne 124 ] || { failed=$((failed + 1)); echo "FAILED $run_name took more than $run_time seconds"; }
    count "$logs/$run_name.log"
}
run unit 60 web-tests/unit/*.test.mjs
run browser 420 web-tests/e2e/*.test.mjs
[ "$failed" = 0 ] || echo "see $logs/*.log"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
