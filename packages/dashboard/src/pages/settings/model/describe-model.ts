// Puts into words what the model does now, and what is missing if it does nothing yet.

import type { AccountModel, ModelVersion } from '@leadline/contract';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';

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
      title: `Version ${live.version} is live`,
      text: `It learned from ${formatCountOf(live.trained.outcomes, 'outcome')}. ${describeUse(model)}`,
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
      text: `${rulesAlone} The first training runs tonight. An owner can start it sooner.`,
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

/** "91 won and 321 lost so far, 12 of them since the latest training." */
export function describeOutcomes(
  { won, lost, since_training: since }: AccountModel['outcomes'],
  isTrained: boolean,
): string {
  const soFar = `${formatCount(won)} won and ${formatCount(lost)} lost so far`;
  return isTrained ? `${soFar}, ${formatCount(since)} recorded since the latest training.` : `${soFar}.`;
}

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
