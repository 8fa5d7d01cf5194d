// Reads a workbook (.xlsx) and writes the rows of one of its sheets as lines, which are imported like those of other files.
// Unpacking is left to Node's threads and parsing to the compute threads, a piece at a time, so that accounts take turns
// and nothing is held in memory but a piece and the texts that cells share. See docs/decisions/0036-excel-files.md.

import type { FileShapeRead } from '../shape/read-file-shape.ts';
import { Archive, type FoundEntry, type RunTask } from './archive.ts';
import { BrokenWorkbook, DAMAGED, TOO_MUCH } from './broken-workbook.ts';
import {
  FIND_WORKBOOK,
  READ_SHEET,
  READ_SHEET_HEAD,
  READ_STRINGS,
  READ_STYLES,
  READ_WORKBOOK,
} from './compute-tasks.ts';
import type { ZipEntry } from './find-entries.ts';
import { type CellFormats, NO_FORMATS } from './number-formats.ts';
import { MAX_MERGED, type MergedCells, SHEET_START } from './read-sheet.ts';
import type { Workbook } from './read-workbook.ts';
import { makeStringTable, NO_STRINGS, type StringTable } from './string-table.ts';
import type { ByteSource } from './zip-directory.ts';

const MIB = 1024 * 1024;
const PIECE_BYTES = MIB;
/** Far more than a row of leads. */
const MAX_TAG_BYTES = 16 * MIB;
/** How much larger than the workbook its rows may be. Cells can refer to the same text again and again, so that a file of
 * 70 kB becomes a gigabyte of rows. Those of ordinary lists are three to ten times as large as the workbook. */
const MAX_EXPANSION = 50;
/** Small workbooks may be anything. */
const MAX_UNCHECKED_BYTES = 16 * MIB;
const MAX_HEAD_BYTES = MIB;

export class WorkbookReader {
  readonly #run: RunTask;
  readonly #archive: Archive;
  readonly #workbook: Workbook;
  readonly #head: Buffer[] = [];
  readonly #merged: MergedCells[] = [];
  #bytes = 0;

  private constructor(run: RunTask, archive: Archive, workbook: Workbook) {
    this.#run = run;
    this.#archive = archive;
    this.#workbook = workbook;
  }

  /** Throws BrokenWorkbook, as do the other methods. */
  static async open(source: ByteSource, run: RunTask): Promise<WorkbookReader> {
    const archive = await Archive.open(source, run);
    const path = (await findPath(archive, run)) ?? 'xl/workbook.xml';
    const slash = path.lastIndexOf('/') + 1;
    const [mainEntry, relationsEntry] = await archive.find([
      path,
      `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`,
    ]);
    const main = path.endsWith('.xml') ? await archive.readPart(mainEntry) : null;
    if (main === null || !isSpreadsheet(main)) throw new BrokenWorkbook(await describeArchive(archive));
    const relations = await archive.readPart(relationsEntry);
    if (relations === null) throw new BrokenWorkbook(DAMAGED);
    const workbook = await run(READ_WORKBOOK, { path, workbook: main, relations }, []);
    if (!workbook.ok) throw new BrokenWorkbook(workbook.error);
    return new WorkbookReader(run, archive, workbook.value);
  }

  get sheets(): readonly string[] {
    return this.#workbook.sheets.map(({ name }) => name);
  }

  /** Call it once. */
  async *readLines(sheet: string): AsyncGenerator<Buffer> {
    const { sheets, stringsPath, stylesPath, is1904 } = this.#workbook;
    const path = sheets.find(({ name }) => name === sheet)?.path ?? '';
    const [entry, sharedStrings, styles] = await this.#archive.find([
      path,
      stringsPath ?? '',
      stylesPath ?? '',
    ]);
    if (entry == null) throw new BrokenWorkbook(DAMAGED);
    const strings = await this.#readStrings(sharedStrings);
    const formats = await this.#readFormats(styles);
    const maxBytes = Math.max(MAX_UNCHECKED_BYTES, MAX_EXPANSION * this.#archive.size);
    let state = SHEET_START;
    let textBytes = 0;
    const pieces = this.#readPieces(entry, async (bytes) => {
      const read = await this.#run(READ_SHEET, { bytes, state, strings, formats, is1904 }, [bytes.buffer]);
      state = read.state;
      textBytes += read.textBytes;
      if (textBytes > maxBytes) throw new BrokenWorkbook(TOO_MUCH);
      return read;
    });
    for await (const { lines, merged } of pieces) {
      this.#merged.push(...merged.slice(0, MAX_MERGED - this.#merged.length));
      if (lines.length === 0) continue;
      const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
      if (this.#bytes < MAX_HEAD_BYTES) this.#head.push(buffer);
      this.#bytes += buffer.length;
      if (this.#bytes > maxBytes) throw new BrokenWorkbook(TOO_MUCH);
      yield buffer;
    }
    if (state.part !== 'after rows') throw new BrokenWorkbook(DAMAGED);
  }

  /** Only after all lines have been read, because merged cells come last. */
  readShape(sheet: string): Promise<FileShapeRead> {
    const head = new Uint8Array(Buffer.concat(this.#head).subarray(0, MAX_HEAD_BYTES));
    const isWhole = this.#bytes <= MAX_HEAD_BYTES;
    const input = { head, isWhole, merged: this.#merged, sheet, headerLine: null };
    return this.#run(READ_SHEET_HEAD, input, [head.buffer]);
  }

  async #readStrings(entry: FoundEntry): Promise<StringTable> {
    if (entry == null) return NO_STRINGS;
    let table = makeStringTable(entry.bytes);
    const pieces = this.#readPieces(entry, (bytes) =>
      this.#run(READ_STRINGS, { bytes, table }, [bytes.buffer]),
    );
    for await (const { count } of pieces) table = { ...table, count };
    return table;
  }

  async #readFormats(entry: FoundEntry): Promise<CellFormats> {
    const xml = await this.#archive.readPart(entry);
    if (xml === null) return NO_FORMATS;
    const formats = await this.#run(READ_STYLES, { xml }, []);
    if (!formats.ok) throw new BrokenWorkbook(formats.error);
    return formats.value;
  }

  /** Has a part parsed piece by piece. What the parser doesn't consume is sent again with what follows. */
  async *#readPieces<Result extends PieceRead>(
    entry: ZipEntry,
    parse: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result>,
  ): AsyncGenerator<Result> {
    let waiting: Buffer[] = [];
    let size = 0;
    let enough = PIECE_BYTES;
    for await (const chunk of endWithNull(this.#archive.unpack(entry))) {
      if (chunk !== null) {
        waiting.push(chunk);
        size += chunk.length;
        if (size < enough) continue;
      }
      for (;;) {
        const all = Buffer.concat(waiting, size);
        const result = await parse(new Uint8Array(all));
        if (result.error !== null) throw new BrokenWorkbook(result.error);
        waiting = [all.subarray(result.consumed)];
        size -= result.consumed;
        yield result;
        if (result.consumed === 0) break;
        if (chunk !== null && size < PIECE_BYTES) break;
      }
      if (size > MAX_TAG_BYTES) throw new BrokenWorkbook(TOO_MUCH);
      enough = Math.max(PIECE_BYTES, 2 * size);
    }
  }
}

interface PieceRead {
  readonly consumed: number;
  readonly error: string | null;
}

async function* endWithNull(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  yield* chunks;
  yield null;
}

/** The path of the main part, or null if the archive doesn't say. */
async function findPath(archive: Archive, run: RunTask): Promise<string | null> {
  const [entry] = await archive.find(['_rels/.rels']);
  const relations = await archive.readPart(entry);
  if (relations === null) return null;
  const path = await run(FIND_WORKBOOK, { relations }, []);
  if (!path.ok) throw new BrokenWorkbook(path.error);
  return path.value;
}

const isSpreadsheet = (main: Buffer): boolean =>
  /<(?:\w+:)?workbook\b/.test(main.toString('latin1', 0, 4_096));

const SAVE_AS = 'save it as "Excel workbook (.xlsx)" or "CSV UTF-8" and upload that';

async function describeArchive(archive: Archive): Promise<string> {
  if (archive.isEmpty) return 'this is an empty zip archive';
  const descriptions = Object.entries(OTHER_ARCHIVES);
  const found = await archive.find(descriptions.map(([path]) => path));
  const index = found.findIndex((entry) => entry !== null);
  return (
    descriptions[index]?.[1] ?? 'this is a zip archive, not a workbook; unpack it and upload the files in it'
  );
}

/** By a part that only they have. */
const OTHER_ARCHIVES: Readonly<Record<string, string>> = {
  'xl/workbook.bin': `this is a binary workbook (.xlsb); ${SAVE_AS}`,
  'content.xml': `this is an OpenDocument file; ${SAVE_AS}`,
  'index/document.iwa': `this is a file of Apple Numbers or Pages; ${SAVE_AS}`,
  'index.zip': `this is a file of Apple Numbers or Pages; ${SAVE_AS}`,
  'word/document.xml': 'this is a Word document, not a table',
  'ppt/presentation.xml': 'this is a presentation, not a table',
};
