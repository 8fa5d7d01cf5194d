// Corrects the name, email, phone number and company of a lead.

import { ContactBody, LeadDetail } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { CORRECTABLE_FIELDS, correctLead } from '@leadline/engine';
import { firstDayOf } from '../../../accounts/quota/month.ts';
import { requireStorage } from '../../../accounts/quota/storage.ts';
import { SCORE_LEADS } from '../../../leads/intake/compute-tasks.ts';
import { isLarge } from '../../../leads/intake/lead-size.ts';
import { type LeadToScore, type ScoredLead, scoreToStore } from '../../../leads/intake/score-to-store.ts';
import { findLead } from '../../../leads/record/get-lead.ts';
import { identifyRequest } from '../../../leads/record/identify-request.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId, timeOfId } from '../../../platform/base/ids.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { correctLead as storeCorrection } from '../../../work/correct-lead.ts';
import { getLeadDetail } from '../../../work/get-lead-detail.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, idParam } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

type ContactParts = PartsOf<'gate' | 'db' | 'compute' | 'settings' | 'models'>;

/** A correction is no request of a form. */
const NO_MARKS = { idempotencyKey: null, intakeKeyId: null, deliveryId: null, isLegacy: false };

export function addContact(app: App, { gate, db, compute, settings, models }: ContactParts): void {
  app.patch(PATHS.leadContact, {
    bodyLimit: SMALL_BODY,
    onRequest: admitCaller(gate),
    config: { turns: 'computations' },
    schema: {
      operationId: 'correctContact',
      summary: 'Correct the name, email, phone number or company of a lead',
      description: 'What it was before stays in the timeline.',
      tags: ['Leads'],
      params: idParam({ id: 'lead' }),
      body: ContactBody,
      response: { 200: LeadDetail, ...errorsOf(400, 401, 402, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const { rescore, revision, ...values } = request.body;
      for (const field of CORRECTABLE_FIELDS) checkText(field, values[field] ?? '');
      const leadId = readId('lead', request.params.id);
      const found =
        leadId === null ? null : await enterAccount(db, caller, (scope) => findLead(scope, leadId));
      if (found === null) throw noSuchLead();
      const { lead, corrections } = correctLead(found.lead, values);
      if (lead.email === '' && lead.phone === '')
        throw new DomainError('missing_contact', 'a lead needs an email or a phone number');
      const toScore: LeadToScore = {
        owner: caller,
        leadId: found.id,
        lead,
        assessment: found.result.assessment ?? null,
        settings: await settings.of(caller),
        model: await models.of(caller),
        month: firstDayOf(timeOfId(found.id)),
        identity: identifyRequest(found.id, lead, NO_MARKS),
        isLinked: false,
      };
      const { liveAccountId } = caller;
      const scored = isLarge(lead)
        ? ((await compute.run(liveAccountId, SCORE_LEADS, [toScore]))[0] as ScoredLead)
        : compute.mainThread.run(liveAccountId, () => scoreToStore(toScore));
      const seen = { ...found, revision: revision ?? found.revision };
      const detail = await enterAccount(db, caller, async (scope) => {
        await requireStorage(scope, caller.storageLimit);
        const isStored =
          corrections.length === 0 ||
          (await storeCorrection(scope, { found: seen, corrections, scored, rescore }));
        return isStored ? getLeadDetail(scope, found.id) : null;
      });
      if (detail === null) throw noSuchLead();
      return succeed(detail);
    },
  });
}

const noSuchLead = (): DomainError => new DomainError('not_found', 'no such lead');
