// Questions that the model doesn't learn from, and why.

import type { AccountModel } from '@leadline/contract';
import { Text } from '@mantine/core';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';

type LeftOut = NonNullable<AccountModel['latest']>['report']['left_out'];

const REASONS: Readonly<Record<string, string>> = {
  filled_after_outcome: 'Filled in after the outcome',
  empty_on_open_leads: 'Empty on open leads',
  predicts_too_well: 'Gives the outcome away',
  free_text: 'Free text',
};

export function LeftOutSection({ leftOut }: { readonly leftOut: LeftOut }) {
  return (
    <Section
      title="What it left out"
      description="Answers that weren’t known when the lead arrived can’t help to score it. Names, gender, religion, nationality, language and country are never used."
      isWide
    >
      {leftOut.length === 0 ? (
        <Text size="sm" c="dimmed">
          No other question was left out.
        </Text>
      ) : (
        <ul className={rows.rows} aria-label="What it left out">
          {leftOut.map(({ question, reason, detail }) => (
            <li key={question} className={rows.row}>
              <div className={rows.what}>
                <div className={rows.name}>
                  {question}
                  <span className={rows.tag}>{REASONS[reason] ?? 'Left out'}</span>
                </div>
                <div className={rows.facts}>{detail}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
