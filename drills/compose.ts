// Starts compose.yaml from empty volumes and kills each container under load. Needs root and docker with compose; where there is
// none, or base images can't be downloaded: drills/stand-ins/with-docker.sh npm run drill -- compose
//   node drills/compose.ts [--json]

import { buildImage } from '@leadline/testkit/containers/build-image';
import { drillCompose } from '@leadline/testkit/drills/compose/compose';
import { reportDrill } from '@leadline/testkit/drills/run-drill';

await reportDrill('compose', async (log) => {
  log('building the image');
  return drillCompose(process.env.LEADLINE_IMAGE ?? (await buildImage()), log);
});
