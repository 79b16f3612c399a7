# shellcheck shell=sh
# Builds Pawl into $state/<build-id>/ from a snapshot of the sources. Sourced by pawl, campaign and bench, and only when a build is needed.
# Needs: root (the checkout), module, state (a writable folder), JDK, build_is_fresh.
# shellcheck disable=SC2154
#
# Maven never works in the checkout itself: it may be read-only, and a developer's own build may run there.

say() { printf 'pawl: %s\n' "$*" >&2; }

# build_lock: one build at a time for each state folder. The kernel frees a flock when its holder dies; where there is
# no flock(1), a symlink names the holder's pid, and a lock whose holder is gone is broken.
build_lock() {
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$state/lock"
        flock -n 9 && return 0
        say "another pawl is building; waiting for it"
        flock 9
        return
    fi
    lock_said=
    until ln -s "$$" "$state/lock.pid" 2>/dev/null; do
        lock_pid=$(readlink "$state/lock.pid") || continue
        if kill -0 "$lock_pid" 2>/dev/null || ps -p "$lock_pid" >/dev/null 2>&1; then
            [ -n "$lock_said" ] || say "another pawl (pid $lock_pid) is building; waiting for it"
            lock_said=yes
            sleep 1
        elif mv "$state/lock.pid" "$state/lock.dead.$$" 2>/dev/null; then
            # Somebody may have broken it and taken it between our look and our move: give theirs back.
            [ "$(readlink "$state/lock.dead.$$")" = "$lock_pid" ] || mv "$state/lock.dead.$$" "$state/lock.pid"
            rm -f "$state/lock.dead.$$"
        fi
    done
}

build_unlock() {
    if command -v flock >/dev/null 2>&1; then exec 9>&-; else rm -f "$state/lock.pid"; fi
}

sha256() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# build_snapshot: the sources as they are now, with their times, so that Maven compiles only what changed.
build_snapshot() {
    mkdir -p "$state/src"
    cp -p "$root/pom.xml" "$state/src/pom.xml"
    rm -rf "$state/src/.mvn"
    cp -Rp "$root/.mvn" "$state/src/.mvn"
    rm -rf "$state/src/$module/target/lib" # Maven adds to it, and takes nothing away
    for copy_pom in "$root"/*/pom.xml; do
        copy_from=${copy_pom%/pom.xml}
        copy_to=$state/src/${copy_from##*/}
        mkdir -p "$copy_to/src"
        rm -rf "$copy_to/src/main"
        cp -p "$copy_pom" "$copy_to/pom.xml"
        if [ -d "$copy_from/src/main" ]; then cp -Rp "$copy_from/src/main" "$copy_to/src/main"; fi
    done
}

build_maven() {
    cd "$state/src" || return 1
    point_maven_home
    JAVA_HOME=$JDK mvn -B -q -Dstyle.color=never -Dquick -DskipTests -pl "$module" -am "$@" package </dev/null >>"$state/build.log" 2>&1 9>&-
}

# build_native DIR: unpacks the SQLite library once; the driver would do it again at each start (70 ms).
build_native() {
    native_os=$(uname -s)
    native_arch=$(uname -m)
    native_lib=libsqlitejdbc.so
    case $native_os in
        Darwin) native_os=Mac native_lib=libsqlitejdbc.dylib ;;
        Linux) grep -q '^LIBC="musl"' "$JDK/release" && native_os=Linux-Musl ;;
    esac
    case $native_arch in
        amd64) native_arch=x86_64 ;;
        arm64) native_arch=aarch64 ;;
    esac
    native_entry=org/sqlite/native/$native_os/$native_arch/$native_lib
    for native_jar in "$1"/lib/sqlite-jdbc-*.jar; do
        [ -f "$native_jar" ] || continue
        mkdir -p "$1/native"
        (cd "$1/native" && "$JDK/bin/jar" xf "$native_jar" "$native_entry" >/dev/null 2>&1)
        if [ -f "$1/native/$native_entry" ]; then
            mv "$1/native/$native_entry" "$1/native/$native_lib"
            rm -rf "$1/native/org"
        else
            rm -rf "$1/native"
        fi
    done
}

# build_publish: copies Maven's products into a folder named after their content, then points `current` at it.
build_publish() {
    fresh=$state/new.$$
    rm -rf "$fresh"
    mkdir -p "$fresh"
    cp "$state/src/$module/target/pawl-$module"-*.jar "$fresh/pawl.jar"
    cp -R "$state/src/$module/target/lib" "$fresh/lib"
    build_native "$fresh"
    # Faster starts; without it everything works as well.
    "$JDK/bin/java" "$root/scripts/SwiftJars.java" "$fresh" >>"$state/build.log" 2>&1 9>&- || :
    build_id=$(cd "$fresh" && sha256 pawl.jar lib/*.jar | sha256 | cut -c 1-64)
    # A folder of the same name has the same content, and may be in use: it stays.
    if [ -d "$state/$build_id" ]; then rm -rf "$fresh"; else mv "$fresh" "$state/$build_id"; fi
    echo "$build_id" > "$state/current.$$"
    mv -f "$state/current.$$" "$state/current"
    mv -f "$state/stamp.$$" "$state/stamp"
    # Old builds may still be running: jars are opened lazily. A week is long enough for all but forgotten ones.
    find "$state" -mindepth 1 -maxdepth 1 -type d -name '????????????????????????????????????????????????????????????????' \
        ! -name "$build_id" -mtime +7 -exec rm -rf {} + 2>/dev/null || :
}

build_failed() {
    say "the build failed; the last lines of $state/build.log:"
    tail -n 25 "$state/build.log" >&2
    say "the whole log: $state/build.log"
}

# build: makes $state/current match the sources. Returns 1, with an explanation, when it cannot.
build() {
    build_lock
    if build_is_fresh "$state"; then
        build_unlock
        return 0
    fi
    if ! command -v mvn >/dev/null 2>&1; then
        say "Maven (mvn) is needed to build Pawl and is not on PATH."
        say "  install it: apt-get install maven, sdk install maven, brew install maven"
        return 1
    fi
    if [ -f "$state/current" ]; then say "sources changed, building"; else say "first use, building (a minute or so)"; fi
    rm -f "$state"/stamp.* "$state"/current.*
    rm -rf "$state"/new.*
    : > "$state/stamp.$$"
    : > "$state/build.log"
    build_snapshot || return 1
    if ! (build_maven -o); then
        # Offline fails on a new machine for want of plugins, and on any machine for a compile error: only the
        # first is worth the network.
        if grep -q 'COMPILATION ERROR' "$state/build.log"; then
            build_failed
            return 1
        fi
        say "not everything is in the local repository, downloading"
        if ! (build_maven); then
            build_failed
            return 1
        fi
    fi
    build_publish || return 1
    build_unlock
    say "built"
}
