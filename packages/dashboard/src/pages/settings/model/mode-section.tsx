// Whether and how far outcomes may move scores.

import type { AccountModel } from '@leadline/contract';
import { MAX_POINT_LIMIT } from '@leadline/contract/limits';
import { Button, NumberInput, Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { Section } from '../section.tsx';
import { describeSaved } from './describe-model.ts';
import { changeModel, showConflict } from './model-calls.ts';

type Mode = AccountModel['mode'];

const MODES: Readonly<Record<Mode, { readonly label: string; readonly description: string }>> = {
  off: { label: 'Off', description: 'Nothing is learned or used. The rules score alone.' },
  advisory: {
    label: 'Chance of closing only',
    description: 'The model measures the chance of closing. Scores, grades and their order stay as they are.',
  },
  on: {
    label: 'Chance of closing and points',
    description: 'It also adds and subtracts points. Every one is in the score breakdown, with its evidence.',
  },
};

export function ModeSection({ model }: { readonly model: AccountModel }) {
  return (
    <Section
      title="Use"
      description={
        <>
          New leads follow within seconds. Leads that are already scored stay as they are until you{' '}
          <TextLink to={PAGES.scoring}>re-score open leads</TextLink>.
        </>
      }
    >
      {/* A version that somebody else has published starts the form again. */}
      <ModeForm key={model.version} model={model} />
    </Section>
  );
}

function ModeForm({ model }: { readonly model: AccountModel }) {
  const { version } = model;
  const [mode, setMode] = useState<Mode>(model.mode);
  const [limit, setLimit] = useState<number | string>(model.point_limit);
  const isLimitGood = typeof limit === 'number' && limit >= 0 && limit <= MAX_POINT_LIMIT;
  const isChanged = mode !== model.mode || (mode === 'on' && limit !== model.point_limit);
  const save = useMutation({
    mutationFn: () =>
      changeModel({ version, mode, point_limit: mode === 'on' && isLimitGood ? limit : model.point_limit }),
    onSuccess: (saved) => notifications.show({ message: describeSaved(saved) }),
    onError: showConflict,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form onSubmit={submit}>
      <UnsavedGuard isChanged={isChanged} what="use of the model" />
      <Stack gap="md" align="flex-start">
        <Radio.Group aria-label="Use" value={mode} onChange={(value) => setMode(value as Mode)}>
          <Stack gap="sm">
            {(['off', 'advisory', 'on'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={MODES[value].label}
                description={MODES[value].description}
              />
            ))}
          </Stack>
        </Radio.Group>
        {mode === 'on' && (
          <NumberInput
            label="Most points"
            description={`What the model can add or subtract for one lead, from 0 to ${MAX_POINT_LIMIT}`}
            min={0}
            max={MAX_POINT_LIMIT}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            maxLength={3}
            value={limit}
            onChange={setLimit}
            error={isLimitGood ? null : `Enter a number from 0 to ${MAX_POINT_LIMIT}`}
          />
        )}
        <FormError error={save.error} />
        <Button
          type="submit"
          loading={save.isPending}
          disabled={!isChanged || (mode === 'on' && !isLimitGood)}
        >
          Save
        </Button>
      </Stack>
    </form>
  );
}
