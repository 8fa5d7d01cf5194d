// Corrects how to reach the person behind a lead. The timeline keeps what it was, so that a score can be replayed from what it
// was made of.

import type { TimelineEntry } from '@leadline/contract';
import { type Correction, type Lead, undoCorrections } from '@leadline/engine';
import { sql } from 'kysely';
import type { ScoredLead } from '../leads/intake/score-to-store.ts';
import { changeStorage } from '../leads/record/change-storage.ts';
import { deleteContacts } from '../leads/record/delete-leads.ts';
import type { FoundLead } from '../leads/record/get-lead.ts';
import { queueForCrm } from '../leads/record/queue-for-crm.ts';
import { type AccountScope, withoutLimit } from '../platform/db/account-scope.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { addActivities } from './activities.ts';
import { lockLead } from './lock-leads.ts';

export interface CorrectionToStore {
  /** As it was read before the correction. */
  readonly found: FoundLead;
  readonly corrections: readonly Correction[];
  /** The corrected lead. */
  readonly scored: ScoredLead;
  readonly rescore: boolean;
}

/** Returns false if the account has no such lead any more. */
export async function correctLead(
  scope: AccountScope,
  { found, corrections, scored, rescore }: CorrectionToStore,
): Promise<boolean> {
  // Before the lead, like those who delete leads.
  await lockAccount(scope);
  if ((await lockLead(scope, found.id, found.revision)) === null) return false;
  // Contacts are shared with other leads of the person, which the caller may not see.
  return withoutLimit(scope, () => storeCorrection(scope, { found, corrections, scored, rescore }));
}

async function storeCorrection(
  scope: AccountScope,
  { found, corrections, scored, rescore }: CorrectionToStore,
): Promise<true> {
  await deleteContacts(scope, [{ ...found, email: found.lead.email, name: found.lead.name }]);
  const { contact, leadJson, score, grade, scoredJson } = scored.toWrite;
  const { rows } = await sql<{ is_rescored: boolean; added_bytes: number }>`
    select * from leadline.correct_lead(${found.id}::uuid, ${leadJson}, ${contact.phone}, ${score}::smallint, ${grade},
      ${rescore ? scoredJson : null}::text, ${contact.email}, ${contact.name}, ${contact.surname})`.execute(
    scope.transaction,
  );
  const { is_rescored: isRescored = false, added_bytes: bytes = 0 } = rows[0] ?? {};
  await addActivities(scope, [
    { leadId: found.id, kind: 'corrected', data: { corrections } },
    ...(isRescored ? [describeRescore(found, scored)] : []),
  ]);
  await changeStorage(scope, { bytes, leads: 0 });
  await queueForCrm(scope.transaction, [{ account_id: scope.accountId, id: found.id }]);
  return true;
}

function describeRescore({ id, result: before }: FoundLead, { result }: ScoredLead) {
  return {
    leadId: id,
    kind: 'rescored' as const,
    data: {
      version: result.version,
      settings_version: result.settings_version,
      ...(result.model_version === undefined ? null : { model_version: result.model_version }),
      score: result.data.score,
      grade: result.data.grade,
      previous: before.data.score,
      previous_grade: before.data.grade,
      previous_version: before.version,
      previous_settings_version: before.settings_version,
      ...(before.model_version === undefined ? null : { previous_model_version: before.model_version }),
    },
  };
}

/** The lead that its score was made from: before the corrections that came after it. */
export function leadAsScored(lead: Lead, timeline: readonly TimelineEntry[]): Lead {
  const since = timeline.slice(timeline.findLastIndex(({ event }) => event === 'rescored') + 1);
  return undoCorrections(
    lead,
    since.flatMap((entry) => (entry.event === 'corrected' ? entry.corrections : [])),
  );
}
