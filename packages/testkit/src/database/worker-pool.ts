// A pool with the worker's role, for tests that do the worker's work themselves.

import { openPool } from '@leadline/server';
import type pg from 'pg';

export const openWorkerPool = (databaseUrl: string): pg.Pool =>
  openPool(databaseUrl, { size: 2, role: 'leadline_worker' });
