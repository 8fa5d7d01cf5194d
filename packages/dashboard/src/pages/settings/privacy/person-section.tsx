// Looks up a person. The search term stays out of the URL to keep personal data out of the browser history.

import type { EraseResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { validateEmail } from '../../../components/validate.ts';
import { Section } from '../section.tsx';
import { ErasedPerson, FoundPerson } from './found-person.tsx';
import type { PersonSearch } from './person-search.ts';
import classes from './person-section.module.css';
import { WaitingFiles } from './waiting-files.tsx';

export function PersonSection() {
  return (
    <Section
      title="A person’s data"
      description="Look up a person by email or phone number. Each lookup is logged, without the person’s name."
      isWide
    >
      <PersonLookup />
    </Section>
  );
}

function PersonLookup() {
  const [erased, setErased] = useState<EraseResult['data'] | null>(null);
  const form = useForm<{ by: PersonSearch['by']; value: string }>({
    initialValues: { by: 'email', value: '' },
    validate: { value: (value, { by }) => (by === 'email' ? validateEmail(value) : validatePhone(value)) },
  });
  const find = useMutation({
    mutationFn: async ({ by, value }: PersonSearch) =>
      (await call('GET', `${PATHS.people}?${new URLSearchParams({ [by]: value })}`)).data,
    onMutate: () => setErased(null),
  });
  const isEmail = form.values.by === 'email';
  return (
    <>
      <form
        onSubmit={form.onSubmit(({ by, value }) => find.mutate({ by, value: value.trim() }))}
        noValidate
        className={classes.form}
      >
        <NativeSelect
          label="Find by"
          data={[
            { value: 'email', label: 'Email' },
            { value: 'phone', label: 'Phone' },
          ]}
          {...form.getInputProps('by')}
        />
        <TextInput
          label={isEmail ? 'Email' : 'Phone'}
          type={isEmail ? 'email' : 'tel'}
          placeholder={isEmail ? 'ana@example.com' : '+44 20 7946 0000'}
          autoComplete="off"
          className={classes.value ?? ''}
          {...form.getInputProps('value')}
        />
        <Button type="submit" loading={find.isPending} className={classes.submit ?? ''}>
          Find
        </Button>
      </form>
      <div className={classes.result} aria-live="polite">
        <FormError error={find.error} />
        {find.isPending && <SkeletonRows rows={3} height={28} label="Searching" />}
        {find.isSuccess && <WaitingFiles />}
        {erased !== null ? (
          <ErasedPerson counts={erased} />
        ) : (
          find.data !== undefined && (
            <FoundPerson
              who={find.variables}
              found={find.data}
              onErased={(counts) => {
                setErased(counts);
                form.reset();
              }}
            />
          )
        )}
      </div>
    </>
  );
}

function validatePhone(phone: string): string | null {
  return phone.replace(/\D/g, '').length >= 4 ? null : 'Enter a phone number, like +44 20 7946 0000';
}
