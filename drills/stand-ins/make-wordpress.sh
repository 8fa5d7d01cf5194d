#!/usr/bin/env bash
# Makes a root file system with WordPress, PHP and MariaDB from Debian 13 for the drill wordpress. The mirror is the
# machine's own. Needs mmdebstrap and root; does nothing if it is there already.
#   drills/stand-ins/make-wordpress.sh FOLDER
set -euo pipefail
folder=$1
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)

[ -e "$folder/usr/share/wordpress/wp-load.php" ] && exit
if [ -e "$folder" ]; then
  echo "$folder has no WordPress: remove it, so that it can be made again" >&2
  exit 1
fi
mkdir -p "$(dirname "$folder")"
rm -rf "$folder.unfinished"
# Without recommended packages, there is no web server; PHP's own serves WordPress.
mmdebstrap --quiet --format=directory --variant=minbase \
  --include=wordpress,php-cli,php-mysql,php-curl,mariadb-server \
  --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
  trixie "$folder.unfinished" "deb $mirror trixie main"
mv "$folder.unfinished" "$folder"
