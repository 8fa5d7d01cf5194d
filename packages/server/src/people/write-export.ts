// What is stored about a person as the text of one answer, in pieces: it is the same to its reader as if it had been made
// as a whole.

import { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import {
  type PersonToExport,
  readContacts,
  readDeliveries,
  readLeads,
  readReceived,
  readRefusedRows,
} from './export-person.ts';

/** Characters. What is shorter leaves in one piece, so that an error on the way is still answered as one. */
const PIECE = 64 * 1024;

/** Reads on as the reader takes it. Several accounts are one after the other in each list. */
export const writeExport = (people: readonly PersonToExport[]): Readable =>
  Readable.from(inPieces(writeAll(people)), { objectMode: false });

async function* writeAll(people: readonly PersonToExport[]): AsyncGenerator<string> {
  yield `{"success":true,"data":{"exported_at":${JSON.stringify(new Date().toISOString())}`;
  yield* writeList('leads', people, writeLeads);
  yield* writeList('contacts', people, (person) => writeItems(readContacts(person)));
  yield* writeList('deliveries', people, (person) => writeItems(readDeliveries(person)));
  yield* writeList('refused_rows', people, (person) => writeItems(readRefusedRows(person)));
  yield* writeList('received', people, (person) => writeItems(readReceived(person)));
  yield '}}';
}

/** Every item begins with a comma; that of the first is left out. */
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

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await letOthersGo();
  }
  yield piece;
}
