// The active filters as chips, which can be removed one by one.

import { browserTimeZone, hasSameClock } from '../../regions/regions.ts';
import { STATUS_NAMES } from '../../work/status-names.ts';
import { AGES, type Filters, withoutZone, zoneOf } from './filters.ts';
import { nameAssignee, nameCountry, nameSource } from './name-values.ts';

export interface Chip {
  readonly label: string;
  /** The remaining filters when this one is removed. */
  readonly rest: Filters;
}

type ListName = 'sources' | 'assignees' | 'statuses' | 'countries';

/** Leaves out grades, search and the quick choice of whose leads are shown, whose controls already show them. */
export function listChips(filters: Filters, nameMember: (userId: string) => string): Chip[] {
  const { sources, assignees, statuses, countries, importId, minScore, age, from, to } = filters;
  const without = (name: ListName, value: string): Filters => ({
    ...filters,
    [name]: filters[name].filter((other) => other !== value),
  });
  const chips: Chip[] = [
    ...sources.map((source) => ({
      label: source === '' ? nameSource(source) : `Source: ${source}`,
      rest: without('sources', source),
    })),
    ...(isQuickChoice(assignees) ? [] : assignees).map((assignee) => ({
      label: `Assignee: ${nameAssignee(assignee, nameMember)}`,
      rest: without('assignees', assignee),
    })),
    ...statuses.map((status) => ({
      label: `Status: ${STATUS_NAMES[status]}`,
      rest: without('statuses', status),
    })),
    ...countries.map((country) => ({
      label: `Country: ${nameCountry(country)}`,
      rest: without('countries', country),
    })),
  ];
  if (importId !== '') chips.push({ label: 'From one import', rest: { ...filters, importId: '' } });
  if (minScore !== null)
    chips.push({ label: `Minimum score: ${minScore}`, rest: { ...filters, minScore: null } });
  if (age !== null) chips.push({ label: AGES[age].label, rest: { ...filters, age: null } });
  if (from !== '') chips.push({ label: `From ${nameDay(from)}`, rest: { ...filters, from: '' } });
  if (to !== '') chips.push({ label: `To ${nameDay(to)}`, rest: { ...filters, to: '' } });
  return chips;
}

function nameDay(day: string): string {
  const zone = zoneOf(day);
  return zone === null || hasSameClock(zone, browserTimeZone())
    ? withoutZone(day)
    : `${withoutZone(day)} (${zone.replaceAll('_', ' ')})`;
}

/** "My leads" or "Unassigned". */
export function isQuickChoice(assignees: readonly string[]): boolean {
  return assignees.length === 1 && (assignees[0] === 'me' || assignees[0] === 'none');
}
