# shellcheck shell=sh
# Finds a JDK that can build and run Pawl. Sourced by pawl, check, campaign and bench.
# shellcheck disable=SC2034

PAWL_MIN_JDK=25

# Options of every Pawl JVM: the JVM's own messages go to stderr, because it would print a bad cache's on stdout.
JVM_ALL="-Xlog:disable -Xlog:all=error:stderr --enable-native-access=ALL-UNNAMED -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8"
# Compile later than usual, and not at once what the training run found hot: most commands are over before it pays.
JVM_CLI="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:CompileThresholdScaling=3 -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining"
# Many short waits and little to compute: the first compiler and a small nursery do as much with a third of the memory.
JVM_SERVER="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmn24m"

# jdk_is_usable HOME: a JDK (with javac) new enough? Reads its release file; runs nothing.
jdk_is_usable() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
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

# jdk_of_path: the home folder of the `java` on PATH; empty when there is none.
jdk_of_path() {
    jdk_java=$(command -v java) || return 0
    jdk_java=$(readlink -f "$jdk_java" 2>/dev/null) || return 0
    printf '%s\n' "${jdk_java%/bin/java}"
}

# find_jdk: sets JDK, or explains what to install and returns 1.
find_jdk() {
    JDK=${PAWL_JAVA_HOME:-}
    if [ -n "$JDK" ]; then
        jdk_is_usable "$JDK" && return 0
        echo "pawl: PAWL_JAVA_HOME is $JDK, which is not a JDK $PAWL_MIN_JDK or newer" >&2
        return 1
    fi
    JDK=${JAVA_HOME:-}
    [ -n "$JDK" ] && jdk_is_usable "$JDK" && return 0
    JDK=$(jdk_of_path)
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
        echo "  install one (apt-get install temurin-25-jdk, sdk install java 25-tem, brew install openjdk),"
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
