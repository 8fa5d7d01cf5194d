// The score as a waterfall chart, from 0 to the total. Built as a table, so that screen readers can read it.

import { memo } from 'react';
import { type Grade, gradeColour } from '../../../components/grade.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { useCan } from '../../../session/use-session.ts';
import { formatSum, signPoints, withoutPoints } from '../format-points.ts';
import type { LedgerEntry } from '../lead-query.ts';
import {
  type Grades,
  type LedgerLayout,
  layOutLedger,
  listThresholds,
  nameGroup,
  placeOn,
  type StepGroup,
  type Threshold,
} from './lay-out-ledger.ts';
import classes from './waterfall.module.css';

interface WaterfallProps {
  readonly ledger: readonly LedgerEntry[];
  readonly score: number;
  readonly grade: Grade;
  /** Where grades begin; null if unknown. */
  readonly grades: Grades | null;
}

/** A ledger on a scale with the grades marked. */
interface Chart extends LedgerLayout {
  readonly thresholds: readonly Threshold[];
}

export const Waterfall = memo(function Waterfall({ ledger, score, grade, grades }: WaterfallProps) {
  const thresholds = grades === null ? [] : listThresholds(grades);
  const layout: Chart = { ...layOutLedger(ledger), thresholds };
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>
        How the points add up to {score}.
        {thresholds.length > 0 &&
          ` ${thresholds.map(({ at, grade: from }) => `${from}: ${at}+`).join(', ')}.`}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={classes.head}>
            <div className={classes.pair}>
              <span>Reason</span>
              <Scale layout={layout} />
            </div>
          </th>
          <th scope="col" className={classes.figureHead}>
            Points
          </th>
          <th scope="col" className={classes.figureHead}>
            Total
          </th>
        </tr>
      </thead>
      {layout.groups.map((group) => (
        <Group key={group.key} group={group} layout={layout} />
      ))}
      <tfoot>
        <tr className={classes.total}>
          <th scope="row" className={classes.reason}>
            <div className={classes.pair}>
              <span className={classes.label}>
                Score <GradeBadge grade={grade} />
              </span>
              <Track layout={layout}>
                <span
                  className={classes.bar}
                  style={{ ...spanOf(layout, 0, score), backgroundColor: gradeColour(grade, 'solid') }}
                />
              </Track>
            </div>
          </th>
          <td className={classes.figure} />
          <td className={`${classes.figure} ${classes.sum}`}>{score}</td>
        </tr>
      </tfoot>
    </table>
  );
});

function Group({ group, layout }: { readonly group: StepGroup; readonly layout: Chart }) {
  const { start, end } = group;
  // How the top of the scale works is set by owners, and says nothing about the lead.
  const isOwner = useCan('owner');
  const steps = group.group === 'top' && !isOwner ? [] : group.steps;
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" className={classes.reason}>
          <div className={classes.pair}>
            <span className={classes.label}>{nameGroup(group.group)}</span>
            <Track layout={layout}>
              <span className={classes.net} style={spanOf(layout, start, end)} />
            </Track>
          </div>
        </th>
        <td className={classes.figure}>{signPoints(end - start)}</td>
        <td className={classes.figure}>
          <span className="only-heard">{formatSum(end)}</span>
        </td>
      </tr>
      {steps.map(({ key, entry, start: from, end: to }) => (
        <tr key={key}>
          <th scope="row" className={classes.reason}>
            <div className={classes.pair}>
              <span className={classes.text}>{withoutPoints(entry)}</span>
              <Track layout={layout}>
                <span className={classes.link} style={{ left: `${placeOn(layout, from)}%` }} />
                <span
                  className={classes.bar}
                  data-sign={Math.sign(entry.points)}
                  style={spanOf(layout, from, to)}
                />
              </Track>
            </div>
          </th>
          <td className={classes.figure} data-sign={Math.sign(entry.points)}>
            {signPoints(entry.points)}
          </td>
          <td className={classes.figure}>{formatSum(to)}</td>
        </tr>
      ))}
    </tbody>
  );
}

interface TrackProps {
  readonly layout: Chart;
  readonly children: React.ReactNode;
}

function Track({ layout, children }: TrackProps) {
  return (
    <span className={classes.track} aria-hidden>
      {layout.thresholds.map(({ at }) => (
        <span key={at} className={classes.threshold} style={{ left: `${placeOn(layout, at)}%` }} />
      ))}
      {children}
    </span>
  );
}

function Scale({ layout }: { readonly layout: Chart }) {
  return (
    <span className={classes.scale} aria-hidden>
      {[0, ...layout.thresholds.map(({ at }) => at)].map((at) => (
        <span key={at} className={classes.tick} style={{ left: `${placeOn(layout, at)}%` }}>
          {at}
        </span>
      ))}
    </span>
  );
}

function spanOf(layout: LedgerLayout, from: number, to: number): { left: string; width: string } {
  const left = placeOn(layout, Math.min(from, to));
  return { left: `${left}%`, width: `${placeOn(layout, Math.max(from, to)) - left}%` };
}
