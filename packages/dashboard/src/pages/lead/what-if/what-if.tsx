// Scores an edited copy of the lead in the browser on every keystroke, using the same engine. Nothing is saved.

import { Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import type { LeadData } from '../lead-query.ts';
import type { SecondReading } from '../read-again.ts';
import { Section } from '../section.tsx';
import type { Scorer, Scoring } from '../use-scoring.ts';
import { Waterfall } from '../waterfall/waterfall.tsx';
import { compareLedgers } from './compare-ledgers.ts';
import { Differences } from './differences.tsx';
import { type Draft, isSameLead, makeDraft, toLead } from './draft.ts';
import { type ChangeDraft, DraftForm } from './draft-form.tsx';
import { Suggestions } from './suggestions.tsx';
import { Verdict } from './verdict.tsx';
import classes from './what-if.module.css';

interface WhatIfProps {
  readonly data: LeadData;
  readonly scoring: Scoring;
  readonly reading: SecondReading | null;
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

export function WhatIf({ scoring, reading, ...rest }: WhatIfProps) {
  if (scoring.scorer !== null && reading !== null)
    return <Editor scorer={scoring.scorer} reading={reading} {...rest} />;
  if (scoring.error === null)
    return <Skeleton height={480} role="status" aria-label="Loading scoring engine" />;
  return (
    <ErrorState
      error={scoring.error}
      title="Couldn’t load the scoring engine"
      onRetry={scoring.retry}
      isRetrying={scoring.isFetching}
    />
  );
}

const UNREACHABLE = 'This lead would be rejected: it needs an email or a phone number.';

interface EditorProps extends Omit<WhatIfProps, 'scoring' | 'reading'> {
  readonly scorer: Scorer;
  readonly reading: SecondReading;
}

function Editor({ data, scorer, reading, draft, onChange }: EditorProps) {
  const { engine, settings } = scorer;
  const [countsAi, setCountsAi] = useState(true);
  const withoutAi = useMemo(() => ({ ...reading.options, assessment: null }), [reading.options]);
  const options = countsAi ? reading.options : withoutAi;
  const lead = useMemo(() => toLead(draft), [draft]);
  const before = useMemo(
    () => (countsAi ? reading.scored : engine.score(data.lead, options)),
    [countsAi, reading.scored, engine, data.lead, options],
  );
  const read = useMemo(() => engine.readLead(lead), [engine, lead]);
  const after = useMemo(() => {
    if (!read.ok) return null;
    // The AI only read the original lead: it hasn't seen additions, and what it found in removed text no longer counts.
    return engine.score(read.lead, engine.forChanged(options, data.lead, read.lead));
  }, [engine, read, options, data.lead]);
  const isReachable = read.ok || lead.email !== '' || lead.phone !== '';
  const isChanged = !isSameLead(lead, data.lead);

  return (
    <div className={classes.columns}>
      <div className={classes.verdict}>
        <Verdict
          before={before.data}
          after={after?.data ?? null}
          rejection={
            read.ok ? null : isReachable ? `This lead would be rejected: ${read.error}.` : UNREACHABLE
          }
          isChanged={isChanged}
          isOpen={data.outcome === 'open'}
          onReset={() => onChange(makeDraft(data.lead))}
        />
      </div>
      <div className={classes.form}>
        <Section title="Edit this lead">
          <DraftForm
            draft={draft}
            onChange={onChange}
            assessment={data.result.assessment}
            countsAi={countsAi}
            onCountAi={setCountsAi}
            isReachable={isReachable}
            isMessageChanged={lead.message !== data.lead.message}
          />
        </Section>
      </div>
      {after !== null && (
        <div className={classes.results}>
          <Suggestions
            engine={engine}
            lead={lead}
            options={options}
            onApply={(changed) => onChange(makeDraft(changed))}
          />
          <Differences
            differences={compareLedgers(before.ledger, after.ledger)}
            isChanged={isChanged}
            comparedTo={reading.isSame ? null : before}
          />
          <Section title="New score breakdown">
            <Waterfall
              ledger={after.ledger}
              score={after.data.score}
              grade={after.data.grade}
              grades={settings.grades}
            />
          </Section>
        </div>
      )}
    </div>
  );
}
