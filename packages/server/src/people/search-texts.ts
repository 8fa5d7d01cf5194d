// Whether texts that were never read into fields name a person.

import { hasAddress } from './address-in-text.ts';
import type { Signature } from './find-person.ts';
import { bareNumber, hasNumber } from './number-in-text.ts';

/** By address, or by number: for a person asked for by address, only where no address says whose the number is. */
export function makeSearch({ address, numbers }: Signature): (texts: readonly string[]) => boolean {
  const bareNumbers = new Set(numbers.map(bareNumber));
  return (texts) => {
    if (address !== null && texts.some((text) => hasAddress(text, address))) return true;
    if (address !== null && texts.some((text) => text.includes('@'))) return false;
    return texts.some((text) => hasNumber(text, bareNumbers));
  };
}
