// Win rates by time to first contact: do leads that hear back sooner win more often?

import type { Insights } from '@leadline/contract';
import { Table, Text } from '@mantine/core';
import { formatCount, formatShare } from '../../components/format-number.ts';
import type { Figures } from './figures.ts';
import classes from './grade-outcomes.module.css';
import { IntervalPlot } from './interval-plot.tsx';
import { judgeContact } from './judge-contact.ts';
import { PlotPanel } from './plot-panel.tsx';
import { hasFindings } from './trends.ts';

export function ContactSpeed({ insights }: { readonly insights: Insights }) {
  const { contact, win: overall } = insights;
  const figures: Figures = {
    columns: [
      { label: 'First contact' },
      { label: 'Leads' },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
    ],
    rows: contact.ranges.map(({ label, leads, win }) => [
      label,
      leads,
      win.won,
      win.lost,
      win.rate,
      win.low,
      win.high,
    ]),
  };
  return (
    <PlotPanel
      title="Does a fast reply win more?"
      takeaway={
        hasFindings(insights) && <span className={classes.verdict}>{judgeContact(contact).text}</span>
      }
      figures={figures}
      period={insights}
      fileName="leadline-contact-speed"
    >
      <Table className={classes.table ?? ''} data-wide-names fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>First contact</Table.Th>
            <Table.Th ta="right">Leads</Table.Th>
            <Table.Th className={classes.rate ?? ''}>Win rate</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contact.ranges.map(({ label, leads, win }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              <Table.Td ta="right">{formatCount(leads)}</Table.Td>
              <Table.Td>
                <IntervalPlot win={win} overallRate={overall.rate} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        From receiving a lead to its first change of status, around the clock. Without spam. Imported outcomes
        have no contact time and count as “No contact recorded”.
      </Text>
    </PlotPanel>
  );
}
