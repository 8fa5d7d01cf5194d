// Knows whether leads can be stored, for health checks and so that leads are turned away before the disk is full.
//
// Checked every few seconds: by the space left, and by writing something. A failed write is noticed at once, but only a
// successful check makes the store healthy again, because a small write can succeed where a larger one just failed.

import { overloaded } from '../base/domain-error.ts';
import { type DiskSpace, DiskUnknown } from './disk-space.ts';
import type { WriteProbe } from './probe-write.ts';

export interface StoreHealthOptions {
  readonly onChange?: (problem: StoreProblem | null) => void;
  readonly checkMs?: number;
  readonly recheckMs?: number;
  readonly maxAnswerMs?: number;
}

export interface StoreProblem {
  /** There is too little space, so that leads should not even be tried. */
  readonly isFull: boolean;
  /** The database doesn't even answer. */
  readonly isAway: boolean;
  readonly reason: string;
}

/** Where leads are stored, which may be several databases. */
export interface LeadStore {
  /** Throws if there is too little space for leads of the account. */
  requireSpace(accountId: string): void;
  /** What is wrong with all of them. */
  check(): Promise<StoreProblem | null>;
}

const CHECK_MS = 5_000;
/** While there is a problem. */
const RECHECK_MS = 1_000;
/** A health check gets the last result if it is younger than this. */
const TRUST_MS = 1_000;
const SLOW_MS = 4_000;
/** A check that has been running for longer gets no answer. It fails after a minute. */
const MAX_ANSWER_MS = 10_000;

const DISK_FULL = '53100';
const READ_ONLY = '25006';

export class StoreHealth {
  readonly #space: Pick<DiskSpace, 'findShortage'>;
  readonly #probe: Pick<WriteProbe, 'write'>;
  readonly #options: Required<StoreHealthOptions>;
  #problem: StoreProblem | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<StoreProblem | null> | null = null;
  #checkingSince = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    space: Pick<DiskSpace, 'findShortage'>,
    probe: Pick<WriteProbe, 'write'>,
    options: StoreHealthOptions = {},
  ) {
    this.#space = space;
    this.#probe = probe;
    this.#options = {
      onChange: () => {},
      checkMs: CHECK_MS,
      recheckMs: RECHECK_MS,
      maxAnswerMs: MAX_ANSWER_MS,
      ...options,
    };
    this.#schedule();
  }

  /** Null while leads can be stored, as far as we know. */
  get problem(): StoreProblem | null {
    return this.#problem;
  }

  /** Whether the database answers, even if it can't write. Doesn't wait for it. */
  get isAnswering(): boolean {
    const { maxAnswerMs } = this.#options;
    return this.#problem?.isAway !== true && performance.now() - this.#checkingSince < maxAnswerMs;
  }

  /** Throws if there is too little space for leads. */
  requireSpace(): void {
    if (this.#problem?.isFull)
      throw overloaded('leads cannot be stored at the moment; please try again later');
  }

  /** Called with every error that a write fails with. */
  noteFailure(error: unknown): void {
    if (!isDiskFull(error)) return;
    this.#failedAt = performance.now();
    const wasHealthy = this.#problem === null;
    this.#change(describeProblem(error));
    if (wasHealthy) this.#schedule(); // sooner than planned
  }

  /** For health checks. Concurrent calls share one check. */
  async check(): Promise<StoreProblem | null> {
    if (performance.now() - this.#checkedAt < TRUST_MS) return this.#problem;
    this.#checking ??= this.#runCheck().finally(() => {
      this.#checking = null;
      this.#checkingSince = Number.POSITIVE_INFINITY;
    });
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#checking;
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const { checkMs, recheckMs } = this.#options;
    this.#timer = setTimeout(
      () => void this.check().finally(() => this.#schedule()),
      this.#problem === null ? checkMs : recheckMs,
    ).unref();
  }

  async #runCheck(): Promise<StoreProblem | null> {
    const startedAt = performance.now();
    this.#checkingSince = startedAt;
    const found = await this.#findProblem();
    this.#checkedAt = performance.now();
    // A lead failed after this check had begun, so it proves nothing.
    if (found !== null || this.#failedAt < startedAt) this.#change(found);
    return this.#problem;
  }

  async #findProblem(): Promise<StoreProblem | null> {
    try {
      const shortage = await this.#space.findShortage();
      if (shortage !== null) return { isFull: true, isAway: false, reason: shortage };
      const startedAt = performance.now();
      await this.#probe.write();
      return performance.now() - startedAt > SLOW_MS
        ? { isFull: false, isAway: false, reason: 'the database takes seconds to store anything' }
        : null;
    } catch (error) {
      return describeProblem(error);
    }
  }

  #change(problem: StoreProblem | null): void {
    const isNews = problem?.reason !== this.#problem?.reason;
    this.#problem = problem;
    if (isNews) this.#options.onChange(problem);
  }
}

const isDiskFull = (error: unknown): boolean => (error as { code?: string }).code === DISK_FULL;

const REASONS: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'the disk of the database is full',
  [READ_ONLY]: 'the database is read-only',
  '53300': 'the database has no free connections',
  '28P01': 'the database rejects the login in DATABASE_URL',
  '28000': 'the database rejects the login in DATABASE_URL',
  '3D000': 'the database in DATABASE_URL does not exist',
};

function describeProblem(error: unknown): StoreProblem {
  if (error instanceof DiskUnknown) return { isFull: false, isAway: false, reason: error.message };
  const { code = '' } = error as { code?: string };
  return {
    isFull: code === DISK_FULL,
    isAway: code !== DISK_FULL && code !== READ_ONLY,
    reason: REASONS[code] ?? 'the database is unreachable or cannot write',
  };
}
