// What the rules on the page would have done with the leads of last week.

import type { RoutingPreview, TeamMember } from '@leadline/contract';
import { Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath } from '../../../navigation/page-paths.ts';
import type { DraftRule } from './draft.ts';
import { namePerson } from './name-person.ts';
import classes from './routing.module.css';

interface PreviewPanelProps {
  readonly preview: UseQueryResult<RoutingPreview>;
  readonly rules: readonly DraftRule[];
  readonly people: readonly TeamMember[];
}

export function PreviewPanel({ preview, rules, people }: PreviewPanelProps) {
  const titleId = useId();
  const { data } = preview;
  return (
    <section className={classes.preview} aria-labelledby={titleId} aria-busy={preview.isPlaceholderData}>
      <Title order={2} id={titleId}>
        Preview
      </Title>
      {data !== undefined ? (
        <Shown preview={data} rules={rules} people={people} />
      ) : preview.isLoadingError ? (
        <ErrorState
          error={preview.error}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} height={40} label="Trying the rules" />
      )}
    </section>
  );
}

function Shown({ preview, rules, people }: Omit<PreviewPanelProps, 'preview'> & { preview: RoutingPreview }) {
  const { leads, is_capped, unassigned } = preview;
  if (leads === 0)
    return (
      <Text size="sm" c="dimmed">
        No leads arrived in the last seven days, so there is nothing to try the rules on.
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        {is_capped
          ? `The newest ${formatCount(leads)} leads of the last seven days`
          : `${formatCountOf(leads, 'lead')} of the last seven days`}
        , as if nobody had them yet. The preview doesn’t change any leads.
      </Text>
      <ol className={classes.shares}>
        {rules.map((rule, index) => {
          const share = preview.rules[index];
          return (
            share !== undefined && (
              <li key={rule.key}>
                <Share title={rule.name} leads={share.leads} examples={share.examples}>
                  {share.leads === 0 && (
                    <Text size="sm" c="dimmed">
                      Takes none of these leads. Check its conditions and the rules above it.
                    </Text>
                  )}
                  {share.people.length > 0 && (
                    <ul className={classes.turns} aria-label={`Leads per person by ${rule.name}`}>
                      {share.people.map(({ user_id, leads: count }) => (
                        <li key={user_id}>
                          {namePerson(people, user_id)} <b>{formatCount(count)}</b>
                        </li>
                      ))}
                    </ul>
                  )}
                </Share>
              </li>
            )
          );
        })}
        <li>
          <Share title="Unassigned" leads={unassigned.leads} examples={unassigned.examples} />
        </li>
      </ol>
    </>
  );
}

interface ShareProps {
  readonly title: string;
  readonly leads: number;
  readonly examples: RoutingPreview['unassigned']['examples'];
  readonly children?: React.ReactNode;
}

function Share({ title, leads, examples, children }: ShareProps) {
  return (
    <>
      <div className={classes.shareHead}>
        <span className={classes.shareTitle}>{title}</span>
        <span>{formatCountOf(leads, 'lead')}</span>
      </div>
      {children}
      {examples.length > 0 && (
        <ul className={classes.examples} aria-label={`Examples of ${title}`}>
          {examples.map(({ lead_id, name, grade }) => (
            <li key={lead_id}>
              <GradeBadge grade={grade} />
              <span className={classes.example}>
                <TextLink to={leadPath(lead_id)}>{name === '' ? 'Without a name' : name}</TextLink>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
