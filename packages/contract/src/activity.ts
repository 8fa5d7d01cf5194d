// A user's own security events.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { MAX_PAGE_SIZE } from './limits.ts';

export const ActivityQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
  },
  { additionalProperties: false },
);
export type ActivityQuery = Static<typeof ActivityQuery>;

export const ActivityPage = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(
      Type.Object({
        event_id: Type.String(),
        at: Moment,
        action: Type.String(),
        details: Type.Unknown(),
        device: Type.String({ description: 'For example, `Firefox on Linux`.' }),
        network: Type.String({ description: 'Shortened, for example, `192.0.2.0/24`.' }),
      }),
    ),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'ActivityPage' },
);
export type ActivityPage = Static<typeof ActivityPage>;
