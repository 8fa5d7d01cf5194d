// What leads give as contact details. An account's rules score all leads of one kind alike, which is where learning starts from.

import type { Random } from '@leadline/learning';

/** `placeholder`: everyone has the same made-up address, as in imports from a system that asks for none. */
export const CONTACT_KINDS = ['placeholder', 'business', 'free', 'phone', 'mixed'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export interface Contact {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

const FIRST = ['Ana', 'Jo', 'Kim', 'Sam', 'Mia', 'Tom', 'Lea', 'Ben', 'Eva', 'Max'];
const LAST = ['Hartwell', 'Nordhaus', 'Lindqvist', 'Okafor', 'Moreau', 'Silva', 'Novak', 'Tanaka'];
const DOMAINS = ['foods.com', 'bau.de', 'logistics.co.uk', 'clinic.org', 'studio.fr', 'tools.io'];
const FREE = ['gmail.com', 'yahoo.com', 'outlook.com', 'web.de', 'icloud.com'];
const PHONES = ['+4420794601', '+493090182', '+121255501', '+33142685', '+9188649465'];

export function drawContact(kind: ContactKind, random: Random): Contact {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const [first, last] = [pick(FIRST), pick(LAST)];
  const name = `${first} ${last}`;
  const company = `${last}-${pick(DOMAINS)}`.toLowerCase();
  const mailbox = `${first}.${last}`.toLowerCase();
  const phone = pick(PHONES) + String(10 + Math.floor(90 * random()));
  switch (kind) {
    case 'placeholder':
      return { email: 'lead@example.com' };
    case 'business':
      return { name, email: `${mailbox}@${company}` };
    case 'free':
      return { name, email: `${mailbox}@${pick(FREE)}` };
    case 'phone':
      return { phone };
    case 'mixed': {
      const share = random();
      const phones = random() < 0.5 ? { phone } : random() < 0.2 ? { phone: '12345' } : {};
      if (share < 0.45) return { name, email: `${mailbox}@${company}`, ...phones };
      if (share < 0.75) return { name, email: `${mailbox}@${pick(FREE)}`, ...phones };
      if (share < 0.85) return { email: `info@${company}`, ...phones };
      if (share < 0.88) return { email: 'someone@mailinator.com', ...phones };
      if (share < 0.92) return { name, email: 'test@example.com', ...phones };
      return { name, phone };
    }
  }
}
