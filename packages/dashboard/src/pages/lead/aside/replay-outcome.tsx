// A second scoring beside the first, reason by reason.

import type { ReplayResult } from '@leadline/contract';
import { signPoints } from '../format-points.ts';
import { nameGroup } from '../waterfall/lay-out-ledger.ts';
import classes from './replay-outcome.module.css';

type Replay = ReplayResult['data'];

export function ReplayOutcome({ replay }: { readonly replay: Replay }) {
  const { identical, stored, replayed, differences } = replay;
  if (identical)
    return (
      <p className={classes.told}>
        The same: {replayed.score}, {replayed.grade}, with all {replayed.ledger.length} reasons to the letter.
      </p>
    );
  return (
    <>
      <p className={classes.told}>
        {stored.score === replayed.score && stored.grade === replayed.grade
          ? `The same score, ${stored.score}, but not to the letter.`
          : `Different: then ${stored.score} (${stored.grade}), now ${replayed.score} (${replayed.grade}).`}{' '}
        {stored.version === replayed.version
          ? `Both by engine ${stored.version}.`
          : `Then by engine ${stored.version}, now by ${replayed.version}.`}{' '}
        The stored result stands.
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
