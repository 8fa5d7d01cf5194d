#!/usr/bin/env bash
# Everything a release consists of but the image, in release/: npm package, SBOM, checksums. Publishes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
npm run -s build
npm run -s package
package=$(cd release && echo leadline-*.tgz)
version=${package#leadline-}
version=${version%.tgz}
# What the command and the dashboard are bundled from, and what npm installs beside them.
npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --workspace=@leadline/cli --workspace=@leadline/dashboard \
  >"release/leadline-$version.cdx.json"
npm publish --dry-run --silent "release/$package" >/dev/null
(cd release && sha256sum "$package" "leadline-$version.cdx.json" >SHA256SUMS && cat SHA256SUMS)
rm -rf release/package
