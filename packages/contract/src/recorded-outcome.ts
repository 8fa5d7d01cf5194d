// An outcome as it was recorded.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';

export const Outcome = Type.Enum(['open', 'won', 'lost']);
export type Outcome = Static<typeof Outcome>;

export const RecordedOutcome = Type.Object({
  outcome: Outcome,
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
  amount: Nullable(Type.Number()),
  reason: Nullable(Type.String()),
  recorded_at: Moment,
  recorded_by: Nullable(Type.String({ description: '`user_…` or `key_…`; null for imported outcomes.' })),
});
export type RecordedOutcome = Static<typeof RecordedOutcome>;
