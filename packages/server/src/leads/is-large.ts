// Decides whether scoring a lead could take long enough to delay other requests.

import type { Lead } from '@leadline/engine';

/** In characters, including questions. The most expensive text of this length takes about 15 ms (npm run drill:cost),
 * and hardly any real lead is longer. */
const MAX_SMALL_LENGTH = 6_000;

export function isLarge(lead: Lead): boolean {
  const { name, email, phone, budget, message, source, custom_fields } = lead;
  let length = name.length + email.length + phone.length + budget.length + message.length + source.length;
  for (const question in custom_fields)
    length += question.length + (custom_fields[question] as string).length;
  return length > MAX_SMALL_LENGTH;
}
