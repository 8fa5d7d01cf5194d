// A metrics port that is in use is reported with the variable that chooses another one.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { spawnApi, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { expect, test } from 'vitest';

test('a metrics port that is in use is reported as METRICS_PORT', async () => {
  const url = await cloneAlone();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { METRICS_PORT: String(port) };
  const message = `port ${port} on 127.0.0.1 is already in use; choose another one with METRICS_PORT\n`;
  await expect(spawnApi(url, 0, 'silent', 'off', env)).rejects.toThrow(message);
  await expect(spawnWorker(url, 'silent', env)).rejects.toThrow(message);
  other.close();
});
