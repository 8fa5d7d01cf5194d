// Says how much disk space a filling needs, and refuses to start with less.

import { statfsSync } from 'node:fs';
import { formatStorage } from '@leadline/server/testing';

/** 3,000 for tables and indexes, measured with 200,000 leads, and half as much again for building indexes and for growth. */
const BYTES_PER_LEAD = 4_500;
/** The write-ahead log at its largest, the schema, and what measuring stores. */
const FIXED_BYTES = 12e9;

export function requireDisk(folder: string, leads: number): void {
  const needed = FIXED_BYTES + leads * BYTES_PER_LEAD;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  process.stderr.write(
    `${leads.toLocaleString('en')} leads need about ${formatStorage(needed)} in ${folder}, which has ${formatStorage(free)} left\n`,
  );
  if (free < needed)
    throw new Error(
      `Not enough disk space: free ${formatStorage(needed - free)} more, set TMPDIR to a larger disk, or take fewer leads with --leads.`,
    );
}
