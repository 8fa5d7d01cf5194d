// Recent intake requests, exactly as received, to help debug forms.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import type { ErrorCode } from './errors.ts';
import { MAX_PAGE_SIZE } from './limits.ts';

export const Received = Type.Object(
  {
    request_id: Type.String(),
    received_at: Moment,
    mode: Type.Enum(['live', 'test']),
    path: Type.String({ description: 'Without the key of an intake URL.' }),
    content_type: Type.String(),
    body: Type.String({ description: 'The first 16,000 characters as received, without secrets.' }),
    is_cut: Type.Boolean(),
    status: Type.Integer(),
    code: Nullable(
      Type.Unsafe<ErrorCode>(Type.String({ description: 'Why it was rejected, as an error code.' })),
    ),
    error: Nullable(Type.String({ description: 'Why it was rejected, as a sentence.' })),
    tool: Nullable(
      Type.String({ description: 'The form tool whose payload it is, such as `typeform`, if recognized.' }),
    ),
    lead_id: Nullable(Type.String()),
  },
  { title: 'Received' },
);
export type Received = Static<typeof Received>;

export const ListedRequest = Type.Object(
  {
    ...Received.properties,
    key_name: Nullable(Type.String({ description: 'Null if it was sent from the dashboard.' })),
    person: Nullable(Type.String({ description: 'The name of the lead; without one, its email or phone.' })),
  },
  { title: 'ListedRequest' },
);
export type ListedRequest = Static<typeof ListedRequest>;

export const ReceivedQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum(['taken', 'refused'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 })),
  },
  { additionalProperties: false },
);
export type ReceivedQuery = Static<typeof ReceivedQuery>;

export const ReceivedList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(ListedRequest, { description: 'Newest first.' }) },
  { title: 'ReceivedList' },
);
