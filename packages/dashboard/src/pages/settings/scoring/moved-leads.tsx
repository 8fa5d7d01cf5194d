// The leads whose score changes most, or whose grade changes with the same score.

import type { BacktestResultData } from '@leadline/contract';
import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath } from '../../../navigation/page-paths.ts';
import classes from './scoring.module.css';

const SHOWN_FIRST = 5;

interface MovedLeadsProps {
  readonly title: string;
  readonly leads: BacktestResultData['rising'];
}

export function MovedLeads({ title, leads }: MovedLeadsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? leads : leads.slice(0, SHOWN_FIRST);
  return (
    <div>
      <h3 className={classes.subtitle}>{title}</h3>
      {leads.length === 0 ? (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      ) : (
        <ul className={classes.moved} aria-label={title}>
          {shown.map(({ lead_id, name, before, after }) => (
            <li key={lead_id}>
              <span className={classes.movedName}>
                <TextLink to={leadPath(lead_id)}>{name === '' ? 'No name' : name}</TextLink>
              </span>
              <span className={`figures ${classes.movedScores}`}>
                {before.score !== after.score && (
                  <>
                    {before.score} <IconArrowRight size={13} aria-label="to" />
                  </>
                )}
                <strong>{after.score}</strong>
                {before.grade !== after.grade && (
                  <>
                    <GradeBadge grade={before.grade} />
                    <IconArrowRight size={13} aria-label="becomes" />
                  </>
                )}
                <GradeBadge grade={after.grade} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {leads.length > shown.length && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setIsWhole(true)}>
          Show all {leads.length}
          <span className="only-heard"> {title.toLowerCase()}</span>
        </Button>
      )}
    </div>
  );
}
