// The commands of docs/backup.md for a restore to a moment.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../../../../docs/backup.md');
const DOCUMENTED_MOMENT = '2026-11-17 14:00:00+00';

export interface DocumentedRestore {
  /** Saves the audit log since the moment as ~/changes.csv. */
  readonly saveChanges: string;
  readonly restore: string;
}

export async function readDocumentedRestore(moment: string): Promise<DocumentedRestore> {
  const text = await readFile(FILE, 'utf8');
  const section = text.slice(text.indexOf('\n## Restore\n'));
  const blocks = [...section.matchAll(/^ *```sh[^\n]*\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  const find = (word: string): string => {
    const block = blocks.find((one) => one.trimStart().startsWith(word));
    if (block === undefined || !block.includes(DOCUMENTED_MOMENT))
      throw new Error(
        `docs/backup.md has no commands that start with ${word} and contain ${DOCUMENTED_MOMENT}`,
      );
    return `set -e\n${block.replace(DOCUMENTED_MOMENT, moment)}`;
  };
  return { saveChanges: find('psql'), restore: find('mv') };
}
