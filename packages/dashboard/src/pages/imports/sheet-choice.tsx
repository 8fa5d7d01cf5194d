// Chooses which sheet of an Excel file to import. A sheet that can't be imported stays chosen, with the reason.

import type { Import } from '@leadline/contract';
import { NativeSelect, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { FormError } from '../../components/form-error.tsx';
import { importPage, useChooseSheet } from './use-imports.ts';

export function useSheetChoice(job: Import) {
  const navigate = useNavigate();
  return useChooseSheet(job.import_id, ({ import_id: id, is_known: isKnown }) =>
    navigate(importPage(id), { replace: true, state: { isKnown } }),
  );
}

interface SheetChoiceProps {
  readonly import: Import;
  readonly choice: ReturnType<typeof useSheetChoice>;
}

export function SheetChoice({ import: job, choice }: SheetChoiceProps) {
  return (
    <Stack gap="xs" maw={420}>
      <NativeSelect
        label="Sheet"
        description="Each sheet is imported on its own."
        data={[...job.sheets]}
        value={choice.variables ?? job.sheet ?? ''}
        disabled={choice.isPending}
        onChange={({ currentTarget: { value } }) =>
          value === job.sheet ? choice.reset() : choice.mutate(value)
        }
      />
      <FormError error={choice.error} />
    </Stack>
  );
}
