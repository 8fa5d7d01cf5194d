#!/usr/bin/env bash
# Does what the entry point of the official image does with POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB.
# Like there, connections inside the container need no password.
set -euo pipefail
as_postgres=(setpriv --reuid=postgres --regid=postgres --clear-groups)
install -d -o postgres -g postgres -m 700 "$PGDATA" "$(dirname "$PGDATA")" /run/postgresql
chown postgres:postgres /var/lib/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  echo "$POSTGRES_PASSWORD" >"$password"
  chown postgres "$password"
  "${as_postgres[@]}" initdb --username="$POSTGRES_USER" --pwfile="$password" \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums
  rm "$password"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  "${as_postgres[@]}" pg_ctl --wait --options="-c listen_addresses=''" start
  psql --username="$POSTGRES_USER" --dbname=postgres --command="create database \"$POSTGRES_DB\""
  "${as_postgres[@]}" pg_ctl --wait --mode=fast stop
fi
exec "${as_postgres[@]}" postgres -c listen_addresses='*' "$@"
