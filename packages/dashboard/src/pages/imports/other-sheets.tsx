// Offers the other sheets of a workbook once the import of one of them has started.

import type { Import } from '@leadline/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { FormError } from '../../components/form-error.tsx';
import { findUploaded, startUpload, useUpload } from './upload-store.ts';

export function OtherSheets({ import: job }: { readonly import: Import }) {
  const upload = useUpload();
  const file = findUploaded(job.import_id);
  const others = job.sheets.filter((sheet) => sheet !== job.sheet);
  return (
    <section aria-labelledby="sheets">
      <Title order={2} id="sheets" mb="xs">
        Other sheets
      </Title>
      {file === null ? (
        <Text>
          Only the sheet “{job.sheet}” is imported here. To import another one, upload the workbook again.
        </Text>
      ) : (
        <Stack gap="xs">
          <Text>Only the sheet “{job.sheet}” is imported here. Each sheet is imported on its own.</Text>
          <Group gap="xs">
            {others.map((sheet) => (
              <Button
                key={sheet}
                variant="default"
                size="xs"
                loading={upload.kind === 'sending'}
                onClick={() => startUpload(file, sheet)}
              >
                Import “{sheet}”
              </Button>
            ))}
          </Group>
          <FormError error={upload.kind === 'failed' ? upload.error : null} />
        </Stack>
      )}
    </section>
  );
}
