// Corrects how to reach the person behind a lead. The person who corrects it chooses whether the lead is scored again.

import type { ContactBody } from '@leadline/contract';
import { MAX_CONTACT_LENGTH } from '@leadline/contract/limits';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { afterOwnChanges, inTurn, rememberChange } from '../../../work/own-changes.ts';
import { isConflict } from '../../../work/send-work.ts';
import type { LeadData, Mode } from '../lead-query.ts';

interface EditContactProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function EditContact({ data, mode }: EditContactProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={dialog.open}
        aria-label="Edit contact details"
      >
        Edit
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Edit contact details">
        <ContactForm data={data} mode={mode} onClose={dialog.close} />
      </Modal>
    </>
  );
}

interface ContactFormProps extends EditContactProps {
  readonly onClose: () => void;
}

/** A component of its own, so that it starts over each time. */
function ContactForm({ data, mode, onClose }: ContactFormProps) {
  const { lead, company, outcome } = data;
  const isOpen = outcome === 'open';
  const form = useForm({
    initialValues: {
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      company,
      rescore: isOpen,
    },
    validate: {
      email: (email, { phone }) =>
        email.trim() === '' && phone.trim() === '' ? 'Enter an email or a phone number' : null,
    },
  });
  const save = useMutation({
    mutationFn: (body: ContactBody) => inTurn(() => sendContact(data, body, mode)),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKeys.leadDetail(data.lead_id, mode), changed);
      for (const key of [queryKeys.allInboxes, queryKeys.allInboxCounts, queryKeys.leads])
        void queryClient.invalidateQueries({ queryKey: key });
      notifications.show({ message: describeSaved(data, changed) });
      onClose();
    },
    // What was typed stays, for the lead as it is by then.
    onError: (error) => {
      if (isConflict(error))
        void queryClient.invalidateQueries({ queryKey: queryKeys.leadDetail(data.lead_id, mode) });
    },
  });
  const text = { autoComplete: 'off', maxLength: MAX_CONTACT_LENGTH };
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <FormError
          error={
            isConflict(save.error)
              ? 'Somebody else has changed this lead in the meantime. Check what they did, then save again.'
              : save.error
          }
        />
        <TextInput label="Name" data-autofocus {...text} {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" {...text} {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" {...text} {...form.getInputProps('phone')} />
        <TextInput label="Company" {...text} {...form.getInputProps('company')} />
        {isOpen && (
          <Checkbox
            label="Score this lead again"
            description="The timeline keeps what it was before, in any case."
            {...form.getInputProps('rescore', { type: 'checkbox' })}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

async function sendContact({ lead_id: id, revision }: LeadData, body: ContactBody, mode: Mode) {
  const seen = afterOwnChanges(id, revision);
  const path = fillPath(PATHS.leadContact, { id });
  const { data: changed } = await call('PATCH', path, { ...body, revision: seen }, { mode });
  rememberChange(id, seen, changed.revision);
  return changed;
}

const describeSaved = ({ result: before }: LeadData, { result }: LeadData): string =>
  before.score === result.score
    ? 'Contact details saved.'
    : `Contact details saved. Scored again: ${result.score}, was ${before.score}.`;
