// Fastify without Leadline: parses a lead and inserts it as one row, committed before the answer.

import { LeadBody } from '@leadline/contract';
import { openPool } from '@leadline/server';
import fastify from 'fastify';

const pool = openPool(process.env.DATABASE_URL as string, { size: 10 });
await pool.query(
  'create table if not exists public.bare_leads (id bigint generated always as identity primary key, lead jsonb)',
);
const app = fastify();
app.post('/api/webhook.php', {
  schema: { body: LeadBody },
  handler: async (request) => {
    await pool.query({
      name: 'insert',
      text: 'insert into public.bare_leads (lead) values ($1)',
      values: [request.body],
    });
    return { data: { reasons: [] } };
  },
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
