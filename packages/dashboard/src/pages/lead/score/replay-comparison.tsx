// Compares the stored score with a new one, reason by reason.

import type { ReplayResult } from '@leadline/contract';
import { signPoints } from '../format-points.ts';
import { nameGroup } from '../waterfall/lay-out-ledger.ts';
import classes from './replay-comparison.module.css';

type Replay = ReplayResult['data'];

export function ReplayComparison({ replay }: { readonly replay: Replay }) {
  const { identical, stored, replayed, differences } = replay;
  if (identical)
    return (
      <p className={classes.summary}>
        Same result: {replayed.score} ({replayed.grade}), with the same {replayed.ledger.length} reasons.
      </p>
    );
  return (
    <>
      <p className={classes.summary}>
        {stored.score === replayed.score && stored.grade === replayed.grade
          ? `Same score, ${stored.score}, but the reasons differ.`
          : `Different result: was ${stored.score} (${stored.grade}), now ${replayed.score} (${replayed.grade}).`}{' '}
        {stored.version === replayed.version
          ? `Both with engine ${stored.version}.`
          : `Engine ${stored.version} then, ${replayed.version} now.`}{' '}
        The stored score is kept.
      </p>
      {differences.length > 0 && <Differences replay={replay} />}
    </>
  );
}

function Differences({ replay: { stored, replayed, differences } }: { readonly replay: Replay }) {
  const entries = [...replayed.ledger, ...stored.ledger];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Then</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ group, code, stored_points, replayed_points }) => (
          <tr key={`${group} ${code}`}>
            <th scope="row">
              {nameGroup(group)}:{' '}
              {entries.find((entry) => entry.group === group && entry.code === code)?.text ?? code}
            </th>
            <td>{stored_points === null ? 'none' : signPoints(stored_points)}</td>
            <td>{replayed_points === null ? 'none' : signPoints(replayed_points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
