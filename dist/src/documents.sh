#!/bin/sh
#
# Adds completions and a manual page to the folder of a distribution, and packs it for Debian if there is
# dpkg-deb. usage: documents.sh FOLDER TIME VERSION

set -e
cd -- "$1"
time=$2
version=$3
mkdir -p share/bash-completion/completions share/man/man1
bin/lanewise generate-completion >share/bash-completion/completions/lanewise

help_of() {
  bin/lanewise help "$@" | sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'"'"']/\\\&&/'
}
{
  printf '.TH LANEWISE 1 "%s" "%s"\n.SH NAME\nlanewise \\- generative classifiers for files\n' "${time%%T*}" "lanewise $version"
  printf '.SH DESCRIPTION\n.nf\n'
  help_of
  for topic in $(bin/lanewise help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p') decide parts; do
    printf '.fi\n.SH %s\n.nf\n' "$(echo "$topic" | tr 'a-z' 'A-Z')"
    help_of "$topic"
  done
} >share/man/man1/lanewise.1

command -v dpkg-deb >/dev/null && [ ! -f lib/duckdb_jdbc.jar ] || exit 0
root=../debian
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib/lanewise" "$root/usr/share/doc/lanewise"
cp -Rp bin lib "$root/usr/lib/lanewise"
cp -R share "$root/usr"
gzip -9n "$root/usr/share/man/man1/lanewise.1"
cp LICENSE "$root/usr/share/doc/lanewise/copyright"
ln -s ../lib/lanewise/bin/lanewise "$root/usr/bin/lanewise"
cat >"$root/DEBIAN/control" <<END
Package: lanewise
Version: $version
Section: science
Priority: optional
Architecture: all
Depends: java25-runtime-headless | temurin-25-jre | temurin-25-jdk
Maintainer: Lanewise maintainers <https://lanewise.org>
Homepage: https://lanewise.org
Description: generative classifiers for files
 Fits, evaluates and compares discriminant analysis and Naive Bayes on tables,
 messages and embeddings.
END
chmod -R u=rwX,go=rX "$root"
SOURCE_DATE_EPOCH=$(date -d "$time" +%s) dpkg-deb --root-owner-group --build "$root" "../${PWD##*/}.deb" >/dev/null
