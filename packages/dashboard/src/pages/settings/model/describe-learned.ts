// Puts into words what the model learned about a field.

import type { AccountModel } from '@leadline/contract';
import { signPoints } from '../../lead/format-points.ts';
import { SIZES } from '../routing/describe-conditions.ts';

type Latest = NonNullable<AccountModel['latest']>;
export type Field = Latest['report']['learned'][number];

const SIZE_NAMES: Readonly<Record<string, string>> = SIZES;

/** Some answers repeat what the field is called, such as "Kind of source: event". They are stored in lower case. */
export function nameLevel(level: string, field: string): string {
  const name = level.startsWith(`${field}: `) ? level.slice(field.length + 2) : level;
  if (field === 'Company size' && SIZE_NAMES[name] !== undefined) return SIZE_NAMES[name];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** "−8 to +6 points" */
export function describeRange({ levels }: Pick<Field, 'levels'>): string {
  const points = levels.map((level) => level.points);
  const [low, high] = [Math.min(...points), Math.max(...points)];
  if (low !== high) return `${signPoints(low)} to ${signPoints(high)} points`;
  return `${signPoints(low)} ${Math.abs(low) === 1 ? 'point' : 'points'}`;
}

/** Whether the latest training is the model that is live. */
export function isInUse({ mode, live, latest }: Pick<AccountModel, 'mode' | 'live' | 'latest'>): boolean {
  return mode !== 'off' && live?.trained != null && live.trained.trained_at === latest?.trained_at;
}
