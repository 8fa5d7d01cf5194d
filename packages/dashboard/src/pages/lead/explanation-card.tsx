// What else there is to know and do, computed by the engine in the browser. The main reasons and the next step are shown
// above and not repeated.

import type { TimelineEntry } from '@leadline/contract';
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import classes from './explanation-card.module.css';
import { signPoints, withoutPoints } from './format-points.ts';
import type { Lead, LeadData, LedgerEntry } from './lead-query.ts';
import { pickReasons } from './pick-reasons.ts';
import type { SecondReading } from './read-again.ts';
import { Section } from './section.tsx';
import type { Engine } from './use-engine.ts';
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
  const ledger = isSame ? scored.ledger : data.result.ledger;
  const isShown = isMainReason(data);
  const concerns = explanation.concerns.filter((line) => !isShown(line, ledger));
  // Helps with a lead nobody has talked to yet. The first step is in the header.
  const steps =
    data.status === 'new'
      ? explanation.next_steps.filter((step) => step !== data.result.priority_action)
      : [];
  const isSettled = scored.data.grade === 'Hot' || scored.suspicion !== null;

  function trySmallestChange(): void {
    onTry(engine.findSmallestChange(data.lead, options)?.lead ?? data.lead);
  }

  return (
    <>
      {!isSame && <OtherVersion data={data} reading={reading} />}
      <div className={classes.parts}>
        {concerns.length > 0 && <Lines title="Concerns" lines={concerns} ledger={ledger} />}
        {steps.length > 0 && <Lines title="Next steps" lines={steps} />}
        <Lines title="What would change the score" lines={explanation.what_would_change}>
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

/** Whether a line quotes one of the reasons shown with the score. */
function isMainReason({ result }: LeadData): (line: string, ledger: readonly LedgerEntry[]) => boolean {
  const main = new Set(pickReasons(result.grade, result.ledger).flatMap(({ codes }) => codes));
  return (line, ledger) => ledger.some(({ text, code }) => text === line && main.has(code));
}

function OtherVersion({ data, reading }: Pick<ExplanationProps, 'data' | 'reading'>) {
  const { result, timeline } = data;
  const { scored } = reading;
  const lastOf = (name: TimelineEntry['event']): number =>
    timeline.findLastIndex(({ event }) => event === name);
  if (lastOf('corrected') > lastOf('rescored'))
    return (
      <p className={classes.note}>
        Contact details were corrected after this lead was scored. With them, it would score{' '}
        {scored.data.score} ({scored.data.grade}) today.
      </p>
    );
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
  readonly children?: ReactNode;
}

function Lines({ title, lines, ledger = [], children }: LinesProps) {
  return (
    <div>
      <Title order={3} size="h4">
        {title}
      </Title>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing.
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
    <Stack gap={10} role="status" aria-label="Loading explanation" mih={160}>
      <Skeleton height={14} />
      <div className={classes.parts}>
        {['concerns', 'changes'].map((part) => (
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
