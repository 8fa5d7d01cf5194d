// The lead's name, or their email or phone number if there is no name.

import type { ListedLead } from '@leadline/contract';

export function nameLead({ name, email, phone }: Pick<ListedLead, 'name' | 'email' | 'phone'>): string {
  return name.trim() || email.trim() || phone.trim() || 'No name';
}

/** Contact details that aren't already used as the name. The phone number comes first, because reps call. */
export function contactOf(lead: Pick<ListedLead, 'name' | 'email' | 'phone'>): string {
  const name = nameLead(lead);
  return [lead.phone.trim(), lead.email.trim()].filter((way) => way !== '' && way !== name).join(' · ');
}
