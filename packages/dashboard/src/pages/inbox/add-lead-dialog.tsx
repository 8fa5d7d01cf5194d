// Adds a lead by hand, like after a phone call. It is scored like any other and opened.

import type { LeadPage } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Modal,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { FormError } from '../../components/form-error.tsx';
import { nameLead } from '../../components/name-lead.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { useTeam } from '../../work/use-team.ts';
import { changeLead } from '../../work/work-calls.ts';

const SOURCE = 'Entered by hand';
const NOTHING = { name: '', email: '', phone: '', company: '', message: '', budget: '', source: SOURCE };
type Entered = typeof NOTHING;
type Known = LeadPage['data'][number];

interface AddLeadDialogProps {
  /** The account's sources, to choose from. */
  readonly sources: readonly string[];
  readonly onClose: () => void;
}

export function AddLeadDialog(props: AddLeadDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title="Add a lead">
      <AddLeadForm {...props} />
    </Modal>
  );
}

function AddLeadForm({ sources, onClose }: AddLeadDialogProps) {
  const navigate = useNavigate();
  const { me } = useTeam();
  const [isMine, setMine] = useState(true);
  const [entered, setEntered] = useState(NOTHING);
  const [problem, setProblem] = useState('');
  const [known, setKnown] = useState<Known | null>(null);
  const add = useMutation({
    mutationFn: async (isSure: boolean) => {
      const existing = isSure ? null : await findKnown(entered);
      if (existing !== null) return existing;
      const leadId = await send(entered);
      if (isMine) await take(leadId, me);
      return leadId;
    },
    onSuccess: (result) => {
      if (typeof result !== 'string') return setKnown(result);
      for (const queryKey of [queryKeys.leads, queryKeys.allInboxes, queryKeys.usage])
        void queryClient.invalidateQueries({ queryKey });
      onClose();
      void navigate(leadPath(result));
    },
  });
  const field = (name: keyof Entered) => ({
    value: entered[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setEntered((before) => ({ ...before, [name]: currentTarget.value }));
      setProblem('');
      setKnown(null);
    },
    error: rejectedField(add.error) === name,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { email, phone } = entered;
    if (email.trim() === '' && phone.trim() === '') setProblem('Enter an email or a phone number.');
    else add.mutate(known !== null);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" autoComplete="off" maxLength={200} data-autofocus {...field('name')} />
        <Group grow align="flex-start" gap="sm">
          <TextInput label="Email" type="email" autoComplete="off" maxLength={320} {...field('email')} />
          <TextInput label="Phone" type="tel" autoComplete="off" maxLength={60} {...field('phone')} />
        </Group>
        <Group grow align="flex-start" gap="sm">
          <TextInput label="Company" autoComplete="off" maxLength={200} {...field('company')} />
          <TextInput label="Budget" autoComplete="off" maxLength={200} {...field('budget')} />
        </Group>
        <Textarea
          label="Message"
          description="What they need, as they put it"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={20_000}
          {...field('message')}
        />
        <Autocomplete
          label="Source"
          description="Where they come from"
          maxLength={200}
          data={[...new Set([SOURCE, ...sources])]}
          value={entered.source}
          onChange={(source) => setEntered((before) => ({ ...before, source }))}
          comboboxProps={{ withinPortal: false }}
        />
        <Checkbox
          label="Assign to me"
          checked={isMine}
          onChange={(event) => setMine(event.currentTarget.checked)}
        />
        <FormError error={problem} />
        <FormError error={add.error} />
        {known !== null && (
          <Text size="sm" role="status">
            You already have a lead from <Link to={leadPath(known.lead_id)}>{nameLead(known)}</Link>, received{' '}
            <RelativeTime at={known.received_at} />. Add another one for the same person?
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {known === null ? 'Add lead' : 'Add anyway'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the ID of the new lead. */
async function send({ company, ...entered }: Entered): Promise<string> {
  const body = {
    ...entered,
    source: entered.source.trim() || SOURCE,
    ...(company.trim() === '' ? {} : { custom_fields: { Company: company } }),
  };
  return (await call('POST', PATHS.leads, body)).lead_id;
}

/** Unless somebody has it by now, by a routing rule. The lead is stored by now, so a failure must not look like one. */
async function take(leadId: string, me: string): Promise<void> {
  await changeLead(leadId, { assignee: me, revision: 1 }).catch(() => {});
}

/** The newest lead with the same email or phone number. */
async function findKnown({ email, phone }: Entered): Promise<Known | null> {
  const digits = phone.replace(/\D/g, '');
  for (const text of [email.trim(), phone.trim()]) {
    if (text === '') continue;
    const query = new URLSearchParams({ q: text, limit: '10' });
    const { data } = await call('GET', `${PATHS.leads}?${query}`);
    const same = data.find(
      (lead) =>
        (email.trim() !== '' && lead.email.toLowerCase() === email.trim().toLowerCase()) ||
        (digits !== '' && lead.phone.replace(/\D/g, '') === digits),
    );
    if (same !== undefined) return same;
  }
  return null;
}

function rejectedField(error: unknown): string | null {
  return error instanceof LeadlineError ? (error.fields[0] ?? null) : null;
}
