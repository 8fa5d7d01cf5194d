// Examples for insights, taken from real responses.

import type { OperationExamples } from './operation-example.ts';

export const INSIGHTS_EXAMPLES: OperationExamples = {
  getInsights: {
    response: {
      success: true,
      data: {
        from: '2026-11-15T22:45:53.903Z',
        to: '2026-11-16T23:45:53.903Z',
        leads: 4,
        open: 2,
        win: { won: 1, lost: 1, rate: 0.5, low: 0.09453120573423074, high: 0.9054687942657693 },
        revenue: 17500,
        currency: 'USD',
        grades: { Hot: 4, Warm: 0, Cool: 0, Cold: 0, Spam: 0 },
        scores: [
          { from: 0, to: 9, leads: 0 },
          { from: 10, to: 19, leads: 0 },
          { from: 20, to: 29, leads: 0 },
          { from: 30, to: 39, leads: 0 },
          { from: 40, to: 49, leads: 0 },
          { from: 50, to: 59, leads: 0 },
          { from: 60, to: 69, leads: 0 },
          { from: 70, to: 79, leads: 0 },
          { from: 80, to: 89, leads: 1 },
          { from: 90, to: 100, leads: 3 },
        ],
        over_time: [
          { at: '2026-11-15T00:00:00.000Z', grades: { Hot: 0, Warm: 0, Cool: 0, Cold: 0, Spam: 0 } },
          { at: '2026-11-16T00:00:00.000Z', grades: { Hot: 4, Warm: 0, Cool: 0, Cold: 0, Spam: 0 } },
        ],
        unit: 'day',
        sources: [
          {
            source: 'google',
            leads: 4,
            hot: 4,
            win: { won: 1, lost: 1, rate: 0.5, low: 0.09453120573423074, high: 0.9054687942657693 },
            revenue: 17500,
          },
        ],
        by_grade: [
          {
            grade: 'Hot',
            leads: 4,
            open: 2,
            win: { won: 1, lost: 1, rate: 0.5, low: 0.09453120573423074, high: 0.9054687942657693 },
            revenue: 17500,
          },
          {
            grade: 'Warm',
            leads: 0,
            open: 0,
            win: { won: 0, lost: 0, rate: null, low: null, high: null },
            revenue: 0,
          },
          {
            grade: 'Cool',
            leads: 0,
            open: 0,
            win: { won: 0, lost: 0, rate: null, low: null, high: null },
            revenue: 0,
          },
          {
            grade: 'Cold',
            leads: 0,
            open: 0,
            win: { won: 0, lost: 0, rate: null, low: null, high: null },
            revenue: 0,
          },
          {
            grade: 'Spam',
            leads: 0,
            open: 0,
            win: { won: 0, lost: 0, rate: null, low: null, high: null },
            revenue: 0,
          },
        ],
        contact: {
          contacted: 2,
          median_hours: 0.006165157777777778,
          ranges: [
            {
              label: 'Under an hour',
              is_contacted: true,
              leads: 2,
              win: { won: 1, lost: 1, rate: 0.5, low: 0.09453120573423074, high: 0.9054687942657693 },
            },
            {
              label: '1 to 4 hours',
              is_contacted: true,
              leads: 0,
              win: { won: 0, lost: 0, rate: null, low: null, high: null },
            },
            {
              label: '4 to 24 hours',
              is_contacted: true,
              leads: 0,
              win: { won: 0, lost: 0, rate: null, low: null, high: null },
            },
            {
              label: '1 to 3 days',
              is_contacted: true,
              leads: 0,
              win: { won: 0, lost: 0, rate: null, low: null, high: null },
            },
            {
              label: 'Over 3 days',
              is_contacted: true,
              leads: 0,
              win: { won: 0, lost: 0, rate: null, low: null, high: null },
            },
            {
              label: 'No contact recorded',
              is_contacted: false,
              leads: 2,
              win: { won: 0, lost: 0, rate: null, low: null, high: null },
            },
          ],
        },
        by_rep: [
          {
            user_id: 'user_01a1e689491f72ed81fb96642c40def0',
            name: 'Ana Lopez',
            leads: 1,
            contacted: 1,
            median_contact_hours: 0.005921121944444444,
            win: { won: 1, lost: 0, rate: 1, low: 0.20654931437723745, high: 1 },
            revenue: 17500,
          },
          {
            user_id: null,
            name: null,
            leads: 3,
            contacted: 1,
            median_contact_hours: 0.006409193611111111,
            win: { won: 0, lost: 1, rate: 0, low: 0, high: 0.7934506856227626 },
            revenue: 0,
          },
        ],
        previous: {
          from: '2026-11-14T22:45:53.876Z',
          to: '2026-11-15T22:45:53.903Z',
          leads: 0,
          hot: 0,
          win: { won: 0, lost: 0, rate: null, low: null, high: null },
          revenue: 0,
          contacted: 0,
          median_contact_hours: null,
        },
        speed: {
          decided: 2,
          median_hours: 0.006787638888888888,
          ranges: [
            { label: 'Under an hour', won: 1, lost: 1 },
            { label: 'Under a day', won: 0, lost: 0 },
            { label: 'Under 3 days', won: 0, lost: 0 },
            { label: 'Under a week', won: 0, lost: 0 },
            { label: 'Under a month', won: 0, lost: 0 },
            { label: 'A month or longer', won: 0, lost: 0 },
          ],
        },
      },
    },
  },
};
