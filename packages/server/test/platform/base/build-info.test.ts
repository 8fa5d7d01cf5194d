// The metrics of every process say which release it is.

import { ENGINE_VERSION } from '@leadline/engine/version';
import { expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { WorkerMetrics } from '../../../src/platform/base/worker-metrics.ts';

test.each([
  ['an API process', new Metrics('1.2.3')],
  ['a worker', new WorkerMetrics('1.2.3')],
])('%s reports its release and engine', async (_, metrics) => {
  expect(await metrics.text()).toContain(
    `leadline_build_info{version="1.2.3",engine="${ENGINE_VERSION}"} 1\n`,
  );
});
