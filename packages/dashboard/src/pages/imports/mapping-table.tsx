// Maps each column of the file to a field. When a field moves from one column to another, the table says so.

import type { ColumnMeaning, Preview } from '@leadline/contract';
import { Anchor, NativeSelect, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { isShared, MEANING_LABELS, SKIP_LABELS } from './import-labels.ts';
import classes from './imports.module.css';

interface MappingTableProps {
  readonly columns: Readonly<Preview['columns']>;
  readonly onChange: (name: string, meaning: ColumnMeaning) => void;
}

/** The field a column used to map to, and the column that maps to it now. */
interface Loss {
  readonly meaning: ColumnMeaning;
  readonly to: string;
}

const CHOICES = Object.entries(MEANING_LABELS).map(([value, label]) => ({ value, label }));

export function MappingTable({ columns, onChange }: MappingTableProps) {
  const [losses, setLosses] = useState<Readonly<Record<string, Loss>>>({});

  function change(name: string, meaning: ColumnMeaning): void {
    const losers = isShared(meaning)
      ? []
      : columns.filter((column) => column.name !== name && column.meaning === meaning);
    setLosses(({ [name]: _, ...others }) => ({
      ...others,
      ...Object.fromEntries(losers.map((loser) => [loser.name, { meaning, to: name }])),
    }));
    onChange(name, meaning);
  }

  /** Null once the other column no longer maps to the field either. */
  function describeLoss(name: string): string | null {
    const loss = Object.hasOwn(losses, name) ? losses[name] : undefined;
    if (loss === undefined) return null;
    const winner = columns.find((column) => column.name === loss.to);
    return winner?.meaning === loss.meaning
      ? `${MEANING_LABELS[loss.meaning]} is now read from “${loss.to}”`
      : null;
  }

  return (
    <div className={classes.framed}>
      <div role="status" className="only-heard">
        {columns.map(({ name }) => {
          const loss = describeLoss(name);
          return loss !== null && <p key={name}>{`${loss}, no longer from “${name}”.`}</p>;
        })}
      </div>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Column</Table.Th>
            <Table.Th scope="col" className={classes.wide ?? ''}>
              Example
            </Table.Th>
            <Table.Th scope="col" w={210}>
              Maps to
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, meaning, sample, skipped_because: reason }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" className={classes.column ?? ''}>
                {name}
                <span className={classes.narrow}>{sample}</span>
              </Table.Th>
              <Table.Td className={`${classes.sample} ${classes.wide}`}>{sample ?? '–'}</Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`Map ${name} to`}
                  data={CHOICES}
                  value={meaning}
                  onChange={(event) => change(name, event.currentTarget.value as ColumnMeaning)}
                />
                {meaning === 'ignore' && reason !== null && (
                  <span className={classes.hint}>{SKIP_LABELS[reason]}</span>
                )}
                {meaning === 'custom' && (
                  <span className={classes.hint}>
                    Answers count toward the score.{' '}
                    <Anchor component="button" type="button" size="xs" onClick={() => change(name, 'ignore')}>
                      Don’t import<VisuallyHidden> {name}</VisuallyHidden>
                    </Anchor>
                  </span>
                )}
                <span className={classes.loss}>{describeLoss(name)}</span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
