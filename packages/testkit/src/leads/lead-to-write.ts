// Makes leads in the form the lead writer expects. By default, each has its own person and request.

import type { Contact, LeadToWrite } from '@leadline/server/testing';
import { firstDayOf, firstIdOf, makeId, timeOfId } from '@leadline/server/testing';

export type LeadChanges = Partial<Omit<LeadToWrite, 'accountId' | 'contact'>> & {
  readonly contact?: Partial<Contact>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a complete lead, so that a test only has to specify the fields it is about. */
export function makeLeadToWrite(accountId: string, { contact, ...changes }: LeadChanges = {}): LeadToWrite {
  const leadId = changes.leadId ?? makeId();
  const receivedAt = timeOfId(leadId);
  return {
    accountId,
    leadId,
    month: firstDayOf(receivedAt),
    monthlyLimit: null,
    storageLimit: null,
    fingerprint: leadId,
    rememberedFrom: firstIdOf(new Date(receivedAt.getTime() - DAY_MS)),
    bodyHash: leadId,
    isLinked: true,
    score: 50,
    grade: 'Warm',
    source: 'google',
    contact: makeContact({ email: `${leadId}@example.org`, ...contact }),
    leadJson: '{}',
    scoredJson: JSON.stringify({ of: leadId }),
    ...changes,
  };
}

/** Linked by its own email and phone unless the test specifies something else. */
const makeContact = ({ email = '', phone = '', ...rest }: Partial<Contact>): Contact => ({
  email,
  phone,
  name: '',
  surname: '',
  linkEmail: email,
  linkPhone: phone,
  ...rest,
});
