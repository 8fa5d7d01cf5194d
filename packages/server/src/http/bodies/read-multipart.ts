// Reads forms sent as multipart/form-data. Only the text is kept: a file is dropped as it arrives, and its name is the
// answer. The text has the limits of any other body, and the work is charged to the account chunk by chunk.

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { MAX_BODY_BYTES, MAX_FORM_FIELDS, MAX_MULTIPART_BYTES } from '@leadline/contract/limits';
import { DomainError } from '../../platform/base/domain-error.ts';
import { formatBytes } from '../../platform/base/format-bytes.ts';
import { tooManyFields } from './parse-body.ts';

export type FormPair = readonly [name: string, value: string];

/** Longer than any question that readLead accepts. */
const MAX_NAME_LENGTH = 4_000;

const LIMITS = {
  fieldSize: MAX_BODY_BYTES + 1,
  parts: MAX_FORM_FIELDS + 1,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** `run` charges the time that each chunk takes, and throws if the caller has used up theirs. Rejects as soon as a limit is
 * exceeded, without reading the rest. */
export function readMultipart(
  headers: IncomingHttpHeaders,
  payload: Readable,
  run: (work: () => boolean) => boolean,
): Promise<FormPair[]> {
  if (Number(headers['content-length'] ?? 0) > MAX_MULTIPART_BYTES) return Promise.reject(tooLarge());
  const { promise, resolve, reject } = Promise.withResolvers<FormPair[]>();
  let parser: BusboyInstance;
  try {
    parser = new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS });
  } catch {
    return Promise.reject(malformed()); // no boundary
  }
  const pairs: FormPair[] = [];
  let textBytes = 0;
  let bytes = 0;
  const stop = (error: DomainError): void => {
    payload.removeListener('data', write);
    payload.pause();
    parser.removeAllListeners();
    parser.on('error', () => {}); // destroying it in the middle of a part is an error, too
    parser.destroy();
    reject(error);
  };
  const add = (name: string | undefined, value: string): void => {
    if (name === undefined || name === '') return;
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (name.length > MAX_NAME_LENGTH) stop(nameTooLong());
    else if (textBytes > MAX_BODY_BYTES) stop(tooMuchText());
    else if (pairs.length >= MAX_FORM_FIELDS) stop(tooManyFields());
    else pairs.push([name, value]);
  };
  parser.on('field', add);
  parser.on('file', (name, file, fileName) => {
    file.on('error', () => {}); // the parser reports it, too
    file.resume();
    // Browsers send a file without a name if none was chosen.
    if (fileName) add(name, fileName);
  });
  parser.on('partsLimit', () => stop(tooManyFields()));
  parser.on('error', () => stop(malformed()));
  parser.on('finish', () => resolve(pairs));
  const partsUntil = countParts(headers);
  const parse = (chunk: Buffer): boolean => {
    try {
      return run(() => parser.write(chunk));
    } catch (error) {
      stop(error as DomainError);
      return true;
    }
  };
  const write = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_MULTIPART_BYTES) stop(tooLarge());
    else if (partsUntil(chunk) > MAX_FORM_FIELDS + 1) stop(tooManyFields());
    else if (!parse(chunk)) {
      payload.pause();
      parser.once('drain', () => payload.resume());
    }
  };
  payload.on('data', write);
  payload.once('end', () => parser.end());
  payload.once('error', () => stop(malformed()));
  payload.once('aborted', () => stop(malformed()));
  return promise;
}

/** Counts boundaries before the parser sees them, because it doesn't limit parts that have no headers, and each takes it
 * 5 µs. Returns how many there are so far. */
function countParts(headers: IncomingHttpHeaders): (chunk: Buffer) => number {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const boundary = Buffer.from(`\n--${quoted ?? plain ?? ''}`);
  let end = Buffer.alloc(0);
  let parts = 0;
  return (chunk) => {
    // A boundary may begin in the chunk before.
    const bytes = Buffer.concat([end, chunk]);
    for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + 1)) parts++;
    end = bytes.subarray(Math.max(0, bytes.length - boundary.length + 1));
    return parts;
  };
}

const malformed = (): DomainError =>
  new DomainError('invalid_input', 'the body is not valid multipart/form-data; check its boundary');

const nameTooLong = (): DomainError =>
  new DomainError('too_long', 'the form has a field with a very long name');

const tooMuchText = (): DomainError =>
  new DomainError('too_large', `the text of a form is limited to ${formatBytes(MAX_BODY_BYTES)}`);

const tooLarge = (): DomainError =>
  new DomainError('too_large', `a form with files is limited to ${formatBytes(MAX_MULTIPART_BYTES)}`);
