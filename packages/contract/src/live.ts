// What is new, as it happens.

import { type Static, Type } from 'typebox';
import { MAX_MISSED_SECONDS } from './limits.ts';

export const LiveQuery = Type.Object(
  {
    missed_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_MISSED_SECONDS,
        description:
          'For how long nobody listened: `erasures` comes at once when leads were deleted meanwhile.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type LiveQuery = Static<typeof LiveQuery>;
