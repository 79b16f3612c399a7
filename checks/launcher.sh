#!/bin/sh
# Tests of ./pawl itself: where it is called from, what it prints, what it does when something is missing.
set -u
cd -P -- "$(dirname -- "$0")/.." || exit 1
root=$(pwd)
version="pawl $(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml | head -n 1)"

passed=0
failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-launcher.XXXXXX")
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

# copy_checkout FOLDER: what a fresh clone of the present state would have.
copy_checkout() {
    mkdir -p "$1"
    tar -cf - --exclude=./.git --exclude=./.pawl-build --exclude=./.check --exclude=target --exclude=node_modules . |
        tar -xf - -C "$1"
}

# wait_for FILE SECONDS
wait_for() {
    left=$2
    while [ ! -f "$1" ] && [ "$left" -gt 0 ]; do
        sleep 1
        left=$((left - 1))
    done
    [ -f "$1" ]
}

# --- a fresh clone in a folder with spaces, two at once
fresh="$work/a fresh clone"
copy_checkout "$fresh"
"$fresh/pawl" --version >"$work/one.out" 2>"$work/one.err" &
first=$!
"$fresh/pawl" --version >"$work/two.out" 2>"$work/two.err" &
second=$!
wait $first
expect "two at once on a fresh clone: the first ends well" 0 $?
wait $second
expect "two at once on a fresh clone: the second ends well" 0 $?
expect "stdout of the building one is the version alone" "$version" "$(cat "$work/one.out")"
expect "stdout of the waiting one is the version alone" "$version" "$(cat "$work/two.out")"
contains "one of them says that it waits" "$(cat "$work/one.err" "$work/two.err")" "waiting"
expect "only one of them builds" 1 "$(cat "$work/one.err" "$work/two.err" | grep -c 'building (a')"

# --- the start-up cache is trained in the background, in a path with spaces
build="$fresh/.pawl-build/$(cat "$fresh/.pawl-build/current")"
. scripts/jdk.sh
find_jdk
cache="$build/$(sha256sum <"$JDK/release" | cut -d' ' -f1).aot"
wait_for "$cache" 60
expect "the start-up cache is trained by itself" 0 $?
expect "with the cache, stdout is the version alone" "$version" "$("$fresh/pawl" --version 2>"$work/err")"
expect "with the cache, stderr is empty" "" "$(cat "$work/err")"
echo "not a cache" >"$cache"
expect "with a broken cache, stdout is the version alone" "$version" "$("$fresh/pawl" --version 2>/dev/null)"
rm "$cache"
expect "the cache can be switched off" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>&1)"

# --- from anywhere, by any name
expect "from another folder" "$version" "$(cd / && "$fresh/pawl" --version 2>&1)"
ln -s "$fresh/pawl" "$work/absolute"
ln -s "a fresh clone/pawl" "$work/relative"
ln -s relative "$work/twice"
expect "through a symlink" "$version" "$(PAWL_AOT=off "$work/absolute" --version 2>&1)"
expect "through a relative symlink to a symlink" "$version" "$(cd / && PAWL_AOT=off "$work/twice" --version 2>&1)"
expect "by PATH" "$version" "$(PATH="$fresh:$PATH" PAWL_AOT=off pawl --version 2>&1)"
expect "with stdin closed" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>&1 <&-)"
said=$(PAWL_AOT=off "$fresh/pawl" --version 2>&1 >&-)
expect "with stdout closed it ends well" "0 " "$? $said"
said=$(PAWL_AOT=off "$fresh/pawl" no-such-command 2>&-)
expect "with stderr closed stdout stays clean" "2 " "$? $said"

# --- without a locale, words keep their letters
said=$(env -u LC_ALL -u LC_CTYPE -u LANG PAWL_LANG=en PAWL_AOT=off "$fresh/pawl" help 你好 2>&1)
contains "without a locale, words keep their letters" "$said" "你好"
said=$(env -u LC_ALL -u LC_CTYPE LANG=xx_XX.UTF-8 PAWL_LANG=en PAWL_AOT=off "$fresh/pawl" help 你好 2>&1)
contains "with a locale that is not installed, too" "$said" "你好"
said=$(env -u LC_CTYPE -u LANG -u PAWL_LANG LC_ALL=zh_CN.UTF-8 PAWL_AOT=off "$fresh/pawl" help 你好 2>&1)
contains "the language stays" "$said" "没有"
contains "and so do the letters" "$said" "你好"

# --- CDPATH sends nobody elsewhere, and nothing of it is printed
mkdir -p "$work/decoy/$(basename "$fresh")"
expect "with CDPATH" "$version" \
    "$(cd "$(dirname "$fresh")" && CDPATH="$work/decoy:." PAWL_AOT=off "$(basename "$fresh")/pawl" --version 2>&1)"

# --- a check by a link
ln -s "$fresh/check" "$work/check by link"
contains "./check through a link" "$("$work/check by link" --no-such-option 2>&1)" "usage: ./check"
contains "./bench through a link" "$(ln -s "$fresh/bench" "$work/bench by link" && PAWL_JAVA_HOME=/nonexistent "$work/bench by link" 2>&1)" \
    "PAWL_JAVA_HOME is /nonexistent"

# --- exit codes and options of the JVM pass through
PAWL_AOT=off "$fresh/pawl" no-such-command >/dev/null 2>&1
expect "the exit code is the program's" 2 $?
contains "PAWL_JAVA_OPTS reaches the JVM" \
    "$(PAWL_JAVA_OPTS='-XX:+PrintFlagsFinal -Xlog:all=error:stderr' PAWL_AOT=off "$fresh/pawl" --version 2>&1 | grep UseSerialGC)" true

if [ -c /dev/full ]; then
    said=$(PAWL_AOT=off "$fresh/pawl" --version 2>&1 >/dev/full)
    expect "a full disk under stdout is a failure" 1 $?
    contains "… and is told" "$said" "not all could be written to stdout"
fi
said=$(PAWL_AOT=off "$fresh/pawl" help 2>&1 >/dev/null | cat; PAWL_AOT=off "$fresh/pawl" help 2>"$work/err" | :; cat "$work/err")
expect "a reader that leaves is none" "" "$said"
said=$(PAWL_HOME="$work/none" PAWL_AOT=off "$fresh/pawl" --store postgresql://localhost:99999/x threads list 2>&1)
expect "a store's URL that cannot be is one for the exit code 5" 5 $?
expect "… and what the driver would log is not the user's" 0 "$(printf '%s\n' "$said" | grep -c -e WARNING -e org.postgresql)"

# --- a changed source is built again, a broken one says where and why, and the old build stays
source=$fresh/app/src/main/java/dev/pawl/main/Main.java
cp -p "$source" "$work/Main.java"
echo 'broken' >>"$source"
touch -t 200101010000 "$source" # as a copy from elsewhere may be dated
said=$("$fresh/pawl" --version 2>&1 >"$work/out")
expect "a broken source ends with 1" 1 $?
contains "a failed build names its log" "$said" ".pawl-build/build.log"
contains "a failed build shows the error" "$said" "Main.java"
expect "a failed build leaves stdout empty" "" "$(cat "$work/out")"
cp -p "$work/Main.java" "$source"
before=$(cat "$fresh/.pawl-build/current")
expect "the repaired source runs again" "$version" "$("$fresh/pawl" --version 2>/dev/null)"
expect "the same sources give the same build" "$before" "$(cat "$fresh/.pawl-build/current")"
find "$fresh/core/src/main" -exec chmod go-w {} + # as after a copy of the whole: another time, the same content
expect "sources that were only copied are not built again" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>&1)"

# --- a build that cannot be put in its place is not called built, and is made again
mv "$fresh/.pawl-build/$before" "$work/away"
touch "$fresh/.pawl-build/$before"
said=$(PAWL_AOT=off "$fresh/pawl" --version 2>&1 >"$work/out")
expect "a build without room for it ends with 1" 1 $?
contains "… and says why" "$said" "$before"
expect "… and not that it was built" 0 "$(printf '%s\n' "$said" | grep -c 'pawl: built')"
expect "… and leaves stdout empty" "" "$(cat "$work/out")"
rm "$fresh/.pawl-build/$before"
expect "with room it is made again" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>/dev/null)"
: >"$fresh/.pawl-build/current"
expect "half of a build is made again" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>/dev/null)"

# --- a signal ends the build at once, and Maven with it
# Another version's jar comes to lie beside the last one's.
for pom in "$fresh"/pom.xml "$fresh"/*/pom.xml; do
    sed '1,10s|<version>[0-9.]*</version>|<version>99.0</version>|' "$pom" >"$work/pom" && cat "$work/pom" >"$pom"
done
PAWL_AOT=off "$fresh/pawl" --version >"$work/out" 2>"$work/err" &
building=$!
until grep -q building "$work/err" || ! kill -0 $building 2>/dev/null; do sleep 0.1; done
kill -TERM $building
wait $building
expect "a stopped build ends with the signal's code" 143 $?
contains "a stopped build says what comes next" "$(cat "$work/err")" "the next start builds again"
# shellcheck disable=SC2009 # the words are looked for, not a name
expect "a stopped build leaves no Maven behind" "" "$(ps -eo args | grep -F "$fresh/.pawl-build/src" | grep -v grep)"
expect "the next start builds again, another version" "$version" "$(PAWL_AOT=off "$fresh/pawl" --version 2>/dev/null)"

# --- what is missing is named
said=$(PAWL_JAVA_HOME=/nonexistent "$fresh/pawl" --version 2>&1)
expect "a wrong PAWL_JAVA_HOME ends with 1" 1 $?
contains "a wrong PAWL_JAVA_HOME is named" "$said" "PAWL_JAVA_HOME is /nonexistent"
mkdir "$work/old-jdk" "$work/old-jdk/bin"
ln -s /bin/true "$work/old-jdk/bin/java"
ln -s /bin/true "$work/old-jdk/bin/javac"
echo 'JAVA_VERSION="21.0.2"' >"$work/old-jdk/release"
said=$(PAWL_JAVA_HOME="$work/old-jdk" "$fresh/pawl" --version 2>&1)
contains "an old JDK is refused" "$said" "not a JDK 25 or newer"
sed "s/^PAWL_MIN_JDK=25/PAWL_MIN_JDK=999/" scripts/jdk.sh >"$fresh/scripts/jdk.sh"
said=$(unset PAWL_JAVA_HOME; "$fresh/pawl" --version 2>&1 >"$work/out")
expect "no JDK at all ends with 1" 1 $?
contains "no JDK at all says what to install" "$said" "install one"
expect "no JDK at all leaves stdout empty" "" "$(cat "$work/out")"
cp scripts/jdk.sh "$fresh/scripts/jdk.sh"

# --- a plain user on a clone of root
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" HOME="$work/home" "$@"; }
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null 2>&1; then
    mkdir -p "$work/home/.m2"
    # The local Maven repository is lent by hard links, so that the test needs no network.
    if [ -d "${HOME:-/root}/.m2/repository" ]; then
        cp -al "${HOME:-/root}/.m2/repository" "$work/home/.m2/repository" 2>/dev/null ||
            cp -a "${HOME:-/root}/.m2/repository" "$work/home/.m2/repository"
    fi
    find "$work/home" -type d -exec chown 65534:65534 {} +
    expect "a plain user runs the build of root's clone" "$version" "$(as_nobody "$fresh/pawl" --version 2>"$work/err")"
    expect "… and builds nothing for it" "" "$(cat "$work/err")"
    find "$fresh/core/src/main" -exec chmod o-w {} +
    expect "… also where it was only copied" "$version" "$(as_nobody "$fresh/pawl" --version 2>&1)"
    expect "… also with no place for a start-up cache" "$version" \
        "$(rm -f "$fresh"/.pawl-build/*/*.aot && setpriv --reuid=65534 --regid=65534 --clear-groups \
            env -i PATH="$PATH" HOME=/proc "$fresh/pawl" --version 2>&1)"
    rm -rf "$fresh/.pawl-build"
    expect "a plain user builds in a folder of their own" "$version" "$(as_nobody "$fresh/pawl" --version 2>"$work/err")"
    expect "… and leaves root's clone alone" no "$([ -e "$fresh/.pawl-build" ] && echo yes || echo no)"
    expect "… once" "" "$(as_nobody "$fresh/pawl" --version 2>&1 >/dev/null)"
    # As after one `sudo ./pawl`: the clone is theirs, the build in it is root's, and the sources have changed.
    chown -R 65534:65534 "$fresh"
    mkdir "$fresh/.pawl-build"
    expect "a plain user whose clone was built by root builds elsewhere" "$version" "$(as_nobody "$fresh/pawl" --version 2>"$work/err")"
    rmdir "$fresh/.pawl-build"
    chown -R 0:0 "$fresh"
    said=$(setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" HOME=/proc "$fresh/pawl" --version 2>&1)
    contains "no writable folder at all is explained" "$said" "XDG_CACHE_HOME"
    # A training may still be at work in the folders that go away now.
    for left in 1 2 3 4 5 6 7 8 9 10; do
        [ -n "$(find "$work" -name '*.training' 2>/dev/null)" ] || break
        sleep 1
    done
fi

cd "$root" || exit 1
echo "$passed passed, $failed failed"
