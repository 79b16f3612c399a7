#!/bin/sh
# Makes what people install, from a build: package.sh JDK BUILD_FOLDER [OPTION…]. Called by `./pawl package`.
set -eu

usage() {
    cat <<'HELP'
usage: ./pawl package [--output DIR] [--no-deb] [--no-npm]

Makes, for this machine's kind:
  pawl-VERSION-linux-x64.tar.gz   program, Java runtime, start-up cache, completions, manual page, licences, list of parts
  pawl_VERSION_amd64.deb          the same for Debian and Ubuntu
  npm/*.tgz                       the same for npm: a small package, and one for each kind of machine
  SHA256SUMS

  --output DIR   where to put them (dist)

The same sources and JDK give the same bytes, but for the start-up cache, which is trained.

examples:
  ./pawl package
  tar -xzf dist/pawl-*-linux-x64.tar.gz && sh pawl-*-linux-x64/install.sh
HELP
}

JDK=$1 home=$2
shift 2
root=$(cd -P -- "$(dirname -- "$0")/.." && pwd)
out=dist
deb=yes
npm=yes
while [ $# -gt 0 ]; do
    case $1 in
        --output) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        --no-deb) deb= ;;
        --no-npm) npm= ;;
        -h | --help) usage; exit 0 ;;
        *) echo "pawl package: unexpected argument '$1'" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

say() { printf 'pawl: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

case $(uname -s)-$(uname -m) in
    Linux-x86_64) kind=linux-x64 deb_kind=amd64 ;;
    Linux-aarch64) kind=linux-arm64 deb_kind=arm64 ;;
    *) fail "packages are made on Linux only, so far" ;;
esac
[ -x "$JDK/bin/jlink" ] || fail "the JDK in $JDK has no jlink: name a whole JDK 25 with PAWL_JAVA_HOME"
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' "$root/pom.xml" | head -n 1)
mkdir -p "$out"
out=$(cd -P -- "$out" && pwd)
work=$(mktemp -d "$out/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
umask 022

# The start-up cache holds only for jars of the same size and date. npm gives every file this date, so all have it.
stamp=198510260815.00
epoch=499162500

name=pawl-$version-$kind
tree=$work/$name
mkdir -p "$tree/app/lib" "$tree/bin" "$tree/share"

say "making the Java runtime"
# java.naming, java.security.jgss: PostgreSQL's driver; jdk.net: who is at the other end of a local socket.
"$JDK/bin/jlink" --add-modules java.base,java.sql,java.naming,java.management,java.security.jgss,jdk.net,jdk.unsupported \
    --strip-java-debug-attributes --no-header-files --no-man-pages --compress=zip-0 --output "$tree/runtime"
if command -v strip >/dev/null 2>&1; then
    find "$tree/runtime/lib" -name '*.so' -exec strip --strip-unneeded {} + 2>/dev/null || :
fi

cp "$home/pawl.jar" "$tree/app/"
cp "$home"/lib/*.jar "$tree/app/lib/"
[ -d "$home/native" ] || fail "this build has no unpacked SQLite library: see .pawl-build/build.log"
cp -R "$home/native" "$home/resources" "$tree/app/"
"$JDK/bin/java" "$root/scripts/Parts.java" "$tree" "$version" "$kind" >&2
cp "$root/packaging/pawl" "$tree/bin/pawl"
cp "$root/packaging/install.sh" "$tree/"
cp "$root/scripts/start.sh" "$tree/share/"
sed -n '/^# Options of every Pawl JVM/,/^JVM_WORKER=/p; /^# class_path HOME/,/^}/p' "$root/scripts/jdk.sh" > "$tree/share/jvm.sh"
cp "$root/LICENSE" "$root/README.md" "$root/README.zh-CN.md" "$root/CHANGELOG.md" "$tree/"
chmod 755 "$tree/bin/pawl" "$tree/install.sh"
find "$tree" -exec touch -h -t "$stamp" {} + 2>/dev/null

say "training the start-up cache"
"$root/scripts/train" "$tree/runtime" "$tree/app" "$tree/app/pawl.aot" </dev/null >/dev/null 2>&1 || :
[ -s "$tree/app/pawl.aot" ] || { cat "$tree/app/pawl.log" >&2 2>/dev/null; fail "the start-up cache could not be trained"; }
rm -rf "$tree/app/pawl.log" "$tree"/app/pawl.aot.*

pawl() { env -i PATH="$PATH" HOME="$work" LC_ALL=C.UTF-8 "$tree/bin/pawl" "$@"; }
mkdir -p "$tree/completions" "$tree/man"
pawl completion bash > "$tree/completions/pawl.bash"
pawl completion zsh > "$tree/completions/_pawl"
pawl completion fish > "$tree/completions/pawl.fish"
{
    printf '.TH PAWL 1 "" "pawl %s"\n.SH NAME\npawl \\- a durable coding agent\n.SH SYNOPSIS\n.B pawl\n' "$version"
    printf '[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n.nf\n'
    pawl help | sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\\&&/"
    printf '.fi\n'
    for command in exec threads approvals undo mcp config doctor sandbox; do
        printf '.SH %s\n.nf\n' "$(printf %s "$command" | tr '[:lower:]' '[:upper:]')"
        pawl help "$command" | sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\\&&/"
        printf '.fi\n'
    done
} > "$tree/man/pawl.1"
rm -rf "${work:?}/.pawl"

(cd "$tree" && find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum > "$work/sums" && mv "$work/sums" SHA256SUMS)
find "$tree" -exec touch -h -t "$stamp" {} + 2>/dev/null

# pack FILE FOLDER NAME: a tar of FOLDER/NAME with names in order, one date and no owner.
pack() {
    (cd "$2" && find "$3" -print0 | LC_ALL=C sort -z |
        tar --no-recursion --null -T - --owner=0 --group=0 --numeric-owner --format=gnu -cf - | gzip -n -6) > "$1"
}
pack "$out/$name.tar.gz" "$work" "$name"
say "$out/$name.tar.gz"

if [ -n "$deb" ]; then
    if command -v dpkg-deb >/dev/null 2>&1; then
        pkg=$work/deb
        mkdir -p "$pkg/DEBIAN" "$pkg/usr/lib" "$pkg/usr/bin" "$pkg/usr/share/man/man1" "$pkg/usr/share/doc/pawl" \
            "$pkg/usr/share/bash-completion/completions" "$pkg/usr/share/zsh/vendor-completions" \
            "$pkg/usr/share/fish/vendor_completions.d"
        cp -Rp "$tree" "$pkg/usr/lib/pawl"
        rm -rf "$pkg/usr/lib/pawl/install.sh" "$pkg/usr/lib/pawl/completions" "$pkg/usr/lib/pawl/man"
        ln -s ../lib/pawl/bin/pawl "$pkg/usr/bin/pawl"
        cp "$tree/completions/pawl.bash" "$pkg/usr/share/bash-completion/completions/pawl"
        cp "$tree/completions/_pawl" "$pkg/usr/share/zsh/vendor-completions/_pawl"
        cp "$tree/completions/pawl.fish" "$pkg/usr/share/fish/vendor_completions.d/pawl.fish"
        gzip -n -9 < "$tree/man/pawl.1" > "$pkg/usr/share/man/man1/pawl.1.gz"
        cp "$tree/LICENSE" "$pkg/usr/share/doc/pawl/copyright"
        cat > "$pkg/DEBIAN/control" <<CONTROL
Package: pawl
Version: $version
Architecture: $deb_kind
Maintainer: The Pawl developers <pawl@localhost>
Installed-Size: $(du -sk "$pkg/usr" | cut -f1)
Depends: libc6 (>= 2.17)
Recommends: bubblewrap, git, ripgrep
Section: devel
Priority: optional
Description: durable coding agent
 A turn that is killed goes on from the last thing that was written down.
 Brings its own Java runtime.
CONTROL
        find "$pkg" -exec touch -h -t "$stamp" {} + 2>/dev/null
        SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zgzip -z6 --build "$pkg" "$out/pawl_${version}_$deb_kind.deb" >/dev/null
        say "$out/pawl_${version}_$deb_kind.deb"
    else
        say "no .deb: dpkg-deb is not installed"
    fi
fi

if [ -n "$npm" ]; then
    if command -v npm >/dev/null 2>&1; then
        rm -rf "$out/npm"
        mkdir -p "$out/npm" "$work/npm/main/bin" "$work/npm/kind"
        cp -Rp "$tree" "$work/npm/kind/pawl"
        # npm leaves links out; the runtime has them only in its folder of licences.
        cp -RLp "$tree/runtime/legal" "$work/npm/legal" && rm -rf "$work/npm/kind/pawl/runtime/legal" &&
            mv "$work/npm/legal" "$work/npm/kind/pawl/runtime/legal"
        cp "$root/packaging/npm-pawl.js" "$work/npm/main/bin/pawl.js"
        cp "$root/LICENSE" "$root/README.md" "$work/npm/main/"
        sed -e "s/@VERSION@/$version/g" "$root/packaging/npm-main.json" > "$work/npm/main/package.json"
        sed -e "s/@VERSION@/$version/g" -e "s/@OS@/${kind%-*}/g" -e "s/@CPU@/${kind#*-}/g" \
            "$root/packaging/npm-kind.json" > "$work/npm/kind/package.json"
        for part in main kind; do
            (cd "$work/npm/$part" && npm pack --silent --pack-destination "$out/npm" >/dev/null)
        done
        say "$out/npm/"
    else
        say "no npm packages: npm is not installed"
    fi
fi

(cd "$out" && find . -type f ! -name SHA256SUMS ! -path './.work*' | LC_ALL=C sort | xargs sha256sum > SHA256SUMS)
