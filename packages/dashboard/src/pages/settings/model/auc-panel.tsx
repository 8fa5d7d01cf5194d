// How well won leads are told from lost ones, training by training.

import type { AccountModel } from '@leadline/contract';
import { Text } from '@mantine/core';
import { formatDay } from '../../../components/format-moment.ts';
import { formatShare } from '../../../components/format-number.ts';
import { useNow } from '../../../components/relative-time.tsx';
import type { Figures } from '../../insights/figures.ts';
import { PlotPanel } from '../../insights/plot-panel.tsx';
import { describeAuc, type HeldOut } from './describe-accuracy.ts';
import { LinePlot } from './lazy-line-plot.ts';

const HEIGHT = 240;
/** One training is no development. */
const MIN_POINTS = 2;

interface AucPanelProps {
  readonly heldOut: Pick<HeldOut, 'outcomes' | 'auc'>;
  readonly history: AccountModel['history'];
}

export function AucPanel({ heldOut, history }: AucPanelProps) {
  const now = useNow();
  const formatTime = (at: string): string => formatDay(new Date(at), now);
  const figures: Figures = {
    columns: [
      { label: 'Trained' },
      { label: 'Outcomes' },
      { label: 'Model', format: formatShare },
      { label: 'Model, lower bound (90%)', format: formatShare },
      { label: 'Model, upper bound (90%)', format: formatShare },
      { label: 'Rules alone', format: formatShare },
    ],
    rows: history.map(({ trained_at, outcomes, auc: measured }) => [
      formatTime(trained_at),
      outcomes,
      measured?.model?.value ?? null,
      measured?.model?.low ?? null,
      measured?.model?.high ?? null,
      measured?.rules?.value ?? null,
    ]),
  };
  const data = history.flatMap(({ trained_at, auc: measured }) =>
    measured?.model == null || measured.rules === null
      ? []
      : [{ x: trained_at, Model: measured.model.value, 'Rules alone': measured.rules.value }],
  );
  return (
    <PlotPanel
      title="Does it tell won from lost? (AUC)"
      titleOrder={3}
      takeaway={describeAuc(heldOut)}
      figures={figures}
      fileName="leadline-model-auc"
      height={HEIGHT}
      isWide
    >
      {data.length < MIN_POINTS ? (
        <Text size="sm" c="dimmed">
          From the second training on, a chart shows here how it develops.
        </Text>
      ) : (
        <LinePlot
          label="How often a won lead is rated above a lost one, by training"
          data={data}
          series={[
            { name: 'Model', color: 'var(--ll-accent)' },
            { name: 'Rules alone', color: 'var(--grade-cold-solid)' },
          ]}
          height={HEIGHT}
          formatX={formatTime}
          formatY={formatShare}
        />
      )}
    </PlotPanel>
  );
}
