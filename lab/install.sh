#!/bin/sh
# Installs what the lab runs beside Pawl, from npm, into .check/lab/packages (LAB_PACKAGES names another folder).
#   sh lab/install.sh            the official TypeScript SDK and a JSON schema validator
#   sh lab/install.sh codex      the real Codex too
set -u
cd -P -- "$(dirname -- "$0")/.." || exit 1
folder=${LAB_PACKAGES:-$PWD/.check/lab/packages}
mkdir -p "$folder" || exit 1
[ -f "$folder/package.json" ] || echo '{"private":true}' > "$folder/package.json"

# need MARK OPTION… NAME…: installs the packages unless the mark is there.
need() {
    mark=$folder/node_modules/.pawl-$1
    shift
    [ -e "$mark" ] && return 0
    command -v npm >/dev/null 2>&1 || { echo "lab: npm is needed: apt-get install nodejs npm" >&2; return 1; }
    if ! timeout 300 npm install --silent --no-audit --no-fund --prefix "$folder" "$@" >"$folder/npm.log" 2>&1; then
        echo "lab: npm could not install $*: see $folder/npm.log" >&2
        return 1
    fi
    touch "$mark"
}

if [ "${1:-}" = codex ]; then
    need codex-0.166.0 @openai/codex@0.166.0 @openai/codex-sdk@0.163.0 ajv@8 ajv-formats@3 || exit 1
else
    [ -e "$folder/node_modules/.pawl-codex-0.166.0" ] || need sdk --omit=optional @openai/codex-sdk@0.163.0 ajv@8 ajv-formats@3 || exit 1
fi
