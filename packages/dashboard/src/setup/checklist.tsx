// What is left to do in a new account, for its owners. Disappears when everything is done, or when the person hides it.

import { PATHS } from '@leadline/contract/paths';
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { call } from '../api/call.ts';
import { profileQuery } from '../api/profile-query.ts';
import { queryKeys } from '../api/query-keys.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { useCan } from '../session/use-session.ts';
import classes from './checklist.module.css';
import { useHiddenChecklist } from './hidden-checklist.ts';
import { SETUP_STEPS, type SetupStep } from './setup-steps.ts';

export function Checklist() {
  const { isHidden, hide } = useHiddenChecklist();
  const isOwner = useCan('owner');
  const headingId = useId();
  const { data: setup } = useQuery({
    queryKey: queryKeys.setup,
    queryFn: ({ signal }) => call('GET', PATHS.setup, undefined, { signal }),
    select: ({ data }) => data,
    enabled: isOwner && !isHidden,
    // Steps are done on other pages, so what was true a moment ago is old.
    staleTime: 0,
  });
  if (setup === undefined || isHidden) return null;
  const done = SETUP_STEPS.filter(({ isDone }) => isDone(setup)).length;
  if (done === SETUP_STEPS.length) return null;
  const next = SETUP_STEPS.find(({ isDone }) => !isDone(setup));

  return (
    <Paper component="section" className={classes.checklist ?? ''} aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} id={headingId}>
          Get started
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {done} of {SETUP_STEPS.length} done
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={hide}
            aria-label="Hide this checklist"
          >
            Hide
          </Button>
        </Group>
      </Group>
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step) => (
          <Step key={step.name} step={step} isDone={step.isDone(setup)} isNext={step === next} />
        ))}
      </ol>
      <OfficeHours />
    </Paper>
  );
}

/** As long as nobody has changed them. */
function OfficeHours() {
  const { data: profile } = useQuery(profileQuery);
  if (profile === undefined) return null;
  const { office_days: days, opens_at: opens, closes_at: closes, time_zone: zone } = profile;
  const isDefault = days.join() === '1,2,3,4,5' && opens === '09:00' && closes === '17:00';
  if (!isDefault) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      Your office hours are Mon to Fri, {opens} to {closes} ({zone.replaceAll('_', ' ')}). They decide when a
      lead is overdue.{' '}
      <Anchor component={Link} to={PAGES.business} size="sm" underline="always">
        Change office hours
      </Anchor>
    </Text>
  );
}

interface StepProps {
  readonly step: SetupStep;
  readonly isDone: boolean;
  readonly isNext: boolean;
}

function Step({ step: { name, advice, action, to }, isDone, isNext }: StepProps) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={20} className={classes.mark ?? ''} aria-hidden />
      <div className={classes.words}>
        <Text fw={500} size="sm">
          {name}
          <span className="only-heard">{isDone ? ' (done)' : ' (to do)'}</span>
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {advice}
          </Text>
        )}
      </div>
      {!isDone &&
        (isNext ? (
          <Button component={Link} to={to} size="xs" className={classes.action ?? ''}>
            {action}
          </Button>
        ) : (
          <Anchor component={Link} to={to} size="sm" underline="always" className={classes.action ?? ''}>
            {action}
          </Anchor>
        ))}
    </li>
  );
}
