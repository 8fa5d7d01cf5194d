// The rule for new migrations: the previous release keeps working on the new schema, and nobody waits for longer than a
// moment. See docs/decisions/0043-expand-and-contract.md.

import type { MigrationFile, MigrationStep } from './read-migration.ts';

/** `released` is the version of the last release. Returns a sentence for each statement that breaks the rule. */
export function findRuleBreaks({ name, steps }: MigrationFile, released: string): string[] {
  return steps.flatMap((step) =>
    step.effects.flatMap(({ action, problem, removes }) => {
      const breaks: string[] = [];
      if (problem !== undefined && !step.allowsLock)
        breaks.push(`${name} ${action}: ${problem}. Or explain it above the statement: "-- allow lock: …"`);
      if (removes !== undefined) breaks.push(...checkRemoval(name, action, removes, step, released));
      return breaks;
    }),
  );
}

function checkRemoval(
  name: string,
  action: string,
  removes: string,
  { unusedSince }: MigrationStep,
  released: string,
): string[] {
  if (unusedSince === null)
    return [
      `${name} ${action}: the previous release may still use ${removes}. If it doesn't, name the release that stopped above the statement: "-- unused since ${released}: …"`,
    ];
  return isNewer(unusedSince, released)
    ? [`${name} ${action}: ${unusedSince} isn't released yet, and ${released} may still use ${removes}`]
    : [];
}

const isNewer = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) > 0;

/** What the migrations remove on purpose. */
export const listRemovals = (files: readonly MigrationFile[]): string[] =>
  files.flatMap(({ steps }) =>
    steps.flatMap(({ effects, unusedSince }) =>
      unusedSince === null ? [] : effects.flatMap(({ removes }) => removes ?? []),
    ),
  );
