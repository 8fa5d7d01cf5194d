// The reasons that came, went or weigh otherwise, beside the lead as it is.

import { Text } from '@mantine/core';
import { signPoints } from '../format-points.ts';
import { Section } from '../section.tsx';
import { nameGroup } from '../waterfall/lay-out-ledger.ts';
import type { Difference } from './compare-ledgers.ts';
import classes from './differences.module.css';

interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly isChanged: boolean;
  /** The engine that scored the other side, where it is not the one of the stored score. */
  readonly comparedTo: string | null;
}

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;
const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

export function Differences({ differences, isChanged, comparedTo }: DifferencesProps) {
  return (
    <Section title="Differences to the lead as it is">
      {comparedTo !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          The stored score is of another version; both sides here are by engine {comparedTo}.
        </Text>
      )}
      {differences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isChanged ? 'The changes move no points.' : 'Nothing is changed yet.'}
        </Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">As it is</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, kind, group, text, before, after }) => (
              <tr key={key} data-kind={kind}>
                <th scope="row">
                  <span className={classes.sign} aria-hidden>
                    {SIGNS[kind]}
                  </span>
                  <span className="only-heard">{WORDS[kind]}: </span>
                  <span>
                    <span className={classes.group}>{nameGroup(group)}</span> {text}
                  </span>
                </th>
                <td>{before === null ? '' : signPoints(before)}</td>
                <td>{after === null ? '' : signPoints(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
