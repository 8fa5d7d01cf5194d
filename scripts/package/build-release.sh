#!/usr/bin/env bash
# Everything a release consists of but the image, in release/: npm package, SBOM, checksums. Publishes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
npm run -s build
npm run -s package
package=$(cd release && echo leadline-*.tgz)
version=${package#leadline-}
version=${version%.tgz}
node scripts/package/write-sbom.ts "release/leadline-$version.cdx.json"
npm publish --dry-run --silent "./release/$package" >/dev/null
(cd release && sha256sum "$package" "leadline-$version.cdx.json" >SHA256SUMS && cat SHA256SUMS)
rm -rf release/package
