// Arguments that several tools share.

import { Type } from 'typebox';

export const MAX_PAGE = 20;

export const leadId = Type.String({
  pattern: '^lead_[0-9a-f]{32}$',
  description: 'As returned by find_leads or who_to_call_next.',
});

const OPTIONAL_TEXT = { minLength: 1, maxLength: 200 };

export const filters = {
  text: Type.Optional(
    Type.String({
      ...OPTIONAL_TEXT,
      description: 'Words that all occur in the name, company, email, phone number or message: `Henderson`.',
    }),
  ),
  grades: Type.Optional(
    Type.Array(Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam'], { type: 'string' }), {
      minItems: 1,
      maxItems: 5,
      description: 'Any of these. Without it, all grades, Spam included.',
    }),
  ),
  statuses: Type.Optional(
    Type.Array(
      Type.Enum(['new', 'contacted', 'qualified', 'unqualified', 'won', 'lost'], { type: 'string' }),
      { minItems: 1, maxItems: 6, description: 'Any of these.' },
    ),
  ),
  min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  source: Type.Optional(
    Type.String({ ...OPTIONAL_TEXT, description: 'Exactly this source: `google`, `referral`.' }),
  ),
  received_from: Type.Optional(
    Type.String({
      ...OPTIONAL_TEXT,
      description: 'Received at or after this time, in ISO 8601 with a time zone: `2026-11-01T00:00:00Z`.',
    }),
  ),
  received_before: Type.Optional(
    Type.String({ ...OPTIONAL_TEXT, description: 'Received before this time, likewise.' }),
  ),
};

interface Filters {
  readonly text?: string;
  readonly grades?: readonly ('Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam')[];
  readonly statuses?: readonly ('new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost')[];
  readonly min_score?: number;
  readonly source?: string;
  readonly received_from?: string;
  readonly received_before?: string;
}

export const toQuery = ({
  text,
  grades,
  statuses,
  min_score,
  source,
  received_from,
  received_before,
}: Filters) => ({
  q: text,
  grade: grades,
  status: statuses,
  min_score,
  source,
  from: received_from,
  to: received_before,
});
