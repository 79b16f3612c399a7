#!/bin/sh
# Installs the Pawl beside this script, for one person and without root. A Pawl that runs meanwhile goes on.
set -eu

usage() {
    cat <<'HELP'
usage: sh install.sh [--prefix DIR]
       sh install.sh --uninstall [--prefix DIR]

  --prefix DIR   where to install: DIR/bin/pawl, DIR/lib/pawl, DIR/share (~/.local)
  --uninstall    remove what was installed there; your threads and settings in ~/.pawl stay
HELP
}

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

prefix=${HOME:-}/.local
remove=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -ge 2 ] || { usage >&2; exit 2; }; prefix=$2; shift ;;
        --uninstall) remove=yes ;;
        -h | --help) usage; exit 0 ;;
        *) printf "install.sh: unexpected argument '%s'\n" "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done
case $prefix in /.local) fail "HOME is not set: name a folder with --prefix" ;; /*) ;; *) prefix=$PWD/$prefix ;; esac
programs=$prefix/lib/pawl
bash_file=$prefix/share/bash-completion/completions/pawl
zsh_file=$prefix/share/zsh/site-functions/_pawl
fish_file=$prefix/share/fish/vendor_completions.d/pawl.fish
man_file=$prefix/share/man/man1/pawl.1

# in_use FOLDER: does a process run from it?
in_use() {
    for link in /proc/[0-9]*/exe; do
        case $(readlink "$link" 2>/dev/null) in "$1"/*) return 0 ;; esac
    done
    return 1
}

if [ -n "$remove" ]; then
    [ -d "$programs" ] || fail "no Pawl is installed in $prefix"
    case $(readlink "$prefix/bin/pawl" 2>/dev/null) in ../lib/pawl/*) rm -f "$prefix/bin/pawl" ;; esac
    rm -f "$bash_file" "$zsh_file" "$fish_file" "$man_file"
    rm -rf "$programs"
    say "Pawl is removed from $prefix. Threads and settings in ${PAWL_HOME:-~/.pawl} were kept; delete that folder to forget them."
    exit 0
fi

source=$(cd -P -- "$(dirname -- "$0")" && pwd)
[ -x "$source/runtime/bin/java" ] && [ -f "$source/SHA256SUMS" ] ||
    fail "run this from the unpacked archive: $source has no Java runtime in it"
if command -v sha256sum >/dev/null 2>&1; then
    (cd "$source" && sha256sum --quiet -c SHA256SUMS >/dev/null 2>&1) ||
        fail "the archive is damaged: a file is not what SHA256SUMS says. Unpack it again, or get it again"
fi
"$source/bin/pawl" --version >/dev/null 2>&1 || fail "the program does not run on this machine (kind of machine, C library?): $source/bin/pawl --version"
version=$("$source/bin/pawl" --version | cut -d' ' -f2)
id=$version-$(cksum < "$source/SHA256SUMS" | cut -d' ' -f1)

mkdir -p "$programs" "$prefix/bin" || fail "cannot write in $prefix: name another folder with --prefix"
if [ ! -x "$programs/$id/bin/pawl" ]; then
    rm -rf "$programs/.new.$$"
    # -p: the start-up cache holds only for files of the same date.
    cp -Rp "$source" "$programs/.new.$$" || { rm -rf "$programs/.new.$$"; fail "could not copy to $programs: is there room on the disk?"; }
    mv "$programs/.new.$$" "$programs/$id"
fi
ln -s "$id" "$programs/.current.$$" && mv -fT "$programs/.current.$$" "$programs/current"
ln -s ../lib/pawl/current/bin/pawl "$prefix/bin/.pawl.$$" && mv -f "$prefix/bin/.pawl.$$" "$prefix/bin/pawl"
for pair in "pawl.bash $bash_file" "_pawl $zsh_file" "pawl.fish $fish_file"; do
    file=${pair#* }
    mkdir -p "${file%/*}" && cp "$source/completions/${pair%% *}" "$file" || :
done
mkdir -p "${man_file%/*}" && cp "$source/man/pawl.1" "$man_file" || :

# Older ones go, but for those that still run.
for old in "$programs"/*; do
    case $old in "$programs/current" | "$programs/$id") continue ;; esac
    in_use "$old" || rm -rf "$old"
done

say "Pawl $version is installed: $prefix/bin/pawl"
case :$PATH: in
    *":$prefix/bin:"*) say "Next: cd your-project && pawl exec \"what to do\"" ;;
    *)
        say "$prefix/bin is not on your PATH. Add it with:"
        say "  echo 'export PATH=\"$prefix/bin:\$PATH\"' >> ~/.profile && . ~/.profile"
        ;;
esac
