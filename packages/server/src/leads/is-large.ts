// Decides whether scoring a lead could take long enough to delay other requests.

import type { Lead } from '@leadline/engine';

/** Including questions. In bytes, because the most expensive characters are long: ﷺ stands for 18 letters. Most real
 * leads are shorter. */
const MAX_SMALL_BYTES = 2_000;

export function isLarge(lead: Lead): boolean {
  const { name, email, phone, budget, message, source, custom_fields } = lead;
  let text = name + email + phone + budget + message + source;
  for (const question in custom_fields) text += question + custom_fields[question];
  return text.length > MAX_SMALL_BYTES || Buffer.byteLength(text) > MAX_SMALL_BYTES;
}
