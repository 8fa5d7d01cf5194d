// Placeholder rows with the same layout and height as the real ones.

import classes from './lead-grid.module.css';
import { useRowSize } from './use-row-size.ts';

const CELLS = ['grade', 'priority', 'person', 'why', 'next', 'age', 'work'] as const;

export function GridSkeleton({ rows = 10 }: { readonly rows?: number }) {
  const { height, covered } = useRowSize();
  return (
    <div role="status" aria-label="Loading leads" className={`${classes.grid} ${classes.skeleton}`}>
      {covered === 34 && <div className={classes.head} />}
      <div className={classes.body} style={{ height: rows * height }}>
        {Array.from({ length: rows }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
            key={row}
            className={classes.row}
            style={{ height, transform: `translateY(${row * height}px)` }}
          >
            <span className={classes.check} />
            {CELLS.map((cell) => (
              <span key={cell} className={classes[cell]}>
                <span className={classes.bone} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
