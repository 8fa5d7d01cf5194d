// API keys, as their owner manages them.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

const mode = Type.Enum(['live', 'test']);
const scope = Type.Enum(['api', 'intake'], {
  description: '`intake`: stands in an address and can only send leads.',
});

export const ApiKey = Type.Object(
  {
    key_id: Type.String(),
    name: Type.String(),
    mode,
    scope,
    hint: Type.String({ description: 'Its last characters.' }),
    created_at: Moment,
    expires_at: Nullable(Moment),
    last_used_at: Nullable(Moment),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const KeyList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(ApiKey, { description: 'Those that still work.' }) },
  { title: 'KeyList' },
);

export type KeyList = Static<typeof KeyList>;

export const KeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
    mode: Type.Optional(mode),
    scope: Type.Optional(scope),
  },
  { additionalProperties: false, title: 'KeyRequest' },
);
export type KeyBody = Static<typeof KeyBody>;

export const KeyRotation = Type.Object(
  { grace_hours: Type.Integer({ minimum: 0, maximum: 168, description: 'How long the former key works.' }) },
  { additionalProperties: false, title: 'KeyRotation' },
);
export type KeyRotation = Static<typeof KeyRotation>;

export const NewKeyResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      key_id: Type.String(),
      key: Type.String({ description: 'Shown this once.' }),
    }),
  },
  { title: 'NewKeyResult' },
);
export type NewKeyResult = Static<typeof NewKeyResult>;
