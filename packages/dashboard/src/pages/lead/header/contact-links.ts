// Email and phone links. The address is encoded, so that `a@b.c?bcc=…` can't add a header.

const ADDRESS = /^([^\s@]+)@([^\s@]+)$/;

/** Null if this is not an email address. */
export function mailHref(email: string): string | null {
  const [, mailbox, host] = ADDRESS.exec(email) ?? [];
  if (mailbox === undefined || host === undefined) return null;
  return `mailto:${encodeURIComponent(mailbox)}@${encodeURIComponent(host)}`;
}

const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/** Null if this is not a phone number. Keeps only digits and a leading plus. */
export function callHref(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`;
}
