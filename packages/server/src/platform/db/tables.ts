// Table types for the query builder. The tables themselves are defined in migrations/.

import type {
  CrmRunKind,
  CrmVendor,
  DisabledReason,
  KeyScope,
  LeadExports,
  RepLeads,
} from '@leadline/contract';
import type { ErrorCode } from '@leadline/contract/errors';
import type { Generated } from 'kysely';

/** off: no AI; local: the model on this machine; llm: the operator's LLM, with the local model as a fallback. */
export type AiMode = 'off' | 'local' | 'llm';

/** Whether an account's data is in this database; see migrations/0001_schema.sql. */
export type Presence = 'here' | 'leaving' | 'held' | 'elsewhere';

export type MoveStep = 'copying' | 'frozen' | 'switched' | 'verified';

export interface Tables {
  plans: {
    name: string;
    monthly_leads: number | null;
    requests_per_minute: number;
    import_bytes: Generated<number>;
    storage_bytes: Generated<number | null>;
    test_leads: Generated<number | null>;
    account_requests_per_minute: Generated<number>;
  };
  accounts: {
    id: string;
    email: string;
    plan: string;
    test_of: string | null;
    name: Generated<string>;
    ai: Generated<AiMode>;
    ai_monthly_dollars: Generated<number | null>;
    requires_two_factor: Generated<boolean>;
    lead_exports: Generated<LeadExports>;
    rep_leads: Generated<RepLeads>;
    session_idle_minutes: Generated<number>;
    session_max_hours: Generated<number>;
    allowed_origins: Generated<string[]>;
    created_at: Generated<Date>;
    deletion_requested_at: Generated<Date | null>;
    delete_at: Generated<Date | null>;
    cell: Generated<string>;
    presence: Generated<Presence>;
    leaves_at: Generated<Date | null>;
  };
  cells: {
    name: string;
    address: string | null;
    is_open: Generated<boolean>;
    bytes: Generated<number>;
    accounts: Generated<number>;
    added_at: Generated<Date>;
    measured_at: Generated<Date | null>;
  };
  this_cell: { name: string };
  directory_changes: {
    account_id: string;
    id: Generated<number>;
    task: 'unassign_leads' | 'forget_alert_choices' | null;
    details: unknown;
  };
  account_moves: {
    account_id: string;
    source: string;
    target: string;
    step: Generated<MoveStep>;
    attempt: Generated<number>;
    frozen_at: Date | null;
    switched_at: Date | null;
    verified_at: Date | null;
    delete_source_at: Date | null;
    started_at: Generated<Date>;
  };
  deleted_accounts: { id: string; requested_at: Date; deleted_at: Generated<Date> };
  ai_spending: {
    account_id: string;
    month: string;
    calls: number;
    input_tokens: number;
    output_tokens: number;
    dollars: number;
  };
  api_keys: {
    key_hash: Buffer;
    id: string;
    account_id: string;
    name: string;
    hint: string;
    created_at: Generated<Date>;
    expires_at: Date | null;
    /** Why it expires, if its owner didn't choose so when it was created. */
    ending: Generated<'revoked' | 'replaced' | null>;
    last_used_at: Date | null;
    scope: Generated<KeyScope>;
    sealed: Generated<Buffer | null>;
  };
  usage: { account_id: string; month: string; leads: number; spam: Generated<number> };
  storage: {
    account_id: string;
    bytes: Generated<number>;
    leads: Generated<number>;
    counted_at: Generated<Date | null>;
  };
  leads: {
    account_id: string;
    id: string;
    person_id: string;
    score: number;
    grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
    source: string;
    outcome: 'open' | 'won' | 'lost';
    phone: string;
    lead: unknown;
    scored: unknown;
    stage: Generated<'new' | 'contacted' | 'qualified' | 'unqualified'>;
    assignee: Generated<string | null>;
    snoozed_until: Generated<Date | null>;
    contacted_at: Generated<Date | null>;
    not_spam: Generated<boolean>;
    revision: Generated<number>;
    uncounted: Generated<boolean>;
    closed_at: Generated<Date | null>;
    next_kind: Generated<'call' | 'email' | 'meeting' | null>;
    next_at: Generated<Date | null>;
  };
  search_texts: { account_id: string; id: string; country: string; text: string };
  search_queue: { account_id: string; id: string };
  activities: {
    account_id: string;
    lead_id: string;
    id: Generated<string>;
    kind:
      | 'status'
      | 'snoozed'
      | 'assigned'
      | 'note'
      | 'feedback'
      | 'corrected'
      | 'rescored'
      | 'planned'
      | 'done';
    actor: string;
    data: unknown;
  };
  profiles: {
    account_id: string;
    currency: Generated<string>;
    time_zone: Generated<string>;
    office_days: Generated<number[]>;
    opens_at: Generated<string>;
    closes_at: Generated<string>;
    typical_deal: Generated<number | null>;
    lost_reasons: Generated<string[]>;
  };
  alert_choices: {
    account_id: string;
    user_id: string;
    email_new: 'Warm' | 'Hot' | null;
    email_assigned: boolean;
    email_drift: Generated<boolean>;
    email_keys: Generated<boolean>;
    browser_new: 'Warm' | 'Hot' | null;
    browser_assigned: boolean;
    hours: 'always' | 'chosen' | 'office';
    opens_at: string;
    closes_at: string;
    digest_hour: number | null;
    next_email_at: Generated<Date | null>;
    next_digest_at: Generated<Date | null>;
  };
  alerts: {
    account_id: string;
    lead_id: string;
    user_id: string;
    id: Generated<string>;
    in_browser: boolean;
    due_at: Date | null;
    email_id: Generated<string | null>;
  };
  alert_emails: {
    account_id: string;
    user_id: string;
    id: string;
    kind: 'alerts' | 'digest' | 'test' | 'drift' | 'keys';
    day: Generated<string | null>;
    since: Generated<Date | null>;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    sent_at: Generated<Date | null>;
  };
  lead_watchers: {
    account_id: string;
    watcher: 'routing' | 'alerts' | 'crm';
    min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
  };
  settings_versions: {
    account_id: string;
    version: number;
    changes: unknown;
    typical_deal: number | null;
    currency: string | null;
    note: string;
    restores: number | null;
    actor: string;
    published_at: Generated<Date>;
  };
  settings_drafts: {
    account_id: string;
    revision: number;
    based_on: number;
    changes: unknown;
    actor: string;
    saved_at: Date;
  };
  settings_jobs: {
    account_id: string;
    id: string;
    kind: 'backtest' | 'rescore' | 'training' | 'drift';
    status: 'queued' | 'running' | 'finished' | 'failed';
    version: number;
    model_version: Generated<number>;
    changes: unknown;
    typical_deal: number | null;
    currency: string | null;
    leads: Generated<number | null>;
    leads_done: Generated<number>;
    leads_changed: Generated<number>;
    position: Generated<string | null>;
    result: Generated<unknown>;
    error: Generated<string | null>;
    attempts: Generated<number>;
    actor: string;
    created_at: Generated<Date>;
    started_at: Generated<Date | null>;
    finished_at: Generated<Date | null>;
  };
  trained_models: {
    account_id: string;
    id: string;
    model: unknown;
    outcomes: number;
    won: number;
    verdict: unknown;
    report: unknown;
    trained_at: Generated<Date>;
  };
  model_versions: {
    account_id: string;
    version: number;
    trained_id: string | null;
    mode: 'off' | 'advisory' | 'on';
    point_limit: number;
    reason: string;
    restores: number | null;
    actor: string;
    published_at: Generated<Date>;
  };
  drifts: {
    account_id: string;
    id: string;
    kind: 'share' | 'win_rate' | 'calibration';
    field: string | null;
    level: string | null;
    figures: unknown;
    since: Date;
    status: 'open' | 'acknowledged' | 'passed' | 'settled';
    raised_at: Date;
    closed_at: Generated<Date | null>;
    closed_by: Generated<string | null>;
  };
  routing: { account_id: string; version: number; rules: unknown; turns: Generated<unknown> };
  requests: { account_id: string; fingerprint: string; body_hash: string; lead_id: string };
  contacts: {
    account_id: string;
    email: string;
    phone: string;
    name: string;
    surname: string;
    person_id: string;
    leads: Generated<number>;
  };
  outcomes: {
    account_id: string;
    lead_id: string;
    id: Generated<string>;
    outcome: 'open' | 'won' | 'lost';
    at: Date;
    amount: number | null;
    reason: string | null;
    recorded_at: Generated<Date>;
    recorded_by: string | null;
  };
  webhook_endpoints: {
    account_id: string;
    id: string;
    description: string;
    format: 'standard' | 'slack';
    events: string[];
    min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
    sealed: Buffer;
    max_per_minute: Generated<number | null>;
    next_send_at: Generated<Date | null>;
    failing_since: Generated<Date | null>;
    disabled_at: Generated<Date | null>;
    disabled_reason: Generated<DisabledReason | null>;
    created_at: Generated<Date>;
  };
  crm_connections: {
    account_id: string;
    id: string;
    vendor: CrmVendor;
    sealed: Buffer;
    pushes: Generated<boolean>;
    pulls: Generated<boolean>;
    min_grade: 'Hot' | 'Warm' | 'Cool' | 'Cold';
    mapping: unknown;
    fields: unknown;
    record_url: string | null;
    pulled: unknown;
    failures: Generated<number>;
    failing_since: Generated<Date | null>;
    failed_at: Generated<Date | null>;
    error: Generated<string | null>;
    paused_at: Generated<Date | null>;
    next_run_at: Generated<Date>;
    token_claimed_until: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  crm_records: {
    account_id: string;
    record_id: string;
    lead_id: string;
    written: unknown;
    is_gone: Generated<boolean>;
  };
  crm_deals: {
    account_id: string;
    deal_id: string;
    lead_id: string;
    outcome: 'won' | 'lost';
    amount: number | null;
    closed_at: Date;
  };
  crm_queue: {
    account_id: string;
    lead_id: string;
    revision: Generated<number>;
    intended: unknown;
    problem: Generated<string | null>;
  };
  crm_runs: {
    account_id: string;
    id: string;
    kind: CrmRunKind;
    status: 'queued' | 'running' | 'finished' | 'failed';
    is_asked: boolean;
    counts: Generated<unknown>;
    notes: Generated<unknown>;
    error: Generated<string | null>;
    created_at: Generated<Date>;
    finished_at: Generated<Date | null>;
  };
  outbox: {
    account_id: string;
    id: string;
    kind: string;
    subject_id: string | null;
    data: string | null;
  };
  deliveries: {
    account_id: string;
    endpoint_id: string;
    event_id: string;
    event: string;
    lead_id: string | null;
    data: unknown;
    status: 'pending' | 'delivered' | 'failed';
    attempts: number;
    next_attempt_at: Date | null;
    last_attempt_at: Date | null;
    response_status: number | null;
    response_excerpt: string | null;
    error: string | null;
  };
  imports: {
    account_id: string;
    id: string;
    status:
      | 'uploading'
      | 'ready'
      | 'queued'
      | 'running'
      | 'finished'
      | 'stopped'
      | 'cancelled'
      | 'failed'
      | 'undoing'
      | 'undone'
      /** The upload of a file that wasn't kept, which counts toward the uploads in a day. */
      | 'rejected';
    file_name: string;
    file_bytes: Generated<number>;
    workbook_bytes: Generated<number>;
    file_hash: Buffer | null;
    shape: unknown;
    mapping: unknown;
    when_full: Generated<'stop' | 'skip'>;
    next_offset: Generated<number>;
    next_line: Generated<number>;
    next_in_row: Generated<boolean>;
    attempts: Generated<number>;
    active_at: Generated<Date>;
    rows_read: Generated<number>;
    rows_stored: Generated<number>;
    rows_refused: Generated<number>;
    rows_not_kept: Generated<number>;
    rows_unassigned: Generated<number>;
    rows_repeated: Generated<number>;
    rows_with_warnings: Generated<number>;
    rows_removed: Generated<number>;
    refused_bytes: Generated<number>;
    error: string | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
  };
  import_chunks: { account_id: string; import_id: string; number: number; bytes: Buffer };
  import_refusals: {
    account_id: string;
    import_id: string;
    line: number;
    reason: string;
    content: string;
    is_stored: Generated<boolean>;
  };
  retention: { account_id: string; days: number };
  audit_log: {
    account_id: string;
    id: string;
    actor: string;
    action: string;
    subject: string;
    details: string;
  };
  users: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    two_factor_enabled: boolean | null;
    created_at: Generated<Date>;
  };
  credentials: {
    id: string;
    user_id: string;
    provider_id: string;
    provider_user_id: string;
    password: string | null;
  };
  sessions: {
    id: string;
    user_id: string;
    /** The hash. */
    token: string;
    active_account_id: string | null;
    sign_in_method: Generated<'password' | 'sso'>;
    /** When the user gave their second factor in this session. */
    second_factor_at: Date | null;
    ip_address: string | null;
    user_agent: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    last_used_at: Generated<Date>;
    /** When the identity provider last confirmed the user. Null unless the session was opened by single sign-on. */
    sso_checked_at: Date | null;
    /** When a process last began to ask the provider. */
    sso_asked_at: Date | null;
    /** The refresh token of the provider, encrypted. */
    sso_token: Buffer | null;
  };
  two_factors: { id: string; user_id: string; secret: string; backup_codes: string };
  security_events: {
    user_id: string;
    id: string;
    action: string;
    details: string;
    device: string;
    network: string;
  };
  known_devices: { user_id: string; token_hash: Buffer; last_seen_at: Generated<Date> };
  members: {
    id: string;
    account_id: string;
    user_id: string;
    role: 'owner' | 'manager' | 'rep' | 'viewer';
    created_at: Generated<Date>;
  };
  former_members: {
    account_id: string;
    user_id: string;
    name: string;
    email: string;
    left_at: Generated<Date>;
  };
  invitations: {
    id: string;
    account_id: string;
    email: string;
    role: 'owner' | 'manager' | 'rep' | 'viewer';
    status: string;
    inviter_id: string;
    expires_at: Date;
    created_at: Generated<Date>;
  };
  verifications: { id: string; identifier: string; value: string; expires_at: Date };
  setup_tokens: { hash: Buffer; expires_at: Date; user_id: string | null };
  sign_in_attempts: { subject: Buffer; attempts: number; resets_at: Date };
  views: { account_id: string; id: string; name: string; query: string };
  received: {
    account_id: string;
    id: string;
    path: string;
    content_type: string;
    body: string;
    is_cut: boolean;
    status: number;
    code: ErrorCode | null;
    error: string | null;
    lead_id: string | null;
    key_id: string | null;
    tool: string | null;
  };
}
