// Serves the dashboard: one page for every address of it, and its files. The page may run our own files and nothing else:
// no inline script, nothing from elsewhere, in nobody's frame.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/two-factor',
  '/welcome',
  '/invitation/:id',
  '/inbox',
  '/leads/:id',
  '/insights',
  '/connect',
  '/webhooks',
  '/imports',
  '/settings/profile',
  '/settings/keys',
  '/settings/team',
  '/settings/privacy',
  '/settings/audit',
];

const NOT_BUILT = `<!doctype html><html lang="en"><title>Leadline</title>
<h1>The dashboard has not been built</h1><p>Run <code>npm run build</code> and start again. The API works without it.</p>`;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Shows the page, for an address of it or for one that is none. */
export type ShowPage = (reply: FastifyReply) => FastifyReply;

/** `folder`: the built dashboard. Read anew for each visitor, so that a build meanwhile is served as a whole: the page
 * names its files by what is in them. */
export async function serveDashboard(
  app: FastifyInstance,
  folder: string | null,
  isHttps: boolean,
): Promise<ShowPage> {
  const file = folder === null ? null : join(folder, 'index.html');
  const show: ShowPage = (reply) => {
    const nonce = randomBytes(16).toString('base64');
    const page = file !== null && existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT;
    return reply
      .headers(headersOf(nonce, isHttps))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('%NONCE%', nonce));
  };
  for (const url of PAGES) {
    app.get(url, { schema: { hide: true }, handler: (_request, reply) => show(reply) });
  }
  if (folder !== null && existsSync(folder)) {
    const files = { preCompressed: true, decorateReply: false, schemaHide: true, index: false } as const;
    await app.register(fastifyStatic, {
      ...files,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      setHeaders: (reply) => setFileHeaders(reply, `public, max-age=${YEAR_SECONDS}, immutable`),
    });
    // What keeps its name: the icon, the script that chooses the theme.
    await app.register(fastifyStatic, {
      ...files,
      root: folder,
      wildcard: false,
      globIgnore: ['**/*.{br,gz,html,map}', '.vite/**', 'assets/**'],
      setHeaders: (reply) => setFileHeaders(reply, 'no-cache'),
    });
  }
  return show;
}

function setFileHeaders(reply: FastifyReply, caching: string): void {
  reply.headers({ 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' });
}

function headersOf(nonce: string, isHttps: boolean): Record<string, string> {
  return {
    'Content-Security-Policy':
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // Addresses of leads and links from mails are nobody else's business.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cache-Control': 'no-store',
    ...(isHttps ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/** Whether a person with a browser asks, and not a program. */
export const isForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api') && (headers.accept?.includes('text/html') ?? false);
