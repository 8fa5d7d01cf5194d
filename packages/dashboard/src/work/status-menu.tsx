// Chooses a status. The caller asks for the deal value or the reason of won and lost leads (outcome-dialog.tsx).

import type { Status } from '@leadline/contract';
import { OptionList } from '../components/option-list.tsx';
import { StatusBadge } from './status-badge.tsx';
import { STATUS_NAMES, STATUSES } from './status-names.ts';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

interface StatusMenuProps extends WorkMenuProps {
  /** Null if the leads differ. */
  readonly current: Status | null;
  readonly onChoose: (status: Status) => void;
}

export function StatusMenu({ subject, current, onChoose, ...popover }: StatusMenuProps) {
  return (
    <WorkPopover {...popover} title={`Status of ${subject}`}>
      <OptionList
        label="Status"
        options={STATUSES.map((status) => ({
          value: status,
          label: STATUS_NAMES[status],
          icon: <StatusBadge status={status} isDotOnly />,
          isChosen: status === current,
        }))}
        onChoose={onChoose}
      />
    </WorkPopover>
  );
}
