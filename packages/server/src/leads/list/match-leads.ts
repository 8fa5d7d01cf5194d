// Filters as SQL conditions on `leads l`.

import { type RawBuilder, sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import { splitStatus } from '../record/work-state.ts';
import type { LeadFilter } from './lead-filter.ts';
import type { Sort } from './list-cursor.ts';
import { matchCountries } from './match-countries.ts';
import { isToDo } from './to-do.ts';

export type Condition = RawBuilder<boolean>;

/** Alternatives that no lead matches twice, each for an index of its own. Some orders only return some leads, even if the
 * filter asks for others: by priority open ones, by return snoozed ones, by closing won and lost ones, by next activity
 * those in progress. */
export function matchLeads(filter: LeadFilter, sort: Sort = 'newest'): Condition[] {
  const alternatives = alternativesOf(filter, sort);
  const rescued =
    filter.work === 'todo' &&
    filter.grades === undefined &&
    sort !== 'returns' &&
    sort !== 'closed' &&
    sort !== 'next'
      ? [allOf([...listConditions({ ...filter, grades: ['Spam'] }), isToDo('rescued', NOW)])]
      : [];
  if (sort !== 'score')
    return [...alternatives.map((own) => allOf([...listConditions(filter), ...own])), ...rescued];
  // In the index by score, each grade is by itself: those that are filtered out would take up most of it.
  const byGrade = (
    filter.grades ?? GRADES.filter((grade) => grade !== 'Spam' || filter.work !== 'todo')
  ).flatMap((grade) =>
    alternatives.map((own) => allOf([...listConditions({ ...filter, grades: [grade] }), ...own])),
  );
  return [...byGrade, ...rescued];
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join([...conditions], sql` and `)}`;

export const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;

const NOW = sql<Date>`now()`;
const IS_OPEN: Condition = sql`l.outcome = 'open'`;
const IS_WON: Condition = sql`l.outcome = 'won'`;
const IS_LOST: Condition = sql`l.outcome = 'lost'`;
const IS_NEW: Condition = sql`l.stage = 'new'`;
const IS_NOT_NEW: Condition = sql`l.stage <> 'new'`;
const IS_SNOOZED: readonly Condition[] = [IS_OPEN, sql`l.snoozed_until > now()`];
const IS_NOT_SNOOZED: Condition = sql`(l.snoozed_until is null or l.snoozed_until <= now())`;
const IS_IN_PROGRESS: readonly Condition[] = [
  IS_OPEN,
  sql`l.stage in ('contacted', 'qualified')`,
  IS_NOT_SNOOZED,
];

function alternativesOf(
  { work, outcome, grades }: LeadFilter,
  sort: Sort,
): readonly (readonly Condition[])[] {
  if (sort === 'closed') {
    if (work !== undefined || outcome === 'open') return [];
    return outcome === undefined ? [[IS_WON], [IS_LOST]] : [[outcome === 'won' ? IS_WON : IS_LOST]];
  }
  if (sort === 'next') return work === undefined || work === 'in_progress' ? [IS_IN_PROGRESS] : [];
  if (sort === 'returns') return work === undefined || work === 'snoozed' ? [IS_SNOOZED] : [];
  switch (work) {
    case 'todo': {
      // By score, each grade is by itself.
      const ofAnyGrade = grades !== undefined || sort === 'score';
      return [[isToDo('new', NOW, ofAnyGrade)], [isToDo('back', NOW, ofAnyGrade)]];
    }
    case 'in_progress':
      return [IS_IN_PROGRESS];
    case 'snoozed':
      return [IS_SNOOZED];
    case undefined:
      // The index of spam by priority contains every stage.
      if (sort === 'priority' && grades?.every((grade) => grade === 'Spam') === true) return [[IS_OPEN]];
      return sort === 'priority'
        ? [
            [IS_OPEN, IS_NEW],
            [IS_OPEN, IS_NOT_NEW],
          ]
        : [[]];
  }
}

function listConditions(filter: LeadFilter): Condition[] {
  const { statuses, assignees, grades, minScore, maxScore, sources, countries, importId, outcome, from, to } =
    filter;
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push(sql`l.id >= ${firstIdOf(from)}`);
  if (to !== undefined) conditions.push(sql`l.id < ${firstIdOf(to)}`);
  if (grades !== undefined) conditions.push(anyOf(grades.map((grade) => sql`l.grade = ${sql.lit(grade)}`)));
  if (minScore !== undefined) conditions.push(sql`l.score >= ${minScore}`);
  if (maxScore !== undefined) conditions.push(sql`l.score <= ${maxScore}`);
  if (sources !== undefined) conditions.push(anyOf(sources.map((source) => sql`l.source = ${source}`)));
  if (importId !== undefined) conditions.push(sql`l.import_id = ${importId}::uuid`);
  if (outcome !== undefined) conditions.push(sql`l.outcome = ${outcome}`);
  if (statuses !== undefined) conditions.push(anyOf(statuses.map(hasStatus)));
  if (assignees !== undefined) conditions.push(anyOf(assignees.map(hasAssignee)));
  if (countries !== undefined) conditions.push(matchCountries(filter));
  return conditions;
}

export const oneOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` or `,
  )})`;

/** With `in (…)`, the worst case (no lead matches) takes a third longer (bench/inbox.ts). */
const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 ? (conditions[0] as Condition) : sql`(${sql.join([...conditions], sql` or `)})`;

function hasStatus(status: Parameters<typeof splitStatus>[0]): Condition {
  const { outcome, stage } = splitStatus(status);
  return stage === null ? sql`l.outcome = ${outcome}` : sql`(l.outcome = ${outcome} and l.stage = ${stage})`;
}

const hasAssignee = (assignee: string | null): Condition =>
  assignee === null ? sql`l.assignee is null` : sql`l.assignee = ${assignee}::uuid`;
