// Which leads to list, count or export.

import type { CountsQuery, Outcome, Status } from '@leadline/contract';
import type { Grade } from '@leadline/engine';
import { DomainError } from '../../platform/base/domain-error.ts';
import { readId } from '../../platform/base/ids.ts';
import type { Actor } from '../../platform/db/account-scope.ts';
import type { Sort } from './list-cursor.ts';

export type Work = NonNullable<CountsQuery['work']>;

/** What is undefined is not filtered. */
export interface LeadFilter {
  readonly work?: Work | undefined;
  readonly statuses?: readonly Status[] | undefined;
  /** User IDs; null stands for nobody. */
  readonly assignees?: readonly (string | null)[] | undefined;
  readonly grades?: readonly Grade[] | undefined;
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly countries?: readonly string[] | undefined;
  /** All leads of the countries, if they are few; see match-countries.ts. */
  readonly leadsOfCountries?: readonly string[] | undefined;
  /** Only leads of this import. */
  readonly importId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly q?: string | undefined;
}

type Given = Omit<CountsQuery, 'from' | 'to'> & { readonly from?: Date; readonly to?: Date };

/** `actor` is the one that `me` stands for. */
export function readFilter(query: Given, actor: Actor): LeadFilter {
  const { work, outcome, from, to, q } = query;
  const importId = query.import === undefined ? undefined : (readId('imp', query.import) ?? undefined);
  return {
    work,
    statuses: splitList<Status>(query.status),
    assignees: splitList(query.assignee)?.map((assignee) => readAssignee(assignee, actor)),
    grades: splitList<Grade>(query.grade),
    minScore: query.min_score,
    maxScore: query.max_score,
    sources: query.source,
    countries: splitList(query.country),
    importId,
    outcome,
    from,
    to,
    q,
  };
}

const splitList = <T extends string>(text: string | undefined): T[] | undefined =>
  text === undefined ? undefined : ([...new Set(text.split(','))] as T[]);

function readAssignee(assignee: string, actor: Actor): string | null {
  if (assignee === 'none') return null;
  const id = readId('user', assignee === 'me' ? actor : assignee);
  if (id !== null) return id;
  throw new DomainError('invalid_input', 'assignee=me only works for signed-in users', { field: 'assignee' });
}

/** Only open leads wait for somebody. */
export function checkSort(sort: Sort, { outcome = 'open', statuses = [] }: LeadFilter): void {
  if (sort === 'priority' && (outcome !== 'open' || statuses.includes('won') || statuses.includes('lost')))
    throw new DomainError('invalid_input', 'sort=priority only works for open leads', { field: 'sort' });
}
