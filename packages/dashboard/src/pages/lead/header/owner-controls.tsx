// Whose lead it is, and when to return to it.

import { Button, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import { nameLead } from '../../../components/name-lead.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { AssigneeMenu } from '../../../work/assignee-menu.tsx';
import { MemberAvatar } from '../../../work/member-avatar.tsx';
import { SnoozeMenu } from '../../../work/snooze-menu.tsx';
import { useTeam } from '../../../work/use-team.ts';
import type { LeadData } from '../lead-query.ts';
import type { LeadWork } from '../use-lead-work.ts';

interface OwnerControlsProps {
  readonly data: LeadData;
  readonly work: LeadWork;
}

export function OwnerControls({ data, work }: OwnerControlsProps) {
  const { assignee, snoozed_until: snoozedUntil, outcome } = data;
  const { me } = useTeam();
  const [opened, setOpened] = useState<'assignee' | 'snooze' | null>(null);
  const subject = nameLead(data.lead);
  const isSnoozed = snoozedUntil !== null && new Date(snoozedUntil).getTime() > Date.now();
  const canSnooze = outcome === 'open';
  const close = (): void => setOpened(null);
  useShortcuts('Work', [
    { keys: 'a', label: 'Assign', run: () => setOpened('assignee') },
    ...(canSnooze ? [{ keys: 'z', label: 'Snooze', run: () => setOpened('snooze') }] : []),
  ]);

  return (
    <>
      {assignee === null && (
        <Button variant="default" onClick={() => void work.change({ assignee: me })}>
          Assign to me
        </Button>
      )}
      <AssigneeMenu
        opened={opened === 'assignee'}
        onClose={close}
        subject={subject}
        current={assignee}
        onChoose={(chosen) => {
          close();
          if (chosen !== assignee) void work.change({ assignee: chosen });
        }}
        isTargetButton
        target={
          <AssigneeButton
            assignee={assignee}
            onClick={() => setOpened(opened === 'assignee' ? null : 'assignee')}
          />
        }
      />
      {canSnooze && (
        <SnoozeMenu
          opened={opened === 'snooze'}
          onClose={close}
          subject={subject}
          isSnoozed={isSnoozed}
          onChoose={(until) => {
            close();
            void work.change({ snoozed_until: until?.toISOString() ?? null });
          }}
          isTargetButton
          target={
            <Button
              variant="default"
              leftSection={<IconClockPause size={16} aria-hidden />}
              onClick={() => setOpened(opened === 'snooze' ? null : 'snooze')}
            >
              {isSnoozed ? 'Snoozed' : 'Snooze'}
            </Button>
          }
        />
      )}
    </>
  );
}

interface AssigneeButtonProps {
  readonly assignee: string | null;
  readonly onClick: () => void;
}

/** Passes on what the popover adds to its target. */
function AssigneeButton({ assignee, onClick, ...target }: AssigneeButtonProps) {
  const name = useAssigneeName(assignee);
  const { me, nameOf } = useTeam();
  const isMe = assignee === me;
  const myName = isMe ? nameOf(me) : null;
  return (
    <Button
      {...target}
      variant="default"
      leftSection={<MemberAvatar name={isMe ? myName : name} isMe={isMe} />}
      onClick={onClick}
    >
      <Text span inherit c="dimmed" mr={4}>
        Assignee:{' '}
      </Text>
      <Text span inherit maw={120} truncate>
        {name ?? 'Nobody'}
      </Text>
    </Button>
  );
}

/** Null for nobody. */
export function useAssigneeName(assignee: string | null): string | null {
  const { me, nameOf } = useTeam();
  if (assignee === null) return null;
  return assignee === me ? 'You' : nameOf(assignee);
}
