// The dialog for marking leads as won or lost. It opens next to its target, a button or an invisible anchor.

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchoredDialog } from '../components/anchored-dialog.tsx';
import type { OutcomeLead } from './outcome-change.ts';
import { OutcomeForm, type OutcomeFormProps } from './outcome-form.tsx';
import { nameLeads } from './outcome-names.ts';

interface OutcomeDialogProps extends Omit<OutcomeFormProps, 'isForMany' | 'onCancel'> {
  readonly opened: boolean;
  readonly leads: readonly OutcomeLead[];
  readonly target: ReactNode;
  /** Whether the target is a button that opens the dialog and regains focus when it closes. */
  readonly isTargetButton?: boolean;
  /** Where to open; by default, to the left. */
  readonly position?: 'bottom-start' | 'bottom-end';
  readonly onClose: () => void;
}

export function OutcomeDialog(props: OutcomeDialogProps) {
  const { opened, leads, target, isTargetButton = false, position = 'bottom-end', onClose, ...form } = props;
  const title = `Mark ${nameLeads(leads)} as ${form.outcome}`;
  return (
    <AnchoredDialog
      opened={opened}
      onClose={onClose}
      target={target}
      isTargetButton={isTargetButton}
      position={position}
      width={300}
      label={title}
    >
      <Text fw={600} size="sm" mb="xs" lineClamp={2}>
        {title}
      </Text>
      <OutcomeForm {...form} isForMany={leads.length > 1} onCancel={onClose} />
    </AnchoredDialog>
  );
}
