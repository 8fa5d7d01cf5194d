// Fastify without Leadline: parses a lead, validates it against the schema and sends it back.

import { LeadBody } from '@leadline/contract';
import fastify from 'fastify';

const app = fastify();
app.post('/api/webhook.php', {
  schema: { body: LeadBody, response: { 200: LeadBody } },
  handler: async (request) => request.body,
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
