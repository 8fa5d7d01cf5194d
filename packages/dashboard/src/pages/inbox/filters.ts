// The inbox filters, stored in the URL. Invalid values are ignored, since people edit and share links.

import { MAX_SEARCH_LENGTH } from '@leadline/contract/limits';
import { GRADES, type Grade } from '../../components/grade.ts';

export const TABS = ['open', 'won', 'lost', 'all'] as const;
export type Tab = (typeof TABS)[number];

const HOUR_MS = 60 * 60_000;
export const AGES = {
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  '90d': { label: 'Last 90 days', ms: 90 * 24 * HOUR_MS },
} as const;
export type Age = keyof typeof AGES;

export interface Filters {
  readonly outcome: Tab;
  readonly grades: readonly Grade[];
  readonly source: string;
  readonly minScore: number | null;
  readonly age: Age | null;
  /** Local dates such as `2026-03-29`, inclusive; empty means no limit. Not combined with `age`. */
  readonly from: string;
  readonly to: string;
  /** The start of a first name, last name, email or phone number. */
  readonly q: string;
}

export const NO_FILTERS: Filters = {
  outcome: 'open',
  grades: [],
  source: '',
  minScore: null,
  age: null,
  from: '',
  to: '',
  q: '',
};

/** The Open tab hides spam unless it is filtered for. */
const NOT_SPAM = GRADES.filter((grade) => grade !== 'Spam');

export function readFilters(params: URLSearchParams): Filters {
  const wanted = new Set((params.get('grade') ?? '').split(','));
  const age = readOneOf(Object.keys(AGES) as Age[], params.get('age'));
  return {
    outcome: readOneOf(TABS, params.get('outcome')) ?? 'open',
    grades: GRADES.filter((grade) => wanted.has(grade)),
    source: readText(params.get('source')),
    minScore: readScore(params.get('min_score')),
    age,
    from: age === null ? readDay(params.get('from')) : '',
    to: age === null ? readDay(params.get('to')) : '',
    q: readText(params.get('q')),
  };
}

/** Uses a fixed order and omits defaults, so that equal filters have equal URLs. */
export function writeFilters(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value !== '') params.set(name, value);
  };
  put('outcome', filters.outcome === 'open' ? '' : filters.outcome);
  put('grade', filters.grades.join(','));
  put('source', filters.source);
  put('min_score', filters.minScore === null ? '' : String(filters.minScore));
  put('age', filters.age ?? '');
  put('from', filters.from);
  put('to', filters.to);
  put('q', filters.q.trim());
  return params;
}

/** Whether any filter other than the tab is set. */
export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, outcome: 'open' }).size > 0;
}

export interface Chip {
  readonly label: string;
  /** The remaining filters when this one is removed. */
  readonly rest: Filters;
}

/** Leaves out grades and search, whose controls already show them. */
export function listChips(filters: Filters): Chip[] {
  const { source, minScore, age, from, to } = filters;
  const chips: Chip[] = [];
  if (source !== '') chips.push({ label: `Source: ${source}`, rest: { ...filters, source: '' } });
  if (minScore !== null)
    chips.push({ label: `Minimum score: ${minScore}`, rest: { ...filters, minScore: null } });
  if (age !== null) chips.push({ label: AGES[age].label, rest: { ...filters, age: null } });
  if (from !== '') chips.push({ label: `From ${from}`, rest: { ...filters, from: '' } });
  if (to !== '') chips.push({ label: `To ${to}`, rest: { ...filters, to: '' } });
  return chips;
}

/** Timestamps in milliseconds; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The filters as a query for `GET /api/leads`, optionally limited to leads received within a time span. */
export function toListQuery(filters: Filters, now: Date, within?: Span): URLSearchParams {
  const { outcome, grades, source, minScore, q } = filters;
  const query = new URLSearchParams();
  if (outcome === 'open') query.set('sort', 'priority');
  if (outcome === 'won' || outcome === 'lost') query.set('outcome', outcome);
  const wanted = outcome === 'open' && grades.length === 0 ? NOT_SPAM : grades;
  if (wanted.length > 0) query.set('grade', wanted.join(','));
  if (source !== '') query.set('source', source);
  if (minScore !== null) query.set('min_score', String(minScore));
  if (q.trim() !== '') query.set('q', q.trim());
  const span = spanOf(filters, now);
  const from = Math.max(span.from, within?.from ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(span.to, within?.to ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(from)) query.set('from', new Date(from).toISOString());
  if (Number.isFinite(to)) query.set('to', new Date(to).toISOString());
  return query;
}

function spanOf({ age, from, to }: Filters, now: Date): Span {
  if (age !== null) return { from: now.getTime() - AGES[age].ms, to: Number.POSITIVE_INFINITY };
  return {
    from: from === '' ? Number.NEGATIVE_INFINITY : startOfDay(from, 0),
    to: to === '' ? Number.POSITIVE_INFINITY : startOfDay(to, 1),
  };
}

/** Uses the calendar, because a day can have 23 or 25 hours. */
function startOfDay(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}

function readOneOf<T extends string>(allowed: readonly T[], text: string | null): T | null {
  return allowed.find((value) => value === text) ?? null;
}

function readText(text: string | null): string {
  return [...(text ?? '').trim()].slice(0, MAX_SEARCH_LENGTH).join('');
}

function readScore(text: string | null): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  const score = Number(text);
  return score > 0 && score <= 100 ? score : null;
}

/** Extracts the day from a date or time; empty if that day doesn't exist. */
function readDay(text: string | null): string {
  const day = (text ?? '').slice(0, 10);
  const moment = /^[12]\d{3}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
    ? day
    : '';
}
