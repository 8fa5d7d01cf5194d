// Reading a payload takes time in proportion to its size, whatever it consists of: the API's main thread reads it. Each payload
// grows in one or two of its parts.

import { describe, expect, test } from 'vitest';
import { type FormToolCase, readBody, readFormToolCases } from '../cases/form-tools/form-tool-cases.ts';
import { readLead } from '../src/index.ts';

const MAX_MS = 10;
/** Enough to tell a cost that grows faster than the payload. */
const MAX_BYTES = 40_000;
const FILLINGS = ['\ufdfa', '1', '_', 'a, ', ' ', ';a'];

type Holder = Record<string | number, unknown>;
/** Makes a payload larger by about so many bytes. */
type Growth = (payload: unknown, bytes: number, filling: string) => void;
interface Part {
  readonly name: string;
  readonly isList: boolean;
  readonly grow: Growth;
}

const holderAt = (payload: unknown, path: readonly string[]): Holder =>
  path.reduce<unknown>((value, key) => (value as Holder)[key], payload) as Holder;

const fill = (bytes: number, filling: string): string =>
  filling.repeat(Math.ceil(bytes / Buffer.byteLength(filling)));

/** Every text, name of a field, list and object in a payload. */
function listParts(value: unknown, path: readonly string[] = []): Part[] {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && path.length > 0 ? [textAt(path)] : [];
  const name = path.join('.') || 'the payload';
  const own: Part[] =
    Array.isArray(value) && value.length > 0
      ? [{ name: `items of ${name}`, isList: true, grow: repeatItems(path) }]
      : [{ name: `fields of ${name}`, isList: true, grow: repeatFields(path) }];
  const inside = Object.entries(value).flatMap(([key, each]) => [
    ...(Array.isArray(value) ? [] : [nameOfField(path, key)]),
    ...listParts(each, [...path, key]),
  ]);
  return [...own, ...inside];
}

const textAt = (path: readonly string[]): Part => ({
  name: path.join('.'),
  isList: false,
  grow: (payload, bytes, filling) => {
    const holder = holderAt(payload, path.slice(0, -1));
    // What a reader looks for may be at the start or the end.
    const text = String(holder[path.at(-1) as string]);
    holder[path.at(-1) as string] = `${text}${fill(bytes, filling)}@${text}`;
  },
});

const nameOfField = (path: readonly string[], key: string): Part => ({
  name: `name of ${[...path, key].join('.')}`,
  isList: false,
  grow: (payload, bytes, filling) => {
    const holder = holderAt(payload, path);
    holder[`${key}${fill(bytes, filling)}x`] = holder[key];
  },
});

/** As many as the bytes allow, but no more than there could be of the smallest. */
const countFor = (bytes: number, item: unknown): number =>
  Math.floor(bytes / Math.max(3, JSON.stringify(item ?? null).length + 1));

const repeatItems =
  (path: readonly string[]): Growth =>
  (payload, bytes) => {
    const list = holderAt(payload, path) as unknown as unknown[];
    const copies = Array.from({ length: countFor(bytes, list[0]) }, () => structuredClone(list[0]));
    list.push(...copies);
  };

const repeatFields =
  (path: readonly string[]): Growth =>
  (payload, bytes) => {
    const holder = holderAt(payload, path);
    const [key, value] = Object.entries(holder).at(-1) ?? ['a', 'b'];
    const count = countFor(bytes, [key, value]);
    for (let copy = 0; copy < count; copy++) holder[`${key}${copy}`] = structuredClone(value);
  };

const MAX_TRIES = 4;

/** In milliseconds, the shortest of several if the first is long, which may have compiled code or collected garbage. */
function cpuOf(payload: unknown): number {
  let ms = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < MAX_TRIES && ms > MAX_MS; tried++) {
    const started = process.threadCpuUsage();
    readLead(payload);
    ms = Math.min(ms, process.threadCpuUsage(started).user / 1000);
  }
  return ms;
}

function findExpensive(payload: FormToolCase): string[] {
  const body = readBody(payload) as Holder;
  // A tool in between may have parsed it.
  if (typeof body.rawRequest === 'string') body.rawRequest = JSON.parse(body.rawRequest) as unknown;
  const parts = listParts(body);
  const lists = parts.filter(({ isList }) => isList);
  const expensive: string[] = [];
  const measure = (what: readonly Part[], filling: string): void => {
    const grown = structuredClone(body);
    // Texts first, because lists repeat what is in them.
    const order = what.toSorted((a, b) => Number(a.isList) - Number(b.isList));
    for (const { grow } of order) grow(grown, MAX_BYTES / what.length, filling);
    const ms = cpuOf(grown);
    if (ms > MAX_MS)
      expensive.push(`${what.map(({ name }) => name).join(' and ')}, ${JSON.stringify(filling)}: ${ms} ms`);
  };
  for (const part of parts) for (const filling of part.isList ? [''] : FILLINGS) measure([part], filling);
  for (const list of lists)
    for (const [index, other] of parts.entries())
      if (list !== other) measure([list, other], FILLINGS[index % FILLINGS.length] as string);
  return expensive;
}

/** What a wrapper holds is read like the payload alone. */
const PAYLOADS = readFormToolCases().filter(([name]) => !/^(?:n8n|wrapped)/.test(name));

describe('reading a large payload costs little:', () => {
  test.each(PAYLOADS)('%s', { timeout: 120_000 }, (_name, payload) => {
    expect(findExpensive(payload)).toEqual([]);
  });
});
