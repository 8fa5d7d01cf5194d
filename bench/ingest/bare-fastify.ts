// Fastify without us: parses a lead, validates it against the schema and sends it back.

import fastify from 'fastify';
import { LeadBody } from '../../packages/contract/src/index.ts';

const app = fastify();
app.post('/api/webhook.php', {
  schema: { body: LeadBody, response: { 200: LeadBody } },
  handler: async (request) => request.body,
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
