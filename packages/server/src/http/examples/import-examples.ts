// Examples for imports, taken from real responses.

import type { OperationExamples } from './operation-example.ts';

export const IMPORT_EXAMPLES: OperationExamples = {
  listImports: {
    response: {
      success: true,
      data: [
        {
          import_id: 'imp_01a1e689d43c714d9b2cb4cba67a521b',
          status: 'running',
          file_name: 'leads',
          file_bytes: 87,
          format: 'csv',
          mapping: { name: 'name', email: 'email', message: 'message', outcome: 'outcome' },
          when_full: 'stop',
          progress: { bytes_read: 27, rows_read: 0, stored: 0, refused: 0 },
          refused_not_kept: 0,
          error: null,
          created_at: '2026-11-16T22:45:54.877Z',
          started_at: '2026-11-16T22:45:56.103Z',
          finished_at: null,
        },
      ],
    },
  },
  uploadImport: {
    ndjson:
      '{"name":"Dee Fox","email":"dee@globex.com","message":"Need 5 chairs","outcome":"won"}\n{"name":"No Contact","message":"Hello"}\n',
    request: 'name,email,message,outcome\nDee Fox,dee@globex.com,Need 5 chairs,won\nNo Contact,,Hello,\n',
    response: {
      success: true,
      data: {
        import_id: 'imp_01a1e689d43c714d9b2cb4cba67a521b',
        status: 'ready',
        file_name: 'leads',
        file_bytes: 87,
        format: 'csv',
        mapping: { name: 'name', email: 'email', message: 'message', outcome: 'outcome' },
        when_full: 'stop',
        progress: { bytes_read: 27, rows_read: 0, stored: 0, refused: 0 },
        refused_not_kept: 0,
        error: null,
        created_at: '2026-11-16T22:45:54.877Z',
        started_at: null,
        finished_at: null,
        is_known: false,
        preview: {
          columns: [
            { name: 'name', meaning: 'name', sample: 'Dee Fox' },
            { name: 'email', meaning: 'email', sample: 'dee@globex.com' },
            { name: 'message', meaning: 'message', sample: 'Need 5 chairs' },
            { name: 'outcome', meaning: 'outcome', sample: 'won' },
          ],
          rows: [
            {
              line: 2,
              lead: {
                name: 'Dee Fox',
                email: 'dee@globex.com',
                phone: '',
                budget: '',
                message: 'Need 5 chairs',
                source: '',
                custom_fields: {},
              },
              score: 47,
              grade: 'Cool',
              outcome: 'won',
            },
            { line: 3, error: 'email and phone are both missing; send at least one' },
          ],
        },
      },
    },
  },
  getImport: {
    response: {
      success: true,
      data: {
        import_id: 'imp_01a1e689d43c714d9b2cb4cba67a521b',
        status: 'running',
        file_name: 'leads',
        file_bytes: 87,
        format: 'csv',
        mapping: { name: 'name', email: 'email', message: 'message', outcome: 'outcome' },
        when_full: 'stop',
        progress: { bytes_read: 27, rows_read: 0, stored: 0, refused: 0 },
        refused_not_kept: 0,
        error: null,
        created_at: '2026-11-16T22:45:54.877Z',
        started_at: '2026-11-16T22:45:56.103Z',
        finished_at: null,
      },
    },
  },
  previewImport: {
    request: { mapping: {} },
    response: {
      success: true,
      data: {
        columns: [
          { name: 'name', meaning: 'name', sample: 'Dee Fox' },
          { name: 'email', meaning: 'email', sample: 'dee@globex.com' },
          { name: 'message', meaning: 'message', sample: 'Need 5 chairs' },
          { name: 'outcome', meaning: 'outcome', sample: 'won' },
        ],
        rows: [
          {
            line: 2,
            lead: {
              name: 'Dee Fox',
              email: 'dee@globex.com',
              phone: '',
              budget: '',
              message: 'Need 5 chairs',
              source: '',
              custom_fields: {},
            },
            score: 47,
            grade: 'Cool',
            outcome: 'won',
          },
          { line: 3, error: 'email and phone are both missing; send at least one' },
        ],
      },
    },
  },
  startImport: {
    request: {},
    response: {
      success: true,
      data: {
        import_id: 'imp_01a1e689d43c714d9b2cb4cba67a521b',
        status: 'queued',
        file_name: 'leads',
        file_bytes: 87,
        format: 'csv',
        mapping: { name: 'name', email: 'email', message: 'message', outcome: 'outcome' },
        when_full: 'stop',
        progress: { bytes_read: 27, rows_read: 0, stored: 0, refused: 0 },
        refused_not_kept: 0,
        error: null,
        created_at: '2026-11-16T22:45:54.877Z',
        started_at: null,
        finished_at: null,
      },
    },
  },
  cancelImport: {
    response: {
      success: true,
      data: {
        import_id: 'imp_01a1e689e9657fb298f6d191542c0965',
        status: 'cancelled',
        file_name: 'leads',
        file_bytes: 87,
        format: 'csv',
        mapping: { name: 'name', email: 'email', message: 'message', outcome: 'outcome' },
        when_full: 'stop',
        progress: { bytes_read: 27, rows_read: 0, stored: 0, refused: 0 },
        refused_not_kept: 0,
        error: null,
        created_at: '2026-11-16T22:46:00.293Z',
        started_at: null,
        finished_at: '2026-11-16T22:46:00.563Z',
      },
    },
  },
  downloadRefused: {
    response:
      'name,email,message,outcome,leadline_line,leadline_reason\r\nNo Contact,,Hello,,3,email and phone are both missing\r\n',
    ndjson:
      '{"name":"No Contact","message":"Hello","leadline_line":2,"leadline_reason":"email and phone are both missing"}\n',
  },
};
