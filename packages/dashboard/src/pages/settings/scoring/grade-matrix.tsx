// How many leads go from each grade to each.

import type { BacktestResultData } from '@leadline/contract';
import { formatCount } from '../../../components/format-number.ts';
import { GRADES } from '../../../components/grade.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import classes from './scoring.module.css';

export function GradeMatrix({ moves }: { readonly moves: BacktestResultData['grades'] }) {
  const shown = GRADES.filter((grade) =>
    moves.some(({ before, after }) => before === grade || after === grade),
  );
  const count = (from: string, to: string): number =>
    moves.find(({ before, after }) => before === from && after === to)?.leads ?? 0;
  return (
    <div className={classes.matrixPart}>
      <h3 className={classes.subtitle}>Grades before and after</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard */}
      <section className={classes.matrixFrame} tabIndex={0} aria-label="Grades before and after">
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">Before</th>
              {shown.map((grade) => (
                <th key={grade} scope="col">
                  <span className="only-heard">After: </span>
                  <GradeBadge grade={grade} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((from) => (
              <tr key={from}>
                <th scope="row">
                  <GradeBadge grade={from} />
                </th>
                {shown.map((to) => {
                  const leads = count(from, to);
                  return (
                    <td key={to} data-kind={leads === 0 ? 'none' : from === to ? 'same' : 'moved'}>
                      {formatCount(leads)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
