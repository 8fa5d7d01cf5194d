// How many of the wins are among the leads rated highest.

import { formatShare } from '../../../components/format-number.ts';
import type { Figures } from '../../insights/figures.ts';
import { PlotPanel } from '../../insights/plot-panel.tsx';
import { describeLift, type HeldOut } from './describe-accuracy.ts';
import classes from './model.module.css';

const ONE_DIGIT = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function LiftPanel({ lift }: { readonly lift: HeldOut['lift'] }) {
  const { model, rules } = lift;
  const called = model?.called ?? rules?.called ?? 0.2;
  const bars = [
    { name: 'Model', found: model?.found ?? null, colour: 'var(--ll-accent)' },
    { name: 'Rules alone', found: rules?.found ?? null, colour: 'var(--grade-cold-solid)' },
    { name: 'At random', found: called, colour: 'var(--ll-border)' },
  ];
  const figures: Figures = {
    columns: [
      { label: 'Order' },
      { label: 'Leads called', format: formatShare },
      { label: 'Wins found', format: formatShare },
      { label: 'Times as many as at random', format: (times) => ONE_DIGIT.format(times) },
    ],
    rows: bars.map(({ name, found }) => [name, called, found, found === null ? null : found / called]),
  };
  return (
    <PlotPanel
      title="Whom to call first"
      titleOrder={3}
      takeaway={describeLift(lift)}
      figures={figures}
      fileName="leadline-model-lift"
    >
      <ul className={classes.bars} aria-label={`Share of the wins in the top ${formatShare(called)}`}>
        {bars.map(({ name, found, colour }) => (
          <li key={name}>
            <span className={classes.barName}>{name}</span>
            <span className={classes.barTrack} aria-hidden>
              <span style={{ width: `${100 * (found ?? 0)}%`, backgroundColor: colour }} />
            </span>
            <span className={`figures ${classes.barValue}`}>
              {found === null ? '–' : `${formatShare(found)} of the wins`}
            </span>
          </li>
        ))}
      </ul>
    </PlotPanel>
  );
}
