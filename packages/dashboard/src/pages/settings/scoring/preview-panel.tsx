// What the draft does to recent leads, scored in the browser.

import type { Settings } from '@leadline/engine';
import { Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatCountOf } from '../../../components/format-number.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { nameLead } from '../../../components/name-lead.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath } from '../../../navigation/page-paths.ts';
import { signPoints } from '../../lead/format-points.ts';
import type { Engine } from '../../lead/use-engine.ts';
import classes from './preview.module.css';
import type { PreviewLead, PreviewScore } from './score-leads.ts';
import { previewLeadsQuery, useScores } from './use-preview.ts';

interface PreviewPanelProps {
  readonly engine: Engine;
  readonly live: Settings;
  /** Null while the draft breaks a rule. */
  readonly draft: Settings | null;
}

export function PreviewPanel(props: PreviewPanelProps) {
  const titleId = useId();
  const leads = useQuery(previewLeadsQuery);
  return (
    <section className={classes.preview} aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        Preview
      </Title>
      {leads.data !== undefined ? (
        leads.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            There are no leads yet. Once there are, you see here how a change affects the newest ones.
          </Text>
        ) : (
          <Shown leads={leads.data} {...props} />
        )
      ) : leads.isLoadingError ? (
        <ErrorState error={leads.error} onRetry={() => void leads.refetch()} isRetrying={leads.isFetching} />
      ) : (
        <SkeletonRows rows={5} height={32} label="Loading recent leads" />
      )}
    </section>
  );
}

function Shown({
  engine,
  live,
  draft,
  leads,
}: PreviewPanelProps & { readonly leads: readonly PreviewLead[] }) {
  const before = useScores(engine, leads, live);
  const after = useScores(engine, leads, draft);
  const toCorrect = draft === null ? 'Correct the settings to see what they do.' : null;
  if (before === null || after === null)
    return toCorrect === null ? (
      <SkeletonRows rows={5} height={32} label="Scoring recent leads" />
    ) : (
      <Text size="sm" role="status" mt={2}>
        {toCorrect}
      </Text>
    );
  return (
    <>
      <Text size="sm" role="status" mt={2}>
        {toCorrect ?? summarize(before, after)}
      </Text>
      <ul className={classes.leads} aria-label="Recent leads">
        {leads.map(({ lead_id, lead }, place) => {
          const [was, is] = [before[place], after[place]];
          return (
            was !== undefined &&
            is !== undefined && (
              <li key={lead_id} className={classes.lead} data-moved={was.grade !== is.grade || undefined}>
                <span className={classes.name}>
                  <TextLink to={leadPath(lead_id)}>{nameLead(lead)}</TextLink>
                </span>
                <Move was={was} is={is} />
              </li>
            )
          );
        })}
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        The newest leads except spam, scored by the live settings and by yours. Nothing is changed.
      </Text>
    </>
  );
}

function Move({ was, is }: { readonly was: PreviewScore; readonly is: PreviewScore }) {
  const gain = is.score - was.score;
  return (
    <span className={classes.move}>
      <span className={`figures ${classes.scores}`}>
        {gain === 0 ? (
          is.score
        ) : (
          <>
            <span className={classes.was}>{was.score}</span>
            <IconArrowRight size={13} aria-label="to" />
            <strong>{is.score}</strong>
            <span className={classes.gain} data-sign={Math.sign(gain)}>
              {signPoints(gain)}
            </span>
          </>
        )}
      </span>
      <span className={classes.grades}>
        {was.grade !== is.grade && (
          <>
            <GradeBadge grade={was.grade} />
            <IconArrowRight size={13} aria-label="becomes" />
          </>
        )}
        <GradeBadge grade={is.grade} />
      </span>
    </span>
  );
}

function summarize(before: readonly PreviewScore[], after: readonly PreviewScore[]): string {
  const count = (isDifferent: (was: PreviewScore, is: PreviewScore) => boolean): number =>
    before.filter((was, place) => isDifferent(was, after[place] ?? was)).length;
  const changed = count((was, is) => was.score !== is.score);
  const moved = count((was, is) => was.grade !== is.grade);
  if (changed + moved === 0) return `No change for ${formatCountOf(before.length, 'recent lead')}.`;
  return `Of ${formatCountOf(before.length, 'recent lead')}, ${changed} ${changed === 1 ? 'gets' : 'get'} another score and ${moved} another grade.`;
}
