// Which incoming field became what.

import { Table, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './received.module.css';
import type { Destination, Reading } from './trace-fields.ts';

const WORDS: Readonly<Record<Destination, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  budget: 'Budget',
  message: 'Message',
  source: 'Source',
  question: 'Question and answer',
  nothing: 'Left out',
  hidden: 'Hidden here',
};

const isNowhere = (became: Destination): boolean => became === 'nothing' || became === 'hidden';

interface FieldTableProps {
  readonly reading: Reading;
  readonly isRefused: boolean;
}

export function FieldTable({ reading: { fields, isWrapped }, isRefused }: FieldTableProps) {
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No field was found in it.
      </Text>
    );
  }
  return (
    <>
      <Table className={classes.fields ?? ''} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Sent as</Table.Th>
            <Table.Th scope="col">Value</Table.Th>
            {!isRefused && <Table.Th scope="col">Read as</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, value, became }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and what was received never changes
            <Table.Tr key={index}>
              <Table.Th scope="row" className={classes.field ?? ''}>
                {name}
              </Table.Th>
              <Table.Td className={classes.value ?? ''}>{value === '' ? '(empty)' : value}</Table.Td>
              {!isRefused && (
                <Table.Td className={classes.became ?? ''} data-nothing={isNowhere(became) || undefined}>
                  {!isNowhere(became) && <IconArrowRight size={14} aria-hidden />}
                  {WORDS[became]}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isWrapped && (
        <Text size="sm" c="dimmed" mt={6}>
          What the tool put around the lead was taken off; ids, tokens and the like in it are left out.
        </Text>
      )}
    </>
  );
}
