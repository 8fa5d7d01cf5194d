// Contact Form 7, as the page posts it: already flat, with hidden fields whose names begin with `_wpcf7`.

import { Fields } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { isBotCheck } from './technical.ts';

const isHidden = (name: string): boolean => name.startsWith('_wpcf7_');

const isTechnical = (name: string): boolean =>
  isHidden(name) || name === '_wpcf7' || name === '_wpnonce' || isBotCheck(name);

export function readContactForm7(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  if (input._wpcf7 === undefined || !Object.keys(input).some(isHidden)) return null;
  const fields = new Fields();
  for (const name of Object.keys(input)) {
    // The name that its tag generator suggests for a phone number.
    if (name === 'your-tel') fields.putContact('phone', name, input[name]);
    else if (!isTechnical(name)) fields.put(name, input[name]);
  }
  return { fields: fields.toObject(), deliveryId: null };
}
