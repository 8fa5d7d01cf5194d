// The chance of closing: measured from the account's outcomes, or stated by the rules.

import { formatBounds } from '../../../components/format-number.ts';
import type { LeadData } from '../lead-query.ts';

type Result = Pick<LeadData['result'], 'closing' | 'closing_probability' | 'model_version'>;

/** "31–44%, from 412 outcomes", or "high (40–60%)". */
export function describeClosing({ closing, closing_probability, model_version }: Result): string {
  return model_version === null
    ? closing_probability.toLowerCase().replace(/(\d)-(\d)/, '$1–$2')
    : `${formatBounds(closing.low, closing.high)}, from ${closing.basis}`;
}
