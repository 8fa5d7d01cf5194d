// What to call a lead: the name, or what else is known of who wrote.

import type { ListedLead } from '@leadline/contract';

export function nameLead({ name, email, phone }: Pick<ListedLead, 'name' | 'email' | 'phone'>): string {
  return name.trim() || email.trim() || phone.trim() || 'No name';
}

/** The ways to reach them that are not already their name; the number first, because one calls. */
export function contactOf(lead: Pick<ListedLead, 'name' | 'email' | 'phone'>): string {
  const name = nameLead(lead);
  return [lead.phone.trim(), lead.email.trim()].filter((way) => way !== '' && way !== name).join(' · ');
}
