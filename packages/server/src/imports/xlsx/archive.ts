// The parts of a workbook, found by their paths and unpacked.

import type { ComputeTask } from '../../platform/compute/task.ts';
import { BrokenWorkbook, TOO_MUCH } from './broken-workbook.ts';
import { FIND_ENTRIES } from './compute-tasks.ts';
import type { ZipEntry } from './find-entries.ts';
import { type ByteSource, readZipDirectory, type UnpackBudget, unpack } from './zip-directory.ts';

/** Runs a task on a compute thread. */
export type RunTask = <Input, Output>(
  task: ComputeTask<Input, Output>,
  input: Input,
  transfer: readonly ArrayBuffer[],
) => Promise<Output>;

/** Missing if the archive doesn't have the part. */
export type FoundEntry = ZipEntry | null | undefined;

const MIB = 1024 * 1024;
/** A million rows take up about 600 MiB. */
const MAX_UNPACKED_BYTES = 1024 * MIB;
/** Of the parts that are read as a whole. */
const MAX_PART_BYTES = 8 * MIB;

export class Archive {
  readonly #source: ByteSource;
  readonly #run: RunTask;
  readonly #directory: SharedArrayBuffer;
  readonly #budget: UnpackBudget = { bytesLeft: MAX_UNPACKED_BYTES };

  private constructor(source: ByteSource, run: RunTask, directory: SharedArrayBuffer) {
    this.#source = source;
    this.#run = run;
    this.#directory = directory;
  }

  static async open(source: ByteSource, run: RunTask): Promise<Archive> {
    return new Archive(source, run, await readZipDirectory(source));
  }

  /** In bytes, packed. */
  get size(): number {
    return this.#source.size;
  }

  get isEmpty(): boolean {
    return this.#directory.byteLength === 0;
  }

  /** In the order of the paths. */
  find(paths: readonly string[]): Promise<readonly FoundEntry[]> {
    return this.#run(FIND_ENTRIES, { directory: this.#directory, paths }, []);
  }

  unpack(entry: ZipEntry): AsyncGenerator<Buffer> {
    return unpack(this.#source, entry, this.#budget);
  }

  async readPart(entry: FoundEntry): Promise<Buffer | null> {
    if (entry == null) return null;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.unpack(entry)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_PART_BYTES) throw new BrokenWorkbook(TOO_MUCH);
    }
    return Buffer.concat(chunks, size);
  }
}
