// Lists that the API returns page by page.

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins. Null on the last one. */
  readonly cursor: string | null;
}

/** All items, over all pages: `for await (const lead of leadline.leads.list()) …`. Pages are loaded as they are needed. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #load: (cursor: string | undefined) => Promise<Page<Item>>;
  readonly #start: string | undefined;

  constructor(load: (cursor: string | undefined) => Promise<Page<Item>>, start?: string) {
    this.#load = load;
    this.#start = start;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for await (const page of this.pages()) yield* page.items;
  }

  async *pages(): AsyncGenerator<Page<Item>, void, void> {
    let cursor = this.#start;
    do {
      const page = await this.#load(cursor);
      yield page;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** The first page, for an interface that loads more on demand. */
  firstPage(): Promise<Page<Item>> {
    return this.#load(this.#start);
  }
}

interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export const byCursor = <Item>(
  load: (cursor: { cursor?: string }) => Promise<CursorPage<Item>>,
  start: string | undefined,
): Pages<Item> =>
  new Pages(async (cursor) => {
    const { data, next_cursor } = await load(cursor === undefined ? {} : { cursor });
    return { items: data, cursor: next_cursor };
  }, start);

interface VersionPage<Item> {
  readonly data: readonly Item[];
  readonly next_before: number | null;
}

/** Versions have numbers, so the cursor is the version before which the next page begins. */
export const byVersion = <Item>(
  load: (before: { before?: number }) => Promise<VersionPage<Item>>,
): Pages<Item> =>
  new Pages(async (cursor) => {
    const { data, next_before } = await load(cursor === undefined ? {} : { before: Number(cursor) });
    return { items: data, cursor: next_before === null ? null : String(next_before) };
  });
