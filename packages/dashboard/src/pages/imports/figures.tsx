// How many rows were read, stored and rejected.

import type { Import } from '@leadline/contract';
import { formatCount } from '../../components/format-number.ts';
import classes from './imports.module.css';

export function Figures({ import: { progress } }: { readonly import: Import }) {
  const figures: readonly (readonly [string, number])[] = [
    ['Rows read', progress.rows_read],
    ['Leads stored', progress.stored],
    ['Rows rejected', progress.refused],
    ...(progress.removed > 0 ? [['Leads removed', progress.removed] as const] : []),
    ...(progress.repeated > 0 ? [['Identical rows', progress.repeated] as const] : []),
    ...(progress.unassigned > 0 ? [['Without an assignee', progress.unassigned] as const] : []),
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
