#!/usr/bin/env bash
# Makes a root file system with Patroni, etcd, HAProxy, PostgreSQL 18 and pgBackRest for the drills ha and pgbackrest from Debian's next
# release, because Debian 12's Patroni can lose acknowledged rows. The mirror is the machine's own. Needs mmdebstrap and root; does nothing
# if it is there already.
#   drills/stand-ins/make-ha.sh FOLDER
set -euo pipefail
folder=$1
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)

[ -e "$folder/usr/bin/patroni" ] && [ -e "$folder/usr/bin/pgbackrest" ] && exit
if [ -e "$folder" ]; then
  echo "$folder has no Patroni or no pgBackRest: remove it, so that it can be made again" >&2
  exit 1
fi
mkdir -p "$(dirname "$folder")"
rm -rf "$folder.unfinished"
mmdebstrap --quiet --format=directory --variant=minbase --include=patroni,etcd-server,haproxy,postgresql-18,python3-etcd,pgbackrest \
  --aptopt='Acquire::Check-Valid-Until "false"' forky "$folder.unfinished" "deb $mirror forky main"
mv "$folder.unfinished" "$folder"
