// The budget as the lead wrote it, and how it was interpreted.

import type { Facts } from '@leadline/engine';
import { Text } from '@mantine/core';
import { signPoints, withoutPoints } from '../format-points.ts';
import type { Lead, LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './budget-card.module.css';

interface BudgetCardProps {
  readonly lead: Lead;
  readonly result: LeadData['result'];
  /** Null until the engine is loaded. */
  readonly budget: Facts['budget'] | null;
}

const WHERE = { field: 'the budget field', answer: 'an answer', message: 'the message' } as const;
const CONFIDENCE = {
  high: 'High confidence: the currency is stated',
  medium: 'Medium confidence: no currency stated',
  low: 'Low confidence: several numbers, no currency',
} as const;

export function BudgetCard({ lead, result, budget }: BudgetCardProps) {
  const entry = result.ledger.find(({ group }) => group === 'budget');
  return (
    <Section
      title="Budget"
      aside={
        entry !== undefined && (
          <Text size="sm" fw={600} className="figures">
            {signPoints(entry.points)}
          </Text>
        )
      }
    >
      {lead.budget !== '' && <p className={classes.written}>“{lead.budget}”</p>}
      <p className={classes.read}>
        {entry === undefined ? 'No budget stated.' : withoutPoints(entry)}
        {budget !== null && budget.from !== null && budget.stated && `, read from ${WHERE[budget.from]}`}
      </p>
      {budget?.stated && <p className={classes.sure}>{CONFIDENCE[budget.confidence]}</p>}
      {budget !== null && budget.trace.length > 0 && <Steps trace={budget.trace} />}
    </Section>
  );
}

function Steps({ trace }: Pick<Facts['budget'], 'trace'>) {
  return (
    <table className={classes.steps}>
      <caption className="only-heard">How the budget was read</caption>
      <thead>
        <tr>
          <th scope="col">Text</th>
          <th scope="col">Read as</th>
        </tr>
      </thead>
      <tbody>
        {trace.map(({ text, read }) => (
          <tr key={`${text} ${read}`}>
            <td>{text}</td>
            <td>{read}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
