// Reads a migration file: what each statement does, and what its comments allow. See
// docs/decisions/0043-expand-and-contract.md.

import type { Effect } from './effect.ts';
import { readEffects } from './read-effects.ts';
import { type Statement, splitStatements } from './split-statements.ts';

export interface MigrationStep {
  readonly statement: Statement;
  readonly effects: readonly Effect[];
  /** The first release that doesn't use what this removes, from "-- unused since 1.2.0: reason". */
  readonly unusedSince: string | null;
  /** From "-- allow lock: reason". */
  readonly allowsLock: boolean;
}

export interface MigrationFile {
  readonly name: string;
  /** Each statement commits by itself, so that it can work beside running processes. The first line is "-- online". */
  readonly isOnline: boolean;
  readonly steps: readonly MigrationStep[];
}

const NEW_TABLE = /^create table (?:if not exists )?(?:"?leadline"?\.)?"?(\w+)"?/;

export const isOnlineMigration = (text: string): boolean => /^-- online\b/.test(text);

export function readMigration(name: string, text: string): MigrationFile {
  const isOnline = isOnlineMigration(text);
  const newTables = new Set<string>();
  const steps = splitStatements(text).map((statement): MigrationStep => {
    const effects = readEffects(statement, { isOnline, newTables });
    const created = NEW_TABLE.exec(statement.plain)?.[1];
    if (created !== undefined) newTables.add(created);
    const [, unusedSince = null] = findComment(statement, /^unused since (\d+\.\d+\.\d+): \S/) ?? [];
    return {
      statement,
      effects,
      unusedSince,
      allowsLock: findComment(statement, /^allow lock: \S/) !== null,
    };
  });
  return { name, isOnline, steps };
}

function findComment({ comments }: Statement, pattern: RegExp): RegExpExecArray | null {
  for (const comment of comments) {
    const found = pattern.exec(comment);
    if (found !== null) return found;
  }
  return null;
}
