// How each field of a request was read.

import { Table, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { nameQuestion } from '../../components/name-question.ts';
import classes from './received.module.css';
import type { Destination, Reading } from './trace-fields.ts';

const LABELS: Readonly<Record<Destination, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  budget: 'Budget',
  message: 'Message',
  source: 'Source',
  question: 'Question and answer',
  nothing: 'Ignored',
  hidden: 'Hidden',
};

/** Most questions are already named in the first column. */
function nameDestination(name: string, destination: Destination): string {
  const known = nameQuestion(name);
  return destination === 'question' && known !== name ? known : LABELS[destination];
}

const isUnused = (destination: Destination): boolean => destination === 'nothing' || destination === 'hidden';

interface FieldTableProps {
  readonly reading: Reading;
  readonly isRejected: boolean;
}

export function FieldTable({ reading: { fields, isWrapped }, isRejected }: FieldTableProps) {
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        It has no fields.
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
            {!isRejected && <Table.Th scope="col">Read as</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, value, destination }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the request never changes
            <Table.Tr key={index}>
              <Table.Th scope="row" className={classes.field ?? ''}>
                {name}
              </Table.Th>
              <Table.Td className={classes.value ?? ''}>{value === '' ? '(empty)' : value}</Table.Td>
              {!isRejected && (
                <Table.Td
                  className={classes.destination ?? ''}
                  data-nothing={isUnused(destination) || undefined}
                >
                  {!isUnused(destination) && <IconArrowRight size={14} aria-hidden />}
                  {nameDestination(name, destination)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isWrapped && (
        <Text size="sm" c="dimmed" mt={6}>
          The tool sent the lead inside a larger message. Only the lead was stored, without IDs, tokens and
          other metadata.
        </Text>
      )}
    </>
  );
}
