// Why a form was not accepted, told at its top and to screen readers.

import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { describeFailure } from './describe-failure.ts';

interface FormErrorProps {
  /** A failure, words of your own, or nothing to show. */
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
