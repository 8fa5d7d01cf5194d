// Contact data: can the lead be reached, and does the email belong to a business?

import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Settings } from '../settings.ts';

export type ContactGrade = 'A' | 'B' | 'C' | 'D' | 'F';

export function scoreContact(facts: Facts, { contact }: Settings): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const { email, phone } = facts;
  const grade = gradeContact(facts);
  if (grade !== 'F' && grade !== 'D')
    entries.push(makeEntry('contact', 'reachable', contact.reachable, 'Real contact details'));
  if (email) entries.push(emailEntry(email, contact));
  if (phone) entries.push(phoneEntry(phone, contact));
  if (facts.hasPlausibleName && contact.name !== 0)
    entries.push(makeEntry('contact', 'name', contact.name, 'Gave a name'));
  if (phone?.kind === 'valid' && phone.country !== null && phone.country === email?.country) {
    entries.push(
      makeEntry('contact', 'agreement', contact.agreement, `Phone and email are both from ${phone.country}`),
    );
  }
  return entries;
}

function emailEntry({ kind, domain }: NonNullable<Facts['email']>, points: Settings['contact']): LedgerEntry {
  switch (kind) {
    case 'business':
      return makeEntry(
        'contact',
        'email-business',
        points.businessEmail,
        `Email at their own domain, ${domain}`,
      );
    case 'role':
      return makeEntry('contact', 'email-role', points.roleEmail, `Shared business mailbox at ${domain}`);
    case 'unusual':
      return makeEntry(
        'contact',
        'email-unusual',
        points.unusualDomain,
        `Email at ${domain}, a domain ending mostly used by spam`,
      );
    case 'free':
      return makeEntry('contact', 'email-free', points.freeEmail, `Personal email at ${domain}`);
    case 'disposable':
      return makeEntry(
        'contact',
        'email-disposable',
        points.disposableEmail,
        `Disposable email at ${domain}`,
      );
    case 'placeholder':
      return makeEntry('contact', 'email-placeholder', 0, `Placeholder email at ${domain}`);
    case 'invalid':
      return makeEntry('contact', 'email-invalid', 0, 'Invalid email address');
  }
}

function phoneEntry(
  { kind, country, type }: NonNullable<Facts['phone']>,
  points: Settings['contact'],
): LedgerEntry {
  if (kind === 'invalid')
    return makeEntry('contact', 'phone-invalid', points.invalidPhone, 'Invalid phone number');
  if (kind === 'local') {
    return makeEntry(
      'contact',
      'phone-local',
      points.localPhone,
      'Phone number given, without a country code',
    );
  }
  if (kind === 'unverified') {
    return makeEntry(
      'contact',
      'phone-unverified',
      points.unverifiedPhone,
      'Phone number given, could not be verified',
    );
  }
  const line = type === 'mobile' ? 'mobile number' : 'phone number';
  return makeEntry(
    'contact',
    'phone-valid',
    points.validPhone,
    `Valid ${line}${country ? ` (${country})` : ''}`,
  );
}

export function gradeContact({ email, phone }: Facts): ContactGrade {
  const isBusiness = email?.kind === 'business' || email?.kind === 'role';
  const isMailbox = isBusiness || email?.kind === 'free' || email?.kind === 'unusual';
  const isCallable = phone?.kind === 'valid' || phone?.kind === 'local';
  if (isBusiness && isCallable) return 'A';
  if (isBusiness || (isMailbox && isCallable)) return 'B';
  if (isMailbox || isCallable) return 'C';
  return phone?.kind === 'unverified' || email?.kind === 'disposable' ? 'D' : 'F';
}
