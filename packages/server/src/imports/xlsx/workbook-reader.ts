// Reads a workbook (.xlsx) and writes the rows of one of its sheets as lines, which are imported like those of other files.
// Unpacking is left to Node's threads and parsing to the compute threads, a piece at a time, so that accounts take turns
// and nothing is held in memory but a piece and the texts that cells share. See docs/decisions/0036-excel-files.md.

import type { ComputeTask } from '../../compute/task.ts';
import type { FileShapeRead } from '../read-file-shape.ts';
import { BrokenWorkbook, DAMAGED, TOO_MUCH } from './broken-workbook.ts';
import { READ_SHEET, READ_SHEET_HEAD, READ_STRINGS, READ_STYLES, READ_WORKBOOK } from './compute-tasks.ts';
import type { NumberFormat } from './number-formats.ts';
import { type MergedCells, SHEET_START } from './read-sheet.ts';
import { findWorkbookPath, type Workbook } from './read-workbook.ts';
import { makeStringTable, NO_STRINGS, type StringTable } from './string-table.ts';
import { type ByteSource, readZipDirectory, UnpackBudget, unpack, type ZipEntry } from './zip-directory.ts';

/** Runs a task on a compute thread. */
export type RunTask = <Input, Output>(
  task: ComputeTask<Input, Output>,
  input: Input,
  transfer: readonly ArrayBuffer[],
) => Promise<Output>;

const MIB = 1024 * 1024;
/** A million rows take up about 600 MiB. */
const MAX_UNPACKED_BYTES = 1024 * MIB;
/** Of the parts that are read as a whole. */
const MAX_PART_BYTES = 8 * MIB;
const PIECE_BYTES = MIB;
/** Far more than a row of leads. */
const MAX_TAG_BYTES = 16 * MIB;
/** Cells can refer to the same text again and again. */
const MAX_TEXT_BYTES = 512 * MIB;
const MAX_HEAD_BYTES = MIB;

export class WorkbookReader {
  readonly #source: ByteSource;
  readonly #run: RunTask;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #budget: UnpackBudget;
  readonly #workbook: Workbook;
  readonly #head: Buffer[] = [];
  readonly #merged: MergedCells[] = [];
  #bytes = 0;

  private constructor(
    source: ByteSource,
    run: RunTask,
    entries: ReadonlyMap<string, ZipEntry>,
    budget: UnpackBudget,
    workbook: Workbook,
  ) {
    this.#source = source;
    this.#run = run;
    this.#entries = entries;
    this.#budget = budget;
    this.#workbook = workbook;
  }

  /** Throws BrokenWorkbook, as do the other methods. */
  static async open(source: ByteSource, run: RunTask): Promise<WorkbookReader> {
    const entries = await readZipDirectory(source);
    const budget = new UnpackBudget(MAX_UNPACKED_BYTES);
    const read = (path: string): Promise<Buffer | null> => readPart(source, entries.get(path), budget);
    const roots = await read('_rels/.rels');
    const path = (roots === null ? null : findWorkbookPath(roots)) ?? 'xl/workbook.xml';
    const main = path.endsWith('.xml') ? await read(path) : null;
    if (main === null || !isSpreadsheet(main)) throw new BrokenWorkbook(describeArchive(entries));
    const slash = path.lastIndexOf('/') + 1;
    const relations = await read(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`);
    if (relations === null) throw new BrokenWorkbook(DAMAGED);
    const workbook = await run(READ_WORKBOOK, { path, workbook: main, relations }, []);
    if (!workbook.ok) throw new BrokenWorkbook(workbook.error);
    return new WorkbookReader(source, run, entries, budget, workbook.value);
  }

  get sheets(): readonly string[] {
    return this.#workbook.sheets.map(({ name }) => name);
  }

  /** Call it once. */
  async *readLines(sheet: string): AsyncGenerator<Buffer> {
    const path = this.#workbook.sheets.find(({ name }) => name === sheet)?.path ?? '';
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new BrokenWorkbook(DAMAGED);
    const strings = await this.#readStrings();
    const formats = await this.#readFormats();
    const { is1904 } = this.#workbook;
    let state = SHEET_START;
    let textBytes = 0;
    const pieces = this.#readPieces(entry, async (bytes) => {
      const read = await this.#run(READ_SHEET, { bytes, state, strings, formats, is1904 }, [bytes.buffer]);
      state = read.state;
      textBytes += read.textBytes;
      if (textBytes > MAX_TEXT_BYTES) throw new BrokenWorkbook(TOO_MUCH);
      return read;
    });
    for await (const { lines, merged } of pieces) {
      this.#merged.push(...merged);
      if (lines.length === 0) continue;
      const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
      if (this.#bytes < MAX_HEAD_BYTES) this.#head.push(buffer);
      this.#bytes += buffer.length;
      yield buffer;
    }
    if (state.part !== 'after rows') throw new BrokenWorkbook(DAMAGED);
  }

  /** Only after all lines have been read, because merged cells come last. */
  readShape(sheet: string): Promise<FileShapeRead> {
    const head = new Uint8Array(Buffer.concat(this.#head).subarray(0, MAX_HEAD_BYTES));
    const isWhole = this.#bytes <= MAX_HEAD_BYTES;
    const input = { head, isWhole, merged: this.#merged, sheet };
    return this.#run(READ_SHEET_HEAD, input, [head.buffer]);
  }

  async #readStrings(): Promise<StringTable> {
    const entry = this.#entries.get(this.#workbook.stringsPath ?? '');
    if (entry === undefined) return NO_STRINGS;
    let table = makeStringTable(entry.bytes);
    const pieces = this.#readPieces(entry, (bytes) =>
      this.#run(READ_STRINGS, { bytes, table }, [bytes.buffer]),
    );
    for await (const { count } of pieces) table = { ...table, count };
    return table;
  }

  async #readFormats(): Promise<readonly NumberFormat[]> {
    const xml = await readPart(
      this.#source,
      this.#entries.get(this.#workbook.stylesPath ?? ''),
      this.#budget,
    );
    if (xml === null) return [];
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
    for await (const chunk of unpackFrom(this.#source, entry, this.#budget)) {
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

/** Ends with null. */
async function* unpackFrom(
  source: ByteSource,
  entry: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Buffer | null> {
  yield* unpack(source, entry, budget);
  yield null;
}

async function readPart(
  source: ByteSource,
  entry: ZipEntry | undefined,
  budget: UnpackBudget,
): Promise<Buffer | null> {
  if (entry === undefined) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpack(source, entry, budget)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_PART_BYTES) throw new BrokenWorkbook(TOO_MUCH);
  }
  return Buffer.concat(chunks, size);
}

const isSpreadsheet = (main: Buffer): boolean =>
  /<(?:\w+:)?workbook\b/.test(main.toString('latin1', 0, 4_096));

const SAVE_AS = 'save it as "Excel workbook (.xlsx)" or "CSV UTF-8" and upload that';

function describeArchive(entries: ReadonlyMap<string, ZipEntry>): string {
  if (entries.has('xl/workbook.bin')) return `this is a binary workbook (.xlsb); ${SAVE_AS}`;
  if (entries.has('content.xml')) return `this is an OpenDocument file; ${SAVE_AS}`;
  if (entries.has('index/document.iwa') || entries.has('index.zip'))
    return `this is a file of Apple Numbers or Pages; ${SAVE_AS}`;
  if (entries.has('word/document.xml')) return 'this is a Word document, not a table';
  if (entries.has('ppt/presentation.xml')) return 'this is a presentation, not a table';
  if (entries.size === 0) return 'this is an empty zip archive';
  return 'this is a zip archive, not a workbook; unpack it and upload the files in it';
}
