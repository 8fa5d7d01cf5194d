// A chart's numbers as a table.

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount, formatCountOf } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import { type Cell, type Column, type Figures, readValue } from './figures.ts';
import classes from './plot-panel.module.css';
import shadow from './scroll-shadow.module.css';

interface FiguresTableProps {
  readonly title: string;
  readonly figures: Figures;
}

export function FiguresTable({ title, figures: { columns, rows } }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table has to be scrollable by keyboard
    <section className={`${classes.figures} ${shadow.scroll}`} tabIndex={0} aria-label={`Table: ${title}`}>
      <Table stickyHeader fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label }, index) => (
              <Table.Th key={label} data-figure={index > 0 || undefined}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two sources can have the same label
            <Table.Tr key={row}>
              <Table.Th scope="row" fw={400}>
                {name === undefined ? '' : formatCell(name, columns[0])}
              </Table.Th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
                <Table.Td key={index} data-figure>
                  {formatCell(cell, columns[index + 1])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function formatCell(cell: Cell, column: Column | undefined): ReactNode {
  const value = readValue(cell);
  if (value === null) return '–';
  const text = typeof value === 'string' ? value : (column?.format ?? formatCount)(value);
  if (typeof cell !== 'object' || cell === null) return text;
  return (
    <TextLink to={cell.to} title={cell.leads === undefined ? undefined : formatCountOf(cell.leads, 'lead')}>
      {text}
    </TextLink>
  );
}
