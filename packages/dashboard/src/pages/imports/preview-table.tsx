// The first rows as they would be imported, or why they would be rejected.

import type { Preview } from '@leadline/contract';
import { Table } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatExact } from '../../components/format-moment.ts';
import { formatMoney } from '../../components/format-number.ts';
import type { Grade } from '../../components/grade.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { useCurrency } from '../../components/use-currency.ts';
import { LEAD_STATUS_LABELS } from './import-labels.ts';
import classes from './imports.module.css';

type Row = Preview['rows'][number];

/** In UTC, like dates without a time zone in the file. */
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The columns that depend on what the file has. */
interface Extras {
  readonly hasAmounts: boolean;
  readonly hasAssignees: boolean;
}

export function PreviewTable({ rows }: { readonly rows: readonly Row[] }) {
  const extras: Extras = {
    hasAmounts: rows.some((row) => row.outcome_amount !== undefined),
    hasAssignees: rows.some(
      (row) => (row.assignee ?? row.unknown_assignee ?? row.viewer_assignee) !== undefined,
    ),
  };
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
            {extras.hasAmounts && (
              <Table.Th scope="col" w={110}>
                Deal value
              </Table.Th>
            )}
            {extras.hasAssignees && (
              <Table.Th scope="col" w={140}>
                Assignee
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <PreviewRow key={row.line} row={row} extras={extras} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function PreviewRow({ row, extras }: { readonly row: Row; readonly extras: Extras }) {
  const { hasAmounts, hasAssignees } = extras;
  const currency = useCurrency();
  if (row.error !== undefined) {
    return (
      <Table.Tr>
        <Table.Td c="dimmed">{row.line}</Table.Td>
        <Table.Td colSpan={6 + Number(hasAmounts) + Number(hasAssignees)}>
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
            {DAY.format(new Date(row.received_at))}
          </time>
        )}
      </Table.Td>
      <Table.Td>{LEAD_STATUS_LABELS[row.status ?? 'new']}</Table.Td>
      {hasAmounts && (
        <Table.Td className="figures">
          {row.outcome_amount === undefined || currency === null
            ? '–'
            : formatMoney(row.outcome_amount, currency)}
        </Table.Td>
      )}
      {hasAssignees && <Table.Td className={classes.cut ?? ''}>{row.assignee ?? '–'}</Table.Td>}
    </Table.Tr>
  );
}

/** The contract doesn't specify the fields of a previewed lead. */
function readPerson(lead: unknown): Record<'name' | 'email' | 'phone' | 'message', string> {
  return { name: '', email: '', phone: '', message: '', ...(lead as object) };
}
