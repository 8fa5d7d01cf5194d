// What the lead would score if it were otherwise: by the same engine, here, at every key; nothing is stored.

import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import type { LeadData } from '../lead-query.ts';
import type { SecondReading } from '../read-again.ts';
import { Section } from '../section.tsx';
import type { Engine } from '../use-engine.ts';
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
  readonly engine: UseQueryResult<Engine>;
  readonly reading: SecondReading | null;
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

export function WhatIf({ engine, reading, ...rest }: WhatIfProps) {
  if (engine.data !== undefined && reading !== null)
    return <Trial engine={engine.data} reading={reading} {...rest} />;
  if (engine.error === null) return <Skeleton height={480} role="status" aria-label="Loading the engine" />;
  return (
    <ErrorState
      error={engine.error}
      title="The engine could not be loaded"
      onRetry={() => void engine.refetch()}
      isRetrying={engine.isFetching}
    />
  );
}

interface TrialProps extends Omit<WhatIfProps, 'engine' | 'reading'> {
  readonly engine: Engine;
  readonly reading: SecondReading;
}

function Trial({ data, engine, reading, draft, onChange }: TrialProps) {
  const [countsAi, setCountsAi] = useState(true);
  const options = useMemo(
    () => (countsAi ? reading.options : { ...reading.options, assessment: null }),
    [countsAi, reading.options],
  );
  const lead = useMemo(() => toLead(draft), [draft]);
  const before = useMemo(
    () => (countsAi ? reading.scored : engine.score(data.lead, options)),
    [countsAi, reading.scored, engine, data.lead, options],
  );
  const after = useMemo(() => engine.score(lead, options), [engine, lead, options]);
  const isChanged = !isSameLead(lead, data.lead);

  return (
    <div className={classes.columns}>
      <div className={classes.verdict}>
        <Verdict
          before={before.data}
          after={after.data}
          isChanged={isChanged}
          onReset={() => onChange(makeDraft(data.lead))}
        />
      </div>
      <div className={classes.form}>
        <Section title="The lead, as it might be">
          <DraftForm
            draft={draft}
            onChange={onChange}
            assessment={data.result.assessment}
            countsAi={countsAi}
            onCountAi={setCountsAi}
            isMessageChanged={lead.message !== data.lead.message}
          />
        </Section>
      </div>
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
          comparedTo={reading.isSame ? null : before.version}
        />
        <Section title="How it would add up">
          <Waterfall ledger={after.ledger} score={after.data.score} grade={after.data.grade} />
        </Section>
      </div>
    </div>
  );
}
