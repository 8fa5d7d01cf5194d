// How right the model is, measured on outcomes it wasn't trained on, with the rules alone beside it.

import type { AccountModel } from '@leadline/contract';
import { Text } from '@mantine/core';
import { formatCountOf } from '../../../components/format-number.ts';
import { Section } from '../section.tsx';
import { AucPanel } from './auc-panel.tsx';
import { LiftPanel } from './lift-panel.tsx';
import classes from './model.module.css';
import { ReliabilityPanel } from './reliability-panel.tsx';

interface AccuracyProps {
  readonly heldOut: NonNullable<AccountModel['latest']>['report']['held_out'];
  readonly history: AccountModel['history'];
}

export function Accuracy({ heldOut, history }: AccuracyProps) {
  if (heldOut === null)
    return (
      <Section title="How right it is" isWide>
        <Text size="sm" c="dimmed">
          There are too few outcomes to measure it yet.
        </Text>
      </Section>
    );
  return (
    <Section
      title="How right it is"
      description={`Measured on the latest ${formatCountOf(heldOut.outcomes, 'outcome')}, 30% of all, by a model that was trained on the others only.`}
      isWide
    >
      <div className={classes.plots}>
        <ReliabilityPanel bins={heldOut.reliability} />
        <LiftPanel lift={heldOut.lift} />
        <AucPanel heldOut={heldOut} history={history} />
      </div>
    </Section>
  );
}
