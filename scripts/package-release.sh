#!/usr/bin/env bash
# Packs the checked-out commit with its built dashboard into release/, with checksums. Run `npm run build` first.
# The same commit and build give the same bytes: names are sorted, times and owners fixed.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' packages/cli/package.json)
name="leadline-$version"
[ -f packages/dashboard/dist/index.html ] || { echo "no dashboard build: run npm run build" >&2; exit 1; }

rm -rf release
mkdir -p "release/$name"
git archive HEAD | tar -x -C "release/$name"
cp -R packages/dashboard/dist "release/$name/packages/dashboard/dist"
tar --sort=name --mtime="@$(git log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner \
  -C release -c "$name" | gzip -n >"release/$name.tar.gz"
rm -rf "release/${name:?}"
(cd release && sha256sum "$name.tar.gz" >SHA256SUMS && cat SHA256SUMS)
