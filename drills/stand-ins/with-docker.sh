#!/usr/bin/env bash
# Runs a command with a Docker of its own, from Debian's next release, in a network namespace of its own: nothing on the machine is
# changed. The images are the stand-ins of make.sh and the ones that podman has built.
#   drills/stand-ins/with-docker.sh npm run drill -- compose
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${STAND_INS:-${XDG_CACHE_HOME:-$HOME/.cache}/leadline-stand-ins}
docker=$cache/docker
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)
space=leadline-docker

if [ ! -x "$docker/usr/sbin/dockerd" ]; then
  mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial" "$docker"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror forky main" >"$cache/apt/sources.list"
  options=(-o "Dir::Etc::SourceList=$cache/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$cache/apt/lists" -o "Dir::Cache::Archives=$cache/apt/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
    -o 'Acquire::Check-Valid-Until=false' -o APT::Sandbox::User=root)
  apt-get "${options[@]}" -qq update
  (cd "$cache/apt/archives" && apt-get "${options[@]}" -qq download docker.io docker-cli containerd docker-compose docker-buildx)
  for package in "$cache/apt/archives"/*.deb; do dpkg-deb --extract "$package" "$docker"; done
fi

export PATH="$docker/usr/sbin:$docker/usr/bin:$PATH" DOCKER_HOST=unix:///run/$space/docker.sock
export DOCKER_CONFIG=$cache/docker-config
mkdir -p "$DOCKER_CONFIG/cli-plugins" /run/$space
ln -sf "$docker"/usr/libexec/docker/cli-plugins/* "$DOCKER_CONFIG/cli-plugins/"

ip netns add $space
ip -n $space link set lo up
# Not `ip netns exec`: it hides the control groups.
in_space=(nsenter --net=/run/netns/$space)
"${in_space[@]}" sysctl -qw net.ipv4.ip_forward=1
"${in_space[@]}" dockerd --host "$DOCKER_HOST" --data-root "$cache/docker-data" --exec-root /run/$space/exec \
  --pidfile /run/$space/pid --default-ulimit nofile=20000:20000 >"$cache/dockerd.log" 2>&1 &
daemon=$!
stop() {
  kill $daemon 2>/dev/null && wait $daemon || true
  ip netns delete $space
}
trap stop EXIT
for _ in $(seq 120); do docker info >/dev/null 2>&1 && break; sleep 0.5; done

for image in docker.io/library/postgres:18 docker.io/library/caddy:2 localhost/leadline:drill; do
  name=${image#docker.io/library/}
  name=${name#localhost/}
  [ "$(docker image inspect --format '{{.Id}}' "$name" 2>/dev/null)" = "sha256:$(podman image inspect --format '{{.Id}}' "$image")" ] && continue
  podman save --quiet --format docker-archive "$image" | docker load --quiet
  docker tag "$image" "$name" 2>/dev/null || true
done
LEADLINE_IMAGE=leadline:drill "${in_space[@]}" "$@"
