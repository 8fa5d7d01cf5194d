// The form for one exclusion.

import { Button, Modal, NumberInput, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { validateFilled } from '../../../components/validate.ts';
import type { Engine } from '../../lead/use-engine.ts';
import { CountryField, validateCountryText } from '../routing/country-field.tsx';
import { type Exclusion, findVocabularyProblem } from './vocabulary-parts.ts';

const MAX_REASON_LENGTH = 80;
const MAX_WORDS = 20;

interface ExclusionDialogProps {
  readonly opened: boolean;
  readonly exclusion: Exclusion;
  readonly isNew: boolean;
  readonly engine: Engine;
  readonly onSubmit: (exclusion: Exclusion) => void;
  readonly onClose: () => void;
}

interface Values {
  reason: string;
  cap: number | string;
  words: string[];
  countries: string[];
  /** Typed, but not chosen yet. */
  countryText: string;
}

export function ExclusionDialog({ opened, isNew, onClose, ...rest }: ExclusionDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={isNew ? 'Add exclusion' : 'Edit exclusion'} size="lg">
      <ExclusionForm isNew={isNew} onClose={onClose} {...rest} />
    </Modal>
  );
}

function ExclusionForm({
  exclusion,
  isNew,
  engine,
  onSubmit,
  onClose,
}: Omit<ExclusionDialogProps, 'opened'>) {
  const form = useForm<Values>({
    initialValues: {
      reason: exclusion.reason,
      cap: exclusion.cap,
      words: [...exclusion.words],
      countries: [...exclusion.countries],
      countryText: '',
    },
    validate: { reason: validateFilled('a reason'), countryText: validateCountryText },
  });

  function submit({ countryText, ...values }: Values): void {
    const edited = { ...values, reason: values.reason.trim(), cap: Number(values.cap || Number.NaN) };
    if (values.cap === 0) edited.cap = 0;
    if (edited.words.length + edited.countries.length === 0) {
      form.setFieldError('words', 'Enter a word, or choose a country below');
      return;
    }
    const problem = findVocabularyProblem(engine, { exclusions: [edited] });
    const [, , field = 'reason'] = problem?.field.split('.') ?? [];
    if (problem === null) onSubmit(edited);
    else form.setFieldError(field, problem.text);
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label="Reason"
          description="Shown among the reasons for the score, such as “Outside our region”."
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <NumberInput
          label="Highest score"
          description="From 0 to 100."
          allowDecimal={false}
          clampBehavior="none"
          min={0}
          max={100}
          maxLength={4}
          w={160}
          {...form.getInputProps('cap')}
        />
        <Text size="sm" c="dimmed">
          Applies to leads that mention one of the words, or come from one of the countries.
        </Text>
        <TagsInput
          label="Words"
          description="In the message or an answer. Type one and press Enter."
          maxTags={MAX_WORDS}
          acceptValueOnBlur
          {...form.getInputProps('words')}
        />
        <CountryField
          label="Countries"
          description="From the phone number or, without one, the email."
          seen={[]}
          text={form.values.countryText}
          onText={(text) => form.setFieldValue('countryText', text)}
          {...form.getInputProps('countries')}
          error={form.errors.countries ?? form.errors.countryText}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isNew ? 'Add' : 'Done'}</Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
