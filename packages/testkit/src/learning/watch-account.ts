// Looks for drift every Monday, as a worker does, and keeps track of what is open.

import { type Drift, DriftTable, findDrifts, type KnownDrift, type ReceivedLead } from '@leadline/learning';

export interface Alarm extends Drift {
  /** At which Monday it was found. */
  readonly foundAt: Date;
}

const WEEK_MS = 7 * 86_400_000;

/** Looks at every Monday from `from` on, `looks` times. Nobody acknowledges anything. */
export function watchAccount(leads: readonly ReceivedLead[], from: Date, looks: number): Alarm[] {
  const table = new DriftTable();
  for (const lead of leads) table.add(lead);
  const alarms: Alarm[] = [];
  let known: KnownDrift[] = [];
  for (let look = 0; look < looks; look++) {
    const now = new Date(from.getTime() + look * WEEK_MS);
    const { found, passed, settled } = findDrifts(table, { now, known });
    known = known.map((drift): KnownDrift => {
      if (passed.includes(drift.id)) return { ...drift, state: 'passed', until: now };
      return settled.includes(drift.id) ? { ...drift, state: 'accepted' } : drift;
    });
    for (const drift of found) {
      alarms.push({ ...drift, foundAt: now });
      known.push({
        ...drift,
        id: String(alarms.length),
        state: 'open',
        before: drift.before.share,
        after: drift.after.share,
        until: null,
      });
    }
  }
  return alarms;
}
