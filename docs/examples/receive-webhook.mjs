// Takes webhooks of Leadline: checks who sent them, keeps each event once, answers at once.
//
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=8081 node receive-webhook.mjs

import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const MAX_BYTES = 100_000;
const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const inbox = process.env.INBOX ?? 'inbox';
mkdirSync(inbox, { recursive: true });

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      process.stderr.write(`${error}\n`);
      response.writeHead(500).end(); // it comes again
    },
  );
});
server.listen(Number(process.env.PORT ?? 8081), '127.0.0.1');

async function receive(request) {
  // The signature is of the bytes as they came: verify first, parse afterwards.
  const body = await readBody(request);
  if (body === null) return 413;
  try {
    // Compares in constant time, with every signature in the header: after a rotation there are two.
    // Refuses what was signed more than five minutes ago.
    webhook.verify(body, request.headers);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
  keepOnce(request.headers['webhook-id'], body);
  return 204;
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BYTES ? Buffer.concat(chunks).toString('utf8') : null;
}

// An event may come twice, under the same id. What is to be done about it, another process does: it takes the events
// from the folder, so that the answer need not wait for it.
function keepOnce(id, body) {
  if (!/^[\w-]+$/.test(id)) throw new Error('this is not an id of Leadline');
  const file = join(inbox, `${id}.json`);
  if (existsSync(file)) return;
  const part = `${file}.${process.pid}`;
  writeFileSync(part, body);
  renameSync(part, file);
}
