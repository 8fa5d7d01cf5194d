// States a drift in a sentence, with its figures.

import { formatAmount } from '@leadline/engine';
import { percent } from '../find-leaks.ts';
import type { Drift } from './drift.ts';
import { NOT_GIVEN } from './drift-fields.ts';

export type DescribedDrift = Omit<Drift, 'p'>;

export function describeDrift(drift: DescribedDrift): string {
  switch (drift.kind) {
    case 'share':
      return describeShare(drift);
    case 'win_rate':
      return describeWinRate(drift);
    case 'calibration':
      return describeCalibration(drift);
  }
}

function describeShare(drift: DescribedDrift): string {
  const { before, after } = drift;
  const leads = nameLeads(drift);
  const day = formatDay(drift.since);
  if (after.count === 0)
    return `${leads} were ${percent(before.share)} of all leads until ${day}. Since then there have been none among ${formatAmount(after.leads)} leads.`;
  const now = `${formatAmount(after.count)} of ${formatAmount(after.leads)}`;
  return before.count === 0
    ? `${leads} are new since ${day}: ${now}, which is ${percent(after.share)} of all leads.`
    : `${leads} were ${percent(before.share)} of all leads until ${day} and are ${percent(after.share)} since (${now}).`;
}

function describeWinRate(drift: DescribedDrift): string {
  const { before, after } = drift;
  const leads = drift.field === null ? 'Of all leads' : `Of ${lowerFirst(nameLeads(drift))}`;
  const rate = (share: number): string => (share === 0 ? 'none' : percent(share));
  return `${leads}, ${rate(before.share)} were won until ${formatDay(drift.since)} and ${rate(after.share)} since (${formatAmount(after.count)} of ${formatAmount(after.leads)}), counting outcomes ${describeHorizon(drift)}.`;
}

function describeCalibration(drift: DescribedDrift): string {
  const { before, after, shown } = drift;
  const chance = shown === null ? '' : `, which were given a ${percent(shown)} chance on average`;
  return `The chance of closing has become less reliable: of leads received since ${formatDay(drift.since)}${chance}, ${percent(after.share)} were won (${formatAmount(after.count)} of ${formatAmount(after.leads)}), against ${percent(before.share)} of leads with the same chances before, counting outcomes ${describeHorizon(drift)}.`;
}

function nameLeads({ field, fieldLabel, level, levelLabel }: DescribedDrift): string {
  const isNotGiven = level === NOT_GIVEN;
  if (field === 'source') return isNotGiven ? 'Leads without a source' : `Leads from “${levelLabel}”`;
  if (field?.startsWith('answer:'))
    return isNotGiven
      ? `Leads without an answer to “${fieldLabel}”`
      : `Leads that answered “${fieldLabel}” with “${levelLabel}”`;
  return isNotGiven ? `Leads without ${lowerFirst(fieldLabel ?? '')}` : `Leads with “${levelLabel}”`;
}

const describeHorizon = ({ horizonWeeks: weeks }: DescribedDrift): string =>
  weeks === 1 ? 'within a week' : `within ${weeks} weeks`;

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const formatDay = (day: Date): string =>
  `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
