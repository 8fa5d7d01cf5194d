// Overview of a lead: message and score on the left, person and timeline on the right.

import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AiCard } from './aside/ai-card.tsx';
import { ContactCard } from './aside/contact-card.tsx';
import { OtherLeads } from './aside/other-leads.tsx';
import { ExplanationCard } from './explanation-card.tsx';
import type { Lead, LeadData, Mode } from './lead-query.ts';
import { AnswersCard } from './message/answers-card.tsx';
import { BudgetCard } from './message/budget-card.tsx';
import { markLead } from './message/mark-lead.ts';
import { MessageCard } from './message/message-card.tsx';
import classes from './overview.module.css';
import type { SecondReading } from './read-again.ts';
import { ScoreCard } from './score/score-card.tsx';
import { Timeline } from './timeline/timeline.tsx';
import type { Engine } from './use-engine.ts';

interface OverviewProps {
  readonly data: LeadData;
  readonly mode: Mode;
  readonly engine: UseQueryResult<Engine>;
  readonly reading: SecondReading | null;
  /** Opens a changed lead in the what-if editor. */
  readonly onTry: (lead: Lead) => void;
}

export function Overview({ data, mode, engine, reading, onTry }: OverviewProps) {
  const { lead, result } = data;
  const scored = reading?.scored ?? null;
  const hasAnswers = Object.keys(lead.custom_fields).length > 0;
  const marked = useMemo(() => markLead(engine.data, lead, scored), [engine.data, lead, scored]);
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <MessageCard message={lead.message} marked={marked} />
        {hasAnswers && <AnswersCard lead={lead} marked={marked} engine={engine.data} scored={scored} />}
        <ScoreCard data={data} mode={mode} />
        <ExplanationCard data={data} engine={engine} reading={reading} onTry={onTry} />
      </div>
      <div className={classes.column}>
        <ContactCard lead={lead} result={result} facts={scored?.facts ?? null} />
        <BudgetCard lead={lead} result={result} budget={scored?.facts.budget ?? null} />
        <Timeline data={data} />
        <OtherLeads data={data} mode={mode} />
        <AiCard result={result} hasMessage={lead.message !== ''} />
      </div>
    </div>
  );
}
