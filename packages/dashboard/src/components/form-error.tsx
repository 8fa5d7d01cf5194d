// Says why a form was rejected, and announces it to screen readers.

import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { describeFailure } from './describe-failure.ts';

interface FormErrorProps {
  /** A failure or a message; empty values show nothing. */
  readonly error: unknown;
}

export function FormError({ error }: FormErrorProps) {
  if (error === null || error === undefined || error === '') return null;
  return (
    <Alert color="red" variant="outline" p="xs" icon={<IconAlertCircle size={18} aria-hidden />}>
      {typeof error === 'string' ? error : describeFailure(error)}
    </Alert>
  );
}
