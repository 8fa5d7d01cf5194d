// Runs a backtest: scores leads by the live settings and by changed ones, and compares. It changes no lead, so one that is
// interrupted simply starts again.

import { MAX_BACKTESTED_LEADS } from '@leadline/contract/limits';
import { sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { readModelVersion } from '../../scoring/models/live-models.ts';
import { toContent } from '../../scoring/settings/find-version.ts';
import { readSettingsVersion } from '../../scoring/settings/live-settings.ts';
import { resolveSettings } from '../../scoring/settings/settings-version.ts';
import { BacktestTally } from './backtest-result.ts';
import { COMPARE_AGREEMENT, SCORE_TWICE } from './compute-tasks.ts';
import type { JobParts } from './job-parts.ts';
import { failJob, finishJob, type ScoringJob, saveProgress } from './job-progress.ts';
import { type LeadPart, readLeads } from './read-leads.ts';

const PROGRESS_MS = 500;
/** What the scores of the changed settings are called. They are never stored. */
const TRIED = 'backtest';

export async function runBacktest({ db, compute, signal }: JobParts, job: ScoringJob): Promise<void> {
  const { accountId } = job;
  const tried = resolveSettings(toContent(job), TRIED);
  if (!tried.ok) return failJob(db, job, tried.error);
  const before = await readSettingsVersion(db, accountId, job.version);
  const model = await readModelVersion(db, accountId, job.model_version);
  const chosen = await chooseLeads(db, accountId);
  const ids = chosen.slice(0, MAX_BACKTESTED_LEADS);
  await saveProgress(db, job, { leads: ids.length, leads_done: 0 });
  const tally = new BacktestTally();
  let savedAt = performance.now();
  let next = readLeads(db, accountId, ids);
  for (let done = 0; done < ids.length; ) {
    signal.throwIfAborted();
    const part: LeadPart = await next;
    done += part.count;
    // Read while the thread is scoring.
    next = readLeads(db, accountId, ids.slice(done));
    next.catch(() => {}); // fails again where it is awaited
    const input = { leads: part.leads, before, after: tried.settings, model };
    tally.add(await compute.run(accountId, SCORE_TWICE, input, { whenExhausted: 'wait' }));
    if (performance.now() - savedAt < PROGRESS_MS) continue;
    savedAt = performance.now();
    if (!(await saveProgress(db, job, { leads_done: done }))) return;
  }
  await next;
  const agreement = await compute.run(accountId, COMPARE_AGREEMENT, tally.decided, { whenExhausted: 'wait' });
  const result = tally.finish(agreement, chosen.length > MAX_BACKTESTED_LEADS);
  await finishJob(db, job, {
    leads_done: ids.length,
    leads_changed: result.changed,
    result: JSON.stringify(result),
  });
}

/** Those with outcomes first, newest first; one more than are scored if there are. */
async function chooseLeads(db: Installation, accountId: string): Promise<string[]> {
  const most = MAX_BACKTESTED_LEADS + 1;
  const { rows } = await sql<{ id: string }>`
    (select l.id from leadline.leads l where l.account_id = ${accountId} and l.outcome <> 'open'
     order by l.id desc limit ${most})
    union all
    (select l.id from leadline.leads l where l.account_id = ${accountId} and l.outcome = 'open'
     order by l.id desc limit ${most})
    limit ${most}`.execute(db);
  return rows.map(({ id }) => fromUuid(id));
}
