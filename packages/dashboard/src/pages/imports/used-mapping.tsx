// What each column of an imported file was mapped to.

import type { ColumnMeaning, Import } from '@leadline/contract';
import { Table, Title } from '@mantine/core';
import { MEANING_LABELS } from './import-labels.ts';
import classes from './imports.module.css';

export function UsedMapping({ mapping }: { readonly mapping: NonNullable<Import['mapping']> }) {
  return (
    <section aria-labelledby="used-mapping">
      <Title order={2} id="used-mapping" mb="xs">
        Columns
      </Title>
      <div className={classes.framed}>
        <Table layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Column</Table.Th>
              <Table.Th scope="col">Mapped to</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(mapping as Readonly<Record<string, ColumnMeaning>>).map(([column, meaning]) => (
              <Table.Tr key={column}>
                <Table.Th scope="row" className={classes.column ?? ''}>
                  {column}
                </Table.Th>
                <Table.Td>{MEANING_LABELS[meaning]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
