// Attacks on the worker through webhook endpoints that never respond.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import type { Attack } from '../attacker.ts';

export const webhookAttacks: readonly Attack[] = [
  {
    name: 'webhook endpoints that never respond',
    run: async (attacker, signal) => {
      const { server, url } = await startSilentServer();
      const ids: string[] = [];
      for (let index = 0; index < 10; index++) {
        const created = await attacker.send({
          path: '/api/webhooks',
          key: attacker.liveKey,
          body: JSON.stringify({ url: `${url}/${index}` }),
        });
        const id = created?.status === 200 ? (JSON.parse(created.text).data?.webhook_id as unknown) : null;
        if (typeof id === 'string') ids.push(id);
      }
      await attacker.flood(signal, { perSecond: 50, inFlight: 64 }, (index) => ({
        path: `/api/webhooks/${ids[index % ids.length]}/test`,
        key: attacker.liveKey,
        body: '{}',
      }));
      server.close();
    },
  },
];

/** Accepts connections and says nothing. */
async function startSilentServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => socket.on('error', () => {}).unref())
    .listen(0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
