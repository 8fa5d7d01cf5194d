// What it takes to score a lead in the browser as the server would now: the engine and the account's live settings.

import type { Settings } from '@leadline/engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '../../api/settings-query.ts';
import { type Engine, useEngine } from './use-engine.ts';

export interface Scorer {
  readonly engine: Engine;
  readonly settings: Settings;
}

export interface Scoring {
  readonly engine: Engine | undefined;
  /** Null until both are loaded. */
  readonly scorer: Scorer | null;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** A version is published rarely, and a lead that is open stays readable meanwhile. */
const STALE_MS = 60_000;

export function useScoring(): Scoring {
  const engine = useEngine();
  const settings = useQuery({ ...settingsQuery, staleTime: STALE_MS });
  // Only these: a saved draft must not score the lead again.
  const live = settings.data?.live.settings;
  const scorer = useMemo(
    () => (engine.data === undefined || live === undefined ? null : makeScorer(engine.data, live)),
    [engine.data, live],
  );
  const failed = [engine, settings].filter(({ data, error }) => data === undefined && error !== null);
  return {
    engine: engine.data,
    scorer,
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

/** Like the server, uses the defaults if the engine rejects what an earlier one accepted. */
function makeScorer(engine: Engine, live: Readonly<Record<string, unknown>>): Scorer {
  const read = engine.readSettings(live);
  return { engine, settings: read.ok ? read.settings : engine.DEFAULT_SETTINGS };
}

/** The grade thresholds of these settings. Null if the page doesn't know them, because another version is live by now. */
export function findGrades(scorer: Scorer | null, settingsVersion: string): Settings['grades'] | null {
  if (scorer === null) return null;
  const known = [scorer.settings, scorer.engine.DEFAULT_SETTINGS];
  return known.find(({ version }) => version === settingsVersion)?.grades ?? null;
}
