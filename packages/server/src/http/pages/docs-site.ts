// Serves the documentation, if `npm run build:docs` has built it beside the dashboard.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { SAME_SITE_ONLY } from '../openapi/docs.ts';

const HASHED = /[/\\]assets[/\\]/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export async function serveDocsSite(app: FastifyInstance, dashboardFolder: string | null): Promise<void> {
  const folder = dashboardFolder === null ? null : join(dashboardFolder, 'docs');
  if (folder === null || !existsSync(folder)) return;
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/index.html'));
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/docs/',
    preCompressed: true,
    decorateReply: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const caching = HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
      reply.headers({
        'Content-Security-Policy': SAME_SITE_ONLY,
        'Cache-Control': caching,
        'X-Content-Type-Options': 'nosniff',
      });
    },
  });
}
