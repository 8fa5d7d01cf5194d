// Chooses when a lead comes back to the to-do list.

import { useState } from 'react';
import { OptionList } from '../components/option-list.tsx';
import { DateForm } from './date-form.tsx';
import { formatSnooze, listSnoozeChoices } from './snooze-choices.ts';
import { useHours } from './use-hours.ts';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

interface SnoozeMenuProps extends WorkMenuProps {
  readonly isSnoozed: boolean;
  /** With null, the lead is back on the list. */
  readonly onChoose: (until: Date | null) => void;
}

const PICK = 'pick';
const WAKE = 'wake';

export function SnoozeMenu({ subject, isSnoozed, onChoose, ...popover }: SnoozeMenuProps) {
  return (
    <WorkPopover {...popover} title={`Snooze ${subject} until`}>
      <Choices isSnoozed={isSnoozed} onChoose={onChoose} />
    </WorkPopover>
  );
}

/** A component of its own, so that it starts over each time the menu opens. */
function Choices({ isSnoozed, onChoose }: Pick<SnoozeMenuProps, 'isSnoozed' | 'onChoose'>) {
  const hours = useHours();
  const [isPicking, setPicking] = useState(false);
  const choices = listSnoozeChoices(new Date(), hours);
  if (isPicking) return <DateForm hours={hours} action="Snooze" onChoose={onChoose} />;

  function choose(value: string): void {
    if (value === PICK) setPicking(true);
    else if (value === WAKE) onChoose(null);
    else onChoose(new Date(value));
  }

  return (
    <OptionList
      label="Snooze until"
      options={[
        ...choices.map(({ name, until }) => ({
          value: until.toISOString(),
          label: name,
          hint: formatSnooze(until, hours.time_zone),
        })),
        { value: PICK, label: 'Pick a date…' },
        ...(isSnoozed ? [{ value: WAKE, label: 'End snooze' }] : []),
      ]}
      onChoose={choose}
    />
  );
}
