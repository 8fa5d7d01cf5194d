// The first rows as they would be imported, or why they would be rejected.

import type { Preview } from '@leadline/contract';
import { Table } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatExact } from '../../components/format-moment.ts';
import type { Grade } from '../../components/grade.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { LEAD_STATUS_LABELS } from './import-labels.ts';
import classes from './imports.module.css';

type Row = Preview['rows'][number];

export function PreviewTable({ rows }: { readonly rows: readonly Row[] }) {
  const hasAssignees = rows.some(
    (row) => (row.assignee ?? row.unknown_assignee ?? row.viewer_assignee) !== undefined,
  );
  return (
    <Table.ScrollContainer
      minWidth={680}
      className={classes.framed ?? ''}
      type="native"
      role="region"
      aria-label="Preview of the first rows"
      tabIndex={0}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={64}>
              Line
            </Table.Th>
            <Table.Th scope="col" w={70}>
              Score
            </Table.Th>
            <Table.Th scope="col" w={90}>
              Grade
            </Table.Th>
            <Table.Th scope="col">Person</Table.Th>
            <Table.Th scope="col">Message</Table.Th>
            <Table.Th scope="col" w={130}>
              Received
            </Table.Th>
            <Table.Th scope="col" w={100}>
              Status
            </Table.Th>
            {hasAssignees && (
              <Table.Th scope="col" w={140}>
                Assignee
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <PreviewRow key={row.line} row={row} hasAssignees={hasAssignees} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function PreviewRow({ row, hasAssignees }: { readonly row: Row; readonly hasAssignees: boolean }) {
  if (row.error !== undefined) {
    return (
      <Table.Tr>
        <Table.Td c="dimmed">{row.line}</Table.Td>
        <Table.Td colSpan={hasAssignees ? 7 : 6}>
          <span className={classes.rejected}>
            <IconX size={15} aria-hidden />
            Would be rejected: {row.error}
          </span>
        </Table.Td>
      </Table.Tr>
    );
  }
  const { name, email, phone, message } = readPerson(row.lead);
  const grade = (row.grade ?? 'Cold') as Grade;
  return (
    <Table.Tr>
      <Table.Td c="dimmed">{row.line}</Table.Td>
      <Table.Td>
        <ScoreNumber score={row.score ?? 0} grade={grade} />
      </Table.Td>
      <Table.Td>
        <GradeBadge grade={grade} />
      </Table.Td>
      <Table.Td className={classes.cut ?? ''}>
        <span className={classes.person}>{name || email || phone}</span>
        {name !== '' && <span className={classes.contact}>{email || phone}</span>}
      </Table.Td>
      <Table.Td className={classes.cut ?? ''}>{message}</Table.Td>
      <Table.Td>
        {row.received_at === undefined ? (
          'Now'
        ) : (
          <time dateTime={row.received_at} title={formatExact(new Date(row.received_at))}>
            {row.received_at.slice(0, 10)}
          </time>
        )}
      </Table.Td>
      <Table.Td>{LEAD_STATUS_LABELS[row.status ?? 'new']}</Table.Td>
      {hasAssignees && <Table.Td className={classes.cut ?? ''}>{row.assignee ?? '–'}</Table.Td>}
    </Table.Tr>
  );
}

/** The contract doesn't specify the fields of a previewed lead. */
function readPerson(lead: unknown): Record<'name' | 'email' | 'phone' | 'message', string> {
  return { name: '', email: '', phone: '', message: '', ...(lead as object) };
}
