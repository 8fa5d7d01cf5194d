// Generated from docs/openapi.json by `npm run sdk:types`. Do not edit.

import type {
  AuditPage,
  BacktestRequest,
  BacktestResult,
  BatchRequest,
  BatchResult,
  BulkWorkRequest,
  BulkWorkResult,
  ContactRequest,
  CrmChanges,
  CrmRequest,
  CrmResult,
  CrmRunList,
  CrmRunRequest,
  CrmRunResult,
  DeleteResult,
  DeliveryPage,
  EraseRequest,
  EraseResult,
  ExplainRequest,
  ExplainResult,
  FeedbackRequest,
  ImportHeader,
  ImportList,
  ImportPreviewResult,
  ImportResult,
  ImportSheet,
  ImportStart,
  InsightsResult,
  Lead,
  LeadCounts,
  LeadDetail,
  LeadPage,
  LostReasonsResult,
  ModelDriftsResult,
  ModelRequest,
  ModelResult,
  ModelVersionList,
  NewWebhookResult,
  OutcomeRequest,
  OutcomeResult,
  OutcomesRequest,
  OutcomesResult,
  PersonExport,
  ProfileResult,
  PublishSettingsRequest,
  QueuedResult,
  ReceivedList,
  ReplayResult,
  RescoreResult,
  Retention,
  RetentionResult,
  RollBackModelRequest,
  RollBackSettingsRequest,
  RoutingPreviewRequest,
  RoutingPreviewResult,
  RoutingRequest,
  RoutingResult,
  ScoringResult,
  SettingsDraftRequest,
  SettingsDraftResult,
  SettingsResult,
  SettingsVersionList,
  SettingsVersionResult,
  SetupResult,
  TeamResult,
  TestSent,
  UploadResult,
  UsageResult,
  ViewList,
  ViewRequest,
  ViewResult,
  WebhookChanges,
  WebhookList,
  WebhookRequest,
  WebhookResult,
  WorkRequest,
  WorkResult,
} from './schemas.ts';

/** What each call sends and returns. */
export interface Operations {
  /** Score a lead and store it */
  scoreLead: {
    body: Lead;
    result: ScoringResult;
  };
  /** Score a lead and store it, for senders that can't set headers */
  takeLead: {
    path: {
      /** `ll_intake_…` */
      token: string;
    };
    body: Lead;
    result: ScoringResult;
  };
  /** Explain the score of a lead */
  explainLead: {
    body: ExplainRequest;
    result: ExplainResult;
  };
  /** Score and store up to 1,000 leads */
  scoreBatch: {
    body: BatchRequest;
    result: BatchResult;
  };
  /** List leads by time, priority or score */
  listLeads: {
    query: {
      limit?: number | undefined;
      /** `next_cursor` of the previous page. */
      cursor?: string | undefined;
      /** `priority`: the score minus two points for each day the lead has been waiting. Only for open leads. `score`: highest first. `returns`: only snoozed leads, the first to come back first. `closed`: only won and lost leads, the last to be decided first. `next`: only leads in progress, the next activity that is due first and leads without one last. */
      sort?: 'newest' | 'oldest' | 'priority' | 'score' | 'returns' | 'closed' | 'next' | undefined;
      /** Open leads only. `todo`: new and not snoozed, or any whose snooze has ended; without spam unless `grade` includes it or somebody said that it isn’t spam. `in_progress`: contacted or qualified, and not snoozed. */
      work?: 'todo' | 'in_progress' | 'snoozed' | undefined;
      /** One status, or several separated by commas: `contacted,qualified`. */
      status?: string | undefined;
      /** One or several, separated by commas: `user_…`, `me` for the signed-in user, `none` for unassigned leads. */
      assignee?: string | undefined;
      /** One grade, or several separated by commas: `Hot,Warm`. */
      grade?: string | undefined;
      min_score?: number | undefined;
      max_score?: number | undefined;
      /** Repeat it for several sources: `source=google&source=referral`. Empty for leads without a source: `source=`. */
      source?: readonly string[] | undefined;
      /** Of the phone number: one ISO 3166 code, or several separated by commas: `GB,IE`. */
      country?: string | undefined;
      /** Only leads of this import. */
      import?: string | undefined;
      outcome?: 'open' | 'won' | 'lost' | undefined;
      /** Only leads received at or after this time. */
      from?: string | undefined;
      /** Only leads received before this time. */
      to?: string | undefined;
      /** Words that all have to occur in the name, company, domain, email, phone number or message. Any part of a word matches; one or two characters match the start of a word. */
      q?: string | undefined;
    };
    result: LeadPage;
  };
  /** Make the same change to many leads */
  changeLeads: {
    body: BulkWorkRequest;
    result: BulkWorkResult['data'];
  };
  /** Count leads by tab and by the values of each filter */
  countLeads: {
    query: {
      /** Open leads only. `todo`: new and not snoozed, or any whose snooze has ended; without spam unless `grade` includes it or somebody said that it isn’t spam. `in_progress`: contacted or qualified, and not snoozed. */
      work?: 'todo' | 'in_progress' | 'snoozed' | undefined;
      /** One status, or several separated by commas: `contacted,qualified`. */
      status?: string | undefined;
      /** One or several, separated by commas: `user_…`, `me` for the signed-in user, `none` for unassigned leads. */
      assignee?: string | undefined;
      /** One grade, or several separated by commas: `Hot,Warm`. */
      grade?: string | undefined;
      min_score?: number | undefined;
      max_score?: number | undefined;
      /** Repeat it for several sources: `source=google&source=referral`. Empty for leads without a source: `source=`. */
      source?: readonly string[] | undefined;
      /** Of the phone number: one ISO 3166 code, or several separated by commas: `GB,IE`. */
      country?: string | undefined;
      /** Only leads of this import. */
      import?: string | undefined;
      outcome?: 'open' | 'won' | 'lost' | undefined;
      /** Only leads received at or after this time. */
      from?: string | undefined;
      /** Only leads received before this time. */
      to?: string | undefined;
      /** Words that all have to occur in the name, company, domain, email, phone number or message. Any part of a word matches; one or two characters match the start of a word. */
      q?: string | undefined;
    };
    result: LeadCounts['data'];
  };
  /** Download leads as a CSV file */
  exportLeads: {
    query: {
      /** `priority`: the score minus two points for each day the lead has been waiting. Only for open leads. `score`: highest first. `returns`: only snoozed leads, the first to come back first. `closed`: only won and lost leads, the last to be decided first. `next`: only leads in progress, the next activity that is due first and leads without one last. */
      sort?: 'newest' | 'oldest' | 'priority' | 'score' | 'returns' | 'closed' | 'next' | undefined;
      /** Open leads only. `todo`: new and not snoozed, or any whose snooze has ended; without spam unless `grade` includes it or somebody said that it isn’t spam. `in_progress`: contacted or qualified, and not snoozed. */
      work?: 'todo' | 'in_progress' | 'snoozed' | undefined;
      /** One status, or several separated by commas: `contacted,qualified`. */
      status?: string | undefined;
      /** One or several, separated by commas: `user_…`, `me` for the signed-in user, `none` for unassigned leads. */
      assignee?: string | undefined;
      /** One grade, or several separated by commas: `Hot,Warm`. */
      grade?: string | undefined;
      min_score?: number | undefined;
      max_score?: number | undefined;
      /** Repeat it for several sources: `source=google&source=referral`. Empty for leads without a source: `source=`. */
      source?: readonly string[] | undefined;
      /** Of the phone number: one ISO 3166 code, or several separated by commas: `GB,IE`. */
      country?: string | undefined;
      /** Only leads of this import. */
      import?: string | undefined;
      outcome?: 'open' | 'won' | 'lost' | undefined;
      /** Only leads received at or after this time. */
      from?: string | undefined;
      /** Only leads received before this time. */
      to?: string | undefined;
      /** Words that all have to occur in the name, company, domain, email, phone number or message. Any part of a word matches; one or two characters match the start of a word. */
      q?: string | undefined;
    };
  };
  /** Get a lead with its result, ledger, versions and timeline */
  getLead: {
    path: {
      /** `lead_…` */
      id: string;
    };
    result: LeadDetail['data'];
  };
  /** Delete a lead */
  deleteLead: {
    path: {
      /** `lead_…` */
      id: string;
    };
    result: DeleteResult['data'];
  };
  /** Change the status, assignee, snooze or next activity of a lead, or add a note */
  changeLead: {
    path: {
      /** `lead_…` */
      id: string;
    };
    body: WorkRequest;
    result: WorkResult['data'];
  };
  /** Record that a lead was won or lost, or reopen it */
  recordOutcome: {
    path: {
      /** `lead_…` */
      id: string;
    };
    body: OutcomeRequest;
    result: OutcomeResult['data'];
  };
  /** Record the same outcome for many leads */
  recordOutcomes: {
    body: OutcomesRequest;
    result: OutcomesResult['data'];
  };
  /** Score a stored lead again and compare */
  replayLead: {
    path: {
      /** `lead_…` */
      id: string;
    };
    result: ReplayResult['data'];
  };
  /** Say that a score is wrong */
  giveFeedback: {
    path: {
      /** `lead_…` */
      id: string;
    };
    body: FeedbackRequest;
    result: LeadDetail['data'];
  };
  /** List the people of the account; leads can be assigned to all but viewers */
  listTeam: {
    result: TeamResult['data'];
  };
  /** Correct the name, email, phone number or company of a lead */
  correctContact: {
    path: {
      /** `lead_…` */
      id: string;
    };
    body: ContactRequest;
    result: LeadDetail['data'];
  };
  /** List saved views of the inbox, oldest first */
  listViews: {
    result: ViewList['data'];
  };
  /** Save inbox filters as a view */
  createView: {
    body: ViewRequest;
    result: ViewResult['data'];
  };
  /** Delete a saved view */
  deleteView: {
    path: {
      /** `view_…` */
      id: string;
    };
    result: DeleteResult['data'];
  };
  /** Get the currency, time zone, office hours, typical deal and lost reasons of the account */
  getProfile: {
    result: ProfileResult['data'];
  };
  /** Get the rules that give new leads an assignee */
  getRouting: {
    result: RoutingResult['data'];
  };
  /** Replace the rules that give new leads an assignee */
  saveRouting: {
    body: RoutingRequest;
    result: RoutingResult['data'];
  };
  /** Try rules on the leads of the last seven days, without changing anything */
  previewRouting: {
    body: RoutingPreviewRequest;
    result: RoutingPreviewResult['data'];
  };
  /** Get the mode, the live model and what the latest training found */
  getModel: {
    result: ModelResult['data'];
  };
  /** Change whether and how far outcomes may move scores */
  changeModel: {
    body: ModelRequest;
    result: ModelResult['data'];
  };
  /** Train a model on the outcomes so far */
  trainModel: {
    result: ModelResult['data'];
  };
  /** List the published versions of the model */
  listModelVersions: {
    query: {
      /** Only versions before this one. */
      before?: number | undefined;
    };
    result: ModelVersionList;
  };
  /** Publish the model of an earlier version again */
  rollBackModel: {
    body: RollBackModelRequest;
    result: ModelResult['data'];
  };
  /** List what has shifted in the leads */
  listDrifts: {
    result: ModelDriftsResult['data'];
  };
  /** Acknowledge a drift, so that it counts as normal from then on */
  acknowledgeDrift: {
    path: {
      /** `drift_…` */
      id: string;
    };
    result: ModelDriftsResult['data'];
  };
  /** Get the live settings, the draft and the defaults */
  getSettings: {
    result: SettingsResult['data'];
  };
  /** Save the draft of the settings */
  saveSettingsDraft: {
    body: SettingsDraftRequest;
    result: SettingsDraftResult['data'];
  };
  /** Try changed settings on the account’s own leads, without changing anything */
  startBacktest: {
    body: BacktestRequest;
    result: BacktestResult['data'];
  };
  /** Get the latest backtest */
  getBacktest: {
    result: BacktestResult['data'];
  };
  /** Publish the draft, or other changes */
  publishSettings: {
    body: PublishSettingsRequest;
    result: SettingsVersionResult['data'];
  };
  /** Publish an earlier version again */
  rollBackSettings: {
    body: RollBackSettingsRequest;
    result: SettingsVersionResult['data'];
  };
  /** List the published versions of the settings */
  listSettingsVersions: {
    query: {
      /** Only versions before this one. */
      before?: number | undefined;
    };
    result: SettingsVersionList;
  };
  /** Score open leads again, by the live settings */
  startRescore: {
    result: RescoreResult['data'];
  };
  /** Get the latest re-scoring of open leads */
  getRescore: {
    result: RescoreResult['data'];
  };
  /** Watch changes as server-sent events */
  watchLeads: {
    query: {
      /** How long the client was disconnected. If leads were deleted in that time, the stream starts with `erasures`. */
      missed_seconds?: number | undefined;
    };
  };
  /** Get grades, sources, reps, win rates, revenue and contact times for a period */
  getInsights: {
    query: {
      /** Only leads received at or after this time. */
      from: string;
      /** Only leads received before this time; up to three years after `from`. */
      to: string;
    };
    result: InsightsResult['data'];
  };
  /** Count why the leads received in a period were lost */
  getLostReasons: {
    query: {
      /** Only leads received at or after this time. */
      from: string;
      /** Only leads received before this time; up to three years after `from`. */
      to: string;
    };
    result: LostReasonsResult['data'];
  };
  /** List imports, newest first */
  listImports: {
    result: ImportList['data'];
  };
  /** Upload a file of leads */
  uploadImport: {
    query: {
      file_name?: string | undefined;
      /** Which sheet of an Excel file to import. The first one by default. */
      sheet?: string | undefined;
      /** Start right away, with the detected mapping. */
      start?: boolean | undefined;
      /** What to do when the plan limit is reached: `stop` the import, or `skip` the remaining rows. */
      when_full?: 'stop' | 'skip' | undefined;
    };
    body: unknown;
    result: UploadResult['data'];
  };
  /** Get an import and its progress */
  getImport: {
    path: {
      /** `imp_…` */
      id: string;
    };
    result: ImportResult['data'];
  };
  /** Preview the first rows with another mapping */
  previewImport: {
    path: {
      /** `imp_…` */
      id: string;
    };
    body?:
      | {
          /** What each column maps to. Columns left out keep the detected mapping. */
          mapping?:
            | Readonly<
                Record<
                  string,
                  | 'name'
                  | 'first_name'
                  | 'last_name'
                  | 'email'
                  | 'phone'
                  | 'budget'
                  | 'message'
                  | 'source'
                  | 'company'
                  | 'title'
                  | 'received_at'
                  | 'status'
                  | 'assignee'
                  | 'outcome'
                  | 'outcome_at'
                  | 'outcome_amount'
                  | 'outcome_currency'
                  | 'outcome_reason'
                  | 'custom'
                  | 'ignore'
                >
              >
            | undefined;
          /** Which status words of a status or outcome column stand for. Other words keep the status they are known by, and rows with other unknown words are rejected. */
          statuses?:
            | Readonly<Record<string, 'new' | 'contacted' | 'qualified' | 'unqualified' | 'won' | 'lost'>>
            | undefined;
          /** How dates with slashes are read: is 03/04/2026 the 3rd of April or the 4th of March? */
          date_order?: 'day_first' | 'month_first' | undefined;
        }
      | undefined;
    result: ImportPreviewResult['data'];
  };
  /** Choose another sheet of an Excel file */
  chooseSheet: {
    path: {
      /** `imp_…` */
      id: string;
    };
    body: ImportSheet;
    result: UploadResult['data'];
  };
  /** Take another row as the header */
  chooseHeader: {
    path: {
      /** `imp_…` */
      id: string;
    };
    body: ImportHeader;
    result: UploadResult['data'];
  };
  /** Start an import, or resume one that stopped */
  startImport: {
    path: {
      /** `imp_…` */
      id: string;
    };
    body?: ImportStart | undefined;
    result: ImportResult['data'];
  };
  /** Cancel an import; leads already stored are kept */
  cancelImport: {
    path: {
      /** `imp_…` */
      id: string;
    };
    result: ImportResult['data'];
  };
  /** Undo an import: delete its leads */
  undoImport: {
    path: {
      /** `imp_…` */
      id: string;
    };
    result: ImportResult['data'];
  };
  /** Download rejected rows with their line numbers and reasons */
  downloadRefused: {
    path: {
      /** `imp_…` */
      id: string;
    };
    query: {
      /** Only the first rows, to look at them. Without it, it is an export: the owners of the account decide who may, and it is in the audit log. */
      limit?: number | undefined;
    };
  };
  /** Download rows that were stored without a date or a deal value */
  downloadWarnings: {
    path: {
      /** `imp_…` */
      id: string;
    };
    query: {
      /** Only the first rows, to look at them. Without it, it is an export: the owners of the account decide who may, and it is in the audit log. */
      limit?: number | undefined;
    };
  };
  /** Add a webhook endpoint */
  createWebhook: {
    body: WebhookRequest;
    result: NewWebhookResult['data'];
  };
  /** List webhook endpoints */
  listWebhooks: {
    result: WebhookList['data'];
  };
  /** Get a webhook endpoint */
  getWebhook: {
    path: {
      /** `hook_…` */
      id: string;
    };
    result: WebhookResult['data'];
  };
  /** Change a webhook endpoint, or switch it on or off */
  changeWebhook: {
    path: {
      /** `hook_…` */
      id: string;
    };
    body: WebhookChanges;
    result: WebhookResult['data'];
  };
  /** Delete a webhook endpoint and its deliveries */
  deleteWebhook: {
    path: {
      /** `hook_…` */
      id: string;
    };
    result: DeleteResult['data'];
  };
  /** Rotate the secret; the old one keeps signing for a grace period */
  rotateWebhookSecret: {
    path: {
      /** `hook_…` */
      id: string;
    };
    body?:
      | {
          /** How long deliveries are also signed with the old secret. */
          grace_hours?: number | undefined;
        }
      | undefined;
    result: NewWebhookResult['data'];
  };
  /** Send a test event; see its delivery in the list */
  testWebhook: {
    path: {
      /** `hook_…` */
      id: string;
    };
    result: TestSent['data'];
  };
  /** List deliveries of the last 30 days, newest first */
  listDeliveries: {
    path: {
      /** `hook_…` */
      id: string;
    };
    query: {
      limit?: number | undefined;
      /** `next_cursor` of the previous page. */
      cursor?: string | undefined;
      status?: 'pending' | 'delivered' | 'failed' | undefined;
    };
    result: DeliveryPage;
  };
  /** Retry all failed deliveries */
  redeliverFailed: {
    path: {
      /** `hook_…` */
      id: string;
    };
    result: QueuedResult['data'];
  };
  /** Deliver an event again, with the same ID */
  redeliver: {
    path: {
      /** `hook_…` */
      id: string;
      /** `evt_…` */
      event: string;
    };
    result: QueuedResult['data'];
  };
  /** Get the connection to a CRM; null if there is none */
  getCrm: {
    result: CrmResult['data'];
  };
  /** Connect a CRM, or replace the login */
  connectCrm: {
    body: CrmRequest;
    result: CrmResult['data'];
  };
  /** Change what is synced, or pause it */
  changeCrm: {
    body: CrmChanges;
    result: CrmResult['data'];
  };
  /** Disconnect the CRM: deletes the login and the log, and nothing in the CRM */
  disconnectCrm: {
    result: DeleteResult['data'];
  };
  /** List the last 50 runs, newest first */
  listCrmRuns: {
    result: CrmRunList['data'];
  };
  /** Sync now, or preview what a sync would do */
  startCrmRun: {
    body: CrmRunRequest;
    result: CrmRunResult['data'];
  };
  /** Get a run */
  getCrmRun: {
    path: {
      /** `run_…` */
      id: string;
    };
    result: CrmRunResult['data'];
  };
  /** Export everything stored about a person */
  exportPerson: {
    query: {
      email?: string | undefined;
      phone?: string | undefined;
    };
    result: PersonExport['data'];
  };
  /** Erase a person */
  erasePerson: {
    body: EraseRequest;
    result: EraseResult['data'];
  };
  /** Get how long leads are kept */
  getRetention: {
    result: RetentionResult['data'];
  };
  /** Change how long leads are kept */
  setRetention: {
    body: Retention;
    result: RetentionResult['data'];
  };
  /** List the audit log, newest first */
  listAudit: {
    query: {
      limit?: number | undefined;
      /** `next_cursor` of the previous page. */
      cursor?: string | undefined;
      /** `changes`: everything changed in the account. `security`: only keys, team and sign-in rules, plus the sign-ins of its members in the last 90 days. */
      category?: 'changes' | 'security' | undefined;
      /** Only what this person, key, the operator or the system did. */
      actor?: string | undefined;
      /** ISO 8601; entries at or after this time. */
      from?: string | undefined;
      /** ISO 8601; entries before this time. */
      to?: string | undefined;
    };
    result: AuditPage;
  };
  /** Get which steps of setting up the account are done */
  getSetup: {
    result: SetupResult['data'];
  };
  /** Get this month's usage */
  getUsage: {
    result: UsageResult['data'];
  };
  /** List recent intake requests as received, newest first */
  listReceived: {
    query: {
      status?: 'taken' | 'refused' | undefined;
      limit?: number | undefined;
    };
    result: ReceivedList['data'];
  };
  /** Score a lead and store it (legacy) */
  scoreLeadLegacy: {
    body: Lead;
    result: ScoringResult;
  };
}

/** The whole body of each answer, by route. */
export interface Answers {
  'POST /api/webhook.php': ScoringResult;
  'POST /api/intake/{token}': ScoringResult;
  'POST /api/explain.php': ExplainResult;
  'POST /api/batch': BatchResult;
  'GET /api/leads': LeadPage;
  'PATCH /api/leads': BulkWorkResult;
  'GET /api/leads/counts': LeadCounts;
  'GET /api/leads/{id}': LeadDetail;
  'DELETE /api/leads/{id}': DeleteResult;
  'PATCH /api/leads/{id}': WorkResult;
  'POST /api/leads/{id}/outcome': OutcomeResult;
  'POST /api/leads/outcomes': OutcomesResult;
  'POST /api/leads/{id}/replay': ReplayResult;
  'POST /api/leads/{id}/feedback': LeadDetail;
  'GET /api/team': TeamResult;
  'PATCH /api/leads/{id}/contact': LeadDetail;
  'GET /api/views': ViewList;
  'POST /api/views': ViewResult;
  'DELETE /api/views/{id}': DeleteResult;
  'GET /api/account/profile': ProfileResult;
  'GET /api/routing': RoutingResult;
  'PUT /api/routing': RoutingResult;
  'POST /api/routing/preview': RoutingPreviewResult;
  'GET /api/model': ModelResult;
  'PUT /api/model': ModelResult;
  'POST /api/model/train': ModelResult;
  'GET /api/model/versions': ModelVersionList;
  'POST /api/model/rollback': ModelResult;
  'GET /api/model/drifts': ModelDriftsResult;
  'POST /api/model/drifts/{id}/acknowledge': ModelDriftsResult;
  'GET /api/settings': SettingsResult;
  'PUT /api/settings/draft': SettingsDraftResult;
  'POST /api/settings/backtest': BacktestResult;
  'GET /api/settings/backtest': BacktestResult;
  'POST /api/settings/publish': SettingsVersionResult;
  'POST /api/settings/rollback': SettingsVersionResult;
  'GET /api/settings/versions': SettingsVersionList;
  'POST /api/settings/rescore': RescoreResult;
  'GET /api/settings/rescore': RescoreResult;
  'GET /api/insights': InsightsResult;
  'GET /api/insights/lost-reasons': LostReasonsResult;
  'GET /api/imports': ImportList;
  'POST /api/imports': UploadResult;
  'GET /api/imports/{id}': ImportResult;
  'POST /api/imports/{id}/preview': ImportPreviewResult;
  'POST /api/imports/{id}/sheet': UploadResult;
  'POST /api/imports/{id}/header': UploadResult;
  'POST /api/imports/{id}/start': ImportResult;
  'POST /api/imports/{id}/cancel': ImportResult;
  'POST /api/imports/{id}/undo': ImportResult;
  'POST /api/webhooks': NewWebhookResult;
  'GET /api/webhooks': WebhookList;
  'GET /api/webhooks/{id}': WebhookResult;
  'PATCH /api/webhooks/{id}': WebhookResult;
  'DELETE /api/webhooks/{id}': DeleteResult;
  'POST /api/webhooks/{id}/rotate-secret': NewWebhookResult;
  'POST /api/webhooks/{id}/test': TestSent;
  'GET /api/webhooks/{id}/deliveries': DeliveryPage;
  'POST /api/webhooks/{id}/redeliver': QueuedResult;
  'POST /api/webhooks/{id}/deliveries/{event}/redeliver': QueuedResult;
  'GET /api/crm': CrmResult;
  'PUT /api/crm': CrmResult;
  'PATCH /api/crm': CrmResult;
  'DELETE /api/crm': DeleteResult;
  'GET /api/crm/runs': CrmRunList;
  'POST /api/crm/runs': CrmRunResult;
  'GET /api/crm/runs/{id}': CrmRunResult;
  'GET /api/people': PersonExport;
  'POST /api/people/erase': EraseResult;
  'GET /api/retention': RetentionResult;
  'PUT /api/retention': RetentionResult;
  'GET /api/audit': AuditPage;
  'GET /api/account/setup': SetupResult;
  'GET /api/usage': UsageResult;
  'GET /api/received': ReceivedList;
  'POST /api/score.php': ScoringResult;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  /** What a call returns: the `data` of the body, the whole body if it has more than that, or a stream. */
  readonly returns: 'data' | 'body' | 'stream';
  /** Whether it accepts an `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true;
  /** Whether the key is in the path, not in a header. */
  readonly hasKeyInPath?: true;
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
  scoreLead: { method: 'POST', path: '/api/webhook.php', returns: 'body', takesIdempotencyKey: true },
  takeLead: {
    method: 'POST',
    path: '/api/intake/{token}',
    returns: 'body',
    takesIdempotencyKey: true,
    hasKeyInPath: true,
  },
  explainLead: { method: 'POST', path: '/api/explain.php', returns: 'body' },
  scoreBatch: { method: 'POST', path: '/api/batch', returns: 'body', takesIdempotencyKey: true },
  listLeads: { method: 'GET', path: '/api/leads', returns: 'body' },
  changeLeads: { method: 'PATCH', path: '/api/leads', returns: 'data' },
  countLeads: { method: 'GET', path: '/api/leads/counts', returns: 'data' },
  exportLeads: { method: 'GET', path: '/api/leads/export', returns: 'stream' },
  getLead: { method: 'GET', path: '/api/leads/{id}', returns: 'data' },
  deleteLead: { method: 'DELETE', path: '/api/leads/{id}', returns: 'data' },
  changeLead: { method: 'PATCH', path: '/api/leads/{id}', returns: 'data' },
  recordOutcome: { method: 'POST', path: '/api/leads/{id}/outcome', returns: 'data' },
  recordOutcomes: { method: 'POST', path: '/api/leads/outcomes', returns: 'data' },
  replayLead: { method: 'POST', path: '/api/leads/{id}/replay', returns: 'data' },
  giveFeedback: { method: 'POST', path: '/api/leads/{id}/feedback', returns: 'data' },
  listTeam: { method: 'GET', path: '/api/team', returns: 'data' },
  correctContact: { method: 'PATCH', path: '/api/leads/{id}/contact', returns: 'data' },
  listViews: { method: 'GET', path: '/api/views', returns: 'data' },
  createView: { method: 'POST', path: '/api/views', returns: 'data' },
  deleteView: { method: 'DELETE', path: '/api/views/{id}', returns: 'data' },
  getProfile: { method: 'GET', path: '/api/account/profile', returns: 'data' },
  getRouting: { method: 'GET', path: '/api/routing', returns: 'data' },
  saveRouting: { method: 'PUT', path: '/api/routing', returns: 'data' },
  previewRouting: { method: 'POST', path: '/api/routing/preview', returns: 'data' },
  getModel: { method: 'GET', path: '/api/model', returns: 'data' },
  changeModel: { method: 'PUT', path: '/api/model', returns: 'data' },
  trainModel: { method: 'POST', path: '/api/model/train', returns: 'data' },
  listModelVersions: { method: 'GET', path: '/api/model/versions', returns: 'body' },
  rollBackModel: { method: 'POST', path: '/api/model/rollback', returns: 'data' },
  listDrifts: { method: 'GET', path: '/api/model/drifts', returns: 'data' },
  acknowledgeDrift: { method: 'POST', path: '/api/model/drifts/{id}/acknowledge', returns: 'data' },
  getSettings: { method: 'GET', path: '/api/settings', returns: 'data' },
  saveSettingsDraft: { method: 'PUT', path: '/api/settings/draft', returns: 'data' },
  startBacktest: { method: 'POST', path: '/api/settings/backtest', returns: 'data' },
  getBacktest: { method: 'GET', path: '/api/settings/backtest', returns: 'data' },
  publishSettings: { method: 'POST', path: '/api/settings/publish', returns: 'data' },
  rollBackSettings: { method: 'POST', path: '/api/settings/rollback', returns: 'data' },
  listSettingsVersions: { method: 'GET', path: '/api/settings/versions', returns: 'body' },
  startRescore: { method: 'POST', path: '/api/settings/rescore', returns: 'data' },
  getRescore: { method: 'GET', path: '/api/settings/rescore', returns: 'data' },
  watchLeads: { method: 'GET', path: '/api/live', returns: 'stream' },
  getInsights: { method: 'GET', path: '/api/insights', returns: 'data' },
  getLostReasons: { method: 'GET', path: '/api/insights/lost-reasons', returns: 'data' },
  listImports: { method: 'GET', path: '/api/imports', returns: 'data' },
  uploadImport: { method: 'POST', path: '/api/imports', returns: 'data' },
  getImport: { method: 'GET', path: '/api/imports/{id}', returns: 'data' },
  previewImport: { method: 'POST', path: '/api/imports/{id}/preview', returns: 'data' },
  chooseSheet: { method: 'POST', path: '/api/imports/{id}/sheet', returns: 'data' },
  chooseHeader: { method: 'POST', path: '/api/imports/{id}/header', returns: 'data' },
  startImport: { method: 'POST', path: '/api/imports/{id}/start', returns: 'data' },
  cancelImport: { method: 'POST', path: '/api/imports/{id}/cancel', returns: 'data' },
  undoImport: { method: 'POST', path: '/api/imports/{id}/undo', returns: 'data' },
  downloadRefused: { method: 'GET', path: '/api/imports/{id}/refused', returns: 'stream' },
  downloadWarnings: { method: 'GET', path: '/api/imports/{id}/warnings', returns: 'stream' },
  createWebhook: { method: 'POST', path: '/api/webhooks', returns: 'data' },
  listWebhooks: { method: 'GET', path: '/api/webhooks', returns: 'data' },
  getWebhook: { method: 'GET', path: '/api/webhooks/{id}', returns: 'data' },
  changeWebhook: { method: 'PATCH', path: '/api/webhooks/{id}', returns: 'data' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{id}', returns: 'data' },
  rotateWebhookSecret: { method: 'POST', path: '/api/webhooks/{id}/rotate-secret', returns: 'data' },
  testWebhook: { method: 'POST', path: '/api/webhooks/{id}/test', returns: 'data' },
  listDeliveries: { method: 'GET', path: '/api/webhooks/{id}/deliveries', returns: 'body' },
  redeliverFailed: { method: 'POST', path: '/api/webhooks/{id}/redeliver', returns: 'data' },
  redeliver: { method: 'POST', path: '/api/webhooks/{id}/deliveries/{event}/redeliver', returns: 'data' },
  getCrm: { method: 'GET', path: '/api/crm', returns: 'data' },
  connectCrm: { method: 'PUT', path: '/api/crm', returns: 'data' },
  changeCrm: { method: 'PATCH', path: '/api/crm', returns: 'data' },
  disconnectCrm: { method: 'DELETE', path: '/api/crm', returns: 'data' },
  listCrmRuns: { method: 'GET', path: '/api/crm/runs', returns: 'data' },
  startCrmRun: { method: 'POST', path: '/api/crm/runs', returns: 'data' },
  getCrmRun: { method: 'GET', path: '/api/crm/runs/{id}', returns: 'data' },
  exportPerson: { method: 'GET', path: '/api/people', returns: 'data' },
  erasePerson: { method: 'POST', path: '/api/people/erase', returns: 'data' },
  getRetention: { method: 'GET', path: '/api/retention', returns: 'data' },
  setRetention: { method: 'PUT', path: '/api/retention', returns: 'data' },
  listAudit: { method: 'GET', path: '/api/audit', returns: 'body' },
  getSetup: { method: 'GET', path: '/api/account/setup', returns: 'data' },
  getUsage: { method: 'GET', path: '/api/usage', returns: 'data' },
  listReceived: { method: 'GET', path: '/api/received', returns: 'data' },
  scoreLeadLegacy: { method: 'POST', path: '/api/score.php', returns: 'body', takesIdempotencyKey: true },
};
