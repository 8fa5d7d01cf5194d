// Common reasons for a wrong score, so that most people needn't type.

import type { Verdict } from '@leadline/contract';

export const READY_REASONS: Readonly<Partial<Record<Verdict, readonly string[]>>> = {
  too_high: ['Budget too small', 'Not our market', 'Just browsing', 'Not the decision maker'],
  too_low: ['Known customer', 'Ready to buy', 'Good fit for us', 'Budget is there'],
  spam: ['Vendor pitch', 'Job application', 'Fake contact details'],
};
