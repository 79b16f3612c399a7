#!/bin/sh
# What people install: made, installed, used, upgraded and removed as a plain user on a root without any JDK or Maven.
# Last line: `N passed, N failed`.
set -u
cd -P -- "$(dirname -- "$0")/.." || exit 1
root=$(pwd)

passed=0
failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-package.XXXXXX")
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# expect NAME WANTED GOT
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
        echo "ok     $1"
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n  wanted: %s\n  got:    %s\n' "$1" "$2" "$3"
    fi
}

# contains NAME TEXT PIECE
contains() {
    case $2 in *"$3"*) expect "$1" "$3" "$3" ;; *) expect "$1" "…$3…" "$2" ;; esac
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

"$root/pawl" package --output "$work/dist" >"$work/package.log" 2>&1
expect "the packages are made" 0 $?
archive=$(find "$work/dist" -maxdepth 1 -name 'pawl-*-linux-*.tar.gz' 2>/dev/null)
[ -n "$archive" ] || { cat "$work/package.log"; finish; }
(cd "$work/dist" && sha256sum --quiet -c SHA256SUMS) >/dev/null 2>&1
expect "the sums of the packages are right" 0 $?

# A home of its own, no JDK, no Maven, no Node, and not the builder's user where that is root.
mkdir -p "$work/person/project" "$work/empty"
if [ "$(id -u)" = 0 ]; then chown -R 65534:65534 "$work/person"; fi
# clean SCRIPT: runs it as a newcomer.
clean() {
    set -- --unshare-user-try --unshare-pid --unshare-uts --die-with-parent --ro-bind /usr /usr --ro-bind /etc /etc \
        --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --tmpfs /tmp \
        --tmpfs /usr/lib/jvm --ro-bind "$work/dist" /dist --bind "$work/person" /home/person --chdir /home/person \
        --clearenv --setenv HOME /home/person --setenv PATH /usr/bin:/bin --setenv LC_ALL C.UTF-8 -- /bin/sh -euc "$1"
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups bwrap "$@"
    else
        bwrap "$@"
    fi
}

said=$(clean '
    for missing in java javac; do if command -v $missing >/dev/null; then echo "there is a $missing"; fi; done
    tar -xzf /dist/pawl-*-linux-*.tar.gz
    sh pawl-*/install.sh' 2>&1)
expect "it installs without root" 0 $?
contains "the path to add is named" "$said" 'export PATH="/home/person/.local/bin:$PATH"'
case $said in *"there is a"*) expect "the root has no Java" "no java" "$said" ;; *) expect "the root has no Java" "" "" ;; esac

version="pawl $(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml | head -n 1)"
expect "it tells its version" "$version" "$(clean '.local/bin/pawl --version' 2>&1)"
expect "it starts from its start-up cache" "$version" \
    "$(clean 'PAWL_JAVA_OPTS=-XX:AOTMode=on .local/bin/pawl --version' 2>&1)"
said=$(clean '.local/bin/pawl demo' 2>&1)
expect "the demo runs to its end" 0 $?
contains "the demo's agent delivers" "$said" "all passed"

# A turn in a project, with a model that is a file.
cat > "$work/person/script.jsonl" <<'SCRIPT'
{"items":[{"type":"text","text":"Hello from the script."}]}
SCRIPT
said=$(clean 'cd project && ../.local/bin/pawl exec --skip-git-repo-check -c model=\"m\" -c model_provider=\"s\" \
    -c model_providers.s.name=\"s\" -c model_providers.s.wire_api=\"scripted\" \
    -c model_providers.s.base_url=\"/home/person/script.jsonl\" hello' 2>/dev/null)
expect "a turn ends with its answer" "Hello from the script." "$said"
contains "the thread is kept" "$(clean '.local/bin/pawl threads list' 2>&1)" hello

# An upgrade while the old one runs: the old one goes on, and is cleared away once it has ended.
said=$(clean '
    cp -Rp pawl-* newer && cd newer && echo "# newer" >> CHANGELOG.md
    find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum > ../sums && mv ../sums SHA256SUMS && cd ..
    mkfifo in
    .local/bin/pawl app-server < in > out 2>&1 &
    server=$!
    exec 3> in
    printf "%s\n" "{\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}" >&3
    for try in 1 2 3 4 5 6 7 8 9 10; do [ -s out ] && break; sleep 0.5; done
    sh newer/install.sh >/dev/null
    echo "while it runs: $(ls .local/lib/pawl | grep -vc current)"
    printf "%s\n" "{\"method\":\"initialized\"}" "{\"id\":2,\"method\":\"thread/list\",\"params\":{}}" >&3
    for try in 1 2 3 4 5 6 7 8 9 10; do grep -q "\"id\":2" out && break; sleep 0.5; done
    grep -q "\"id\":2" out && echo "the old one answers"
    exec 3>&-
    wait $server || :
    sh newer/install.sh >/dev/null
    echo "afterwards: $(ls .local/lib/pawl | grep -vc current)"' 2>&1)
contains "an upgrade keeps the one that runs" "$said" "while it runs: 2"
contains "the one that runs goes on" "$said" "the old one answers"
contains "the old one is cleared away afterwards" "$said" "afterwards: 1"

# The first day of a new user, with the lab's model. What was typed and said is compared: PAWL_SNAPSHOTS=write renews it.
node lab/model/server.mjs >"$work/model.log" 2>&1 &
model=$!
trap 'kill "$model" 2>/dev/null; rm -rf "$work"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/model.log" ] && break; sleep 0.3; done
port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$work/model.log")
cp checks/firstday.steps "$work/dist/"
rm -rf "$work/person/.pawl.before" && mv "$work/person/.pawl" "$work/person/.pawl.before" 2>/dev/null
clean "export PATH=/home/person/.local/bin:\$PATH MODEL=http://127.0.0.1:$port; sh /dist/firstday.steps" 2>&1 |
    sed -e "s/127\.0\.0\.1:$port/MODEL/g" -e 's/[0-9a-f]\{8\}-[0-9a-f]\{4\}-[0-9a-f-]\{18,23\}/THREAD/g' \
        -e 's/\b01[0-9a-f]\{6\}-[0-9a-f]\{4\}\b/THREAD/g' -e 's/call_[a-z0-9]*_\([0-9]\)/call_\1/g' \
        -e 's/in [0-9]* ms/in N ms/; s/([0-9]* ms)/(N ms)/' -e 's/just now\|[0-9][0-9]* *m[a-z]* ago/AGO/' \
        >"$work/firstday.txt"
rm -rf "$work/person/.pawl.before"
[ "${PAWL_SNAPSHOTS:-}" != write ] || cp "$work/firstday.txt" checks/firstday.txt
expect "the first day goes as it should" "" "$(diff checks/firstday.txt "$work/firstday.txt" 2>&1)"

said=$(clean 'sh newer/install.sh --uninstall; ls -A .local/bin .local/lib; ls .pawl/pawl.db' 2>&1)
contains "removing it says what was kept" "$said" "were kept"
contains "removing it keeps the threads" "$said" ".pawl/pawl.db"
case $said in *current*) expect "nothing of it is left" "" "$said" ;; *) expect "nothing of it is left" "" "" ;; esac
said=$(clean 'echo x >> newer/app/pawl.jar; sh newer/install.sh' 2>&1)
contains "a damaged archive is refused" "$said" "the archive is damaged"

deb=$(find "$work/dist" -maxdepth 1 -name '*.deb')
if [ -n "$deb" ]; then
    mkdir "$work/deb" && dpkg-deb -x "$deb" "$work/deb"
    expect "the Debian package runs" "$version" "$("$work/deb/usr/bin/pawl" --version 2>&1)"
    contains "the Debian package has a manual page" "$(gzip -dc "$work/deb/usr/share/man/man1/pawl.1.gz")" ".SH NAME"
fi

if [ -d "$work/dist/npm" ]; then
    mkdir "$work/npm"
    (cd "$work/npm" && npm install --silent --no-audit --no-fund --offline "$work"/dist/npm/*.tgz) >"$work/npm.log" 2>&1
    expect "the npm packages install" 0 $?
    expect "the npm package runs" "$version" "$("$work/npm/node_modules/.bin/pawl" --version 2>&1)"
    expect "the npm package starts from its start-up cache" "$version" \
        "$(PAWL_JAVA_OPTS=-XX:AOTMode=on "$work/npm/node_modules/.bin/pawl" --version 2>&1)"
fi

# The same sources give the same bytes, but for what was trained.
if [ "${PAWL_CHECK:-full}" = all ]; then
    "$root/pawl" package --no-deb --no-npm --output "$work/again" >"$work/again.log" 2>&1
    mkdir "$work/one" "$work/two"
    tar -xzf "$archive" -C "$work/one"
    tar -xzf "$work"/again/*.tar.gz -C "$work/two"
    expect "a second package has the same bytes" "$(cat "$work"/one/*/SHA256SUMS | grep -v 'pawl.aot$')" \
        "$(cat "$work"/two/*/SHA256SUMS | grep -v 'pawl.aot$')"
fi
finish
