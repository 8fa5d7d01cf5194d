// API keys.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { MAX_NAME_LENGTH, SHOWN_EXPIRED_KEY_DAYS } from './limits.ts';

const mode = Type.Enum(['live', 'test']);
/** What a key can do. All but `intake` go in the X-API-KEY header. */
export const KeyScope = Type.Enum(['api', 'read', 'send', 'intake'], {
  description:
    '`api`: everything. `read`: only reads, without personal data exports, imports and webhooks. ' +
    '`send`: can only send leads. `intake`: works in an intake URL and can only send leads.',
});
export type KeyScope = Static<typeof KeyScope>;

export const ApiKey = Type.Object(
  {
    key_id: Type.String(),
    name: Type.String(),
    mode,
    scope: KeyScope,
    hint: Type.String({ description: 'The last characters of the key.' }),
    created_at: Moment,
    expires_at: Nullable(Moment),
    is_replaced: Type.Boolean({ description: 'It has a successor, and expires when its grace period ends.' }),
    last_used_at: Nullable(Moment),
    key: Nullable(
      Type.String({
        description: 'Only for owners, and only intake keys, which are public in web pages anyway.',
      }),
    ),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const KeyList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(ApiKey, {
      description: `Keys that work, and those that expired as planned in the last ${SHOWN_EXPIRED_KEY_DAYS} days.`,
    }),
  },
  { title: 'KeyList' },
);

export type KeyList = Static<typeof KeyList>;

export const KeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
    mode: Type.Optional(mode),
    scope: Type.Optional(KeyScope),
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Without it, the key works until it is revoked.' }),
    ),
  },
  { additionalProperties: false, title: 'KeyRequest' },
);
export type KeyBody = Static<typeof KeyBody>;

export const KeyRotation = Type.Object(
  {
    grace_hours: Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'How long the old key keeps working.',
    }),
  },
  { additionalProperties: false, title: 'KeyRotation' },
);
export type KeyRotation = Static<typeof KeyRotation>;

export const NewKeyResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      key_id: Type.String(),
      key: Type.String({ description: 'Only shown once, unless it is an intake key.' }),
    }),
  },
  { title: 'NewKeyResult' },
);
export type NewKeyResult = Static<typeof NewKeyResult>;
