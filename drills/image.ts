// Builds the image and stops its containers in every phase. Needs podman or docker; where base images can't be downloaded, run
// drills/stand-ins/make.sh first.
//   node drills/image.ts [--json]

import { buildImage } from '@leadline/testkit/containers/build-image';
import { drillImage } from '@leadline/testkit/drills/image/image';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('image', async ({ url }, log) => {
  log('building the image');
  const image = await buildImage();
  return drillImage(image, url, { startDelaysMs: [0, 50, 100, 200, 400, 800, 1_600, 3_200], stops: 6 }, log);
});
