// Plans the next activity: a call, an email or a meeting, and when.

import type { ActivityKind, NextActivity } from '@leadline/contract';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { OptionList } from '../components/option-list.tsx';
import { DateForm } from './date-form.tsx';
import { ACTIVITY_NAMES } from './next-activity.ts';
import { formatSnooze, listSnoozeChoices } from './snooze-choices.ts';
import { useHours } from './use-hours.ts';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

interface PlanMenuProps extends WorkMenuProps {
  /** Null if nothing is planned, or the leads differ. */
  readonly current: NextActivity | null;
  /** With null, nothing is planned any more. */
  readonly onChoose: (next: NextActivity | null) => void;
}

const PICK = 'pick';
const NOTHING = 'nothing';
const KINDS = Object.keys(ACTIVITY_NAMES) as ActivityKind[];

export function PlanMenu({ subject, current, onChoose, ...popover }: PlanMenuProps) {
  return (
    <WorkPopover {...popover} title={`Next step for ${subject}`}>
      <Choices current={current} onChoose={onChoose} />
    </WorkPopover>
  );
}

/** A component of its own, so that it starts over each time the menu opens. */
function Choices({ current, onChoose }: Pick<PlanMenuProps, 'current' | 'onChoose'>) {
  const hours = useHours();
  const [kind, setKind] = useState<ActivityKind>(current?.kind ?? 'call');
  const [isPicking, setPicking] = useState(false);

  const plan = (at: Date): void => onChoose({ kind, at: at.toISOString() });
  function choose(value: string): void {
    if (value === PICK) setPicking(true);
    else if (value === NOTHING) onChoose(null);
    else plan(new Date(value));
  }

  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        mb="xs"
        aria-label="What"
        data={KINDS.map((value) => ({ value, label: ACTIVITY_NAMES[value] }))}
        value={kind}
        onChange={(value) => setKind(value as ActivityKind)}
      />
      {isPicking ? (
        <DateForm hours={hours} action="Plan" onChoose={plan} />
      ) : (
        <OptionList
          label="When"
          options={[
            ...listSnoozeChoices(new Date(), hours).map(({ name, until }) => ({
              value: until.toISOString(),
              label: name,
              hint: formatSnooze(until, hours.time_zone),
            })),
            { value: PICK, label: 'Pick a date…' },
            ...(current === null ? [] : [{ value: NOTHING, label: 'Nothing planned' }]),
          ]}
          onChoose={choose}
        />
      )}
    </>
  );
}
