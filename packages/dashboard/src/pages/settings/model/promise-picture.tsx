// What the model expected of the leads it rated highest and lowest, and what happened to them.

import { formatShare } from '../../../components/format-number.ts';
import type { HeldOut } from './describe-accuracy.ts';
import { groupPromises } from './group-promises.ts';
import classes from './model.module.css';

export function PromisePicture({ bins }: { readonly bins: HeldOut['reliability'] }) {
  return (
    <ul className={classes.bars} aria-label="Expected and won, by rating">
      {groupPromises(bins).map(({ name, expected, won }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={classes.barTrack} aria-hidden>
            <span style={{ width: `${100 * won}%`, backgroundColor: 'var(--ll-accent)' }} />
            <span className={classes.expected} style={{ left: `${100 * expected}%` }} />
          </span>
          <span className="figures">
            <strong>{formatShare(won)} won</strong>, {formatShare(expected)} expected
          </span>
        </li>
      ))}
    </ul>
  );
}
