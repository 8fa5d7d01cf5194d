// Searches stored texts for a person on the compute threads. Each task gets a bounded amount of text, so that other
// accounts get their turn in between.

import type { ComputePool, WhenExhausted } from '../platform/compute/compute-pool.ts';
import { FIND_REQUESTS, FIND_ROWS } from './compute-tasks.ts';
import type { PersonIdentifiers } from './find-person.ts';
import type { RequestsToSearch } from './on-compute-thread.ts';

type SearchedRequest = RequestsToSearch['requests'][number];

/** How much text one task searches, in characters. */
const SEARCHED_AT_ONCE = 128 * 1024;
/** Long, because exports and erasures must be complete, even on a busy machine. */
const DEADLINE_MS = 60_000;

export class TextSearch {
  readonly #compute: ComputePool;
  readonly #liveAccountId: string;

  constructor(compute: ComputePool, liveAccountId: string) {
    this.#compute = compute;
    this.#liveAccountId = liveAccountId;
  }

  async findRows<Row extends { readonly content: string }>(
    rows: readonly Row[],
    identifiers: PersonIdentifiers,
  ): Promise<Row[]> {
    return this.#findIn(
      rows,
      ({ content }) => content.length,
      (part) =>
        this.#compute.run(
          this.#liveAccountId,
          FIND_ROWS,
          { identifiers, contents: part.map(({ content }) => content) },
          { whenExhausted: 'wait', deadlineMs: DEADLINE_MS },
        ),
    );
  }

  /** Pass `run` while holding a lock, so that nothing waits for the account's allowance. */
  async findRequests<Request extends SearchedRequest>(
    requests: readonly Request[],
    identifiers: PersonIdentifiers,
    whenExhausted: Exclude<WhenExhausted, 'reject'>,
  ): Promise<Request[]> {
    return this.#findIn(
      requests,
      ({ body }) => body.length,
      (part) =>
        this.#compute.run(
          this.#liveAccountId,
          FIND_REQUESTS,
          {
            identifiers,
            requests: part.map(({ body, content_type, error }) => ({ body, content_type, error })),
          },
          { whenExhausted, deadlineMs: DEADLINE_MS },
        ),
    );
  }

  async #findIn<Item>(
    items: readonly Item[],
    lengthOf: (item: Item) => number,
    find: (part: readonly Item[]) => Promise<readonly boolean[]>,
  ): Promise<Item[]> {
    const found: Item[] = [];
    for (let from = 0; from < items.length; ) {
      let to = from;
      for (let length = 0; to < items.length && length < SEARCHED_AT_ONCE; to++)
        length += lengthOf(items[to] as Item);
      const part = items.slice(from, to);
      const answers = await find(part);
      found.push(...part.filter((_, index) => answers[index] === true));
      from = to;
    }
    return found;
  }
}
