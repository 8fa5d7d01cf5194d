#!/usr/bin/env bash
# Everything a release consists of, in release/: npm package, SBOM, checksums. Publishes nothing.
#   npm run release:dry -- [--image]     also builds the image, with podman or docker
set -euo pipefail
cd "$(dirname "$0")/../.."
npm run -s build
npm run -s package
package=$(cd release && echo leadline-*.tgz)
version=${package#leadline-}
version=${version%.tgz}
npm publish --dry-run --silent "./release/$package" >/dev/null
(cd release && sha256sum "$package" "leadline-$version.cdx.json" >SHA256SUMS && cat SHA256SUMS)
rm -rf release/package
if [ "${1:-}" = --image ]; then node scripts/package/build-image.ts; fi
