// Why the lead got its score: three reasons at a glance, and every point one click away.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { useCan } from '../../../session/use-session.ts';
import { describeAiChange } from '../describe-ai-change.ts';
import { FeedbackButton } from '../feedback/feedback-button.tsx';
import { GivenFeedback } from '../feedback/given-feedback.tsx';
import { signPoints, withoutPoints } from '../format-points.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { pickReasons } from '../pick-reasons.ts';
import { Section } from '../section.tsx';
import type { Grades } from '../waterfall/lay-out-ledger.ts';
import { Waterfall } from '../waterfall/waterfall.tsx';
import { ReplayComparison } from './replay-comparison.tsx';
import classes from './score-card.module.css';

interface ScoreCardProps {
  readonly data: LeadData;
  readonly mode: Mode;
  /** Where grades begin, by the settings of this score; null if unknown. */
  readonly grades: Grades | null;
}

export function ScoreCard({ data, mode, grades }: ScoreCardProps) {
  const { result } = data;
  const aiChange = describeAiChange(result.ledger);
  const canWork = useCan('rep');
  const [isShown, setShown] = useState(false);
  const replay = useMutation({
    mutationFn: () => call('POST', fillPath(PATHS.leadReplay, { id: data.lead_id }), undefined, { mode }),
  });
  const Chevron = isShown ? IconChevronUp : IconChevronDown;
  const reasons = pickReasons(result.grade, result.ledger);
  const restPoints = result.score - reasons.reduce((sum, { points }) => sum + points, 0);
  return (
    <Section title="Score breakdown">
      <ul className={classes.reasons} aria-label="Main reasons">
        {reasons.map((entry) => (
          <li key={`${entry.group} ${entry.code}`}>
            <span>{withoutPoints(entry)}</span>
            <span className={`figures ${classes.points}`} data-sign={Math.sign(entry.points)}>
              {signPoints(entry.points)}
            </span>
          </li>
        ))}
        {restPoints !== 0 && (
          <li className={classes.rest}>
            <span>Everything else</span>
            <span className="figures">{signPoints(restPoints)}</span>
          </li>
        )}
      </ul>
      {aiChange !== null && (
        <p className={classes.ai}>
          AI {aiChange}. Without AI, the score would be{' '}
          {result.score_without_ai === result.score ? 'the same' : result.score_without_ai}.
        </p>
      )}
      <GivenFeedback data={data} />
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          size="xs"
          aria-expanded={isShown}
          rightSection={<Chevron size={14} aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide the points' : 'Show the points'}
        </Button>
        {canWork && <FeedbackButton data={data} mode={mode} />}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => replay.mutate()}
          loading={replay.isPending}
        >
          Score again
        </Button>
      </Group>
      <div aria-live="polite">
        {replay.data !== undefined && <ReplayComparison replay={replay.data.data} />}
      </div>
      <FormError error={replay.error} />
      {isShown && (
        <div className={classes.ledger}>
          <Waterfall ledger={result.ledger} score={result.score} grade={result.grade} grades={grades} />
        </div>
      )}
    </Section>
  );
}
