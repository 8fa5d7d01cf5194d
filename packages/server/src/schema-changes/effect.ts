// What a statement of a migration does to a database in use: the locks it takes, how long it holds them, and what it takes
// away from the release before.

/** From the weakest to the strongest, of those that schema changes take. */
export type Lock =
  | 'row exclusive'
  | 'share update exclusive'
  | 'share'
  | 'share row exclusive'
  | 'access exclusive';

export interface TableLock {
  readonly table: string;
  readonly lock: Lock;
}

/** What its time depends on: nothing, or the size of the table it reads, rewrites, indexes or changes. */
export type Work = 'instant' | 'reads' | 'rewrites' | 'indexes' | 'changes rows' | 'unknown';

export interface Effect {
  /** As a sentence without its subject: "adds column stage to leads". */
  readonly action: string;
  /** On tables that existed before. */
  readonly locks: readonly TableLock[];
  readonly work: Work;
  /** Why it must not run beside the release before, and what to do instead. */
  readonly problem?: string;
  /** What is gone afterwards: "leads.phone", "function write_leads". */
  readonly removes?: string;
}

export interface Surroundings {
  /** Whether it runs outside of a transaction. */
  readonly isOnline: boolean;
  /** Tables that the same migration creates: nobody else can see them yet. */
  readonly newTables: ReadonlySet<string>;
}

export const NAME = String.raw`(?:"?leadline"?\.)?"?(\w+)"?`;

/** No locks if the table is new. */
export const lockOf = (table: string, lock: Lock, { newTables }: Surroundings): TableLock[] =>
  newTables.has(table) ? [] : [{ table, lock }];
