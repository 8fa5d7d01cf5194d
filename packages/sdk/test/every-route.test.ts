// Every call of the API that a key can make has a method.

import { expect, test } from 'vitest';
import { type Operations, ROUTES } from '../src/generated/operations.ts';
import { Leadline, type Pages } from '../src/index.ts';

/** Deprecated, and removed in 2028. */
type LeftOut = 'scoreLeadLegacy';

const first = <Item>(pages: Pages<Item>): Promise<unknown> => pages.firstPage();

const METHODS: Readonly<
  Record<Exclude<keyof Operations, LeftOut>, (leadline: Leadline) => Promise<unknown>>
> = {
  scoreLead: ({ leads }) => leads.score({ email: 'ana@acme.com' }),
  takeLead: ({ leads }) => leads.submit({ email: 'ana@acme.com' }),
  explainLead: ({ leads }) => leads.explain({ email: 'ana@acme.com' }),
  scoreBatch: ({ leads }) => leads.scoreBatch([{ email: 'ana@acme.com' }], { when_full: 'skip' }),
  listLeads: ({ leads }) => first(leads.list({ grade: ['Hot', 'Warm'], from: new Date(0), limit: 10 })),
  changeLeads: ({ leads }) => leads.changeMany({ lead_ids: ['lead_1'], status: 'contacted' }),
  countLeads: ({ leads }) => leads.count({ work: 'todo' }),
  exportLeads: ({ leads }) => leads.exportCsv({ source: '' }),
  getLead: ({ leads }) => leads.get('lead_1'),
  deleteLead: ({ leads }) => leads.delete('lead_1'),
  changeLead: ({ leads }) => leads.change('lead_1', { note: 'Called' }),
  recordOutcome: ({ leads }) => leads.recordOutcome('lead_1', { outcome: 'won', amount: 1200 }),
  recordOutcomes: ({ leads }) => leads.recordOutcomes({ lead_ids: ['lead_1'], outcome: 'lost' }),
  replayLead: ({ leads }) => leads.replay('lead_1'),
  correctContact: ({ leads }) => leads.correct('lead_1', { phone: '+44 20 7946 0123', rescore: true }),
  giveFeedback: ({ leads }) => leads.giveFeedback('lead_1', { verdict: 'too_high' }),
  watchLeads: async ({ leads }) => {
    const events = leads.watch();
    await events.next();
    await events.return();
  },
  listTeam: ({ account }) => account.team(),
  getProfile: ({ account }) => account.profile(),
  getSetup: ({ account }) => account.setup(),
  getUsage: ({ account }) => account.usage(),
  getInsights: ({ account }) => account.insights({ from: new Date(0), to: new Date() }),
  getLostReasons: ({ account }) => account.lostReasons({ from: new Date(0), to: new Date() }),
  listReceived: ({ account }) => account.receivedRequests({ status: 'refused' }),
  listViews: ({ views }) => views.list(),
  createView: ({ views }) => views.create({ name: 'Hot', query: 'grade=Hot' }),
  deleteView: ({ views }) => views.delete('view_1'),
  getRouting: ({ routing }) => routing.get(),
  saveRouting: ({ routing }) => routing.save({ version: 0, rules: [] }),
  previewRouting: ({ routing }) => routing.preview({ rules: [] }),
  getModel: ({ model }) => model.get(),
  changeModel: ({ model }) => model.change({ version: 0, mode: 'on', point_limit: 5 }),
  trainModel: ({ model }) => model.train(),
  listModelVersions: ({ model }) => first(model.versions()),
  rollBackModel: ({ model }) => model.rollBack({ version: 2, to: 1 }),
  listDrifts: ({ model }) => model.drifts(),
  acknowledgeDrift: ({ model }) => model.acknowledgeDrift('drift_1'),
  getSettings: ({ settings }) => settings.get(),
  saveSettingsDraft: ({ settings }) => settings.saveDraft({ revision: 0, changes: null }),
  startBacktest: ({ settings }) => settings.startBacktest({ changes: {} }),
  getBacktest: ({ settings }) => settings.getBacktest(),
  publishSettings: ({ settings }) => settings.publish({ version: 0, changes: {} }),
  rollBackSettings: ({ settings }) => settings.rollBack({ version: 2, to: 1 }),
  listSettingsVersions: ({ settings }) => first(settings.versions()),
  startRescore: ({ settings }) => settings.startRescore(),
  getRescore: ({ settings }) => settings.getRescore(),
  listImports: ({ imports }) => imports.list(),
  uploadImport: ({ imports }) => imports.upload('Email\nana@acme.com\n', { file_name: 'leads.csv' }),
  getImport: ({ imports }) => imports.get('imp_1'),
  previewImport: ({ imports }) => imports.preview('imp_1', { mapping: { Stage: 'custom' } }),
  chooseSheet: ({ imports }) => imports.chooseSheet('imp_1', 'Q2'),
  chooseHeader: ({ imports }) => imports.chooseHeader('imp_1', 3),
  startImport: ({ imports }) => imports.start('imp_1', { when_full: 'skip' }),
  cancelImport: ({ imports }) => imports.cancel('imp_1'),
  undoImport: ({ imports }) => imports.undo('imp_1'),
  downloadWarnings: ({ imports }) => imports.warnings('imp_1', { limit: 10 }),
  downloadRefused: ({ imports }) => imports.rejectedRows('imp_1', { limit: 10 }),
  getCrm: ({ crm }) => crm.get(),
  connectCrm: ({ crm }) =>
    crm.connect({
      vendor: 'odoo',
      url: 'https://acme.odoo.com',
      database: 'acme',
      login: 'sales@acme.com',
      api_key: 'secret',
    }),
  changeCrm: ({ crm }) => crm.change({ min_grade: 'Warm' }),
  disconnectCrm: ({ crm }) => crm.disconnect(),
  listCrmRuns: ({ crm }) => crm.runs(),
  startCrmRun: ({ crm }) => crm.startRun({ kind: 'sync' }),
  getCrmRun: ({ crm }) => crm.getRun('run_1'),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://example.org/leadline' }),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  getWebhook: ({ webhooks }) => webhooks.get('hook_1'),
  changeWebhook: ({ webhooks }) => webhooks.change('hook_1', { enabled: false }),
  deleteWebhook: ({ webhooks }) => webhooks.delete('hook_1'),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret('hook_1', { grace_hours: 1 }),
  testWebhook: ({ webhooks }) => webhooks.test('hook_1'),
  listDeliveries: ({ webhooks }) => first(webhooks.deliveries('hook_1', { status: 'failed' })),
  redeliverFailed: ({ webhooks }) => webhooks.redeliverFailed('hook_1'),
  redeliver: ({ webhooks }) => webhooks.redeliver('hook_1', 'evt_1'),
  exportPerson: ({ privacy }) => privacy.exportPerson({ email: 'ana@acme.com' }),
  erasePerson: ({ privacy }) => privacy.erasePerson({ email: 'ana@acme.com' }),
  getRetention: ({ privacy }) => privacy.getRetention(),
  setRetention: ({ privacy }) => privacy.setRetention(730),
  listAudit: ({ privacy }) => first(privacy.auditLog({ category: 'security' })),
};

const PAGE = '{"success":true,"data":[],"next_cursor":null,"next_before":null}';
const EVENT = 'event: leads\ndata: {"lead_ids":[]}\n\n';

for (const [operation, run] of Object.entries(METHODS))
  test(`${operation} has a method that calls its route`, async () => {
    const requests: string[] = [];
    const leadline = new Leadline({
      url: 'https://leads.example.com',
      key: 'll_live_key',
      fetch: async (url, init) => {
        requests.push(`${init?.method} ${new URL(String(url)).pathname}`);
        return new Response(ROUTES[operation as keyof Operations].returns === 'stream' ? EVENT : PAGE);
      },
    });
    await run(leadline);
    const { method, path } = ROUTES[operation as keyof Operations];
    const pattern = path.replace('{token}', 'll_live_key').replace(/\{\w+\}/g, '\\w+');
    expect(requests).toEqual([expect.stringMatching(new RegExp(`^${method} ${pattern}$`))]);
  });
