// How the AI interpreted the lead and changed the score, or why it didn't.

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { signPoints } from '../format-points.ts';
import type { LeadData } from '../lead-query.ts';
import classes from './aside.module.css';

type Result = LeadData['result'];
type Read = Exclude<NonNullable<Result['assessment']>, { missing: unknown }>;

const KINDS: Readonly<Record<Read['kind'], string>> = {
  buyer: 'Buyer',
  information: 'Asking for information',
  support: 'Support request',
  'job-seeker': 'Job seeker',
  'vendor-pitch': 'Vendor pitch',
  spam: 'Spam or scam',
  gibberish: 'Gibberish',
};

interface AiCardProps {
  readonly result: Result;
  readonly hasMessage: boolean;
}

export function AiCard({ result, hasMessage }: AiCardProps) {
  const { assessment } = result;
  if (assessment === null || 'missing' in assessment)
    return (
      <details className={classes.fold}>
        <summary>How this was scored</summary>
        <Text size="sm" mt="xs">
          {describeMissing(assessment, hasMessage)} Engine {result.version}.
        </Text>
      </details>
    );
  const given = result.ledger.reduce(
    (sum, { code, points }) => (code.startsWith('ai-') ? sum + points : sum),
    0,
  );
  const effect = result.ai.influence_applied;
  const found = (assessment.present ?? []).map(({ concept }) => CONCEPT_NAMES[concept] ?? concept);
  return (
    <details className={classes.fold}>
      <summary>How this was scored</summary>
      <dl className={classes.facts}>
        <Fact name="Rules alone">{result.score_without_ai}</Fact>
        <Fact name="AI">
          {effect === 0 ? 'Changed nothing' : `${signPoints(effect)} points`}
          {given !== effect && `, limited from ${signPoints(given)}`}
        </Fact>
        <Fact name="AI reads it as">{KINDS[assessment.kind]}</Fact>
        <Fact name="AI found">{found.join(', ') || 'Nothing certain'}</Fact>
        <Fact name="AI score">{result.ai.display}</Fact>
        <Fact name="AI is sure">{Math.round(assessment.certainty * 100)}%</Fact>
        <Fact name="AI model">{assessment.by}</Fact>
        <Fact name="Engine">{result.version}</Fact>
      </dl>
    </details>
  );
}

/** In the words of the score breakdown. */
const CONCEPT_NAMES: Readonly<Record<string, string>> = {
  need: 'clear need',
  trigger: 'something changed',
  committed: 'plans or budget in place',
  urgent: 'urgent',
  deadline: 'deadline',
  stakes: 'much at stake',
  scope: 'details given',
  'next-step': 'asks for a next step',
  call: 'asks to be contacted',
  returning: 'past customer',
  switching: 'replacing their provider',
  referred: 'referred',
  authority: 'decision maker',
  'can-you': 'specific question',
  comparing: 'comparing offers',
  'not-ready': 'not ready yet',
  information: 'wants information',
  'no-money': 'little money',
  'no-need': 'no need of their own',
};

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeMissing(
  assessment: { missing: 'busy' | 'unavailable' } | null,
  hasMessage: boolean,
): string {
  const effect = 'It did not affect the score.';
  if (assessment?.missing === 'busy') return `The AI was too busy to read this lead. ${effect}`;
  if (assessment?.missing === 'unavailable') return `The AI was not available. ${effect}`;
  return hasMessage
    ? `AI was off when this lead was received. ${effect}`
    : `There was no text for the AI to read. ${effect}`;
}
