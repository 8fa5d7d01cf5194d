// Links to write and to call. What a lead typed gets no further than the address: `a@b.c?bcc=…` adds no header.

const ADDRESS = /^([^\s@]+)@([^\s@]+)$/;

/** Null for what is no address. */
export function mailHref(email: string): string | null {
  const [, mailbox, host] = ADDRESS.exec(email) ?? [];
  if (mailbox === undefined || host === undefined) return null;
  return `mailto:${encodeURIComponent(mailbox)}@${encodeURIComponent(host)}`;
}

const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/** Null for what nobody could call; digits and a leading plus are all that is kept. */
export function callHref(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`;
}
