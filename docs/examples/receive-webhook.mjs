// Receives Leadline webhooks: verifies the signature, stores each event once, answers immediately.
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
      response.writeHead(500).end(); // Leadline will retry
    },
  );
});
server.listen(Number(process.env.PORT ?? 8081), '127.0.0.1');

async function receive(request) {
  // The signature covers the raw bytes: verify before parsing.
  const body = await readBody(request);
  if (body === null) return 413;
  try {
    // Compares in constant time with every signature in the header (two during a rotation), and rejects timestamps more
    // than five minutes off.
    webhook.verify(body, request.headers);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
  storeOnce(request.headers['webhook-id'], body);
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

// The same event can arrive twice under one ID. Another process handles the stored files, so that the response doesn't
// have to wait for the work.
function storeOnce(id, body) {
  if (!/^[\w-]+$/.test(id)) throw new Error('not a Leadline event ID');
  const file = join(inbox, `${id}.json`);
  if (existsSync(file)) return;
  const part = `${file}.${process.pid}`;
  writeFileSync(part, body);
  renameSync(part, file);
}
