// How the AI interpreted the lead and changed the score, or why it didn't.

import { Text } from '@mantine/core';
import { signPoints } from '../format-points.ts';
import type { LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
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
      <Section title="AI">
        <Text size="sm">{describeMissing(assessment, hasMessage)}</Text>
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
        <Figure label="AI effect" value={signPoints(result.ai.influence_applied)} />
      </div>
      {given !== result.ai.influence_applied && (
        <Text size="sm" mb="xs">
          The AI gave {signPoints(given)}, limited to {signPoints(result.ai.influence_applied)}.
        </Text>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Lead type</dt>
          <dd>{KINDS[assessment.kind]}</dd>
        </div>
        <div>
          <dt>Found</dt>
          <dd>
            {(assessment.present ?? []).map(({ concept }) => concept.replace('-', ' ')).join(', ') ||
              'Nothing certain'}
          </dd>
        </div>
        <div>
          <dt>AI score</dt>
          <dd>{result.ai.display}</dd>
        </div>
        <div>
          <dt>Confidence</dt>
          <dd>
            {result.ai.confidence} ({Math.round(assessment.certainty * 100)}%)
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

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <span className={classes.quiet}>{label}</span>
      <span className={`figures ${classes.large}`}>{value}</span>
    </div>
  );
}
