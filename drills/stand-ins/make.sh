#!/usr/bin/env bash
# Makes stand-ins for the base images (Node, PostgreSQL, Caddy) from Debian packages, for a machine that reaches a Debian mirror
# and npm, but no registry of images. The mirror is the machine's own. Needs mmdebstrap and, to build, podman or docker. Keeps
# what it made in STAND_INS or the user's cache folder.
#   drills/stand-ins/make.sh [podman|docker]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=${1:-podman}
# Outside the checkout: the root file systems take minutes to make and hundreds of megabytes.
cache=${STAND_INS:-${XDG_CACHE_HOME:-$HOME/.cache}/leadline-stand-ins}
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)
mkdir -p "$cache"

# Arguments: name, Debian release, packages.
make_root() {
  [ -s "$cache/$1.tar" ] && return
  mmdebstrap --quiet --format=tar --variant=minbase --include="$3" --aptopt='Acquire::Check-Valid-Until "false"' \
    "$2" "$cache/$1.tar.unfinished" "deb $mirror $2 main"
  mv "$cache/$1.tar.unfinished" "$cache/$1.tar"
}

# Arguments: name, tag. The rest of the context is in the cache, too.
build() {
  cp "$here/$1.Dockerfile" "$here/"*.sh "$cache/"
  "$tool" build --quiet --network=host --file "$cache/$1.Dockerfile" --tag "$2" "$cache" >/dev/null
  echo "$2"
}

make_root node bookworm ca-certificates
make_root services forky ca-certificates,postgresql-18,caddy,wget
install -m 755 "$(readlink -f "$root/node_modules/node/bin/node")" "$cache/node"
[ -d "$cache/npm/node_modules/npm" ] || npm install --silent --no-audit --no-fund --prefix "$cache/npm" npm@11
build node docker.io/library/node:24-bookworm-slim
build postgres docker.io/library/postgres:18
build caddy docker.io/library/caddy:2
