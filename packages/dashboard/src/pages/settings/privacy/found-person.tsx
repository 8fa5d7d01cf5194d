// What is stored about a person, with buttons to export and erase it.

import type { EraseResult, PersonExport } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { downloadFile } from '../../../components/download-file.ts';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { importsQuery } from '../../imports/use-imports.ts';
import { LeadsFound } from './leads-found.tsx';
import { blocksErasing, OpenImports, readOpenImports } from './open-imports.tsx';
import type { PersonSearch } from './person-search.ts';
import classes from './person-section.module.css';

type Erased = EraseResult['data'];
/** What is stored here. */
type Counts = Omit<Erased, 'crm_records'>;

const LABELS: readonly (readonly [keyof Counts, string])[] = [
  ['leads', 'Leads, with scores and outcomes'],
  ['contacts', 'Contact details for search'],
  ['deliveries', 'Webhook deliveries'],
  ['received', 'Requests in the last week'],
  ['refused_rows', 'Rejected rows of imports'],
];

interface FoundPersonProps {
  readonly who: PersonSearch;
  readonly found: PersonExport['data'];
  readonly onErased: (counts: Erased) => void;
}

export function FoundPerson({ who, found, onErased }: FoundPersonProps) {
  const [isAsking, ask] = useDisclosure(false);
  const queryClient = useQueryClient();
  const erase = useMutation({
    mutationFn: async () => (await call('POST', PATHS.erasePerson, { [who.by]: who.value })).data,
    onSuccess: (counts) => {
      // Data cached for other pages may still contain the person.
      queryClient.removeQueries({ type: 'inactive' });
      onErased(counts);
    },
  });
  function stop(): void {
    erase.reset();
    ask.close();
  }
  const counts = countFound(found);
  const { data: imports = [] } = useQuery(importsQuery);
  const blocking = imports.filter(blocksErasing).map(({ import_id }) => import_id);
  const discarded = imports.filter(({ status }) => status === 'ready').map(({ file_name }) => file_name);
  const openImports = readOpenImports(erase.error);
  if (Object.values(counts).every((count) => count === 0)) {
    return (
      <Text>
        Nothing is stored under <b>{who.value}</b>.{' '}
        {who.by === 'email'
          ? 'Try the phone number too.'
          : 'Try it with and without the country code, and try the email too.'}
      </Text>
    );
  }
  return (
    <>
      <Text mb="xs">
        Stored about <b>{who.value}</b>:
      </Text>
      <CountList counts={counts} />
      <LeadsFound title="Leads found" leads={found.leads} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            downloadFile('leadline-person.json', 'application/json', `${JSON.stringify(found, null, 2)}\n`)
          }
        >
          Export as JSON
        </Button>
        {blocking.length === 0 && (
          <Button color="red.8" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask.open}>
            Erase
          </Button>
        )}
      </Group>
      {blocking.length > 0 && <OpenImports importIds={blocking} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={stop}
        title="Erase this person?"
        confirmLabel="Erase"
        typeToConfirm={who.value}
        onConfirm={() => erase.mutate()}
        isPending={erase.isPending}
        error={openImports.length > 0 ? null : erase.error}
      >
        <LeadsFound title="Leads that will be erased" leads={found.leads} />
        {formatCountOf(counts.leads, 'lead')} and everything stored with {counts.leads === 1 ? 'it' : 'them'}{' '}
        will be deleted. This can’t be undone. Not erased: data that webhooks already sent to your other
        systems, alerts already emailed to members, and backups until they expire.
        {discarded.length > 0 && (
          <Text mt="sm">
            {discarded.join(', ')} {discarded.length === 1 ? 'was' : 'were'} uploaded but never imported, and
            may contain this person, so {discarded.length === 1 ? 'it is' : 'they are'} discarded too.
          </Text>
        )}
        {openImports.length > 0 && <OpenImports importIds={openImports} />}
      </ConfirmDialog>
    </>
  );
}

export function ErasedPerson({ counts }: { readonly counts: Erased }) {
  return (
    <>
      <Alert color="green" variant="outline" p="xs" mb="sm" icon={<IconCheck size={18} aria-hidden />}>
        The person was erased. Deleted:
      </Alert>
      <CountList counts={counts} />
      {counts.crm_records > 0 && (
        <Text mt="sm">
          {formatCountOf(counts.crm_records, 'record')} in your CRM {counts.crm_records === 1 ? 'is' : 'are'}{' '}
          still there. Delete {counts.crm_records === 1 ? 'it' : 'them'} in the CRM.
        </Text>
      )}
    </>
  );
}

function CountList({ counts }: { readonly counts: Counts }) {
  return (
    <dl className={classes.counts}>
      {LABELS.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{formatCount(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function countFound({ leads, contacts, deliveries, received, refused_rows }: PersonExport['data']): Counts {
  return {
    leads: leads.length,
    contacts: contacts.length,
    deliveries: deliveries.length,
    received: received.length,
    refused_rows: refused_rows.length,
  };
}
