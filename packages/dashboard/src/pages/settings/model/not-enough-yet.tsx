// How far the account is from its first model, and what will happen then.

import type { AccountModel } from '@leadline/contract';
import { Progress, Text } from '@mantine/core';
import { formatCount } from '../../../components/format-number.ts';
import classes from './model.module.css';

export function NotEnoughYet({ model: { outcomes, latest } }: { readonly model: AccountModel }) {
  const recorded = outcomes.won + outcomes.lost;
  const missing = latest?.verdict.missing ?? null;
  const needed = latest === null || missing === null ? null : latest.outcomes + missing;
  return (
    <div className={classes.halves}>
      {needed !== null && (
        <div>
          <h3 className={classes.subtitle}>What is missing</h3>
          <Progress.Root size="lg">
            <Progress.Section
              value={Math.min(100, (100 * recorded) / needed)}
              aria-label="Outcomes recorded"
              aria-valuetext={`${formatCount(recorded)} of about ${formatCount(needed)}`}
            />
          </Progress.Root>
          <Text size="sm" mt="xs" className="figures">
            {formatCount(recorded)} of about {formatCount(needed)} won or lost leads
          </Text>
        </div>
      )}
      <div>
        <h3 className={classes.subtitle}>What happens then</h3>
        <ol className={classes.steps}>
          <li>At night, the model learns what your won leads have in common.</li>
          <li>It predicts your latest leads, whose outcome is known but which it has not seen.</li>
          <li>
            Only if it predicts them better than the rules alone, it goes live. This page shows how it does.
          </li>
        </ol>
      </div>
    </div>
  );
}
