// Routing: rules that give new leads an assignee.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { Grade } from './lead.ts';
import {
  MAX_ROUTED_ANSWER_LENGTH,
  MAX_ROUTED_QUESTION_LENGTH,
  MAX_ROUTING_ASSIGNEES,
  MAX_ROUTING_RULES,
  MAX_ROUTING_VALUES,
  MAX_RULE_NAME_LENGTH,
} from './limits.ts';

export const CompanySize = Type.Enum(['tiny', 'small', 'medium', 'large'], {
  description:
    'As read from the answers of a form: tiny has fewer than 5 people, small fewer than 50, medium fewer than 250.',
});
export type CompanySize = Static<typeof CompanySize>;

const several = <T extends Parameters<typeof Type.Array>[0]>(type: T, maxItems: number) =>
  Type.Array(type, { minItems: 1, maxItems, uniqueItems: true });

export const RoutingConditions = Type.Object(
  {
    sources: Type.Optional(
      several(
        Type.String({ maxLength: 200, description: 'In any case. Empty: no source.' }),
        MAX_ROUTING_VALUES,
      ),
    ),
    grades: Type.Optional(several(Grade, 5)),
    countries: Type.Optional(
      several(
        Type.String({
          pattern: '^[A-Z]{2}$',
          description: 'ISO 3166 alpha-2, from the phone number.',
          examples: ['DE'],
        }),
        MAX_ROUTING_VALUES,
      ),
    ),
    company_sizes: Type.Optional(several(CompanySize, 4)),
    answer: Type.Optional(
      Type.Object(
        {
          question: Type.String({
            minLength: 1,
            maxLength: MAX_ROUTED_QUESTION_LENGTH,
            description: 'The whole question, in any case.',
          }),
          contains: Type.String({
            minLength: 1,
            maxLength: MAX_ROUTED_ANSWER_LENGTH,
            description: 'Any part of the answer, in any case.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'RoutingConditions',
    description:
      'A lead must meet all conditions; of a list, any one value. Without conditions, the rule matches every lead except spam, which only matches rules that name this grade.',
  },
);
export type RoutingConditions = Static<typeof RoutingConditions>;

const rule = {
  name: Type.String({ minLength: 1, maxLength: MAX_RULE_NAME_LENGTH }),
  when: RoutingConditions,
  assign_to: several(Type.String({ description: '`user_…`' }), MAX_ROUTING_ASSIGNEES),
};

export const RoutingRuleBody = Type.Object(
  {
    rule_id: Type.Optional(
      Type.String({
        description: 'Of a saved rule, which then keeps whose turn it is. New rules have none.',
      }),
    ),
    ...rule,
  },
  { additionalProperties: false, title: 'RoutingRuleRequest' },
);
export type RoutingRuleBody = Static<typeof RoutingRuleBody>;

const rules = Type.Array(RoutingRuleBody, {
  maxItems: MAX_ROUTING_RULES,
  description: 'In order: the first rule that matches decides.',
});

export const RoutingBody = Type.Object(
  {
    version: Type.Integer({
      minimum: 0,
      description:
        'The version the change starts from. If somebody has saved another since, the answer is 409.',
    }),
    rules,
  },
  { additionalProperties: false, title: 'RoutingRequest' },
);
export type RoutingBody = Static<typeof RoutingBody>;

export const RoutingRule = Type.Object(
  {
    rule_id: Type.String(),
    ...rule,
    left: Type.Array(Type.String(), {
      description: 'People in `assign_to` who have left the account or become viewers. They are skipped.',
    }),
  },
  { title: 'RoutingRule' },
);
export type RoutingRule = Static<typeof RoutingRule>;

export const Routing = Type.Object({
  version: Type.Integer({ description: '0: nobody has saved rules yet.' }),
  rules: Type.Array(RoutingRule),
});
export type Routing = Static<typeof Routing>;

export const RoutingResult = Type.Object(
  { success: Type.Literal(true), data: Routing },
  { title: 'RoutingResult' },
);
export type RoutingResult = Static<typeof RoutingResult>;

export const RoutingPreviewBody = Type.Object(
  { rules },
  { additionalProperties: false, title: 'RoutingPreviewRequest' },
);
export type RoutingPreviewBody = Static<typeof RoutingPreviewBody>;

const RoutedLead = Type.Object({
  lead_id: Type.String(),
  received_at: Moment,
  name: Type.String({ description: 'Or the email or phone number of a lead without a name.' }),
  source: Type.String(),
  grade: Grade,
  assignee: Nullable(Type.String({ description: '`user_…`' })),
});

const preview = {
  leads: Type.Integer(),
  examples: Type.Array(RoutedLead, { description: 'The newest.' }),
};

export const RoutingPreview = Type.Object({
  from: Moment,
  leads: Type.Integer({ description: 'How many leads were tried.' }),
  is_capped: Type.Boolean({
    description: 'Whether there are more since `from`; then the newest were tried.',
  }),
  rules: Type.Array(
    Type.Object({
      ...preview,
      people: Type.Array(Type.Object({ user_id: Type.String(), leads: Type.Integer() })),
    }),
    { description: 'In the order of the rules.' },
  ),
  unassigned: Type.Object(preview),
  seen: Type.Object(
    {
      sources: Type.Array(Type.String()),
      countries: Type.Array(Type.String()),
      questions: Type.Array(Type.String()),
    },
    { description: 'What conditions can ask for in these leads, most frequent first.' },
  ),
});
export type RoutingPreview = Static<typeof RoutingPreview>;

export const RoutingPreviewResult = Type.Object(
  { success: Type.Literal(true), data: RoutingPreview },
  { title: 'RoutingPreviewResult' },
);
export type RoutingPreviewResult = Static<typeof RoutingPreviewResult>;
