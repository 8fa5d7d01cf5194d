// The popover of the status, snooze and assignee menus. It opens next to its target, a button or an invisible anchor.

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchoredDialog } from '../components/anchored-dialog.tsx';

/** What the three menus have in common. */
export interface WorkMenuProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly target: ReactNode;
  /** Whether the target is a button that opens the menu and regains focus when it closes. */
  readonly isTargetButton?: boolean;
  /** The leads the menu is about, like "Ana Lopez" or "3 leads". */
  readonly subject: string;
}

interface WorkPopoverProps extends Omit<WorkMenuProps, 'subject'> {
  readonly title: string;
  readonly children: ReactNode;
}

export function WorkPopover(props: WorkPopoverProps) {
  const { opened, onClose, target, isTargetButton = false, title, children } = props;
  return (
    <AnchoredDialog
      opened={opened}
      onClose={onClose}
      target={target}
      isTargetButton={isTargetButton}
      // The buttons are on the left of the page, the rows' anchors on the right.
      position={isTargetButton ? 'bottom-start' : 'bottom-end'}
      width={290}
      padding="xs"
      label={title}
    >
      <Text size="xs" c="dimmed" px={8} pb={6} lineClamp={2}>
        {title}
      </Text>
      {children}
    </AnchoredDialog>
  );
}
