# shellcheck shell=sh
# Is the last build of a module still good? Sourced by pawl, campaign and bench. Needs: root, module.
# shellcheck disable=SC2154

# build_is_fresh STATE: a build is there and no source is newer than its start. One `find`: this runs at each start.
build_is_fresh() {
    [ -f "$1/stamp" ] && [ -f "$1/current" ] && read -r fresh_id < "$1/current" && [ -f "$1/$fresh_id/pawl.jar" ] || return 1
    fresh_stamp=$1/stamp
    set -- "$root/pom.xml" "$root/core/pom.xml" "$root/core/src/main" "$root/runtime/pom.xml" "$root/runtime/src/main" \
        "$root/app/pom.xml" "$root/app/src/main" "$root/scripts/SwiftJars.java"
    [ "$module" = app ] || set -- "$@" "$root/$module/pom.xml" "$root/$module/src/main"
    [ -z "$(find "$@" -newer "$fresh_stamp" -print -quit 2>/dev/null)" ]
}
