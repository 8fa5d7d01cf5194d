// Overview of a lead: message and score on the left, person and timeline on the right. On a phone, what happened comes
// right after the message.

import { type ReactNode, useMemo } from 'react';
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
import { findGrades, type Scoring } from './use-scoring.ts';

interface OverviewProps {
  readonly data: LeadData;
  readonly mode: Mode;
  readonly scoring: Scoring;
  readonly reading: SecondReading | null;
  /** Opens a changed lead in the what-if editor. */
  readonly onTry: (lead: Lead) => void;
  /** What to do with the lead, if that isn't in its header. */
  readonly controls: ReactNode;
}

export function Overview({ data, mode, scoring, reading, onTry, controls }: OverviewProps) {
  const { lead, result } = data;
  const scored = reading?.scored ?? null;
  const hasAnswers = Object.keys(lead.custom_fields).length > 0;
  const marked = useMemo(() => markLead(scoring.engine, lead, scored), [scoring.engine, lead, scored]);
  return (
    <div className={classes.columns}>
      <div className={classes.column} data-part="said">
        <MessageCard message={lead.message} marked={marked} />
        {controls}
        {hasAnswers && <AnswersCard lead={lead} marked={marked} engine={scoring.engine} scored={scored} />}
      </div>
      <div className={classes.column} data-part="person">
        <ContactCard data={data} mode={mode} facts={scored?.facts ?? null} />
        <div className={classes.early}>
          <Timeline data={data} />
        </div>
        <BudgetCard lead={lead} result={result} budget={scored?.facts.budget ?? null} />
        <OtherLeads data={data} mode={mode} />
      </div>
      <div className={classes.column} data-part="score">
        <ScoreCard data={data} mode={mode} grades={findGrades(scoring.scorer, result.settings_version)} />
        <ExplanationCard data={data} scoring={scoring} reading={reading} onTry={onTry} />
        <AiCard result={result} hasMessage={lead.message !== ''} />
      </div>
    </div>
  );
}
