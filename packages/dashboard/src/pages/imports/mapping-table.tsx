// Each column of the file with a value of it, and what it means.

import type { ColumnMeaning, Preview } from '@leadline/contract';
import { NativeSelect, Table } from '@mantine/core';
import { MEANING_WORDS } from './import-words.ts';
import classes from './imports.module.css';

interface MappingTableProps {
  readonly columns: Readonly<Preview['columns']>;
  readonly onChange: (name: string, meaning: ColumnMeaning) => void;
}

const CHOICES = Object.entries(MEANING_WORDS).map(([value, label]) => ({ value, label }));

export function MappingTable({ columns, onChange }: MappingTableProps) {
  return (
    <div className={classes.framed}>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Column</Table.Th>
            <Table.Th scope="col" className={classes.wide ?? ''}>
              For example
            </Table.Th>
            <Table.Th scope="col" w={210}>
              Means
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, meaning, sample }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" className={classes.column ?? ''}>
                {name}
                <span className={classes.narrow}>{sample}</span>
              </Table.Th>
              <Table.Td className={`${classes.sample} ${classes.wide}`}>{sample ?? '–'}</Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`Meaning of ${name}`}
                  data={CHOICES}
                  value={meaning}
                  onChange={(event) => onChange(name, event.currentTarget.value as ColumnMeaning)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
