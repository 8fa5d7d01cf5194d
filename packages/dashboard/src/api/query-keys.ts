// All query cache keys. A key also matches every longer key that starts with it.

/** Queries that may contain a lead's personal data and must be cleared when the lead is erased. */
const personal = {
  /** Lists of leads outside the inbox; new leads invalidate them. */
  leads: ['leads'],
  /** Not under `leads`, because new leads are merged into the loaded pages (use-arrivals.ts) without a refetch. */
  inbox: ['inbox'],
  /** Contains sources and countries, which may name a person. */
  inboxCounts: ['inbox-counts'],
  lead: ['lead'],
  receivedRequests: ['received'],
  /** How the fields of a received request were interpreted. */
  fieldReadings: ['field-readings'],
  imports: ['imports'],
  webhooks: ['webhooks'],
  /** Has examples of leads. */
  routingPreview: ['routing-preview'],
  /** Has the leads that move most. */
  backtest: ['backtest'],
  /** Leads that drafts of the settings are tried on. Not under `leads`: a new lead must not load all of them again. */
  previewLeads: ['preview-leads'],
} as const;

export const PERSONAL_DATA_KEYS: readonly (readonly string[])[] = Object.values(personal);

export const queryKeys = {
  session: ['session'],
  usage: ['usage'],
  apiKeys: ['api-keys'],
  views: ['views'],
  retention: ['retention'],
  routing: ['routing'],
  crm: ['crm'],
  crmRuns: ['crm-runs'],
  settings: ['settings'],
  settingsVersions: ['settings-versions'],
  settingsVersion: (version: number) => ['settings-version', version] as const,
  previewLeads: personal.previewLeads,
  backtest: personal.backtest,
  rescore: ['rescore'],
  model: ['model'],
  modelVersions: ['model-versions'],
  drifts: ['drifts'],
  routingPreview: (rules: string) => [...personal.routingPreview, rules] as const,
  allAudit: ['audit'],
  audit: (query: string) => ['audit', query] as const,
  activity: ['activity'],
  accountSecurity: ['account-security'],
  allowedOrigins: ['allowed-origins'],
  engine: ['engine'],

  profile: ['profile'],
  alerts: ['alerts'],
  team: ['team'],
  /** Everyone a lead can be assigned to. */
  assignees: ['team', 'assignees'],
  members: ['team', 'members'],
  memberDuties: (userId: string) => ['team', 'duties', userId] as const,
  invitations: ['team', 'invitations'],
  invitation: (id: string) => ['invitation', id] as const,
  /** Includes whether the email is verified, which decides what is listed. */
  ownInvitations: (email: string, isVerified: boolean) => ['own-invitations', email, isVerified] as const,
  backupCodes: ['backup-codes'],
  deviceSessions: ['device-sessions'],

  allInsights: ['insights'],
  insights: (from: string, to: string) => ['insights', from, to] as const,
  lostReasons: (from: string, to: string) => ['insights', 'lost', from, to] as const,

  leads: personal.leads,
  anyLead: [...personal.leads, 'any'],
  newestLead: [...personal.leads, 'newest'],
  newestDecided: [...personal.leads, 'newest-decided'],
  leadSearch: (q: string) => [...personal.leads, 'search', q] as const,
  /** Under `leads`, because the first lead is a step of setting up. */
  setup: [...personal.leads, 'setup'],
  allInboxes: personal.inbox,
  inbox: (filters: string) => [...personal.inbox, filters] as const,
  allInboxCounts: personal.inboxCounts,
  inboxCounts: (filters: string) => [...personal.inboxCounts, filters] as const,
  /** One-off lookups of changes; never cached. */
  inboxUpdate: (...parts: readonly string[]) => ['inbox-update', ...parts] as const,
  lead: (leadId: string) => [...personal.lead, leadId] as const,
  leadDetail: (leadId: string, mode: 'live' | 'test') => [...personal.lead, leadId, mode] as const,

  allReceived: personal.receivedRequests,
  received: (shown: string) => [...personal.receivedRequests, shown] as const,
  fieldReading: (requestId: string) => [...personal.fieldReadings, requestId] as const,

  importList: [...personal.imports, 'list'],
  import: (importId: string) => [...personal.imports, 'one', importId] as const,
  importPreview: (
    importId: string,
    changes: Readonly<Record<string, string>>,
    statuses: Readonly<Record<string, string>>,
    dateOrder?: string,
  ) => [...personal.imports, 'preview', importId, changes, statuses, dateOrder] as const,
  /** Those that were rejected, or stored with a warning. */
  importRows: (importId: string, which: string, count: number) =>
    [...personal.imports, 'rows', importId, which, count] as const,

  webhooks: personal.webhooks,
  deliveries: (webhookId: string, shown: string) =>
    [...personal.webhooks, webhookId, 'deliveries', shown] as const,
} as const;
