// GET /embed.js: the script that shows a form on any page. One file for everybody, so that browsers can cache it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PATHS } from '@leadline/contract/paths';
import type { App } from '../../framework/typed-app.ts';

const FILE = join(import.meta.dirname, '../../../../embed/embed.js');
const HOUR_SECONDS = 60 * 60;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;

export function addEmbed(app: App): void {
  const script = readFileSync(FILE);
  const compressed = { br: brotliCompressSync(script), gzip: gzipSync(script) };
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${WEEK_SECONDS}`,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    // Pages of any site load it, some with an integrity hash or a policy that asks for CORS.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  app.get(PATHS.embed, {
    schema: { hide: true },
    handler: (request, reply) => {
      reply.headers(headers).type('text/javascript; charset=utf-8');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      const accepted = request.headers['accept-encoding'] ?? '';
      const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
      if (encoding === undefined) return reply.send(script);
      return reply.header('Content-Encoding', encoding).send(compressed[encoding]);
    },
  });
}
