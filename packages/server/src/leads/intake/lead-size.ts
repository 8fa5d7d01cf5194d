// How long the texts of a lead are, and whether scoring it could take long enough to delay other requests.

import type { Lead } from '@leadline/engine';

/** In bytes, because the most expensive characters are long: ﷺ stands for 18 letters. Most real
 * leads are shorter. */
const MAX_SMALL_BYTES = 2_000;
const MAX_BYTES_PER_CHARACTER = 3;

export function isLarge(lead: Lead): boolean {
  const characters = countCharacters(lead);
  if (characters > MAX_SMALL_BYTES) return true;
  // Most leads are so short that their bytes need not be counted.
  return characters * MAX_BYTES_PER_CHARACTER > MAX_SMALL_BYTES && countBytes(lead) > MAX_SMALL_BYTES;
}

function countBytes({ name, email, phone, budget, message, source, custom_fields }: Lead): number {
  let text = name + email + phone + budget + message + source;
  for (const question in custom_fields) text += question + custom_fields[question];
  return Buffer.byteLength(text);
}

/** Of all texts, including questions and answers. */
export function countCharacters(lead: Lead): number {
  const { name, email, phone, budget, message, source, custom_fields } = lead;
  let characters = name.length + email.length + phone.length + budget.length + message.length + source.length;
  for (const question in custom_fields)
    characters += question.length + (custom_fields[question] as string).length;
  return characters;
}
