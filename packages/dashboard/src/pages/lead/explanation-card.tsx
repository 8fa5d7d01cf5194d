// The score in words, by the engine in this browser: nothing is phrased that was not computed.

import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import classes from './explanation-card.module.css';
import { signPoints, withoutPoints } from './format-points.ts';
import type { Lead, LeadData, LedgerEntry } from './lead-query.ts';
import type { SecondReading } from './read-again.ts';
import { Section } from './section.tsx';
import type { Engine } from './use-engine.ts';

interface ExplanationCardProps {
  readonly data: LeadData;
  readonly engine: UseQueryResult<Engine>;
  readonly reading: SecondReading | null;
  readonly onTry: (lead: Lead) => void;
}

export function ExplanationCard({ data, engine, reading, onTry }: ExplanationCardProps) {
  return (
    <Section title="In short">
      {reading !== null && engine.data !== undefined ? (
        <Words data={data} engine={engine.data} reading={reading} onTry={onTry} />
      ) : engine.error === null ? (
        <Waiting />
      ) : (
        <ErrorState
          error={engine.error}
          title="The explanation could not be loaded"
          onRetry={() => void engine.refetch()}
          isRetrying={engine.isFetching}
        />
      )}
    </Section>
  );
}

interface WordsProps {
  readonly data: LeadData;
  readonly engine: Engine;
  readonly reading: SecondReading;
  readonly onTry: (lead: Lead) => void;
}

function Words({ data, engine, reading, onTry }: WordsProps) {
  const { explanation, isSame, scored, options } = reading;
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
        <Lines title="Strengths" lines={explanation.strengths} ledger={ledger} none="No strengths found." />
        <Lines title="Concerns" lines={explanation.concerns} ledger={ledger} none="No concerns found." />
        {data.outcome === 'open' ? (
          <Lines title="What to do" lines={explanation.next_steps} none="Nothing." />
        ) : (
          <Lines title="What to do" lines={[]} none="Nothing: it is decided." />
        )}
        <Lines title="What would change it" lines={explanation.what_would_change} none="Nothing.">
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

function OtherVersion({ data, reading }: Pick<WordsProps, 'data' | 'reading'>) {
  const { result } = data;
  const { scored } = reading;
  return (
    <p className={classes.note}>
      This lead was scored {result.score} ({result.grade}) by engine {result.version} with settings{' '}
      {result.settings_version}; that stands. These words are by engine {scored.version} with settings{' '}
      {scored.settings_version}, which would score it {scored.data.score} ({scored.data.grade}) today.
    </p>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where lines that are ledger entries have their points. */
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

function Waiting() {
  return (
    <Stack gap={10} role="status" aria-label="Loading the explanation" mih={260}>
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
