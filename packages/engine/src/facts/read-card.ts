// What a list shows about a lead besides its contact details.

import type { Lead } from '../lead.ts';
import { findCompany, findJobTitle } from './find-company.ts';
import { readEmail } from './read-email.ts';
import { readPhone } from './read-phone.ts';

/** Empty if unknown. */
export interface Card {
  readonly company: string;
  readonly title: string;
  /** ISO code, from the phone number. */
  readonly country: string;
}

export function readCard(lead: Pick<Lead, 'email' | 'phone' | 'message' | 'custom_fields'>): Card {
  const email = readEmail(lead.email);
  const phone = readPhone(lead.phone, email?.country ?? null);
  return {
    company: findCompany(lead, email) ?? '',
    title: findJobTitle(lead) ?? '',
    country: phone === null || phone.kind === 'invalid' ? '' : (phone.country ?? ''),
  };
}
