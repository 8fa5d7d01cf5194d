// What the AI said of the message and how far it moved the score, or why it said nothing.

import { Text } from '@mantine/core';
import { signPoints } from '../format-points.ts';
import type { LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';

type Result = LeadData['result'];
type Read = Exclude<NonNullable<Result['assessment']>, { missing: unknown }>;

const KINDS: Readonly<Record<Read['kind'], string>> = {
  buyer: 'Buyer',
  information: 'Question or general interest',
  support: 'Support request',
  'job-seeker': 'Job seeker',
  'vendor-pitch': 'Vendor pitch',
  spam: 'Spam or scam',
  gibberish: 'Nonsense',
};

interface AiCardProps {
  readonly result: Result;
  readonly hasMessage: boolean;
}

export function AiCard({ result, hasMessage }: AiCardProps) {
  const { assessment } = result;
  if (assessment === null || 'missing' in assessment)
    return (
      <Section title="AI">
        <Text size="sm">{tellMissing(assessment, hasMessage)}</Text>
      </Section>
    );
  const given = result.ledger.reduce(
    (sum, { code, points }) => (code.startsWith('ai-') ? sum + points : sum),
    0,
  );
  return (
    <Section title="AI">
      <div className={classes.scores}>
        <Figure label="With AI" value={String(result.score)} />
        <Figure label="Without AI" value={String(result.score_without_ai)} />
        <Figure label="AI moved it by" value={signPoints(result.ai.influence_applied)} />
      </div>
      {given !== result.ai.influence_applied && (
        <Text size="sm" mb="xs">
          It gave {signPoints(given)}; caps left {signPoints(result.ai.influence_applied)}.
        </Text>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Reads it as</dt>
          <dd>{KINDS[assessment.kind]}</dd>
        </div>
        <div>
          <dt>Finds</dt>
          <dd>
            {(assessment.present ?? []).map(({ concept }) => concept.replace('-', ' ')).join(', ') ||
              'Nothing certain'}
          </dd>
        </div>
        <div>
          <dt>Its own score</dt>
          <dd>{result.ai.display}</dd>
        </div>
        <div>
          <dt>Confidence</dt>
          <dd>
            {result.ai.confidence} ({Math.round(assessment.certainty * 100)} %)
          </dd>
        </div>
        <div>
          <dt>Impact</dt>
          <dd>{result.ai.impact}</dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>{assessment.by}</dd>
        </div>
      </dl>
    </Section>
  );
}

function tellMissing(assessment: { missing: 'busy' | 'unavailable' } | null, hasMessage: boolean): string {
  const rest = 'It had no influence on the score.';
  if (assessment?.missing === 'busy') return `The AI was too busy to read this lead in time. ${rest}`;
  if (assessment?.missing === 'unavailable') return `The AI was not available. ${rest}`;
  return hasMessage
    ? `The AI was off when this lead came in. ${rest}`
    : `There was nothing for the AI to read. ${rest}`;
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <span className={classes.quiet}>{label}</span>
      <span className={`figures ${classes.large}`}>{value}</span>
    </div>
  );
}
