// Decides whether free text mentions a person.

import { containsEmail } from './email-in-text.ts';
import type { PersonIdentifiers } from './find-person.ts';
import { bareNumber, containsPhone } from './phone-in-text.ts';

/** Matches by email or phone. If the person was looked up by email, a phone number only counts in a text without any
 * email, because otherwise that email shows whose number it is. */
export function makeMatcher({ email, phones }: PersonIdentifiers): (texts: readonly string[]) => boolean {
  const bareNumbers = new Set(phones.map(bareNumber));
  return (texts) => {
    if (email !== null && texts.some((text) => containsEmail(text, email))) return true;
    if (email !== null && texts.some((text) => text.includes('@'))) return false;
    return texts.some((text) => containsPhone(text, bareNumbers));
  };
}
