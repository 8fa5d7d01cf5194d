// Finds text in a message that is meant for a machine rather than for us: orders to whatever scores the lead, in the
// open, hidden from the eye, or in disguise. A word alone is never enough ("score", "AI", "ignore my last message"):
// signs are weighed, and what must stand together must stand close together. Text that hides is told by its hiding.

import { liftDisguises } from './disguises.ts';
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
  for (const text of liftDisguises(message, look)) {
    const found = weigh(text);
    const isTelling = found.kinds > 1 ? ENOUGH_IN_DISGUISE : ENOUGH - 1;
    if (found.weight >= ENOUGH || found.weight - open.weight >= isTelling) return shorten(found.quote);
  }
  return null;
}
