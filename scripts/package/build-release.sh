#!/usr/bin/env bash
# Everything a release consists of, in release/: npm packages, SBOM, checksums. Publishes nothing.
#   npm run release:dry -- [--image]     also builds the image, with podman or docker
set -euo pipefail
cd "$(dirname "$0")/../.."
npm run -s package
package=$(cd release && echo leadline-*.tgz)
version=${package#leadline-}
version=${version%.tgz}
npm run -s build:sdk
npm pack --silent ./packages/sdk/dist --pack-destination release >/dev/null
sdk=sdk-$version.tgz # so that leadline-*.tgz is the product
mv "release/leadline-$sdk" "release/$sdk"
for file in "$package" "$sdk"; do npm publish --dry-run --silent "./release/$file" >/dev/null; done
(cd release && sha256sum "$package" "$sdk" "leadline-$version.cdx.json" >SHA256SUMS && cat SHA256SUMS)
rm -rf release/package
if [ "${1:-}" = --image ]; then node scripts/package/build-image.ts; fi
