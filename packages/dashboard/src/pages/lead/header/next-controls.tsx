// Plans the next activity with a lead, and logs what was done.

import { Button } from '@mantine/core';
import { IconCalendarPlus, IconChecklist } from '@tabler/icons-react';
import { useState } from 'react';
import { nameLead } from '../../../components/name-lead.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { changeAfter } from '../../../work/after-contact.ts';
import { DoneMenu } from '../../../work/done-menu.tsx';
import { PlanMenu } from '../../../work/plan-menu.tsx';
import type { LeadData } from '../lead-query.ts';
import type { LeadWork } from '../use-lead-work.ts';

interface NextControlsProps {
  readonly data: LeadData;
  readonly work: LeadWork;
}

export function NextControls({ data, work }: NextControlsProps) {
  const { next_activity: next, status } = data;
  const [opened, setOpened] = useState<'plan' | 'done' | null>(null);
  const subject = nameLead(data.lead);
  const close = (): void => setOpened(null);
  const toggle = (menu: 'plan' | 'done') => (): void => setOpened(opened === menu ? null : menu);
  useShortcuts('Work', [
    { keys: 'p', label: 'Plan the next step', run: () => setOpened('plan') },
    { keys: 'd', label: 'Log a call, email or meeting', run: () => setOpened('done') },
  ]);
  return (
    <>
      <PlanMenu
        opened={opened === 'plan'}
        onClose={close}
        subject={subject}
        current={next}
        onChoose={(chosen) => {
          close();
          void work.change({ next_activity: chosen });
        }}
        isTargetButton
        target={
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={toggle('plan')}
          >
            {next === null ? 'Plan next step' : 'Change next step'}
          </Button>
        }
      />
      <DoneMenu
        opened={opened === 'done'}
        onClose={close}
        subject={subject}
        onChoose={(done) => {
          close();
          void work.log(changeAfter(status, done));
        }}
        isTargetButton
        target={
          <Button
            variant="default"
            leftSection={<IconChecklist size={16} aria-hidden />}
            onClick={toggle('done')}
          >
            Log
          </Button>
        }
      />
    </>
  );
}
