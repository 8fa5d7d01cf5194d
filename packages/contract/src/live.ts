// What is new, as it happens.

import { type Static, Type } from 'typebox';

const MAX_MISSED_S = 7 * 24 * 60 * 60;
export const LiveQuery = Type.Object(
  {
    missed_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_MISSED_S,
        description:
          'For how long nobody listened: `erasures` comes at once when leads were deleted meanwhile.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type LiveQuery = Static<typeof LiveQuery>;
