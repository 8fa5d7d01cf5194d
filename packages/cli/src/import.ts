// `leadline import FILE`: uploads a file of leads to a running service, starts the import and shows its progress.

import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Import,
  type ImportPreview,
  type ImportStart,
  type Imports,
  type Lead,
  LeadlineError,
} from '@leadline/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { userFolder } from './input.ts';
import { EXIT_REJECTED, fail, paint, printable, printLine } from './output.ts';
import { startBar } from './progress-bar.ts';
import { openService, type ServiceOptions, serviceOptions, UNTIL_RESTARTED } from './service.ts';

interface ImportOptions extends ServiceOptions {
  readonly whenFull: 'stop' | 'skip';
  readonly map: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, string>>;
  readonly sheet?: string;
  readonly dryRun?: true;
  readonly refused?: string;
  readonly json?: true;
}

const POLL_MS = 500;
const MAX_BYTES = 1024 ** 3;
const ENDED = ['finished', 'stopped', 'cancelled', 'failed'];

export function importCommand(): Command {
  const command = new Command('import').argument(
    '<file>',
    'Excel (.xlsx), CSV with a header row, or NDJSON; up to 1 GiB',
  );
  for (const option of serviceOptions()) command.addOption(option);
  return command
    .addOption(
      new Option('--when-full <action>', 'what to do when the monthly allowance is used up')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .addOption(
      new Option('--map <column=meaning>', 'what a column contains; repeatable')
        .argParser(readMapping)
        .default({}, 'guessed from the header'),
    )
    .addOption(
      new Option('--status <word=status>', 'what an unknown status of the file means; repeatable')
        .argParser(readStatus)
        .default({}, 'rows with unknown ones are rejected'),
    )
    .option('--sheet <name>', 'which sheet of an Excel file to import; the first one by default')
    .option('--dry-run', 'show how columns are mapped and score the first rows; store nothing')
    .option('--refused <file>', 'write rejected rows to this file')
    .option('--json', 'print JSON')
    .action(runImport);
}

async function runImport(file: string, options: ImportOptions): Promise<void> {
  const { imports } = openService(options);
  const uploaded = await upload(imports, file, options.sheet);
  const { import_id: id, status } = uploaded;
  const mapping = { mapping: options.map, statuses: options.status } as ImportStart;
  if (options.dryRun) {
    const preview = await imports.preview(id, mapping).finally(() =>
      // A dry run doesn't need the upload after the preview.
      status === 'ready' ? imports.cancel(id) : undefined,
    );
    if (options.json) printLine(JSON.stringify({ import_id: id, ...preview }, null, 2));
    else printPreview(preview);
    return;
  }
  if (status === 'ready' || status === 'stopped')
    await imports.start(id, { ...mapping, when_full: options.whenFull });
  const ended = await follow(imports, id);
  if (options.refused !== undefined && ended.progress.refused > 0) {
    const rows = Readable.fromWeb(await imports.rejectedRows(id));
    await pipeline(rows, createWriteStream(resolve(userFolder, options.refused)));
  }
  if (options.json) printLine(JSON.stringify(ended, null, 2));
  else printResult(ended, status === 'finished', options.refused);
  if (ended.status !== 'finished') process.exitCode = EXIT_REJECTED;
}

async function upload(imports: Imports, file: string, sheet?: string): Promise<Import> {
  const path = resolve(userFolder, file);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return fail(`cannot read ${file}: no such file`);
  if (found.size > MAX_BYTES) return fail(`${file} is too large: the limit is 1 GiB`);
  const bar = startBar('Uploading', found.size);
  async function* counted(): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      yield chunk as Buffer;
      sent += (chunk as Buffer).length;
      bar.show(sent, '');
    }
  }
  const content = Readable.toWeb(Readable.from(counted())) as ReadableStream<Uint8Array>;
  const name = [...basename(file)].slice(0, 199).join('').toWellFormed();
  try {
    return await imports.upload(content, {
      fileBytes: found.size,
      file_name: name,
      sheet: sheet?.toWellFormed(),
    });
  } finally {
    bar.end();
  }
}

async function follow(imports: Imports, id: string): Promise<Import> {
  let current = await imports.get(id);
  const bar = startBar('Importing', current.file_bytes);
  while (!ENDED.includes(current.status)) {
    const { bytes_read, stored, refused } = current.progress;
    bar.show(bytes_read, `${count(stored)} stored${refused > 0 ? `, ${count(refused)} rejected` : ''}`);
    await sleep(POLL_MS);
    current = await imports.get(id, UNTIL_RESTARTED).catch(describeSilence);
  }
  bar.end();
  return current;
}

function describeSilence(error: unknown): never {
  if (!(error instanceof LeadlineError) || error.status !== null) throw error;
  return fail(
    'the service stopped responding; the import continues there. Run the command again to follow it.',
  );
}

function printPreview({ columns, rows }: ImportPreview): void {
  const widest = Math.max(...columns.map(({ name }) => name.length));
  for (const { name, meaning } of columns) printLine(`${printable(name).padEnd(widest)}  ${meaning}`);
  printLine();
  for (const { line, score, grade, lead, error } of rows) {
    const what =
      error === undefined
        ? `${String(score).padStart(3)}  ${(grade ?? '').padEnd(4)}  ${printable(describeLead(lead as Lead))}`
        : paint('red', `rejected: ${printable(error)}`);
    printLine(`line ${line}  ${what}`);
  }
  printLine(paint('dim', 'Nothing was stored. To map a column differently, use --map "Column=meaning".'));
}

const describeLead = ({ name, email, phone }: Lead): string => name || email || phone || '';

function printResult(
  { status, progress, refused_not_kept, error }: Import,
  wasFinished: boolean,
  rejectedFile?: string,
): void {
  const { rows_read, stored, refused, unassigned, repeated, warnings } = progress;
  printLine(
    `${status}: ${count(rows_read)} rows read, ${count(stored)} leads stored, ${count(refused)} rejected` +
      (wasFinished ? ' (already imported; nothing was added)' : ''),
  );
  if (error !== null) printLine(printable(error));
  if (unassigned > 0)
    printLine(`${count(unassigned)} leads have no assignee, because the file names nobody in the team`);
  if (repeated > 0) printLine(`${count(repeated)} rows are the same as an earlier one and were left out`);
  if (warnings > 0)
    printLine(`${count(warnings)} leads were stored without a date or a deal value that the file has`);
  if (refused > 0)
    printLine(
      rejectedFile === undefined
        ? paint('dim', 'To get the rejected rows, run it again with --refused FILE.')
        : `rejected rows are in ${rejectedFile}`,
    );
  if (refused_not_kept > 0)
    printLine(`${count(refused_not_kept)} of the rejected rows were not kept, because there were too many`);
}

const count = (value: number): string => value.toLocaleString('en-US');

const readMapping = (text: string, before: Pairs): Pairs => addPair(text, before, 'Use column=meaning.');

const readStatus = (text: string, before: Pairs): Pairs => addPair(text, before, 'Use word=status.');

type Pairs = Readonly<Record<string, string>>;

function addPair(text: string, before: Pairs, problem: string): Pairs {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError(problem);
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}
