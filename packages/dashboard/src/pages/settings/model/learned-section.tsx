// What the model learned, field by field, with the leads and wins behind each answer.

import type { AccountModel } from '@leadline/contract';
import { Accordion, Table, Text } from '@mantine/core';
import { formatCount, formatCountOf, formatShare } from '../../../components/format-number.ts';
import { signPoints } from '../../lead/format-points.ts';
import { Section } from '../section.tsx';
import { describeRange, type Field, nameLevel } from './describe-learned.ts';
import classes from './model.module.css';

type Latest = NonNullable<AccountModel['latest']>;

interface LearnedSectionProps {
  readonly learned: Latest['report']['learned'];
  readonly outcomes: Pick<Latest, 'outcomes' | 'won'>;
  readonly isInUse: boolean;
}

export function LearnedSection({ learned, outcomes: { outcomes, won }, isInUse }: LearnedSectionProps) {
  return (
    <Section
      title="What it learned"
      description={`${isInUse ? '' : 'Not in use: the latest training isn’t live, so no lead gets these points. '}Fields that matter most come first. Overall, ${formatShare(won / Math.max(1, outcomes))} of ${formatCountOf(outcomes, 'lead')} were won. Points compare with what the rest of a lead suggests. No answer counts for more than the limit.`}
      isWide
    >
      {learned.length === 0 ? (
        <Text size="sm" c="dimmed">
          No field makes a difference of a point yet.
        </Text>
      ) : (
        <Accordion multiple defaultValue={learned.slice(0, 2).map((_, index) => String(index))} order={3}>
          {learned.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields can have the same label
            <Accordion.Item key={index} value={String(index)}>
              <Accordion.Control>
                <span className={classes.fieldHead}>
                  <span className={classes.fieldName}>{field.label}</span>
                  <span className={classes.fieldRange}>{describeRange(field)}</span>
                </span>
              </Accordion.Control>
              <Accordion.Panel>
                <Levels field={field} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Section>
  );
}

function Levels({ field: { label, levels } }: { readonly field: Field }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={`Learned: ${label}`}>
      <Table fz="sm" verticalSpacing={6} className={classes.levels ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Answer</Table.Th>
            {/* Second, so that a phone shows it without scrolling. */}
            <Table.Th data-figure>Points</Table.Th>
            <Table.Th data-figure>Leads</Table.Th>
            <Table.Th data-figure>Won</Table.Th>
            <Table.Th data-figure>Win rate</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {levels.map(({ label: level, leads, won, points, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shortened answers can be the same
            <Table.Tr key={index}>
              <Table.Th scope="row" fw={400}>
                {nameLevel(level, label)}
                <span className={classes.evidence}>{text}</span>
              </Table.Th>
              <Table.Td data-figure className={classes.points ?? ''} data-sign={Math.sign(points)}>
                {signPoints(points)}
              </Table.Td>
              <Table.Td data-figure>{formatCount(leads)}</Table.Td>
              <Table.Td data-figure>{formatCount(won)}</Table.Td>
              <Table.Td data-figure>{leads === 0 ? '–' : formatShare(won / leads)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
