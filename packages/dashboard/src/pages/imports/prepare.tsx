// Prepares an import: column mapping, preview, and what to do if the plan's limit is reached.

import type { ColumnMeaning, DateOrder, Import, Preview } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DateOrderChoice } from './date-order-choice.tsx';
import { HeaderChoice } from './header-choice.tsx';
import { isShared } from './import-labels.ts';
import { MappingTable } from './mapping-table.tsx';
import { PreviewTable } from './preview-table.tsx';
import { PreviewWarnings } from './preview-warnings.tsx';
import { SheetChoice, useSheetChoice } from './sheet-choice.tsx';
import { choiceOf, type StatusChoices, StatusWords, toStatuses } from './status-words.tsx';
import { UnknownAssignees } from './unknown-assignees.tsx';
import { type Mapping, usePreview, useStartImport } from './use-imports.ts';
import { WhenFullChoice } from './when-full-choice.tsx';

const NO_CHANGES: Mapping = {};

export function Prepare({ import: job }: { readonly import: Import }) {
  const [changes, setChanges] = useState<Mapping>(NO_CHANGES);
  const [whenFull, setWhenFull] = useState(job.when_full);
  const [isCancelling, cancelling] = useDisclosure(false);
  const guessed = usePreview(job.import_id, NO_CHANGES);
  const [choices, setChoices] = useState<StatusChoices>({});
  const statuses = useMemo(() => toStatuses(choices), [choices]);
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const preview = usePreview(job.import_id, changes, statuses, dateOrder);
  const start = useStartImport(job.import_id);
  const isInvalid = preview.error instanceof LeadlineError && preview.error.status === 400;
  const words = preview.data?.status_words ?? [];
  const isUndecided = words.some(({ word, status }) => (choiceOf(choices, word) ?? status) === null);
  const dates = preview.data?.date_order ?? null;
  const isDateOpen = dates?.is_certain === false && dateOrder === undefined;
  const columns = listColumns(job, preview.data ?? guessed.data, changes);

  const sheet = useSheetChoice(job);

  // What follows would be about another sheet than the one shown as chosen.
  if (sheet.error !== null) return <SheetChoice import={job} choice={sheet} />;
  return (
    <Stack gap="xl">
      {job.sheets.length > 1 && <SheetChoice import={job} choice={sheet} />}
      <section aria-labelledby="columns">
        <Title order={2} id="columns">
          Map columns
        </Title>
        <Text c="dimmed" mb="sm">
          Guessed from the column names. Columns that your team filled in later, such as notes, are left out
          unless you include them, because they would affect the score.
        </Text>
        <HeaderChoice import={job} rows={(preview.data ?? guessed.data)?.top_rows ?? []} />
        <MappingTable
          columns={columns}
          onChange={(name, meaning) => setChanges((before) => changeMeaning(before, name, meaning))}
        />
        <div role="alert">
          {isInvalid && (
            <Alert color="red" variant="outline" mt="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
              {describeMappingError(preview.error)}
            </Alert>
          )}
        </div>
      </section>
      {words.length > 0 && (
        <StatusWords
          words={words}
          choices={choices}
          onChoose={(word, choice) => setChoices((before) => ({ ...before, [word]: choice }))}
        />
      )}
      {dates?.is_certain === false && (
        <DateOrderChoice found={dates} value={dateOrder} onChange={setDateOrder} />
      )}
      <section aria-labelledby="preview" aria-busy={preview.isFetching}>
        <Title order={2} id="preview">
          Preview
        </Title>
        <Text c="dimmed" mb="sm">
          The first rows, as they would be scored. Nothing is stored yet.
        </Text>
        {preview.isPending ? (
          <Skeleton height={280} />
        ) : isInvalid ? (
          <Text>Fix the column mapping to see the preview.</Text>
        ) : preview.isError ? (
          <ErrorState
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        ) : (
          <>
            <PreviewTable rows={preview.data.rows} />
            <PreviewWarnings warnings={preview.data.warnings} />
            <UnknownAssignees rows={preview.data.rows} />
            {preview.data.rows.length > 0 && preview.data.rows.every(({ error }) => error !== undefined) && (
              <Alert
                color="yellow"
                variant="outline"
                mt="sm"
                icon={<IconAlertCircle size={18} aria-hidden />}
              >
                All of these rows would be rejected. Check that this is the right file, and that a column is
                mapped to Email or Phone above.
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
              onClick={() =>
                start.mutate({
                  mapping: changes,
                  statuses,
                  when_full: whenFull,
                  ...(dateOrder === undefined ? {} : { date_order: dateOrder }),
                })
              }
              loading={start.isPending}
              disabled={preview.isError || isUndecided || isDateOpen}
            >
              Start import
            </Button>
            <Button variant="default" onClick={cancelling.open}>
              Discard file
            </Button>
          </Group>
          <Text size="sm" role="status">
            {isUndecided && 'Choose a status for each word above to start. '}
            {isDateOpen && 'Choose how dates are read to start.'}
          </Text>
        </Stack>
      </section>
      <CancelDialog import={job} opened={isCancelling} onClose={cancelling.close} />
    </Stack>
  );
}

type Column = Preview['columns'][number];

/** The last preview's columns with later changes applied. If no column has contact details, there is only a mapping. */
function listColumns(job: Import, preview: Preview | undefined, changes: Mapping): readonly Column[] {
  const known =
    preview?.columns ??
    Object.entries((job.mapping ?? {}) as Mapping).map(([name, meaning]) => ({
      name,
      meaning,
      sample: null,
      skipped_because: null,
    }));
  return known.map((column) =>
    Object.hasOwn(changes, column.name)
      ? { ...column, meaning: changes[column.name] as ColumnMeaning }
      : column,
  );
}

/** Drops the prefix "Mapping: ", since the message is shown below the mapping. */
function describeMappingError(error: unknown): string {
  const words = describeFailure(error).replace(/^Mapping: /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Most fields accept only one column, so a column that was mapped to this field before loses it. */
function changeMeaning(before: Mapping, name: string, meaning: ColumnMeaning): Mapping {
  const others = Object.entries(before).filter(
    ([other, current]) => other !== name && (isShared(meaning) || current !== meaning),
  );
  return Object.fromEntries([...others, [name, meaning]]);
}
