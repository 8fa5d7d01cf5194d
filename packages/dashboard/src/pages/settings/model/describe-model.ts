// Puts into words what the model does now, and what is missing if it does nothing yet.

import type { AccountModel, ModelVersion } from '@leadline/contract';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { isInUse } from './describe-learned.ts';

export interface ModelState {
  readonly title: string;
  readonly text: string;
}

type Described = Pick<AccountModel, 'mode' | 'point_limit' | 'live' | 'latest' | 'outcomes'>;

export function describeModel(model: Described): ModelState {
  const { mode, live, latest, outcomes } = model;
  if (mode === 'off')
    return {
      title: 'Off',
      text: 'Leads are scored by the rules alone, and nothing is learned from outcomes.',
    };
  if (live?.trained)
    return {
      title: `Live since ${DAY.format(new Date(live.published_at))}${describeRight(model)}`,
      text: `It learned from ${formatCountOf(live.trained.outcomes, 'won or lost lead')}. ${describeUse(model)}`,
    };
  const rulesAlone = 'Leads are scored by the rules alone.';
  if (outcomes.won + outcomes.lost === 0)
    return {
      title: 'No outcomes yet',
      text: `${rulesAlone} Mark leads as won or lost, or import past leads with their outcomes, and the model learns what wins here.`,
    };
  if (latest === null)
    return {
      title: 'Not trained yet',
      text: `${rulesAlone} ${formatCountOf(outcomes.won + outcomes.lost, 'won or lost lead')} can be learned from. The first training runs tonight, or now if you start it.`,
    };
  if (live !== null && live.restores !== null)
    return {
      title: 'Rolled back to the rules alone',
      text: 'The next training that beats the rules goes live again.',
    };
  return {
    title: latest.verdict.decision === 'retire' ? 'The model was retired' : 'Nothing is live yet',
    text: `${rulesAlone} ${latest.verdict.text}`,
  };
}

function describeUse({ mode, point_limit: limit, live }: Described): string {
  const measures = 'It measures the chance of closing of new leads';
  if (mode !== 'on') return `${measures}. Scores stay as they are.`;
  return live?.trained?.verdict.decision === 'calibrated'
    ? `${measures}. It adds no points, because none are certain enough yet.`
    : `${measures} and adds or subtracts up to ${formatCountOf(limit, 'point')}.`;
}

/** How often it is right, as long as the latest training is the one that is live. */
function describeRight(model: Described): string {
  const auc = isInUse(model) ? model.latest?.report.held_out?.auc : null;
  if (auc?.model == null) return '.';
  const rules = auc.rules === null ? '' : ` (the rules alone: ${percentOf(auc.rules.value)})`;
  return `. Of a won and a lost lead, it rates the won one higher ${percentOf(auc.model.value)} times in 100${rules}.`;
}

const percentOf = (share: number): number => Math.round(100 * share);

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** What a change of its use does. */
export const describeSaved = ({ mode, live }: Pick<AccountModel, 'mode' | 'live'>): string =>
  mode === 'off' || live?.trained
    ? 'Saved. New leads follow within seconds.'
    : 'Saved. It takes effect once a model goes live.';

/** How a version uses its model: "From 412 outcomes", "With points, up to 30". */
export function describeUsage({ trained, mode, point_limit }: Usage): string[] {
  if (mode === 'off') return [USES.off];
  const use = mode === 'on' ? `${USES.on}, up to ${point_limit}` : USES.advisory;
  return trained === null
    ? [`Rules alone until a model goes live, then ${use.charAt(0).toLowerCase()}${use.slice(1)}`]
    : [`From ${formatCountOf(trained.outcomes, 'outcome')}`, use];
}

type Usage = Pick<ModelVersion, 'mode' | 'point_limit'> & {
  readonly trained: Pick<NonNullable<ModelVersion['trained']>, 'outcomes'> | null;
};

const USES: Readonly<Record<ModelVersion['mode'], string>> = {
  off: 'Off',
  advisory: 'Chance of closing only',
  on: 'With points',
};

/** From all outcomes to those that the latest training used, and to those that it was measured on. */
export function describeOutcomes(
  { won, lost, since_training: since }: Recorded,
  latest: Used | null,
): string {
  const soFar = `${formatCount(won)} won and ${formatCount(lost)} lost so far`;
  if (latest === null) return `${soFar}.`;
  const { outcomes: used, report } = latest;
  const recorded = `${soFar}, ${formatCount(since)} recorded since the latest training. It used ${formatCount(used)}`;
  const unused = won + lost - used - since;
  const left = unused > 0 ? `, without ${describeUnused(used)}` : '';
  const measured =
    report.held_out === null
      ? ''
      : ` The latest ${formatCount(report.held_out.outcomes)} of those (30%) were held out to measure how right it is.`;
  return `${recorded}${left}.${measured}`;
}

type Recorded = AccountModel['outcomes'];
interface Used {
  readonly outcomes: number;
  readonly report: { readonly held_out: { readonly outcomes: number } | null };
}

/** A training reads up to 50,000 leads. */
const MAX_USED = 50_000;

/** Not counted, because an outcome that was recorded twice since the training counts twice. */
const describeUnused = (used: number): string =>
  used >= MAX_USED
    ? 'older ones and those that are not a sale'
    : 'those that look like spam, a pitch, a job application or a support request';

/** The latest training isn't always the live model. Empty if the state says it already. */
export function describeLatest(
  { verdict: { decision, text } }: Pick<NonNullable<AccountModel['latest']>, 'verdict'>,
  state: string,
): string {
  if (state.includes(text)) return '';
  switch (decision) {
    case 'live':
    case 'calibrated':
      return `Published. ${text}`;
    case 'wait':
      return `Not published. ${text}`;
    case 'retire':
      return text;
  }
}
