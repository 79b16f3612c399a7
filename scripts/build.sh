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

# build_snapshot: the sources as they are now. Maven would compile by their times what is newer than its class, and a
# file that was saved during the last build is not: what differs from the last snapshot is compiled anew, with all
# that stands on it.
build_snapshot() {
    build_differs=
    cmp -s "$root/pom.xml" "$state/src/pom.xml" || build_differs=yes
    mkdir -p "$state/src" && cp -p "$root/pom.xml" "$state/src/pom.xml" || return 1
    mkdir -p "$state/src/scripts" && cp -p "$root/scripts/SwiftJars.java" "$state/src/scripts/" || return 1
    rm -rf "$state/src/.mvn"
    cp -Rp "$root/.mvn" "$state/src/.mvn" || return 1
    # Maven adds to what is there, and takes nothing away: not even the jar of another version.
    rm -rf "$state/src/$module/target/lib" "$state/src/$module/target/pawl-$module"-*.jar
    for copy_name in core testkit runtime app benchmarks; do # each stands on those before it
        copy_from=$root/$copy_name
        copy_to=$state/src/$copy_name
        if ! diff -r "$copy_from/src/main" "$copy_to/src/main" >/dev/null 2>&1 ||
            ! cmp -s "$copy_from/pom.xml" "$copy_to/pom.xml"; then build_differs=yes; fi
        [ -z "$build_differs" ] || rm -rf "$copy_to/target/classes" "$copy_to/target/maven-status"
        mkdir -p "$copy_to/src" && cp -p "$copy_from/pom.xml" "$copy_to/pom.xml" || return 1
        rm -rf "$copy_to/src/main"
        [ ! -d "$copy_from/src/main" ] || cp -Rp "$copy_from/src/main" "$copy_to/src/main" || return 1
    done
}

# build_proxy: sets proxy to settings that lead Maven through HTTPS_PROXY, which it does not read itself; to nothing where
# none is needed, or the user's own settings.xml names one.
build_proxy() {
    proxy=
    proxy_url=${HTTPS_PROXY:-${https_proxy:-${ALL_PROXY:-${all_proxy:-}}}}
    [ -n "$proxy_url" ] || return 0
    if grep -q '<proxy>' "${HOME:-/nonexistent}/.m2/settings.xml" 2>/dev/null; then return 0; fi
    proxy_rest=${proxy_url#*://}
    proxy_rest=${proxy_rest%%/*}
    proxy_user=
    case $proxy_rest in *@*) proxy_user=${proxy_rest%@*} proxy_rest=${proxy_rest##*@} ;; esac
    proxy_port=${proxy_rest##*:}
    case $proxy_port in '' | *[!0-9]*) proxy_port=8080 ;; *) proxy_rest=${proxy_rest%:*} ;; esac
    proxy_direct=$(printf '%s' "${NO_PROXY:-${no_proxy:-localhost}}" | sed 's/ *, */|/g; s/|\./|*./g; s/^\./*./')
    (
        umask 077
        {
            echo '<settings><proxies><proxy><active>true</active><protocol>http</protocol>'
            echo "<host>$(build_xml "$proxy_rest")</host><port>$proxy_port</port>"
            if [ -n "$proxy_user" ]; then
                echo "<username>$(build_xml "${proxy_user%%:*}")</username>"
                echo "<password>$(build_xml "${proxy_user#*:}")</password>"
            fi
            echo "<nonProxyHosts>$(build_xml "$proxy_direct")</nonProxyHosts></proxy></proxies></settings>"
        } > "$state/proxy.xml"
    ) && proxy=$state/proxy.xml
}

build_xml() {
    printf '%s' "$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# build_maven OPTION…: in the background and waited for, so that a signal is answered at once.
build_maven() {
    point_maven_home
    build_proxy
    [ -z "$proxy" ] || set -- -gs "$proxy" "$@"
    (cd "$state/src" && JAVA_HOME=$JDK exec mvn -B -q -Dstyle.color=never -Dquick -DskipTests -pl "$module" -am "$@" package) \
        </dev/null >>"$state/build.log" 2>&1 8>&- 9>&- &
    build_pid=$!
    wait "$build_pid"
    build_code=$?
    build_pid=
    return "$build_code"
}

# build_stopped CODE: a signal came. Nobody may find the lock free while Maven still writes.
build_stopped() {
    trap '' HUP INT TERM
    if [ -n "$build_pid" ]; then { kill "$build_pid" && wait "$build_pid"; } 2>/dev/null || :; fi
    rm -f "$state"/stamp.*
    build_unlock
    say "stopped while building; the next start builds again" 2>&8
    exit "$1"
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

# build_publish: copies Maven's products into a folder named after their content, then points `current` at it. Half of
# a build is never pointed at: the shell's -e does not hold in here, so each step is asked.
build_publish() {
    fresh=$state/new.$$
    mkdir -p "$fresh" || return 1
    cp "$state/src/$module/target/pawl-$module"-*.jar "$fresh/pawl.jar" || return 1
    cp -R "$state/src/$module/target/lib" "$fresh/lib" || return 1
    build_native "$fresh"
    # Faster starts; without it everything works as well.
    "$JDK/bin/java" "$root/scripts/SwiftJars.java" "$fresh" >>"$state/build.log" 2>&1 9>&- || :
    build_id=$(cd "$fresh" && sha256 pawl.jar lib/*.jar | sha256 | cut -c 1-64)
    [ -n "$build_id" ] || return 1
    # A folder of the same name has the same content, and may be in use: it stays.
    if [ -f "$state/$build_id/pawl.jar" ]; then rm -rf "$fresh"; else mv "$fresh" "$state/$build_id" || return 1; fi
    echo "$build_id" > "$state/current.$$" && mv -f "$state/current.$$" "$state/current" &&
        mv -f "$state/stamp.$$" "$state/stamp" || return 1
    # Old builds may still be running: jars are opened lazily. A week is long enough for all but forgotten ones.
    find "$state" -mindepth 1 -maxdepth 1 -type d -name '????????????????????????????????????????????????????????????????' \
        ! -name "$build_id" -mtime +7 -exec rm -rf {} + 2>/dev/null || :
}

build_failed() {
    build_room=$(df -Pk "$state" | awk 'NR == 2 { print $4 }')
    rm -rf "$state"/new.* "$state"/stamp.* "$state"/current.*
    if grep -qE 'Could not transfer|Unknown host|UnknownHostException|Connection refused|Connect(ion)? timed out' \
        "$state/build.log"; then
        say "the first build downloads its parts, and they cannot be reached: check the network and HTTPS_PROXY,"
        say "  or set a mirror in ~/.m2/settings.xml; later starts need no network"
        say "the whole log: $state/build.log"
        return
    fi
    say "the build failed; the last lines of $state/build.log:"
    # Maven ends with colours, whatever it is told.
    tail -n 25 "$state/build.log" | sed "s/$(printf '\033')\[[0-9;]*m//g" >&2
    say "the whole log: $state/build.log"
    if [ "${build_room:-0}" -lt 2000 ] || grep -q 'No space left on device' "$state/build.log"; then
        say "the disk of $state is full: free some space (a build takes some 100 MB) and start again"
    fi
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
        say "  install it: apt-get install maven, dnf install maven, sdk install maven, brew install maven"
        return 1
    fi
    build_pid=
    exec 8>&2 # a signal may come while stderr is the log
    trap 'build_stopped 129' HUP
    trap 'build_stopped 130' INT
    trap 'build_stopped 143' TERM
    if [ -f "$state/current" ]; then say "sources changed, building"; else say "first use, building (a minute or so)"; fi
    rm -rf "$state"/stamp.* "$state"/current.* "$state"/new.*
    if ! { rm -f "$state/build.log" && touch "$state/build.log" "$state/stamp.$$"; } 2>/dev/null; then
        say "cannot write in $state: check its owner, its rights and the room on its disk"
        return 1
    fi
    if ! build_run; then
        build_failed
        return 1
    fi
    trap - HUP INT TERM
    exec 8>&-
    build_unlock
    say "built"
    # A file from a machine whose clock goes ahead has each start build again.
    touch "$state/now"
    build_ahead=$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main "$root/scripts/SwiftJars.java" \
        -newer "$state/now" -print -quit 2>/dev/null)
    [ -z "$build_ahead" ] || say "$build_ahead is dated in the future, so every start builds until then: touch it"
}

build_run() {
    build_snapshot 2>>"$state/build.log" || return 1
    if ! build_maven -o; then
        # Offline fails on a new machine for want of plugins, and on any machine for a compile error or a full disk:
        # only the first is worth the network.
        if grep -q -e 'COMPILATION ERROR' -e 'No space left on device' "$state/build.log"; then return 1; fi
        say "not everything is in the local repository, downloading"
        build_maven || return 1
    fi
    build_publish 2>>"$state/build.log"
}
