// The live stream.

import { type Static, Type } from 'typebox';
import { MAX_MISSED_SECONDS } from './limits.ts';

export const LiveQuery = Type.Object(
  {
    missed_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_MISSED_SECONDS,
        description:
          'How long the client was disconnected. If leads were deleted in that time, the stream starts with `erasures`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type LiveQuery = Static<typeof LiveQuery>;
