// Why a form was rejected; announced to screen readers.

import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { describeFailure } from './describe-failure.ts';

interface FormErrorProps {
  /** A failure, a message, or nothing to show. */
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
