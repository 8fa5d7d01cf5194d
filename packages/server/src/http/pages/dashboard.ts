// Serves the dashboard's assets, and the same HTML page for all of its paths. The content security policy only allows
// our own files: no inline scripts, no third parties, no framing.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { ERRORS } from '@leadline/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnHost, type OwnHosts } from '../admission/own-page.ts';

export const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/two-factor',
  '/welcome',
  '/invitation/:id',
  '/inbox',
  '/leads/:id',
  '/insights',
  '/connect',
  '/webhooks',
  '/crm',
  '/imports',
  '/settings/profile',
  '/settings/alerts',
  '/settings/business',
  '/settings/keys',
  '/settings/team',
  '/settings/scoring',
  '/settings/model',
  '/settings/routing',
  '/settings/privacy',
  '/settings/audit',
];

const NOT_BUILT = `<!doctype html><html lang="en"><title>Leadline</title>
<h1>The dashboard has not been built</h1><p>Run <code>npm run build</code> and restart. The API works without it.</p>`;

const pageElsewhere = (url: string): string => `<!doctype html><html lang="en"><title>Leadline</title>
<h1>This is not the address of this dashboard</h1><p>Open <a href="${url}">${url}</a> instead.</p>`;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sends the dashboard page. Also used for unknown paths. */
export type ShowPage = (reply: FastifyReply) => FastifyReply;

/** `folder` contains the built dashboard. The page is read from disk on every request and refers to assets by content
 * hash, so a new build takes effect all at once. */
export async function serveDashboard(
  app: FastifyInstance,
  folder: string | null,
  hosts: OwnHosts,
): Promise<ShowPage> {
  const isHttps = hosts.publicUrl.startsWith('https:');
  const file = folder === null ? null : join(folder, 'index.html');
  const readPage = (): string => (file !== null && existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT);
  const show: ShowPage = (reply) => {
    const nonce = randomBytes(16).toString('base64');
    const isHere = isOwnHost(hosts, reply.request);
    const page = isHere ? readPage() : pageElsewhere(hosts.publicUrl);
    return reply
      .code(isHere ? reply.statusCode : ERRORS.wrong_host.status)
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
    // Files without a content hash in their name, such as the icon and the theme script.
    await app.register(fastifyStatic, {
      ...files,
      root: folder,
      wildcard: false,
      globIgnore: ['**/*.{br,gz,html,map}', '.vite/**', 'assets/**', 'docs/**'],
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
    // URLs can contain lead IDs and tokens from emails.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cache-Control': 'no-store',
    ...(isHttps ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/** Whether the request comes from a browser that expects an HTML page. */
export const isForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api') && (headers.accept?.includes('text/html') ?? false);
