// Before an import starts: what each column means, the first rows by it, and what to do when the plan is full.

import type { ColumnMeaning, Import, Preview } from '@leadline/contract';
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '../../api/call.ts';
import { describeFailure } from '../../components/describe-failure.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { isShared } from './import-words.ts';
import { MappingTable } from './mapping-table.tsx';
import { PreviewTable } from './preview-table.tsx';
import { type Mapping, usePreview, useStartImport } from './use-imports.ts';
import { WhenFullChoice } from './when-full-choice.tsx';

const NO_CHANGES: Mapping = {};

export function Prepare({ import: each }: { readonly import: Import }) {
  const [changes, setChanges] = useState<Mapping>(NO_CHANGES);
  const [whenFull, setWhenFull] = useState(each.when_full);
  const [isCancelling, cancelling] = useDisclosure(false);
  const guessed = usePreview(each.import_id, NO_CHANGES);
  const preview = usePreview(each.import_id, changes);
  const start = useStartImport(each.import_id);
  const isWrong = preview.error instanceof ApiFailure && preview.error.status === 400;
  const columns = listColumns(each, preview.data ?? guessed.data, changes);

  return (
    <Stack gap="xl">
      <section aria-labelledby="columns">
        <Title order={2} id="columns">
          What each column means
        </Title>
        <Text c="dimmed" mb="sm">
          Guessed from the names. Leave out what nobody could know when the lead came in, such as a rep’s
          notes: as a question and its answer it would be weighed.
        </Text>
        <MappingTable
          columns={columns}
          onChange={(name, meaning) => setChanges((before) => changeMeaning(before, name, meaning))}
        />
        <div role="alert">
          {isWrong && (
            <Alert color="red" variant="outline" mt="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
              {tellWrong(preview.error)}
            </Alert>
          )}
        </div>
      </section>
      <section aria-labelledby="preview" aria-busy={preview.isFetching}>
        <Title order={2} id="preview">
          The first rows
        </Title>
        <Text c="dimmed" mb="sm">
          As they would be scored. Nothing is stored yet.
        </Text>
        {preview.isPending ? (
          <Skeleton height={280} />
        ) : isWrong ? (
          <Text>They are shown once it is clear what the columns mean.</Text>
        ) : preview.isError ? (
          <ErrorState
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        ) : (
          <>
            <PreviewTable rows={preview.data.rows} />
            {preview.data.rows.length > 0 && preview.data.rows.every(({ error }) => error !== undefined) && (
              <Alert
                color="yellow"
                variant="outline"
                mt="sm"
                icon={<IconAlertCircle size={18} aria-hidden />}
              >
                None of these rows can be taken. Is this the right file, and is the column with email
                addresses or phone numbers marked as such above?
              </Alert>
            )}
          </>
        )}
      </section>
      <section aria-labelledby="start">
        <Title order={2} id="start" mb="xs">
          Start
        </Title>
        <Stack gap="md">
          <WhenFullChoice value={whenFull} onChange={setWhenFull} />
          <FormError error={start.error} />
          <Group gap="xs">
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => start.mutate({ mapping: changes, when_full: whenFull })}
              loading={start.isPending}
              disabled={preview.isError}
            >
              Start import
            </Button>
            <Button variant="default" onClick={cancelling.open}>
              Discard file
            </Button>
          </Group>
        </Stack>
      </section>
      <CancelDialog import={each} opened={isCancelling} onClose={cancelling.close} />
    </Stack>
  );
}

type Column = Preview['columns'][number];

/** As previewed last, with what was changed since; a file without a contact column has no preview until it has one. */
function listColumns(each: Import, preview: Preview | undefined, changes: Mapping): readonly Column[] {
  const known =
    preview?.columns ??
    Object.entries((each.mapping ?? {}) as Mapping).map(([name, meaning]) => ({
      name,
      meaning,
      sample: null,
    }));
  return known.map((column) =>
    Object.hasOwn(changes, column.name)
      ? { ...column, meaning: changes[column.name] as ColumnMeaning }
      : column,
  );
}

/** "Mapping: no column …", but the table above is the mapping. */
function tellWrong(error: unknown): string {
  const words = describeFailure(error).replace(/^Mapping: /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A meaning that one column is given is taken from another that was given it before. */
function changeMeaning(before: Mapping, name: string, meaning: ColumnMeaning): Mapping {
  const others = Object.entries(before).filter(
    ([other, given]) => other !== name && (isShared(meaning) || given !== meaning),
  );
  return Object.fromEntries([...others, [name, meaning]]);
}
