#!/bin/sh
#
# Empties the stage, and makes a key for signatures unless there is a folder of keys. Such a key proves
# nothing; it signs at the given time, so that two builds are the same bytes.
# usage: prepare.sh STAGE KEYS TIME

set -e
rm -rf -- "$1"
[ ! -d "$2" ] || exit 0
command -v gpg >/dev/null || { echo "gpg is needed to sign, and there is none on the PATH." >&2; exit 1; }
mkdir -p -- "$2"
chmod 700 "$2"
echo "faked-system-time $(echo "$3" | tr -d ':Z-')!" >"$2/gpg.conf"
gpg --batch --quiet --homedir "$2" --passphrase '' --quick-generate-key 'Lanewise test of a release' ed25519 sign never
