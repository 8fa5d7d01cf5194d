// Parses bodies the way clients actually send them: JSON, forms, and JSON labelled as text or as a form.

import { isUtf8 } from 'node:buffer';
import { MAX_FORM_FIELDS } from '@leadline/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../base/domain-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the raw body for the request log. */
    keepsRawBody?: true;
  }
  interface FastifyRequest {
    /** Only set on routes with `keepsRawBody`, and only for content types we can parse, because we can't redact secrets
     * from anything else. */
    rawBody: Buffer | null;
  }
}

export function acceptBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  const add = (type: string | RegExp, read: (text: string) => unknown): void => {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
      try {
        checkEncoding(request);
        if (request.routeOptions.config.keepsRawBody) request.rawBody = body;
        done(null, read(decode(body)));
      } catch (error) {
        done(error as Error);
      }
    });
  };
  add(/^application\/(?:[\w.-]+\+)?json(?:$|;)/, readJson);
  add(/^text\/plain(?:$|;)/, readJson);
  add(/^application\/x-www-form-urlencoded(?:$|;)/, readForm);
}

function checkEncoding({ headers }: FastifyRequest): void {
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new DomainError('unsupported_type', 'the body must be encoded as UTF-8');
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new DomainError('unsupported_type', 'the body must not be compressed');
  }
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new DomainError('invalid_encoding', 'the body is not UTF-8');
  const text = body.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Accepts an empty body, because some clients always send a JSON content type. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote parts of the body.
    throw new DomainError('invalid_json', 'the body is not valid JSON');
  }
}

/** `curl -d '{…}'` sends JSON with a form content type. */
function readForm(text: string): unknown {
  if (text.trimStart().startsWith('{')) return readJson(text);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) {
    throw new DomainError(
      'too_many_fields',
      `the form has more than ${MAX_FORM_FIELDS.toLocaleString('en')} fields`,
    );
  }
  return readPairs(new URLSearchParams(text));
}

/** `custom_fields[Your role]=CTO` sets a custom field. Names that are repeated or end in `[]` become lists. */
function readPairs(pairs: URLSearchParams): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  const custom = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const inner = /^custom_fields\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1];
    if (inner !== undefined) add(custom, inner, value);
    else add(fields, name.replace(/\[\]$/, ''), value);
  }
  const given = fields.get('custom_fields');
  const read = typeof given === 'string' && given.trimStart().startsWith('{') ? readJson(given) : given;
  return {
    ...Object.fromEntries(fields),
    ...(custom.size > 0
      ? { custom_fields: Object.fromEntries(custom) }
      : read === undefined
        ? {}
        : { custom_fields: read }),
  };
}

function add(fields: Map<string, string | string[]>, name: string, value: string): void {
  const before = fields.get(name);
  if (before === undefined) fields.set(name, value);
  else if (typeof before === 'string') fields.set(name, [before, value]);
  else before.push(value);
}
