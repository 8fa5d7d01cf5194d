// Puts into words what the model does now, and what is missing if it does nothing yet.

import type { AccountModel } from '@leadline/contract';
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

/** "91 won and 321 lost so far, 12 of them since the latest training." */
export function describeOutcomes(
  { won, lost, since_training: since }: AccountModel['outcomes'],
  isTrained: boolean,
): string {
  const soFar = `${formatCount(won)} won and ${formatCount(lost)} lost so far`;
  return isTrained ? `${soFar}, ${formatCount(since)} recorded since the latest training.` : `${soFar}.`;
}

/** The latest training isn't always the live model. */
export function describeLatest({ verdict: { decision, text } }: NonNullable<AccountModel['latest']>): string {
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
