// Lists the reasons that were added, removed or changed compared with the real lead.

import { Text } from '@mantine/core';
import { signPoints } from '../format-points.ts';
import { Section } from '../section.tsx';
import { nameGroup } from '../waterfall/lay-out-ledger.ts';
import type { Difference } from './compare-ledgers.ts';
import classes from './differences.module.css';

interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly isChanged: boolean;
  /** The engine and settings of both scores, if the stored score comes from different ones. */
  readonly comparedTo: { readonly version: string; readonly settings_version: string } | null;
}

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;
const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

export function Differences({ differences, isChanged, comparedTo }: DifferencesProps) {
  return (
    <Section title="Changes">
      {comparedTo !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          The stored score comes from another version. Both sides here use engine {comparedTo.version},
          settings {comparedTo.settings_version}.
        </Text>
      )}
      {differences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isChanged ? 'Your edits don’t change the score.' : 'No changes yet.'}
        </Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
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
