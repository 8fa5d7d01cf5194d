// What a bar consists of, and the total. Small, so that the bars next to it stay visible.

import { formatCount } from '../../components/format-number.ts';
import classes from './bar-tooltip.module.css';

export interface BarPart {
  readonly name: string;
  readonly color: string;
  readonly count: number;
}

interface BarTooltipProps {
  readonly title: string;
  readonly parts: readonly BarPart[];
}

export function BarTooltip({ title, parts }: BarTooltipProps) {
  const shown = parts.filter(({ count }) => count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.tooltip}>
      <b className={classes.row}>
        {title}
        <span>{formatCount(total)}</span>
      </b>
      {parts.length > 1 &&
        shown.map(({ name, color, count }) => (
          <span key={name} className={classes.row}>
            <span>
              <span className={classes.swatch} style={{ backgroundColor: color }} />
              {name}
            </span>
            <span>{formatCount(count)}</span>
          </span>
        ))}
    </div>
  );
}
