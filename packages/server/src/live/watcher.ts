// Looks once a second what came in, was decided or was erased in an account, whichever process wrote it, and tells those who listen.
// Polling rather than NOTIFY: it costs nothing where nobody listens, and works through any pooler of connections.

import type { AuditAction } from '../audit/record-audit.ts';
import { firstIdOf, fromUuid, showId } from '../base/ids.ts';
import { describeError, type Logger } from '../base/log.ts';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';

export interface News {
  /** `erasures`: leads were deleted, and whoever shows some asks again. */
  readonly event: 'leads' | 'outcomes' | 'erasures';
  /** As they are shown; none for erasures. */
  readonly leadIds: readonly string[];
}

export type Listener = (news: News) => void;

const EVERY_MS = 1_000;
/** Ids bear the time of the process that made them, and are seen once they are committed: this is how far clocks may differ
 * and a commit may be late. */
const LOOK_BACK_MS = 15_000;
const MAX_IDS = 200;
/** The newest, at each look: of an import that brings thousands a second, those who look on need not hear every lead. */
const MAX_FOUND = 2_000;
/** Not what retention deletes, thousands at a time: those are the oldest, and nobody waits for it. */
const ERASURES: readonly AuditAction[] = ['lead.deleted', 'person.erased'];

/** By the id of what happened, the lead it is about. */
type Happened = ReadonlyMap<string, string>;

interface Findings {
  readonly leads: Happened;
  readonly outcomes: Happened;
  readonly erasures: ReadonlySet<string>;
}

export class Watcher {
  readonly #account: AccountAccess;
  readonly #logger: Logger;
  readonly #listeners = new Set<Listener>();
  /** What was there at the last look, so that nothing is told twice. */
  #known: Findings = { leads: new Map(), outcomes: new Map(), erasures: new Set() };
  #lookedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isFailing = false;
  #isStopped = false;

  constructor(account: AccountAccess, logger: Logger) {
    this.#account = account;
    this.#logger = logger;
  }

  /** Whatever is committed after this is told of. */
  async start(): Promise<void> {
    const first = this.#look();
    this.#looking = first.catch(() => {});
    await first;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** True when nobody is left. */
  remove(listener: Listener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .then(() => {
          this.#isFailing = false;
        })
        .catch((error: unknown) => this.#complain(error))
        .then(() => this.#schedule());
    }, EVERY_MS).unref();
  }

  /** Once for as long as it lasts. */
  #complain(error: unknown): void {
    if (!this.#isFailing) this.#logger.warn(describeError(error), 'what is new could not be read');
    this.#isFailing = true;
  }

  /** Looks back from the last look that succeeded. */
  async #look(): Promise<void> {
    const now = Date.now();
    const firstId = firstIdOf(new Date(Math.min(now, this.#lookedAt) - LOOK_BACK_MS));
    const found = await this.#account.enter((scope) => findSince(scope, firstId));
    this.#lookedAt = now;
    const before = this.#known;
    this.#known = found;
    this.#tellOfLeads('leads', before.leads, found.leads);
    this.#tellOfLeads('outcomes', before.outcomes, found.outcomes);
    if ([...found.erasures].some((id) => !before.erasures.has(id)))
      this.#tell({ event: 'erasures', leadIds: [] });
  }

  #tellOfLeads(event: 'leads' | 'outcomes', before: Happened, found: Happened): void {
    const fresh = [...found].filter(([id]) => !before.has(id)).map(([, leadId]) => showId('lead', leadId));
    const ids = [...new Set(fresh)];
    for (let from = 0; from < ids.length; from += MAX_IDS)
      this.#tell({ event, leadIds: ids.slice(from, from + MAX_IDS) });
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

async function findSince(scope: AccountScope, firstId: string): Promise<Findings> {
  const leads = await scope.transaction
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '>=', firstId)
    .orderBy('l.id', 'desc')
    .limit(MAX_FOUND)
    .execute();
  const outcomes = await scope.transaction
    .selectFrom('outcomes as o')
    .select(['o.id', 'o.lead_id'])
    .where('o.account_id', '=', scope.accountId)
    .where('o.id', '>=', firstId)
    .orderBy('o.id', 'desc')
    .limit(MAX_FOUND)
    .execute();
  const erasures = await selectErasures(scope, firstId).execute();
  return {
    leads: new Map(leads.map(({ id }) => [id, fromUuid(id)])),
    outcomes: new Map(outcomes.map(({ id, lead_id }) => [id, fromUuid(lead_id)])),
    erasures: new Set(erasures.map(({ id }) => id)),
  };
}

/** For whoever was away and still shows what was there before. */
export async function hasErasedSince(scope: AccountScope, moment: Date): Promise<boolean> {
  const firstId = firstIdOf(new Date(moment.getTime() - LOOK_BACK_MS));
  const found = await selectErasures(scope, firstId).limit(1).execute();
  return found.length > 0;
}

const selectErasures = (scope: AccountScope, firstId: string) =>
  scope.transaction
    .selectFrom('audit_log as a')
    .select('a.id')
    .where('a.account_id', '=', scope.accountId)
    .where('a.id', '>=', firstId)
    .where('a.action', 'in', ERASURES);
