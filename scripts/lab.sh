# shellcheck shell=sh
# What the checks with programs of others need: node, packages from npm, and the lab (lab/README.md). Sourced by checks/*.sh from the root of
# the checkout.
# shellcheck disable=SC2034

# give_up WHY: the check cannot be run at all.
give_up() {
    echo "FAILED $1"
    echo "0 passed, 1 failed"
    exit 1
}

need_node() {
    if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
        give_up "node and npm are needed to run $1: apt-get install nodejs npm"
    fi
}

# packages FOLDER LOOK NAME...: these are installed in .check/FOLDER unless LOOK is there already. Sets `modules`.
packages() {
    packages_folder=$PWD/.check/$1
    modules=$packages_folder/node_modules
    packages_look=$2
    shift 2
    [ -d "$modules/$packages_look" ] && return
    mkdir -p "$packages_folder"
    npm install --silent --no-audit --no-fund --omit=optional --prefix "$packages_folder" "$@" \
        >"$packages_folder/npm.log" 2>&1 || give_up "npm install: see $packages_folder/npm.log"
}

# open_lab WHAT [codex]: installs the lab's packages from npm, with the real Codex if it is needed, and builds Pawl before any
# clock runs. What npm cannot give is a failure, never left out.
open_lab() {
    need_node "$1"
    mkdir -p .check/lab
    sh lab/install.sh ${2:+"$2"} || give_up "$1 needs packages from npm: see above"
    ./pawl --version >/dev/null || give_up "./pawl does not start"
    lab_passed=0
    lab_failed=0
}

# tally NAME COMMAND...: one program of the lab; its last line is `N passed, N failed`.
tally() {
    tally_log=.check/lab/$1.log
    tally_name=$1
    shift
    "$@" >"$tally_log" 2>&1
    grep '^FAILED' "$tally_log"
    tally_sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$tally_log" | tail -n 1)
    echo "$tally_name: ${tally_sum:-did not finish, see $tally_log}"
    tally_sum=${tally_sum:-0 passed, 1 failed}
    lab_passed=$((lab_passed + $(echo "$tally_sum" | cut -d' ' -f1)))
    lab_failed=$((lab_failed + $(echo "$tally_sum" | cut -d' ' -f3)))
}

close_lab() {
    echo "$lab_passed passed, $lab_failed failed"
    [ "$lab_failed" -eq 0 ]
}
