// Contact data: can the lead be reached?

import { isBusinessEmail } from '../facts/read-email.ts';
import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Settings } from '../settings.ts';

export type ContactGrade = 'A' | 'B' | 'C' | 'D' | 'F';

/** A phone number decides how to reach somebody, hardly how good the lead is. */
export function scoreContact(facts: Facts, { contact }: Settings): LedgerEntry[] {
  const { email, phone } = facts;
  const entries: LedgerEntry[] = [];
  const add = (code: string, points: number, text: string): void =>
    void entries.push(makeEntry('contact', code, points, text));
  if (gradeContact(facts) === 'F') add('unreachable', contact.unreachable, describeUnreachable(facts));
  else if (email?.kind === 'disposable')
    add('email-disposable', contact.disposableEmail, `Disposable email at ${email.domain}`);
  if (phone !== null && phone.kind !== 'invalid') add('phone', contact.phone, describePhone(phone));
  return entries;
}

function describeUnreachable({ email, phone }: Facts): string {
  if (email?.kind === 'placeholder') return `Cannot be reached: placeholder email at ${email.domain}`;
  if (email !== null) return 'Cannot be reached: invalid email address';
  return phone === null
    ? 'Cannot be reached: neither an email nor a phone number'
    : 'Cannot be reached: invalid phone number';
}

function describePhone({ kind, country, type }: NonNullable<Facts['phone']>): string {
  if (kind === 'local') return 'Phone number given, without a country code';
  if (kind === 'unverified') return 'Phone number given, could not be verified';
  return `Valid ${type === 'mobile' ? 'mobile number' : 'phone number'}${country ? ` (${country})` : ''}`;
}

export function gradeContact({ email, phone }: Facts): ContactGrade {
  const isBusiness = isBusinessEmail(email);
  const isMailbox = isBusiness || email?.kind === 'free' || email?.kind === 'unusual';
  const isCallable = phone?.kind === 'valid' || phone?.kind === 'local';
  if (isBusiness && isCallable) return 'A';
  if (isBusiness || (isMailbox && isCallable)) return 'B';
  if (isMailbox || isCallable) return 'C';
  return phone?.kind === 'unverified' || email?.kind === 'disposable' ? 'D' : 'F';
}
