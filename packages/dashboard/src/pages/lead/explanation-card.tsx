// Explains the score in words, computed by the engine in the browser.

import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import classes from './explanation-card.module.css';
import { signPoints, withoutPoints } from './format-points.ts';
import type { Lead, LeadData, LedgerEntry } from './lead-query.ts';
import type { SecondReading } from './read-again.ts';
import { Section } from './section.tsx';
import type { Engine } from './use-engine.ts';
import { useLeadAdvice } from './use-lead-advice.ts';
import type { Scoring } from './use-scoring.ts';

interface ExplanationCardProps {
  readonly data: LeadData;
  readonly scoring: Scoring;
  readonly reading: SecondReading | null;
  readonly onTry: (lead: Lead) => void;
}

export function ExplanationCard({ data, scoring, reading, onTry }: ExplanationCardProps) {
  return (
    <Section title="Explanation">
      {reading !== null && scoring.engine !== undefined ? (
        <Explanation data={data} engine={scoring.engine} reading={reading} onTry={onTry} />
      ) : scoring.error === null ? (
        <ExplanationSkeleton />
      ) : (
        <ErrorState
          error={scoring.error}
          title="Couldn’t load the explanation"
          onRetry={scoring.retry}
          isRetrying={scoring.isFetching}
        />
      )}
    </Section>
  );
}

interface ExplanationProps {
  readonly data: LeadData;
  readonly engine: Engine;
  readonly reading: SecondReading;
  readonly onTry: (lead: Lead) => void;
}

function Explanation({ data, engine, reading, onTry }: ExplanationProps) {
  const { explanation, isSame, scored, options } = reading;
  const nextSteps = useNextSteps(data, explanation.next_steps);
  const ledger = isSame ? scored.ledger : data.result.ledger;
  const isSettled = scored.data.grade === 'Hot' || scored.suspicion !== null;

  function trySmallestChange(): void {
    onTry(engine.findSmallestChange(data.lead, options)?.lead ?? data.lead);
  }

  return (
    <>
      {!isSame && <OtherVersion data={data} reading={reading} />}
      <p className={classes.headline}>{explanation.headline}</p>
      <Text size="sm" c="dimmed">
        {explanation.summary}
      </Text>
      <div className={classes.parts}>
        <Lines title="Strengths" lines={explanation.strengths} ledger={ledger} none="None found." />
        <Lines title="Concerns" lines={explanation.concerns} ledger={ledger} none="None found." />
        <Lines title="Next steps" lines={nextSteps} none="None." />
        <Lines title="What would change the score" lines={explanation.what_would_change} none="Nothing.">
          {isSame && !isSettled && (
            <Anchor component="button" type="button" size="sm" onClick={trySmallestChange}>
              Try it in What if
            </Anchor>
          )}
        </Lines>
      </div>
    </>
  );
}

/** The stored advice is replaced by what it means now. The rest helps with a lead nobody has talked to yet. */
function useNextSteps(data: LeadData, steps: readonly string[]): readonly string[] {
  const advice = useLeadAdvice(data);
  if (advice === null) return steps;
  return data.status === 'new'
    ? [advice.text, ...steps.filter((step) => step !== data.result.priority_action)]
    : [advice.text];
}

function OtherVersion({ data, reading }: Pick<ExplanationProps, 'data' | 'reading'>) {
  const { result } = data;
  const { scored } = reading;
  return (
    <p className={classes.note}>
      This lead scored {result.score} ({result.grade}) with engine {result.version}, settings{' '}
      {result.settings_version}. That score is kept. The explanation comes from engine {scored.version},
      settings {scored.settings_version}, which would score it {scored.data.score} ({scored.data.grade})
      today.
    </p>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** Supplies the points for lines that quote a ledger entry. */
  readonly ledger?: readonly LedgerEntry[];
  readonly none: string;
  readonly children?: ReactNode;
}

function Lines({ title, lines, ledger = [], none, children }: LinesProps) {
  return (
    <div>
      <Title order={3} size="h4">
        {title}
      </Title>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <Line key={line} line={line} entry={ledger.find(({ text }) => text === line)} />
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

function Line({ line, entry }: { readonly line: string; readonly entry: LedgerEntry | undefined }) {
  return (
    <li>
      <span>{entry === undefined ? line : withoutPoints(entry)}</span>
      {entry !== undefined && (
        <span className={`figures ${classes.points}`} data-sign={Math.sign(entry.points)}>
          {signPoints(entry.points)}
        </span>
      )}
    </li>
  );
}

function ExplanationSkeleton() {
  return (
    <Stack gap={10} role="status" aria-label="Loading explanation" mih={260}>
      <Skeleton height={20} width="70%" />
      <Skeleton height={14} />
      <div className={classes.parts}>
        {['for', 'against', 'steps', 'changes'].map((part) => (
          <Stack key={part} gap={8}>
            <Skeleton height={14} width={90} />
            <Skeleton height={14} />
            <Skeleton height={14} width="80%" />
          </Stack>
        ))}
      </div>
    </Stack>
  );
}
