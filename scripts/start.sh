# shellcheck shell=sh
# Becomes the JVM that runs Pawl. Sourced by pawl in a checkout and by bin/pawl of a package, with the words of the
# command line. Needs: JDK, home (the jars), aot (the start-up cache, or nothing), launcher (the file that was called).
# shellcheck disable=SC2154

# All start with Serial; most with the first compiler alone, which is what the cache below is trained with. The commands
# that stay also keep their nursery small: docs/benchmarks/app-server.md has the figures.
profile=cli
skip=
for word in "$@"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case $word in
        -c | --config | --home | --store | -p | --profile) skip=yes ;;
        -*) ;;
        serve | app-server) profile=server; break ;;
        worker) profile=worker; break ;;
        *) break ;;
    esac
done
case $profile in
    cli) tuning=$JVM_CLI ;;
    server) tuning=$JVM_SERVER ;;
    worker) tuning=$JVM_WORKER ;;
esac

cache=
[ -n "$aot" ] && [ -f "$aot" ] && cache=$aot
native=
[ -d "$home/native" ] && native=$home/native
texts=
[ -d "$home/resources" ] && texts=$home/resources

terminals=
[ -t 0 ] && terminals=0
[ -t 1 ] && terminals=${terminals}1
[ -t 2 ] && terminals=${terminals}2

# Without a locale, or with one that is not installed, the JVM takes words and file names for ASCII, and loses the rest.
# Which one is there is asked once; the language stays what it was.
locale=${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}
case $locale in
    C | POSIX) if [ -n "${LC_ALL:-}" ]; then export LC_ALL=C.UTF-8; else export LC_CTYPE=C.UTF-8; fi ;;
    *[Uu][Tt][Ff]-8 | *[Uu][Tt][Ff]8)
        locale_known=
        if [ -r "$home/locale" ]; then read -r locale_known < "$home/locale" || :; fi
        if [ "$locale_known" != "$locale" ]; then
            case $(LC_ALL=$locale locale charmap 2>/dev/null) in
                '' | UTF-8) { printf '%s\n' "$locale" > "$home/locale"; } 2>/dev/null || : ;;
                *) export "PAWL_LANG=${PAWL_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}}" LC_ALL=C.UTF-8 ;;
            esac
        fi
        ;;
esac

# Named one by one the jars are opened when they are needed; -jar opens the first to read its list. A folder whose
# name has a colon cannot be named in a class path.
class_path "$home"
case $home in *:*) set -- -jar "$home/pawl.jar" "$@" ;; *) set -- -cp "$CLASSES" dev.pawl.main.Main "$@" ;; esac

set -f
# shellcheck disable=SC2086 # the first and the last are lists of options, split at spaces on purpose
exec "$JDK/bin/java" $JVM_ALL $tuning "-Dpawl.aot=$aot" "-Dpawl.tty=$terminals" "-Dpawl.self=$launcher" ${cache:+"-XX:AOTCache=$cache"} \
    ${native:+"-Dorg.sqlite.lib.path=$native"} ${texts:+"-Dpawl.resources=$texts"} ${PAWL_JAVA_OPTS:-} "$@"
