// The person's other leads. Most people have only one, so each is loaded with its own request, a few at a time.

import { MAX_LINKED_LEADS } from '@leadline/contract/limits';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { leadPath } from '../../../navigation/page-paths.ts';
import { useHours } from '../../../work/use-hours.ts';
import { useLeadOrigin } from '../lead-origin.ts';
import { type LeadData, leadQuery, type Mode } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';

const SHOWN_FIRST = 5;
/** Loading all of them at once could exceed the rate limit. */
const SHOWN_MORE = 20;

interface OtherLeadsProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function OtherLeads({ data, mode }: OtherLeadsProps) {
  const others = data.person.lead_ids.filter((id) => id !== data.lead_id);
  const [shown, setShown] = useState(SHOWN_FIRST);
  const { inbox } = useLeadOrigin();
  const queries = useQueries({ queries: others.slice(0, shown).map((id) => leadQuery(id, mode)) });
  if (others.length === 0) return null;
  const isCut = data.person.lead_ids.length >= MAX_LINKED_LEADS;
  return (
    <Section title={`Other leads from this person (${others.length}${isCut ? '+' : ''})`}>
      <ul className={classes.rows}>
        {queries.map(({ data: other, isError }, place) => {
          const id = others[place] ?? '';
          return (
            <li key={id}>
              {other !== undefined ? (
                <OtherLead data={other} mode={mode} inbox={inbox} />
              ) : isError ? (
                <span className={classes.quiet}>Couldn’t load this lead.</span>
              ) : (
                <Skeleton height={36} />
              )}
            </li>
          );
        })}
      </ul>
      {others.length > shown && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setShown(shown + SHOWN_MORE)}>
          {others.length - shown > SHOWN_MORE ? `Show ${SHOWN_MORE} more` : 'Show all'}
        </Button>
      )}
    </Section>
  );
}

interface OtherLeadProps extends OtherLeadsProps {
  readonly inbox: string;
}

function OtherLead({ data: { lead, lead_id, received_at, result, outcome }, mode, inbox }: OtherLeadProps) {
  const { time_zone: timeZone } = useHours();
  const summary = lead.message || lead.budget || lead.source || 'No message';
  return (
    <>
      <span className={classes.row}>
        <span>
          <GradeBadge grade={result.grade} /> <b className="figures">{result.score}</b>
          {outcome !== 'open' && ` · ${outcome}`}
        </span>
        <RelativeTime at={received_at} timeZone={timeZone} />
      </span>
      <Anchor
        component={Link}
        to={mode === 'test' ? `${leadPath(lead_id)}?mode=test` : leadPath(lead_id)}
        state={{ inbox, leadIds: [] }}
        size="sm"
        lineClamp={1}
      >
        {summary}
      </Anchor>
    </>
  );
}
