// Turns on two-factor sign-in in a dialog.

import { Modal } from '@mantine/core';
import { useState } from 'react';
import { TwoFactorSteps } from './two-factor-steps.tsx';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function TwoFactorOnDialog({ opened, onClose }: DialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setIsConfirmed(false)}
      title={isConfirmed ? 'Save your backup codes' : 'Turn on two-factor sign-in'}
      // The codes are only shown once, so a stray click or keypress must not close the dialog.
      closeOnClickOutside={false}
      closeOnEscape={!isConfirmed}
      withCloseButton={!isConfirmed}
    >
      <TwoFactorSteps isConfirmed={isConfirmed} onConfirmed={() => setIsConfirmed(true)} onClose={onClose} />
    </Modal>
  );
}
