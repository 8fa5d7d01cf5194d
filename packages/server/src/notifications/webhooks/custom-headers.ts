// Headers that customers add to their deliveries. Values are secrets: they are encrypted and never shown again in full.

import type { CustomHeader, Endpoint } from '@leadline/contract';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { Sealed } from './seal.ts';

type Headers = NonNullable<Sealed['headers']>;

/** A token as in RFC 9110. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** No control characters, so that nobody can add more headers or a body with a line break. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
/** Set by us, or by HTTP itself to frame and route the request. */
const RESERVED =
  /^(?:host|connection|keep-alive|upgrade|te|trailers?|expect|http2-settings|user-agent|(?:content|transfer|proxy|webhook|sec)-.*)$/i;
const MAX_TOTAL_LENGTH = 4_096;
/** Shorter values are not hinted at, since four characters would be too much of them. */
const MIN_HINTED_LENGTH = 16;
const HINT_LENGTH = 4;

/** Headers without a value keep the one in `before`. */
export function readHeaders(given: readonly CustomHeader[], before: Headers): Headers {
  const names = new Set<string>();
  const headers = given.map(({ name, value }) => {
    const key = name.toLowerCase();
    if (!NAME.test(name)) throw invalid(`“${name}” is not a valid header name`);
    if (RESERVED.test(name)) throw invalid(`the header ${name} can’t be changed`);
    if (names.has(key)) throw invalid(`the header ${name} is there twice`);
    names.add(key);
    const kept = before.find((header) => header.name.toLowerCase() === key)?.value;
    const next = value ?? kept;
    if (next === undefined) throw invalid(`the header ${name} needs a value`);
    if (!VALUE.test(next)) throw invalid(`the value of ${name} must be printable ASCII, without line breaks`);
    return { name, value: next };
  });
  const length = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (length > MAX_TOTAL_LENGTH)
    throw invalid(`headers can have up to ${MAX_TOTAL_LENGTH} characters in total`);
  return headers;
}

/** Otherwise someone could point the endpoint at a server of their own and read the values there. */
export function rejectKeptValues(given: readonly CustomHeader[] | undefined, before: Headers): void {
  const keepsAny = given === undefined ? before.length > 0 : given.some(({ value }) => value === undefined);
  if (keepsAny) throw invalid('the new URL is on another host; enter the values of the headers again');
}

export const hintHeaders = (headers: Headers): Endpoint['headers'] =>
  headers.map(({ name, value }) => ({
    name,
    hint: value.length < MIN_HINTED_LENGTH ? '' : value.slice(-HINT_LENGTH),
  }));

export const toRecord = (headers: Headers): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

const invalid = (message: string): DomainError =>
  new DomainError('invalid_input', message, { field: 'headers' });
