// `leadline import FILE`: uploads a file of leads to a running service, starts the import and shows its progress.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { userFolder } from './input.ts';
import { EXIT_REJECTED, fail, paint, printable, printLine } from './output.ts';
import { startBar } from './progress-bar.ts';
import { openService, type ServiceApi, type ServiceOptions, serviceOptions } from './service-api.ts';

interface ImportOptions extends ServiceOptions {
  readonly whenFull: 'stop' | 'skip';
  readonly map: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, string>>;
  readonly sheet?: string;
  readonly dryRun?: true;
  readonly refused?: string;
  readonly json?: true;
}

interface Import {
  readonly import_id: string;
  readonly status: string;
  readonly file_bytes: number;
  readonly progress: {
    readonly bytes_read: number;
    readonly rows_read: number;
    readonly stored: number;
    readonly refused: number;
    readonly unassigned: number;
  };
  readonly refused_not_kept: number;
  readonly error: string | null;
}

interface Preview {
  readonly columns: readonly { readonly name: string; readonly meaning: string }[];
  readonly rows: readonly {
    readonly line: number;
    readonly score?: number;
    readonly grade?: string;
    readonly lead?: { readonly name: string; readonly email: string; readonly phone: string };
    readonly error?: string;
  }[];
}

const POLL_MS = 500;
const MAX_BYTES = 1024 ** 3;
/** About a minute, which gives the service time to restart. */
const MAX_FAILURES = 120;
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
  const api = openService(options);
  const uploaded = await upload(api, file, options.sheet);
  const path = `/api/imports/${uploaded.import_id}`;
  if (options.dryRun) {
    // A dry run doesn't need the upload after the preview.
    if (uploaded.status === 'ready') api.beforeExit = () => api.post(`${path}/cancel`, {});
    const preview = await api.post<Preview>(`${path}/preview`, {
      mapping: options.map,
      statuses: options.status,
    });
    if (options.json) printLine(JSON.stringify({ import_id: uploaded.import_id, ...preview }, null, 2));
    else printPreview(preview);
    await api.beforeExit?.();
    return;
  }
  if (uploaded.status === 'ready' || uploaded.status === 'stopped') {
    await api.post(`${path}/start`, {
      mapping: options.map,
      statuses: options.status,
      when_full: options.whenFull,
    });
  }
  const ended = await follow(api, path);
  if (options.refused !== undefined && ended.progress.refused > 0) {
    await api.download(`${path}/refused`, resolve(userFolder, options.refused));
  }
  if (options.json) printLine(JSON.stringify(ended, null, 2));
  else printResult(ended, uploaded.status === 'finished', options.refused);
  if (ended.status !== 'finished') process.exitCode = EXIT_REJECTED;
}

async function upload(api: ServiceApi, file: string, sheet?: string): Promise<Import> {
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
  const name = encodeURIComponent([...basename(file)].slice(0, 199).join('').toWellFormed());
  const query = `file_name=${name}${sheet === undefined ? '' : `&sheet=${encodeURIComponent(sheet.toWellFormed())}`}`;
  try {
    return await api.send<Import>('POST', `/api/imports?${query}`, Readable.from(counted()), {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(found.size),
    });
  } finally {
    bar.end();
  }
}

async function follow(api: ServiceApi, path: string): Promise<Import> {
  let current = await api.send<Import>('GET', path);
  const bar = startBar('Importing', current.file_bytes);
  let failures = 0;
  while (!ENDED.includes(current.status)) {
    const { bytes_read, stored, refused } = current.progress;
    bar.show(bytes_read, `${count(stored)} stored${refused > 0 ? `, ${count(refused)} rejected` : ''}`);
    await sleep(POLL_MS);
    const answer = await api.tryGet<Import>(path);
    failures = answer === null ? failures + 1 : 0;
    if (failures > MAX_FAILURES)
      return fail(
        'the service stopped responding; the import continues there. Run the command again to follow it.',
      );
    current = answer ?? current;
  }
  bar.end();
  return current;
}

function printPreview({ columns, rows }: Preview): void {
  const widest = Math.max(...columns.map(({ name }) => name.length));
  for (const { name, meaning } of columns) printLine(`${printable(name).padEnd(widest)}  ${meaning}`);
  printLine();
  for (const { line, score, grade, lead, error } of rows) {
    const what =
      error === undefined
        ? `${String(score).padStart(3)}  ${(grade ?? '').padEnd(4)}  ${printable(lead?.name || lead?.email || lead?.phone || '')}`
        : paint('red', `rejected: ${printable(error)}`);
    printLine(`line ${line}  ${what}`);
  }
  printLine(paint('dim', 'Nothing was stored. To map a column differently, use --map "Column=meaning".'));
}

function printResult(
  { status, progress, refused_not_kept, error }: Import,
  wasFinished: boolean,
  rejectedFile?: string,
): void {
  const { rows_read, stored, refused, unassigned } = progress;
  printLine(
    `${status}: ${count(rows_read)} rows read, ${count(stored)} leads stored, ${count(refused)} rejected` +
      (wasFinished ? ' (already imported; nothing was added)' : ''),
  );
  if (error !== null) printLine(printable(error));
  if (unassigned > 0)
    printLine(`${count(unassigned)} leads have no assignee, because the file names nobody in the team`);
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
