// The saved views as a list, to open or delete one, and a field to save the current filters as another.

import type { View, ViewBody } from '@leadline/contract';
import { MAX_VIEW_NAME_LENGTH } from '@leadline/contract/limits';
import { ActionIcon, Button, Divider, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionMessage } from '../../components/action-message.tsx';
import { describeFailure } from '../../components/describe-failure.ts';
import { FormError } from '../../components/form-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useCan } from '../../session/use-session.ts';
import { type Filters, readFilters } from './filters.ts';
import classes from './inbox.module.css';
import { isViewOf, useDeleteView, useSaveView, useViews } from './use-views.ts';

interface ViewListProps {
  /** Of the current filters. */
  readonly query: string;
  readonly onChoose: (filters: Filters) => void;
}

export function ViewList({ query, onChoose }: ViewListProps) {
  const canSave = useCan('rep');
  const list = useRef<HTMLUListElement>(null);
  const views = useViews();
  const current = views.data?.find((view) => isViewOf(view, query));
  // The popover focused itself while this was loading.
  useEffect(() => list.current?.focus(), []);

  return (
    <>
      {views.isPending && <SkeletonRows rows={2} height={30} label="Loading views" />}
      {views.isError && <FormError error={views.error} />}
      {views.data?.length === 0 && (
        <Text size="sm" c="dimmed" p={6}>
          No views yet. Set filters, then save them here for the whole team.
        </Text>
      )}
      <ul ref={list} tabIndex={-1} className={classes.viewList} aria-label="Team views">
        {views.data?.map((view) => (
          <ViewRow
            key={view.view_id}
            view={view}
            isCurrent={view === current}
            canDelete={canSave}
            onDeleted={() => list.current?.focus()}
            onChoose={() => onChoose(readFilters(new URLSearchParams(view.query)))}
          />
        ))}
      </ul>
      {canSave && current === undefined && query !== '' && (
        <>
          <Divider my="xs" />
          <SaveView query={query} />
        </>
      )}
    </>
  );
}

interface ViewRowProps {
  readonly view: View;
  readonly isCurrent: boolean;
  readonly canDelete: boolean;
  readonly onChoose: () => void;
  readonly onDeleted: () => void;
}

function ViewRow({ view, isCurrent, canDelete, onChoose, onDeleted }: ViewRowProps) {
  const remove = useDeleteView();
  const save = useSaveView();

  function deleteView(): void {
    remove.mutate(view.view_id, {
      onSuccess: () => {
        onDeleted();
        announceDeleted(view, () => save.mutate({ name: view.name, query: view.query }));
      },
      onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
    });
  }

  return (
    <li>
      <UnstyledButton
        className={classes.viewLink ?? ''}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        {view.name}
      </UnstyledButton>
      {canDelete && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Delete view ${view.name}`}
          loading={remove.isPending}
          onClick={deleteView}
        >
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function announceDeleted(view: View, undo: () => void): void {
  const id = `deleted-${view.view_id}`;
  notifications.show({
    id,
    message: (
      <ActionMessage
        text={`View “${view.name}” deleted.`}
        action="Undo"
        onAction={() => {
          notifications.hide(id);
          undo();
        }}
      />
    ),
  });
}

function SaveView({ query }: { readonly query: string }) {
  const [name, setName] = useState('');
  const save = useSaveView();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body: ViewBody = { name: name.trim(), query };
    if (body.name !== '') save.mutate(body, { onSuccess: () => setName('') });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" p={6}>
        <TextInput
          size="xs"
          label="Save these filters as"
          placeholder="Hot from Google"
          maxLength={MAX_VIEW_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormError error={save.error} />
        <Button
          size="xs"
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={name.trim() === ''}
        >
          Save view
        </Button>
      </Stack>
    </form>
  );
}
