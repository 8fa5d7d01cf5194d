// Polls an account once a second for new leads, outcomes, work on leads, erasures and alerts, whichever process wrote them, and
// notifies its listeners. Unlike NOTIFY, polling costs nothing when nobody listens and works with any connection pooler.

import type { AuditAction } from '../../accounts/audit/record-audit.ts';
import { firstIdOf, fromUuid, showId } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';

export interface News {
  /** `erasures` means that leads were deleted, so clients should reload the leads they show. */
  readonly event: 'leads' | 'outcomes' | 'work' | 'erasures' | 'alerts';
  /** Public IDs. Empty for erasures. */
  readonly leadIds: readonly string[];
  /** The user an alert is for, and nobody else. */
  readonly userId?: string;
  /** Whether some of the leads have got another assignee. */
  readonly isReassigned?: boolean;
}

export type Listener = (news: News) => void;

const POLL_INTERVAL_MS = 1_000;
/** An ID contains the clock time of the process that created it but only becomes visible once committed. This allows
 * for clock differences and late commits. */
const LOOK_BACK_MS = 15_000;
const MAX_IDS = 200;
/** Each poll reads at most this many, newest first. During an import of thousands of leads a second, viewers don't need
 * every one. */
const MAX_FOUND = 2_000;
/** Excludes retention, which deletes thousands of old leads that nobody is looking at. */
const ERASURES: readonly AuditAction[] = ['lead.deleted', 'person.erased'];

/** Maps an event's ID to its lead. */
type LeadEvents = ReadonlyMap<string, string>;

interface Findings {
  readonly leads: LeadEvents;
  readonly outcomes: LeadEvents;
  readonly work: LeadEvents;
  /** Leads that have got another assignee. */
  readonly reassigned: ReadonlySet<string>;
  readonly erasures: ReadonlySet<string>;
  readonly alerts: ReadonlyMap<string, FoundAlert>;
}

interface FoundAlert {
  readonly userId: string;
  readonly leadId: string;
}

export class Watcher {
  readonly #account: AccountAccess;
  readonly #logger: Logger;
  readonly #listeners = new Set<Listener>();
  /** What the last poll found, so that nothing is sent twice. */
  #known: Findings = {
    leads: new Map(),
    outcomes: new Map(),
    work: new Map(),
    reassigned: new Set(),
    erasures: new Set(),
    alerts: new Map(),
  };
  #polledAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isFailing = false;
  #isStopped = false;

  constructor(account: AccountAccess, logger: Logger) {
    this.#account = account;
    this.#logger = logger;
  }

  /** Listeners get every event committed after the promise resolves. */
  async start(): Promise<void> {
    const first = this.#poll();
    this.#polling = first.catch(() => {});
    await first;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Returns true if no listener is left. */
  remove(listener: Listener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll()
        .then(() => {
          this.#isFailing = false;
        })
        .catch((error: unknown) => this.#logFailure(error))
        .then(() => this.#schedule());
    }, POLL_INTERVAL_MS).unref();
  }

  /** Only logs the first of several failures in a row. */
  #logFailure(error: unknown): void {
    if (!this.#isFailing) this.#logger.warn(describeError(error), 'failed to read live events; retrying');
    this.#isFailing = true;
  }

  /** Also looks back at the time before the last successful poll, to catch late commits. */
  async #poll(): Promise<void> {
    const now = Date.now();
    const firstId = firstIdOf(new Date(Math.min(now, this.#polledAt) - LOOK_BACK_MS));
    const found = await this.#account.enter((scope) => findSince(scope, firstId));
    this.#polledAt = now;
    const before = this.#known;
    this.#known = found;
    this.#notifyLeads('leads', before.leads, found.leads);
    this.#notifyLeads('outcomes', before.outcomes, found.outcomes);
    this.#notifyLeads('work', before.work, found.work, found.reassigned);
    if ([...found.erasures].some((id) => !before.erasures.has(id)))
      this.#notify({ event: 'erasures', leadIds: [] });
    this.#notifyPeople(before.alerts, found.alerts);
  }

  #notifyLeads(
    event: 'leads' | 'outcomes' | 'work',
    before: LeadEvents,
    found: LeadEvents,
    reassigned: ReadonlySet<string> = new Set(),
  ): void {
    const fresh = [...found].filter(([id]) => !before.has(id)).map(([, leadId]) => leadId);
    const ids = [...new Set(fresh)];
    for (let from = 0; from < ids.length; from += MAX_IDS) {
      const some = ids.slice(from, from + MAX_IDS);
      const isReassigned = some.some((id) => reassigned.has(id));
      this.#notify({ event, leadIds: some.map((id) => showId('lead', id)), isReassigned });
    }
  }

  #notifyPeople(before: Findings['alerts'], found: Findings['alerts']): void {
    const fresh = [...found].filter(([id]) => !before.has(id)).map(([, alert]) => alert);
    for (const [userId, alerts] of Map.groupBy(fresh, (alert) => alert.userId)) {
      const leadIds = alerts.slice(0, MAX_IDS).map(({ leadId }) => showId('lead', leadId));
      this.#notify({ event: 'alerts', leadIds, userId });
    }
  }

  #notify(news: News): void {
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
  // A rescore adds an entry to thousands of leads at once, and nobody waits for them.
  const work = await scope.transaction
    .selectFrom('activities as t')
    .select(['t.id', 't.lead_id', 't.kind'])
    .where('t.account_id', '=', scope.accountId)
    .where('t.id', '>=', firstId)
    .where('t.kind', '<>', 'rescored')
    .orderBy('t.id', 'desc')
    .limit(MAX_FOUND)
    .execute();
  const erasures = await selectErasures(scope, firstId).execute();
  const alerts = await scope.transaction
    .selectFrom('alerts as a')
    .select(['a.id', 'a.user_id', 'a.lead_id'])
    .where('a.account_id', '=', scope.accountId)
    .where('a.id', '>=', firstId)
    .where('a.in_browser', '=', true)
    .orderBy('a.id', 'desc')
    .limit(MAX_FOUND)
    .execute();
  return {
    leads: new Map(leads.map(({ id }) => [id, fromUuid(id)])),
    outcomes: new Map(outcomes.map(({ id, lead_id }) => [id, fromUuid(lead_id)])),
    work: new Map(work.map(({ id, lead_id }) => [id, fromUuid(lead_id)])),
    reassigned: new Set(
      work.flatMap(({ kind, lead_id }) => (kind === 'assigned' ? [fromUuid(lead_id)] : [])),
    ),
    erasures: new Set(erasures.map(({ id }) => id)),
    alerts: new Map(
      alerts.map(({ id, user_id, lead_id }) => [
        id,
        { userId: fromUuid(user_id), leadId: fromUuid(lead_id) },
      ]),
    ),
  };
}

/** Used to tell a reconnecting client whether it may still be showing erased leads. */
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
