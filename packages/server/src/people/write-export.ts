// Streams a person's data export as one JSON document.

import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type PersonToExport,
  readContacts,
  readDeliveries,
  readLeads,
  readRejectedRows,
  readRequests,
} from './export-person.ts';

/** In characters. A shorter export is sent in one piece, so a failure while reading it can still return an error
 * response. */
const CHUNK_LENGTH = 64 * 1024;

/** Reads from the database only as fast as the client reads the response. Each list covers one account after
 * another. */
export const writeExport = (people: readonly PersonToExport[]): Readable =>
  Readable.from(inChunks(writeAll(people)), { objectMode: false });

async function* writeAll(people: readonly PersonToExport[]): AsyncGenerator<string> {
  yield `{"success":true,"data":{"exported_at":${JSON.stringify(new Date().toISOString())}`;
  yield* writeList('leads', people, writeLeads);
  yield* writeList('contacts', people, (person) => writeItems(readContacts(person)));
  yield* writeList('deliveries', people, (person) => writeItems(readDeliveries(person)));
  yield* writeList('refused_rows', people, (person) => writeItems(readRejectedRows(person)));
  yield* writeList('received', people, (person) => writeItems(readRequests(person)));
  yield '}}';
}

/** Every item is written with a leading comma; the first comma is dropped. */
async function* writeList(
  name: string,
  people: readonly PersonToExport[],
  write: (person: PersonToExport) => AsyncIterable<string>,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let isFirst = true;
  for (const person of people) {
    for await (const text of write(person)) {
      yield isFirst ? text.slice(1) : text;
      isFirst = false;
    }
  }
  yield ']';
}

async function* writeItems(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const item of items) yield `,${JSON.stringify(item)}`;
}

async function* writeLeads(person: PersonToExport): AsyncGenerator<string> {
  for await (const { lead, outcomes } of readLeads(person)) {
    const { history, ...rest } = lead;
    yield `,${JSON.stringify(rest).slice(0, -1)},"history":${JSON.stringify(history).slice(0, -1)}`;
    yield* writeItems(outcomes);
    yield ']}';
  }
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
    await yieldToEventLoop();
  }
  yield chunk;
}
