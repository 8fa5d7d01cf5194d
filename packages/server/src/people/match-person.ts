// Decides whether free text mentions a person.

import { containsEmail } from './email-in-text.ts';
import type { PersonIdentifiers } from './find-person.ts';
import { bareNumber, makePhoneFinder } from './phone-in-text.ts';

/** Matches by email or phone. If the person was looked up by email, a phone number only counts in a text without any
 * email, because otherwise that email shows whose number it is. The texts are all readings of one body; they are read
 * one at a time, because together they may be far larger than the body. */
export function makeMatcher({ email, phones }: PersonIdentifiers): (texts: Iterable<string>) => boolean {
  const containsPhone = makePhoneFinder(new Set(phones.map(bareNumber)));
  return (texts) => {
    const seen = new Set<string>();
    let hasEmail = false;
    let hasPhone = false;
    for (const text of texts) {
      if (seen.has(text)) continue;
      seen.add(text);
      if (email !== null && containsEmail(text, email)) return true;
      hasEmail ||= email !== null && text.includes('@');
      hasPhone ||= !hasEmail && containsPhone(text);
      if (hasPhone && email === null) return true;
    }
    return hasPhone && !hasEmail;
  };
}
