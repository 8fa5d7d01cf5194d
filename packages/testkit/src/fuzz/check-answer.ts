// Checks a response against the OpenAPI document: its status and body must be documented, an error must have the exact
// shape and a code that matches its status, and there must be no server errors.

import { ERRORS, isErrorCode } from '@leadline/contract';
import { PAGES } from '@leadline/server/testing';
import { Compile, type Validator } from 'typebox/schema';
import type { HttpRequest } from './generate-requests.ts';
import { type OpenApi, type Operation, readOperations } from './openapi.ts';
import type { Answer } from './send-request.ts';

interface Checked {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly validators: ReadonlyMap<number, Validator>;
}

const KNOWN_STATUSES: ReadonlySet<number> = new Set(Object.values(ERRORS).map(({ status }) => status));
/** Paths that are served but not documented, including the dashboard's pages. */
const UNDOCUMENTED = new RegExp(
  `^(?:/(?:healthz|readyz|api/openapi\\.json|api/docs(?:/.*)?|api/session|docs(?:/.*)?)|${PAGES.map((page) => page.replace(':id', '[^/]+')).join('|')})/?$`,
);

export class AnswerChecker {
  readonly #checked: readonly Checked[];

  constructor(document: OpenApi) {
    this.#checked = readOperations(document).map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace('{id}', '[^/]+')}/?$`),
      validators: new Map([...operation.answers].map(([status, schema]) => [status, Compile(schema)])),
    }));
  }

  /** Describes what is wrong with the response, or returns null if nothing is. */
  findFault(request: HttpRequest, answer: Answer): string | null {
    const { method, target, expected } = request;
    const { status, headers, text } = answer;
    if (status >= 500) return `${status} is a server error`;
    if (expected !== null && !expected.includes(status))
      return `${status} instead of ${expected.join(' or ')}`;
    if (method === 'HEAD') return text === '' ? null : 'the response to HEAD has a body';
    // Node accepts at most 16 KiB of headers, including the URL.
    if (status === 431 && target.length > 8_000) return findErrorFault(answer);
    const path = readPath(target);
    // A path that can't be decoded doesn't match any route.
    if (path === null) return findErrorFault(answer);
    const here = this.#checked.filter(({ pattern }) => pattern.test(path));
    // A fixed path, such as `/api/leads/counts`, also matches one with an ID.
    const route = here
      .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')))
      .find(({ operation }) => operation.method === method);
    if (route !== undefined) return findDocumentedFault(route, answer);
    if (UNDOCUMENTED.test(path) && status < 400) return null;
    if (here.length > 0) {
      const allowed = (headers.allow ?? '').split(', ');
      // If the path isn't spelled exactly as documented, 404 is fine.
      if (status === 404 && !target.startsWith(path)) return findErrorFault(answer);
      if (status !== 405) return `${status} for a method that this path does not support`;
      if (!here.every(({ operation }) => allowed.includes(operation.method)))
        return 'the Allow header does not list the methods';
    } else if (status < 400) return `${status} at an undocumented path`;
    return findErrorFault(answer);
  }
}

/** For responses to bytes that may not even be HTTP. */
export function findBrokenFault({ status, headers, text }: Answer): string | null {
  if (status >= 500) return `${status} is a server error`;
  return status >= 400 ? findErrorFault({ status, headers, text }) : null;
}

function findDocumentedFault({ validators }: Checked, answer: Answer): string | null {
  const validator = validators.get(answer.status);
  if (validator === undefined) return `${answer.status} is not documented for this operation`;
  if (answer.status >= 400) return findErrorFault(answer);
  const body = readJson(answer);
  if (validator.Check(body)) return null;
  const [, [error]] = validator.Errors(body);
  return `the body does not match the document: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
}

function findErrorFault(answer: Answer): string | null {
  if (!KNOWN_STATUSES.has(answer.status)) return `${answer.status} is not one of our statuses`;
  const body = readJson(answer);
  if (body === undefined) return `${answer.status} without a JSON body`;
  if (typeof body !== 'object' || body === null) return 'the body of an error is not an object';
  const { success, error, code, field, import_ids, ...more } = body as Record<string, unknown>;
  const isExact = success === false && typeof error === 'string' && Object.keys(more).length === 0;
  if (!isExact) return 'the body of an error has another shape';
  const header = answer.headers['x-error-code'];
  if (!isErrorCode(header)) return `${header} is not an error code`;
  if (code !== undefined && code !== header) return 'the codes in the header and the body differ';
  return ERRORS[header].status === answer.status ? null : `${header} does not go with ${answer.status}`;
}

function readJson({ headers, text }: Answer): unknown {
  if (!/^application\/json; charset=utf-8$/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the path as the router sees it: decoded, without the query, and with repeated slashes merged. */
function readPath(target: string): string | null {
  const [path = ''] = target.split(/[?#]/);
  try {
    // An encoded slash is part of a segment, not a separator.
    return decodeURIComponent(path.replace(/%2f/gi, '%252f')).replace(/\/{2,}/g, '/');
  } catch {
    return null;
  }
}
