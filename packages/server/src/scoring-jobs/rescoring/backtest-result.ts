// The result of a backtest. Stored with IDs and figures only; the names of leads are added when it is shown, so that an
// erased person isn't in it.

import type { BacktestResultData } from '@leadline/contract';
import type { Grade } from '@leadline/engine';
import { sql } from 'kysely';
import { fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import type { DecidedLead } from './measure-agreement.ts';

export interface ScoredTwice {
  readonly id: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly before: { readonly score: number; readonly grade: Grade };
  readonly after: { readonly score: number; readonly grade: Grade };
}

type Moved = Pick<ScoredTwice, 'id' | 'before' | 'after'>;

export interface StoredBacktest extends Omit<BacktestResultData, 'rising' | 'falling'> {
  readonly rising: readonly Moved[];
  readonly falling: readonly Moved[];
}

const MAX_MOVED = 20;
const MAX_NAME_LENGTH = 200;
const GRADES: readonly Grade[] = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'];

/** Adds up leads as they are scored, so that they needn't be kept. */
export class BacktestTally {
  readonly #grades = new Map<string, number>();
  #leads = 0;
  #changed = 0;
  #moved = 0;
  #rising: Moved[] = [];
  #falling: Moved[] = [];
  readonly #decided: DecidedLead[] = [];

  add(leads: readonly ScoredTwice[]): void {
    for (const { outcome, before, after } of leads) {
      this.#leads++;
      if (before.score !== after.score) this.#changed++;
      if (before.grade !== after.grade) this.#moved++;
      const move = `${before.grade} ${after.grade}`;
      this.#grades.set(move, (this.#grades.get(move) ?? 0) + 1);
      if (outcome !== 'open')
        this.#decided.push({ isWon: outcome === 'won', before: before.score, after: after.score });
    }
    this.#rising = keepLargest(this.#rising, leads, 1);
    this.#falling = keepLargest(this.#falling, leads, -1);
  }

  get changed(): number {
    return this.#changed;
  }

  get decided(): readonly DecidedLead[] {
    return this.#decided;
  }

  finish(agreement: BacktestResultData['agreement'], isCapped: boolean): StoredBacktest {
    const won = this.#decided.filter(({ isWon }) => isWon).length;
    return {
      leads: this.#leads,
      is_capped: isCapped,
      changed: this.#changed,
      moved: this.#moved,
      grades: GRADES.flatMap((before) =>
        GRADES.flatMap((after) => {
          const leads = this.#grades.get(`${before} ${after}`) ?? 0;
          return leads === 0 ? [] : [{ before, after, leads }];
        }),
      ),
      rising: this.#rising,
      falling: this.#falling,
      outcomes: { won, lost: this.#decided.length - won },
      agreement,
    };
  }
}

/** Those that move most in one direction, by score and then by grade; of equals, the newest. */
function keepLargest(kept: readonly Moved[], leads: readonly ScoredTwice[], direction: 1 | -1): Moved[] {
  const distance = (lead: Moved): number => measureRise(lead) * direction;
  const moved = leads.filter((lead) => distance(lead) > 0);
  if (moved.length === 0) return [...kept];
  return [...kept, ...moved.map(({ id, before, after }) => ({ id, before, after }))]
    .sort((a, b) => distance(b) - distance(a) || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_MOVED);
}

/** In points. With the same score, every grade counts less than a point. */
function measureRise({ before, after }: Moved): number {
  const points = after.score - before.score;
  return points === 0 ? (GRADES.indexOf(before.grade) - GRADES.indexOf(after.grade)) / GRADES.length : points;
}

/** Leads that have been deleted since are left out. */
export async function showBacktestResult(
  scope: AccountScope,
  { rising, falling, ...result }: StoredBacktest,
): Promise<BacktestResultData> {
  const names = await findNames(
    scope,
    [...rising, ...falling].map(({ id }) => id),
  );
  const show = (moved: readonly Moved[]) =>
    moved.flatMap(({ id, before, after }) => {
      const name = names.get(id);
      if (name === undefined) return [];
      return [{ lead_id: showId('lead', id), name, received_at: timeOfId(id).toISOString(), before, after }];
    });
  return { ...result, rising: show(rising), falling: show(falling) };
}

async function findNames(
  { transaction, accountId }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, left(coalesce(nullif(x.name, ''), nullif(x.email, ''), x.phone, ''), ${MAX_NAME_LENGTH}) as name
    from leadline.leads l
    cross join lateral json_to_record(l.lead) as x (name text, email text, phone text)
    where l.account_id = ${accountId} and l.id = ${anyOf(ids)}`.execute(transaction);
  return new Map(rows.map(({ id, name }) => [fromUuid(id), name]));
}
