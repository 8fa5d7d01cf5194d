// The most important numbers, at the top of the page.

import type { Insights, WinRate } from '@leadline/contract';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { formatBounds } from './interval-plot.tsx';
import classes from './key-figures.module.css';

interface KeyFiguresProps {
  readonly insights: Insights;
  readonly win: WinRate;
}

export function KeyFigures({ insights: { leads, open, grades }, win }: KeyFiguresProps) {
  return (
    <dl className={classes.cards}>
      <KeyFigure
        name="Leads"
        value={formatCount(leads)}
        note={`including ${formatCount(grades.Spam)} spam`}
      />
      <KeyFigure name="Open" value={formatCount(open)} note={`${formatShare(open / leads)} of leads`} />
      <KeyFigure
        name="Hot"
        value={formatShare(grades.Hot / leads)}
        note={formatCountOf(grades.Hot, 'lead')}
      />
      <KeyFigure name="Won" value={formatCount(win.won)} note={`${formatCount(win.lost)} lost`} />
      <KeyFigure
        name="Win rate"
        value={win.rate === null ? '–' : formatShare(win.rate)}
        note={
          win.low === null || win.high === null
            ? 'no outcomes yet'
            : `likely ${formatBounds(win.low, win.high)}, from ${formatCountOf(win.won + win.lost, 'outcome')}`
        }
      />
    </dl>
  );
}

interface KeyFigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function KeyFigure({ name, value, note }: KeyFigureProps) {
  return (
    <div className={classes.card}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  );
}
