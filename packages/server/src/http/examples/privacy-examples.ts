// Examples for privacy, taken from real responses.

import { ENGINE_VERSION } from '@leadline/engine';
import type { OperationExamples } from './operation-example.ts';

export const PRIVACY_EXAMPLES: OperationExamples = {
  exportPerson: {
    response: {
      success: true,
      data: {
        exported_at: '2026-11-16T22:46:04.892Z',
        leads: [
          {
            lead_id: 'lead_01a1e689618b74da90b35ca4a346e696',
            received_at: '2026-11-16T22:45:25.515Z',
            lead: {
              name: 'Bo Ek',
              email: 'bo@initech.com',
              phone: '+12125550123',
              budget: '$15k-20k',
              message: 'Can you send a quote for 12 desks?',
              source: 'google',
              custom_fields: { 'When do you want to start?': 'Now' },
            },
            company: 'acme.com',
            title: '',
            result: {
              version: ENGINE_VERSION,
              settings_version: 'default-3',
              model_version: null,
              score_without_ai: 89,
              score: 89,
              grade: 'Hot',
              priority_action: 'Call within the hour: they ask for a quote',
              closing_probability: 'High (40-60%)',
              closing: { probability: 0.5, low: 0.4, high: 0.6, basis: 'stated prior' },
              ai: {
                score: 0,
                max_score: 20,
                display: '0/20',
                impact: 'None',
                confidence: 'low',
                influence_applied: 0,
              },
              contact_grade: 'A',
              ledger: [
                { group: 'contact', code: 'reachable', points: 22, text: 'Real contact details (+22)' },
                {
                  group: 'contact',
                  code: 'email-business',
                  points: 6,
                  text: 'Email at their own domain, initech.com (+6)',
                },
                { group: 'contact', code: 'phone-valid', points: 16, text: 'Valid phone number (US) (+16)' },
                {
                  group: 'budget',
                  code: 'budget-large',
                  points: 6,
                  text: 'Budget about 15,000–20,000 USD (+6)',
                },
                {
                  group: 'inquiry',
                  code: 'need',
                  points: 10,
                  text: 'Clear need: “Can you send a quote for 12 desks?” (+10)',
                },
                {
                  group: 'inquiry',
                  code: 'scope',
                  points: 9,
                  text: 'Details given: “Can you send a quote for 12 desks?” (+9)',
                },
                {
                  group: 'inquiry',
                  code: 'next-step',
                  points: 6,
                  text: 'Asks for a quote or next step: “Can you send a quote for 12 desks?” (+6)',
                },
                { group: 'source', code: 'source-search', points: 4, text: 'Source: Search (+4)' },
                {
                  group: 'answers',
                  code: 'urgent',
                  points: 16,
                  text: 'Wants it soon: “When do you want to start? Now” (+16)',
                },
                {
                  group: 'risk',
                  code: 'top',
                  points: -6,
                  text: 'Near the top, points above 85 count for less (−6)',
                },
              ],
              concepts: [
                { concept: 'need', strength: 2, clause: 0 },
                { concept: 'urgent', strength: 1, clause: 1 },
                { concept: 'scope', strength: 1, clause: 0 },
                { concept: 'next-step', strength: 1, clause: 0 },
              ],
              assessment: null,
            },
            person: {
              person_id: 'person_01a1e68956167419b89ebe77d809bec8',
              lead_ids: ['lead_01a1e689618b74da90b35ca4a346e696'],
            },
            outcome: 'lost',
            status: 'lost',
            assignee: null,
            snoozed_until: null,
            contacted_at: '2026-11-16T22:45:48.588Z',
            not_spam: false,
            timeline: [],
            history: [
              { event: 'scored', at: '2026-11-16T22:45:25.515Z', version: ENGINE_VERSION, score: 89 },
              {
                event: 'outcome',
                outcome: 'lost',
                at: '2026-11-16T22:45:48.585Z',
                amount: null,
                reason: 'No budget',
                recorded_at: '2026-11-16T22:45:48.588Z',
                recorded_by: 'key_01a1e6894f1276748ff0c693c52350c2',
              },
            ],
          },
        ],
        contacts: [
          {
            person_id: 'person_01a1e68956167419b89ebe77d809bec8',
            email: 'bo@initech.com',
            phone: '+12125550123',
            name: 'bo ek',
          },
        ],
        deliveries: [],
        refused_rows: [],
        received: [
          {
            request_id: 'req_01a1e68962be796088d9e260828051e1',
            received_at: '2026-11-16T22:45:25.822Z',
            mode: 'live',
            path: '/api/intake/…',
            content_type: 'application/json',
            body: '{"name":"Bo Ek","email":"bo@initech.com","phone":"+12125550123","budget":"$15k-20k","message":"Can you send a quote for 12 desks?","source":"google","custom_fields":{"When do you want to start?":"Now"}}',
            is_cut: false,
            status: 200,
            code: null,
            error: null,
            lead_id: 'lead_01a1e689618b74da90b35ca4a346e696',
            tool: null,
          },
        ],
      },
    },
  },
  erasePerson: {
    request: { email: 'bo@initech.com' },
    response: { success: true, data: { leads: 1, contacts: 1, deliveries: 0, refused_rows: 0, received: 1 } },
  },
  getRetention: { response: { success: true, data: { days: 365 } } },
  setRetention: { request: { days: 365 }, response: { success: true, data: { days: 365 } } },
  listAudit: {
    response: {
      success: true,
      data: [
        {
          entry_id: 'audit_01a1e68a0047749b90947bf651abf6f9',
          at: '2026-11-16T22:46:06.151Z',
          actor: 'key_01a1e6894f1276748ff0c693c52350c2',
          actor_name: null,
          action: 'retention.changed',
          subject: 'acct_01a1e6894bf17481b1fa323e84f4e125',
          subject_name: null,
          details: { days: 365 },
        },
        {
          entry_id: 'audit_01a1e689ffec7b1496c2abf2ba9ac9d2',
          at: '2026-11-16T22:46:06.060Z',
          actor: 'key_01a1e6894f1276748ff0c693c52350c2',
          actor_name: null,
          action: 'person.erased',
          subject: 'person_01a1e68956167419b89ebe77d809bec8',
          subject_name: null,
          details: { leads: 1, contacts: 1, deliveries: 0, refused_rows: 0, received: 1 },
        },
      ],
      next_cursor: 'audit_01a1e689ffec7b1496c2abf2ba9ac9d2',
    },
  },
};
