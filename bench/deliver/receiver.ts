// The simplest possible receiver: returns 204 and counts requests.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let deliveries = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(deliveries));
    return;
  }
  request.resume().on('end', () => {
    deliveries++;
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
