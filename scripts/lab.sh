# shellcheck shell=sh
# What the checks with programs of others need: node, packages from npm, and the lab. Sourced by checks/*.sh from the root of
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

# open_lab CHECK FILE: finds the lab, its packages and a folder for what it writes. The lab is not part of this repository:
# PAWL_LAB names it, else it is looked for beside the checkout; without it the check is left out. Sets `lab`, and LAB_MODULES
# and LAB_OUT for it. Builds Pawl before any clock runs.
open_lab() {
    lab=${PAWL_LAB:-../shared/lab}
    if [ ! -f "$lab/$2" ]; then
        echo "$1: no lab at $lab (PAWL_LAB names another place): the comparison with Codex is left out"
        echo "0 passed, 0 failed"
        exit 0
    fi
    lab=$(cd -P -- "$lab" && pwd)
    need_node "the lab"
    mkdir -p .check/lab
    if [ -n "${LAB_MODULES:-}" ]; then modules=$LAB_MODULES
    else packages lab @openai/codex-sdk @openai/codex-sdk@0.163.0 ajv ajv-formats; fi
    ./pawl --version >/dev/null || give_up "./pawl does not start"
    LAB_MODULES=$modules
    # Outside the checkout: a scenario's folder must not be in a git repository.
    LAB_OUT=$(mktemp -d "${TMPDIR:-/tmp}/pawl-lab.XXXXXX")
    trap 'rm -rf "$LAB_OUT"' EXIT
    trap 'exit 130' INT TERM HUP
    export LAB_MODULES LAB_OUT
}
