// Examples for routing.

import type { OperationExamples } from './operation-example.ts';

const BO = 'user_01a1e6881c4f7d0a9d5b3c2e1f0a6b74';
const CY = 'user_01a1e68820a17b3c8e4f5a6b7c8d9e0f';
const RULE = { name: 'Germany', when: { countries: ['DE'] }, assign_to: [BO, CY] };
const ROUTING = {
  success: true,
  data: { version: 4, rules: [{ rule_id: 'rule_01a1e6890f1e7d2c9b3a4c5d6e7f8091', ...RULE, left: [] }] },
};
const LEAD = {
  lead_id: 'lead_01a1e689a4497815b631891efe2acbd3',
  received_at: '2026-11-16T22:45:42.601Z',
  name: 'Ana Lopez',
  source: 'google',
  grade: 'Hot',
};

export const ROUTING_EXAMPLES: OperationExamples = {
  getRouting: { response: ROUTING },
  saveRouting: { request: { version: 3, rules: [RULE] }, response: ROUTING },
  previewRouting: {
    request: { rules: [RULE] },
    response: {
      success: true,
      data: {
        from: '2026-11-09T22:45:42.601Z',
        leads: 3,
        is_capped: false,
        rules: [
          {
            leads: 2,
            examples: [{ ...LEAD, assignee: BO }],
            people: [
              { user_id: BO, leads: 1 },
              { user_id: CY, leads: 1 },
            ],
          },
        ],
        unassigned: { leads: 1, examples: [{ ...LEAD, assignee: null }] },
        seen: { sources: ['google'], countries: ['DE', 'US'], questions: ['Team size'] },
      },
    },
  },
};
