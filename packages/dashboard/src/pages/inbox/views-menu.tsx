// Filters the team has named: go to one, keep the present ones under a name, delete one.

import type { View, ViewBody } from '@leadline/contract';
import { MAX_VIEW_NAME_LENGTH } from '@leadline/contract/limits';
import { ActionIcon, Button, Divider, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import { FormError } from '../../components/form-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useCan } from '../../session/use-session.ts';
import { type Filters, readFilters, writeFilters } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';
import { useDeleteView, useSaveView, useViews } from './use-views.ts';

interface ViewsMenuProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function ViewsMenu({ filters, onChange }: ViewsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const canSave = useCan('rep');
  const list = useRef<HTMLUListElement>(null);
  const views = useViews();
  const query = writeFilters(filters).toString();
  const present = views.data?.find((view) => queryOf(view) === query);

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.views ?? ''}
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.viewName}>{present?.name ?? 'Views'}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views" p="xs">
        {views.isPending && <SkeletonRows rows={2} height={30} label="Loading views" />}
        {views.isError && <FormError error={views.error} />}
        {views.data?.length === 0 && (
          <Text size="sm" c="dimmed" p={6}>
            No views yet. Set filters, then keep them here under a name for the whole team.
          </Text>
        )}
        <ul ref={list} tabIndex={-1} className={classes.viewList} aria-label="Views of the team">
          {views.data?.map((view) => (
            <ViewLine
              key={view.view_id}
              view={view}
              isPresent={view === present}
              canDelete={canSave}
              onDeleted={() => list.current?.focus()}
              onChoose={() => {
                setOpen(false);
                onChange(readFilters(new URLSearchParams(view.query)));
              }}
            />
          ))}
        </ul>
        {canSave && present === undefined && query !== '' && (
          <>
            <Divider my="xs" />
            <SaveView query={query} />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** As this version of the dashboard writes it. */
function queryOf(view: View): string {
  return writeFilters(readFilters(new URLSearchParams(view.query))).toString();
}

interface ViewLineProps {
  readonly view: View;
  readonly isPresent: boolean;
  readonly canDelete: boolean;
  readonly onChoose: () => void;
  readonly onDeleted: () => void;
}

function ViewLine({ view, isPresent, canDelete, onChoose, onDeleted }: ViewLineProps) {
  const remove = useDeleteView();
  const save = useSaveView();

  function deleteView(): void {
    remove.mutate(view.view_id, {
      onSuccess: () => {
        onDeleted();
        tellDeleted(view, () => save.mutate({ name: view.name, query: view.query }));
      },
      onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
    });
  }

  return (
    <li>
      <UnstyledButton
        className={classes.viewLink ?? ''}
        aria-current={isPresent || undefined}
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

function tellDeleted(view: View, undo: () => void): void {
  const id = `deleted-${view.view_id}`;
  notifications.show({
    id,
    message: (
      <span className={classes.undo}>
        View “{view.name}” deleted.
        <button
          type="button"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </button>
      </span>
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
