// Leads as the writer takes them, by default each of a person and a request of its own.

import { firstIdOf, makeId, timeOfId } from '../../src/base/ids.ts';
import type { Contact } from '../../src/leads/contact.ts';
import type { LeadToWrite } from '../../src/leads/write-leads.ts';
import { firstDayOf } from '../../src/quota/month.ts';

export type LeadChanges = Partial<Omit<LeadToWrite, 'accountId' | 'contact'>> & {
  readonly contact?: Partial<Contact>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Shows only what matters to the test. */
export function makeLeadToWrite(accountId: string, { contact, ...changes }: LeadChanges = {}): LeadToWrite {
  const leadId = changes.leadId ?? makeId();
  const receivedAt = timeOfId(leadId);
  return {
    accountId,
    leadId,
    month: firstDayOf(receivedAt),
    monthlyLimit: null,
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

/** Linked by what it is signed with, unless the test says otherwise. */
const makeContact = ({ email = '', phone = '', ...rest }: Partial<Contact>): Contact => ({
  email,
  phone,
  name: '',
  surname: '',
  linkEmail: email,
  linkPhone: phone,
  ...rest,
});
