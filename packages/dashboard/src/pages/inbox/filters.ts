// The inbox filters, stored in the URL. Invalid values are ignored, since people edit and share links.

import type { Status } from '@leadline/contract';
import { MAX_LISTED_VALUES, MAX_SEARCH_LENGTH } from '@leadline/contract/limits';
import { GRADES, type Grade } from '../../components/grade.ts';
import { fromLocal } from '../../work/snooze-choices.ts';
import { STATUSES } from '../../work/status-names.ts';

export const TABS = ['todo', 'in_progress', 'snoozed', 'won', 'lost', 'all'] as const;
export type Tab = (typeof TABS)[number];

export const ORDERS = ['priority', 'next', 'returns', 'closed', 'score', 'newest', 'oldest'] as const;
export type Order = (typeof ORDERS)[number];

/** The tabs whose leads are all open, so that they have a priority. */
const OPEN_TABS: readonly Tab[] = ['todo', 'in_progress', 'snoozed'];

const HOUR_MS = 60 * 60_000;
export const AGES = {
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  '90d': { label: 'Last 90 days', ms: 90 * 24 * HOUR_MS },
} as const;
export type Age = keyof typeof AGES;

export interface Filters {
  readonly tab: Tab;
  /** Null: the usual order of the tab. */
  readonly order: Order | null;
  /** Leads in progress in columns by status. */
  readonly isBoard: boolean;
  readonly grades: readonly Grade[];
  /** Empty for leads without a source. */
  readonly sources: readonly string[];
  /** `me`, `none` or `user_…`. */
  readonly assignees: readonly string[];
  readonly statuses: readonly Status[];
  /** ISO 3166 codes. */
  readonly countries: readonly string[];
  /** `imp_…`; empty for all leads. */
  readonly importId: string;
  readonly minScore: number | null;
  readonly age: Age | null;
  /** Local dates such as `2026-03-29`, or dates in a time zone such as `2026-03-29Z` (UTC) or `2026-03-29@Asia/Tokyo`,
   * inclusive; empty means no limit. Not combined with `age`. */
  readonly from: string;
  readonly to: string;
  /** Part of a name, company, email, phone number or message. */
  readonly q: string;
}

export const NO_FILTERS: Filters = {
  tab: 'todo',
  order: null,
  isBoard: false,
  grades: [],
  sources: [],
  assignees: [],
  statuses: [],
  countries: [],
  importId: '',
  minScore: null,
  age: null,
  from: '',
  to: '',
  q: '',
};

export function readFilters(params: URLSearchParams): Filters {
  const tab = readOneOf(TABS, params.get('tab')) ?? readOldTab(params.get('outcome'));
  const age = readOneOf(Object.keys(AGES) as Age[], params.get('age'));
  const order = readOneOf(ORDERS, params.get('sort'));
  return {
    tab,
    order: order === null || order === usualOrder(tab) || !ordersOf(tab).includes(order) ? null : order,
    isBoard: tab === 'in_progress' && params.get('view') === 'board',
    grades: readSome(GRADES, params.get('grade')),
    sources: unique(params.getAll('source').map(readText)),
    assignees: unique(readList(params.get('assignee'), /^(?:me|none|user_[0-9a-f]{32})$/)),
    statuses: readSome(STATUSES, params.get('status')),
    countries: unique(readList(params.get('country'), /^[A-Z]{2}$/)),
    importId: readList(params.get('import'), /^imp_[0-9a-f]{32}$/)[0] ?? '',
    minScore: readScore(params.get('min_score')),
    age,
    from: age === null ? readDay(params.get('from')) : '',
    to: age === null ? readDay(params.get('to')) : '',
    q: readText(params.get('q')),
  };
}

/** Links and views from before there was a to-do list name an outcome instead of a tab. */
function readOldTab(outcome: string | null): Tab {
  return readOneOf(['won', 'lost', 'all'] as const, outcome) ?? 'todo';
}

/** Uses a fixed order and omits defaults, so that equal filters have equal URLs. */
export function writeFilters(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value !== '') params.set(name, value);
  };
  put('tab', filters.tab === 'todo' ? '' : filters.tab);
  put('sort', filters.order ?? '');
  put('view', filters.isBoard ? 'board' : '');
  put('grade', filters.grades.join(','));
  for (const source of filters.sources) params.append('source', source);
  put('assignee', filters.assignees.join(','));
  put('status', filters.statuses.join(','));
  put('country', filters.countries.join(','));
  put('import', filters.importId);
  put('min_score', filters.minScore === null ? '' : String(filters.minScore));
  put('age', filters.age ?? '');
  put('from', filters.from);
  put('to', filters.to);
  put('q', filters.q.trim());
  return params;
}

/** Whether any filter other than the tab is set. The order and the board are not filters. */
export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, tab: 'todo', order: null, isBoard: false }).size > 0;
}

/** The tab and its order without any filter. */
export function clearFilters({ tab, order, isBoard }: Filters): Filters {
  return { ...NO_FILTERS, tab, order, isBoard };
}

export function hasPriority(tab: Tab): boolean {
  return OPEN_TABS.includes(tab);
}

export function orderOf({ tab, order }: Pick<Filters, 'tab' | 'order'>): Order {
  return order ?? usualOrder(tab);
}

export function ordersOf(tab: Tab): readonly Order[] {
  return ORDERS.filter((order) => TABS_OF_ORDER[order]?.includes(tab) ?? true);
}

/** The orders that only make sense for some tabs. */
const TABS_OF_ORDER: Partial<Record<Order, readonly Tab[]>> = {
  priority: OPEN_TABS,
  next: ['in_progress'],
  returns: ['snoozed'],
  closed: ['won', 'lost'],
};

/** Work starts with the most important lead and goes on with what is due first. What comes back or was
 * decided is listed by when. */
function usualOrder(tab: Tab): Order {
  return USUAL_ORDERS[tab];
}

const USUAL_ORDERS: Readonly<Record<Tab, Order>> = {
  todo: 'priority',
  in_progress: 'next',
  snoozed: 'returns',
  won: 'closed',
  lost: 'closed',
  all: 'newest',
};

/** With its own order, unless the other tab doesn't have it. A status narrows a single tab, and tabs are counted without. */
export function switchTab(filters: Filters, tab: Tab): Filters {
  return readFilters(writeFilters({ ...filters, tab, statuses: [] }));
}

export function sortBy(filters: Filters, order: Order): Filters {
  return { ...filters, order: order === usualOrder(filters.tab) ? null : order };
}

/** Timestamps in milliseconds; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The filters as a query for `GET /api/leads`, optionally limited to leads received within a time span. */
export function toListQuery(filters: Filters, now: Date, within?: Span): URLSearchParams {
  const query = toCountsQuery(filters, now, within);
  const order = orderOf(filters);
  if (order !== 'newest') query.set('sort', order);
  return query;
}

/** The filters as a query for `GET /api/leads/counts`, which has no order. */
export function toCountsQuery(filters: Filters, now: Date, within?: Span): URLSearchParams {
  const { tab, grades, sources, assignees, statuses, countries, importId, minScore, q } = filters;
  const query = new URLSearchParams();
  if (hasPriority(tab)) query.set('work', tab);
  if (tab === 'won' || tab === 'lost') query.set('outcome', tab);
  if (grades.length > 0) query.set('grade', grades.join(','));
  for (const source of sources) query.append('source', source);
  if (assignees.length > 0) query.set('assignee', assignees.join(','));
  if (statuses.length > 0) query.set('status', statuses.join(','));
  if (countries.length > 0) query.set('country', countries.join(','));
  if (importId !== '') query.set('import', importId);
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
  const [year = 0, month = 1, date = 1] = withoutZone(day).split('-').map(Number);
  const zone = zoneOf(day);
  if (zone === null) return new Date(year, month - 1, date + daysLater).getTime();
  const start = new Date(Date.UTC(year, month - 1, date + daysLater)).toISOString().slice(0, 10);
  return fromLocal({ day: start, time: '00:00' }, zone).getTime();
}

/** The time zone that a link names; null for a local day. */
export function zoneOf(day: string): string | null {
  if (day.endsWith('Z')) return 'UTC';
  return day.charAt(10) === '@' ? day.slice(11) : null;
}

/** For a date field. */
export function withoutZone(day: string): string {
  return day.slice(0, 10);
}

function readOneOf<T extends string>(allowed: readonly T[], text: string | null): T | null {
  return allowed.find((value) => value === text) ?? null;
}

/** In their usual order. */
function readSome<T extends string>(allowed: readonly T[], text: string | null): readonly T[] {
  const wanted = new Set((text ?? '').split(','));
  return allowed.filter((value) => wanted.has(value));
}

function readList(text: string | null, pattern: RegExp): readonly string[] {
  return (text ?? '').split(',').filter((value) => pattern.test(value));
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].slice(0, MAX_LISTED_VALUES);
}

function readText(text: string | null): string {
  return [...(text ?? '').trim()].slice(0, MAX_SEARCH_LENGTH).join('');
}

function readScore(text: string | null): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  const score = Number(text);
  return score > 0 && score <= 100 ? score : null;
}

/** Extracts the day from a date or time; empty if that day doesn't exist. Insights link to days in the account's time
 * zone. */
function readDay(text: string | null): string {
  const day = (text ?? '').slice(0, 10);
  const moment = /^[12]\d{3}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
    ? `${day}${readZone((text ?? '').slice(10))}`
    : '';
}

/** Empty if it is not a time zone. */
function readZone(suffix: string): string {
  if (suffix === 'Z') return suffix;
  if (!/^@[A-Za-z]/.test(suffix)) return '';
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: suffix.slice(1) });
    return suffix;
  } catch {
    return '';
  }
}
