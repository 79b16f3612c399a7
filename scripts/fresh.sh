# shellcheck shell=sh
# Is the last build of a module still good, and where is the next one made? Sourced by pawl, campaign and bench.
# Needs: root, module.
# shellcheck disable=SC2154

# build_is_fresh STATE: a build is there and no source is newer than its start. One `find`: this runs at each start.
# A file that was copied here with its old date may have changed all the same (-cnewer, where find knows it); then it is
# compared with what was built: a whole checkout may have been copied, too.
build_is_fresh() {
    [ -f "$1/stamp" ] && [ -f "$1/current" ] && read -r fresh_id < "$1/current" && [ -f "$1/$fresh_id/pawl.jar" ] || return 1
    fresh_state=$1
    fresh_stamp=$1/stamp
    set -- "$root/pom.xml" "$root/core/pom.xml" "$root/core/src/main" "$root/runtime/pom.xml" "$root/runtime/src/main" \
        "$root/app/pom.xml" "$root/app/src/main" "$root/scripts/SwiftJars.java"
    [ "$module" = app ] || set -- "$@" "$root/$module/pom.xml" "$root/$module/src/main"
    fresh_news=$(find "$@" \( -newer "$fresh_stamp" -o -cnewer "$fresh_stamp" \) -print -quit 2>/dev/null) ||
        fresh_news=$(find "$@" -newer "$fresh_stamp" -print -quit 2>/dev/null)
    [ -z "$fresh_news" ] && return 0
    [ -z "$(find "$@" -newer "$fresh_stamp" -print -quit 2>/dev/null)" ] && build_is_same "$@"
}

# build_is_same SOURCE…: they are what was built last. The next start need not look again, where that can be noted.
build_is_same() {
    { printf '' > "$fresh_stamp.$$"; } 2>/dev/null || : # not with `:`, for which a shell may end
    for fresh_source in "$@"; do
        if ! diff -r "$fresh_source" "$fresh_state/src/${fresh_source#"$root/"}" >/dev/null 2>&1; then
            rm -f "$fresh_stamp.$$"
            return 1
        fi
    done
    { mv -f "$fresh_stamp.$$" "$fresh_stamp"; } 2>/dev/null || :
}

# own_folder: sets own to where this user may write when the checkout is not theirs; returns 1 when there is no such place.
own_folder() {
    if [ -n "${XDG_CACHE_HOME:-}" ] || [ -n "${HOME:-}" ]; then
        own=${XDG_CACHE_HOME:-$HOME/.cache}/pawl
    else
        own=${TMPDIR:-/tmp}/pawl-$(id -u)
    fi
    own=$own/$(printf %s "$root" | cksum | tr ' ' -)
    # Owned by us, or somebody else could hand us their classes to run.
    (umask 077 && mkdir -p "$own") 2>/dev/null && [ -O "$own" ] && [ -w "$own" ]
}

# where_to_build FOLDER: sets state to FOLDER in the checkout, or to one of the user's own when that is not theirs to
# write in: the checkout is somebody else's, or somebody else (root, once) has built here.
where_to_build() {
    state=$1
    if [ -w "$root" ]; then (umask 022 && mkdir -p "$state") 2>/dev/null || :; fi
    for where_part in "$state" "$state/lock" "$state/src"; do
        if [ ! -w "$where_part" ] && { [ -e "$where_part" ] || [ "$where_part" = "$state" ]; }; then
            if ! own_folder; then
                echo "pawl: $root is not writable, and neither is $own: set XDG_CACHE_HOME to a folder of yours" >&2
                exit 1
            fi
            state=$own${1#"$root/.pawl-build"}
            mkdir -p "$state"
            return
        fi
    done
}
