// A small dialog that opens next to its target, a button or an invisible anchor.

import { Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface AnchoredDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly target: ReactNode;
  /** Whether the target is a button that opens the dialog and regains focus when it closes. */
  readonly isTargetButton: boolean;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly width: number;
  readonly padding?: 'xs';
  readonly label: string;
  readonly children: ReactNode;
}

export function AnchoredDialog(props: AnchoredDialogProps) {
  const { opened, onClose, target, isTargetButton, position, width, padding, label, children } = props;
  // The popover itself handles Escape only once the focus is inside, which takes a moment.
  useWindowEvent('keydown', ({ key, target: focused }) => {
    const isInside = focused instanceof Element && focused.closest('[role=dialog]') !== null;
    if (opened && key === 'Escape' && !isInside) onClose();
  });
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => isOpen || onClose()}
      withRoles={isTargetButton}
      returnFocus={isTargetButton}
      position={position}
      width={width}
      shadow="md"
      trapFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} {...(padding === undefined ? {} : { p: padding })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
