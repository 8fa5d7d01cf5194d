#!/bin/sh
# Creates the secrets of compose.yaml, each in a file. What is there already is kept.
#   deploy/compose/make-secrets.sh [folder]
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
# Containers get the files, not the folder: here only its owner can read them, there the user of the container can.
chmod 700 "$folder"

write() {
  [ -e "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  chmod 644 "$folder/$1"
}
password() { openssl rand -hex 24; }

write secret-key "$(openssl rand -base64 32)"
# Empty until somebody fills it in: smtps://user:password@smtp.example.org
write smtp-url ''
write owner-password "$(password)"
write owner-database-url "postgres://leadline_owner:$(cat "$folder/owner-password")@postgres/leadline"
write api-database-url "postgres://leadline_leads:$(password)@postgres/leadline"
write auth-database-url "postgres://leadline_sign_in:$(password)@postgres/leadline"
write worker-database-url "postgres://leadline_background:$(password)@postgres/leadline"
