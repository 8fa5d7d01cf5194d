// Examples for the account, taken from real responses.

import type { OperationExamples } from './operation-example.ts';

export const ACCOUNT_EXAMPLES: OperationExamples = {
  getUsage: {
    response: {
      success: true,
      data: {
        plan: 'growth',
        month: '2026-11',
        used: 5,
        limit: 10000,
        left: 9995,
        resets_at: '2026-12-01T00:00:00.000Z',
        storage: { used_bytes: 9397, limit_bytes: 10000000000 },
      },
    },
  },
  listReceived: {
    response: {
      success: true,
      data: [
        {
          request_id: 'req_01a1e68960917f239d01f28c31b05871',
          received_at: '2026-11-16T22:45:25.265Z',
          mode: 'live',
          path: '/api/score.php',
          content_type: 'application/json',
          body: '{"name":"Ana Lopez","email":"ana@acme.com","phone":"+12125550123","budget":"$15k-20k","message":"We need 40 laptops by Friday","source":"google","custom_fields":{"When do you want to start?":"Now"}}',
          is_cut: false,
          status: 200,
          code: null,
          error: null,
          tool: null,
          lead_id: 'lead_01a1e6895d3876b1a6a707806a547e90',
          key_name: 'Website',
          person: 'Ana Lopez',
        },
        {
          request_id: 'req_01a1e6895a047e568d01df5e9525d903',
          received_at: '2026-11-16T22:45:23.588Z',
          mode: 'live',
          path: '/api/webhook.php',
          content_type: 'application/json',
          body: '{"name":"Ana Lopez","email":"ana@acme.com","phone":"+12125550123","budget":"$15k-20k","message":"We need 40 laptops by Friday","source":"google","custom_fields":{"When do you want to start?":"Now"}}',
          is_cut: false,
          status: 200,
          code: null,
          error: null,
          tool: null,
          lead_id: 'lead_01a1e68956167419b89ebe77d809bec8',
          key_name: 'Website',
          person: 'Ana Lopez',
        },
      ],
    },
  },
  getProfile: {
    response: {
      success: true,
      data: {
        currency: 'USD',
        time_zone: 'UTC',
        office_days: [1, 2, 3, 4, 5],
        opens_at: '09:00',
        closes_at: '17:00',
        typical_deal: null,
      },
    },
  },
  saveProfile: {
    request: {
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      office_days: [1, 2, 3, 4, 5],
      opens_at: '09:00',
      closes_at: '17:30',
      typical_deal: 12000,
    },
    response: {
      success: true,
      data: {
        currency: 'EUR',
        time_zone: 'Europe/Berlin',
        office_days: [1, 2, 3, 4, 5],
        opens_at: '09:00',
        closes_at: '17:30',
        typical_deal: 12000,
      },
    },
  },
  getSetup: {
    response: {
      success: true,
      data: { is_connected: true, has_leads: true, has_team: false, has_alerts: false, has_outcomes: true },
    },
  },
  listTeam: {
    response: {
      success: true,
      data: [
        {
          user_id: 'user_01a1e689491f72ed81fb96642c40def0',
          name: 'Ana Lopez',
          email: 'ana@example.org',
          role: 'owner',
        },
      ],
    },
  },
};
