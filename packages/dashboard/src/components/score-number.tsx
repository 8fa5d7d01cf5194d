// Shows a score as a number above a thin bar: precise, yet easy to scan in a list.

import { type Grade, gradeColour } from './grade.ts';
import classes from './score-number.module.css';

interface ScoreNumberProps {
  /** 0 to 100. */
  readonly score: number;
  readonly grade: Grade;
  readonly size?: 'sm' | 'lg';
}

export function ScoreNumber({ score, grade, size = 'sm' }: ScoreNumberProps) {
  return (
    <span className={classes.score} data-size={size}>
      <span className="figures">{score}</span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          style={{ width: `${score}%`, backgroundColor: gradeColour(grade, 'solid') }}
        />
      </span>
    </span>
  );
}
