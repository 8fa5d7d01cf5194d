// How the AI read the lead and what it changed, or why it changed nothing.

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeAiChange } from '../describe-ai-change.ts';
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
  return (
    <details className={classes.fold}>
      <summary>How this was scored</summary>
      <dl className={classes.facts}>
        <Fact name="Rules alone">{result.score_without_ai}</Fact>
        <Fact name="AI changed">{describeChange(result)}</Fact>
        <Fact name="AI reads it as">{KINDS[assessment.kind]}</Fact>
        <Fact name="AI score">{result.ai.display}</Fact>
        <Fact name="AI is sure">{Math.round(assessment.certainty * 100)}%</Fact>
        <Fact name="AI model">{assessment.by}</Fact>
        <Fact name="Engine">{result.version}</Fact>
      </dl>
    </details>
  );
}

function describeChange({ ledger, ai }: Result): string {
  const change = describeAiChange(ledger);
  if (change !== null) return change.charAt(0).toUpperCase() + change.slice(1);
  return ai.influence_applied === 0 ? 'Nothing' : 'Only how sure the answers are';
}

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
