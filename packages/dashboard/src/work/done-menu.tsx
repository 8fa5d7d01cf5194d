// Logs what was done just now: a call with its result, an email or a meeting.

import type { WorkBody } from '@leadline/contract';
import { OptionList } from '../components/option-list.tsx';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

export type Done = NonNullable<WorkBody['done']>;

interface DoneMenuProps extends WorkMenuProps {
  readonly onChoose: (done: Done) => void;
}

const CHOICES: readonly (readonly [label: string, done: Done])[] = [
  ['Call: reached', { kind: 'call', result: 'reached' }],
  ['Call: no answer', { kind: 'call', result: 'no_answer' }],
  ['Call: wrong number', { kind: 'call', result: 'wrong_number' }],
  ['Email sent', { kind: 'email' }],
  ['Meeting held', { kind: 'meeting' }],
];

export function DoneMenu({ subject, onChoose, ...popover }: DoneMenuProps) {
  return (
    <WorkPopover {...popover} title={`What you did for ${subject}`}>
      <OptionList
        label="What you did"
        options={CHOICES.map(([label], place) => ({ value: String(place), label }))}
        onChoose={(value) => {
          const [, done] = CHOICES[Number(value)] ?? [];
          if (done !== undefined) onChoose(done);
        }}
      />
    </WorkPopover>
  );
}
