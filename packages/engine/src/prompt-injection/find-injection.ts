// Finds prompt injections: instructions to the AI that scores the lead, in plain sight, hidden or disguised. A single
// word is never enough ("score", "AI", "ignore my last message"): several signs must occur close together. Hidden text
// is suspicious no matter what it says.

import { undoDisguises } from './disguises.ts';
import { lookAt, MAY_BE_DISGUISED, MAY_HIDE, NOTHING } from './first-look.ts';
import { findHidden } from './hidden-text.ts';
import { shorten } from './quote.ts';
import { ENOUGH, ENOUGH_IN_DISGUISE, weigh } from './weigh.ts';

export function findInjection(message: string): string | null {
  const look = lookAt(message);
  if (look === NOTHING) return null;
  const hidden = (look & MAY_HIDE) === 0 ? null : findHidden(message);
  if (hidden !== null) return shorten(hidden);
  const open = weigh(message);
  if (open.weight >= ENOUGH) return shorten(open.quote);
  if ((look & MAY_BE_DISGUISED) === 0) return null;
  for (const text of undoDisguises(message, look)) {
    const found = weigh(text);
    const minGain = found.kinds > 1 ? ENOUGH_IN_DISGUISE : ENOUGH - 1;
    if (found.weight >= ENOUGH || found.weight - open.weight >= minGain) return shorten(found.quote);
  }
  return null;
}
