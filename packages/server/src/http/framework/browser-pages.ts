// What people see after they send a plain HTML form to an intake URL: a page that thanks them, or one that says what went
// wrong. Neither tells a visitor anything about the account or the score.

import { createHash } from 'node:crypto';
import { ERRORS } from '@leadline/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainError } from '../../platform/base/domain-error.ts';
import { escapeHtml } from '../../platform/base/escape-html.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers that post a form get a page instead of JSON. */
    answersWithPages?: true;
  }
}

/** Whether a browser sent a form and will show whatever we answer. */
export function isBrowserForm({ headers, routeOptions }: FastifyRequest): boolean {
  if (!routeOptions.config.answersWithPages) return false;
  const mode = headers['sec-fetch-mode'];
  return acceptsHtml(headers.accept) && (mode === undefined || mode === 'navigate');
}

const acceptsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false;

export const sendThanks = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(request, reply, {
    title: 'Thank you',
    text: 'Your message has been sent.',
    link: 'Back to the website',
  });

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: DomainError): FastifyReply =>
  sendPage(request, reply, {
    title: 'Your message was not sent',
    text: describe(error),
    link: 'Back to the form',
    withoutLink: 'Use your browser’s Back button to return to the form.',
  });

function describe({ code, message, details: { field } }: DomainError): string {
  if (code === 'missing_contact') return 'Please enter your email address or phone number.';
  const { status } = ERRORS[code];
  if (status === 413) return 'Your message is too long, or a file is too large.';
  if (status === 400)
    return field === undefined ? 'The form could not be read.' : `Please check: ${message}.`;
  if (status === 409 || status === 429 || status >= 500)
    return 'We’re very busy right now. Please try again in a minute.';
  return 'This form can’t receive messages at the moment. Please contact the site in another way.';
}

interface Page {
  readonly title: string;
  readonly text: string;
  /** What the link to the page with the form says. */
  readonly link: string;
  /** Said instead if the browser doesn't tell us which page that is. */
  readonly withoutLink?: string;
}

const STYLE = `:root{color-scheme:light dark;--text:#1b1f24;--muted:#4d5560;--page:#f5f6f8;--card:#fff;--accent:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--text:#f1f3f5;--muted:#b5bcc6;--page:#16191d;--card:#20242a;--accent:#9dbbff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:17px/1.55 system-ui,sans-serif}
main{max-width:32rem;padding:40px;background:var(--card);border-radius:14px;box-shadow:0 1px 3px #0002}
h1{margin:0 0 12px;font-size:1.6rem;line-height:1.25;text-wrap:balance}
p{margin:0;color:var(--muted);overflow-wrap:anywhere}
a{display:inline-block;margin-top:24px;color:var(--accent);font-weight:600;text-underline-offset:3px}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // The URL contains the key.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { title, text, link, withoutLink = '' }: Page,
): FastifyReply {
  const back = findFormPage(headers.referer);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(back === null ? `${text} ${withoutLink}`.trim() : text)}</p>
${back === null ? '' : `<a href="${escapeHtml(back)}">${escapeHtml(link)}</a>`}
</main>
</html>
`;
  return reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);
}

/** The page that the form is on, if the browser says so. */
function findFormPage(referer: string | undefined): string | null {
  const url = referer === undefined ? null : URL.parse(referer);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}
