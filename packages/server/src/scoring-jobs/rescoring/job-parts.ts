// What every backtest and rescore needs.

import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { Installation } from '../../platform/db/installation.ts';

export interface JobParts {
  readonly db: Installation;
  readonly compute: Pick<ComputePool, 'run'>;
  /** Interrupts the job. A worker resumes it later. */
  readonly signal: AbortSignal;
}
