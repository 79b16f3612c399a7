# shellcheck shell=sh
# Finds a JDK that can build and run Pawl. Sourced by pawl, check, campaign and bench.
# shellcheck disable=SC2034

PAWL_MIN_JDK=25

# Options of every Pawl JVM: the JVM's own messages go to stderr, because it would print a bad cache's on stdout.
JVM_ALL="-XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error:stderr --enable-native-access=ALL-UNNAMED -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8"
# Compile later than usual, and not at once what the training run found hot: most commands are over before it pays. The
# cache is mapped where it was made for: moving it costs 15 ms of CPU, for addresses that are only harder to guess.
JVM_CLI="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:CompileThresholdScaling=3 -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining -XX:ArchiveRelocationMode=0"
# Many short waits and little to compute: the first compiler and a small nursery do as much with a third of the memory.
JVM_SERVER="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmn24m"
# A worker is busy for days: both compilers.
JVM_WORKER="-XX:+UseSerialGC -XX:-UsePerfData -Xmn24m"

# jdk_is_usable HOME: a JDK (with javac) new enough? Keeps the beginning of its release file, up to the version, in
# JDK_RELEASE. Runs nothing, and reads no further: some shells ask the kernel for each byte.
jdk_is_usable() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    JDK_RELEASE=
    while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
        JDK_RELEASE="$JDK_RELEASE$jdk_line|"
        case $jdk_line in
            JAVA_VERSION=*)
                jdk_line=${jdk_line#JAVA_VERSION=}
                jdk_line=${jdk_line#\"}
                jdk_line=${jdk_line%%[!0-9]*}
                [ "${jdk_line:-0}" -ge "$PAWL_MIN_JDK" ]
                return
                ;;
        esac
    done < "$1/release"
    return 1
}

# jdk_of_path: sets JDK to the home folder of the `java` on PATH; to nothing when there is none.
jdk_of_path() {
    JDK=
    jdk_java=
    jdk_ifs=$IFS
    IFS=:
    set -f
    for jdk_dir in ${PATH:-}; do
        if [ -x "$jdk_dir/java" ] && [ ! -d "$jdk_dir/java" ]; then jdk_java=$jdk_dir/java && break; fi
    done
    set +f
    IFS=$jdk_ifs
    [ -n "$jdk_java" ] || return 0
    # Most often it is a link to one of these, and the same file is found without following it.
    for JDK in /usr/lib/jvm/* /usr/lib64/jvm/*; do
        # shellcheck disable=SC3013 # a shell without it says no, and the link is followed below
        if [ "$jdk_java" -ef "$JDK/bin/java" ] 2>/dev/null; then return 0; fi
    done
    JDK=
    jdk_java=$(readlink -f "$jdk_java" 2>/dev/null) || return 0
    JDK=${jdk_java%/bin/java}
}

# jdk_id FILE: sets JDK_ID to the SHA-256 of the JDK's release file. FILE remembers it with that file's beginning.
jdk_id() {
    JDK_ID=
    jdk_text=
    if [ -r "$1" ]; then
        {
            IFS= read -r JDK_ID
            IFS= read -r jdk_text
        } < "$1" || :
    fi
    if [ -n "$JDK_ID" ] && [ "$jdk_text" = "$JDK_RELEASE" ]; then return 0; fi
    if command -v sha256sum >/dev/null; then JDK_ID=$(sha256sum < "$JDK/release"); else JDK_ID=$(shasum -a 256 < "$JDK/release"); fi
    JDK_ID=${JDK_ID%% *}
    # Where it cannot be written it is made again each time.
    { printf '%s\n%s\n' "$JDK_ID" "$JDK_RELEASE" > "$1.$$" && mv -f "$1.$$" "$1"; } 2>/dev/null || rm -f "$1.$$" 2>/dev/null || :
}

# find_jdk: sets JDK, or explains what to install and returns 1.
find_jdk() {
    JDK=${PAWL_JAVA_HOME:-}
    if [ -n "$JDK" ]; then
        case $JDK in /*) ;; *) JDK=$PWD/$JDK ;; esac
        jdk_is_usable "$JDK" && return 0
        echo "pawl: PAWL_JAVA_HOME is $JDK, which is not a JDK $PAWL_MIN_JDK or newer: name a folder with bin/javac in it, or unset it" >&2
        return 1
    fi
    JDK=${JAVA_HOME:-}
    [ -n "$JDK" ] && jdk_is_usable "$JDK" && return 0
    jdk_of_path
    [ -n "$JDK" ] && jdk_is_usable "$JDK" && return 0
    for JDK in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/java/* /opt/jvm/* /usr/local/lib/jvm/* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
        "${HOME:-/nonexistent}"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        jdk_is_usable "$JDK" && return 0
    done
    JDK=
    {
        echo "pawl: no JDK $PAWL_MIN_JDK or newer found."
        echo "  looked at PAWL_JAVA_HOME, JAVA_HOME, PATH, /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks, /Library/Java"
        echo "  install one: apt-get install openjdk-25-jdk where the release has it (older Debian and Ubuntu do not),"
        echo "  sdk install java 25-tem, or unpack an archive of OpenJDK 25 into ~/.jdks: it is found there;"
        echo "  or name the folder of one: PAWL_JAVA_HOME=/path/to/jdk-25"
    } >&2
    return 1
}

# class_path HOME: sets CLASSES to the jars of a build, always in the same order: a start-up cache is for exactly one.
class_path() {
    CLASSES=$1/pawl.jar
    for jdk_jar in "$1"/lib/*.jar; do CLASSES=$CLASSES:$jdk_jar; done
}

# point_maven_home: Maven takes its repository from the password file's home; everybody else means $HOME.
point_maven_home() {
    case ${HOME:-} in
        '' | *[[:space:]]*) ;;
        *) MAVEN_OPTS="-Duser.home=$HOME ${MAVEN_OPTS:-}" && export MAVEN_OPTS ;;
    esac
}
