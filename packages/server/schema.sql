-- Written by `npm run schema` from a freshly migrated database; CI fails when it drifts.

-- Roles

create role leadline_api nologin;

create role leadline_auth nologin;

create role leadline_limited nologin;

create role leadline_worker nologin;

create role leadline_writer nologin;

-- Tables

create table account_moves (
  account_id uuid not null,
  source text not null,
  target text not null,
  step text not null default 'copying'::text,
  attempt integer not null default 0,
  frozen_at timestamp with time zone,
  switched_at timestamp with time zone,
  verified_at timestamp with time zone,
  delete_source_at timestamp with time zone,
  started_at timestamp with time zone not null default now()
);

create table accounts (
  id uuid not null,
  email text not null,
  plan text not null,
  test_of uuid,
  created_at timestamp with time zone not null default now(),
  ai text not null default 'local'::text,
  ai_monthly_dollars numeric(10,2),
  name text not null default ''::text,
  requires_two_factor boolean not null default false,
  deletion_requested_at timestamp with time zone,
  delete_at timestamp with time zone,
  allowed_origins text[] not null default '{}'::text[],
  cell text not null default 'main'::text,
  presence text not null default 'here'::text,
  leaves_at timestamp with time zone,
  lead_exports text not null default 'reps'::text,
  rep_leads text not null default 'all'::text,
  session_idle_minutes integer not null default 20160,
  session_max_hours integer not null default 2160
);

create table activities (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  actor text not null,
  data json not null
);
alter table activities enable row level security;

create table ai_spending (
  account_id uuid not null,
  month date not null,
  calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  dollars numeric(16,8) not null
);
alter table ai_spending enable row level security;

create table alert_choices (
  account_id uuid not null,
  user_id uuid not null,
  email_new text,
  email_assigned boolean not null,
  browser_new text,
  browser_assigned boolean not null,
  hours text not null,
  opens_at time without time zone not null,
  closes_at time without time zone not null,
  digest_hour smallint,
  next_email_at timestamp with time zone,
  next_digest_at timestamp with time zone,
  email_drift boolean not null default true,
  email_keys boolean not null default true
);
alter table alert_choices enable row level security;

create table alert_emails (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  day date,
  since timestamp with time zone,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone,
  sent_at timestamp with time zone
);
alter table alert_emails enable row level security;

create table alerts (
  account_id uuid not null,
  lead_id uuid not null,
  user_id uuid not null,
  id uuid not null default uuidv7(),
  in_browser boolean not null,
  due_at timestamp with time zone,
  email_id uuid
);
alter table alerts enable row level security;

create table api_keys (
  key_hash bytea not null,
  id uuid not null,
  account_id uuid not null,
  name text not null,
  hint text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  scope text not null default 'api'::text,
  sealed bytea,
  ending text
);

create table applied_functions (
  name text not null,
  sha256 bytea not null
);

create table audit_log (
  account_id uuid not null,
  id uuid not null,
  actor text not null,
  action text not null,
  subject text not null,
  details json not null
);
alter table audit_log enable row level security;

create table cells (
  name text not null,
  address text,
  is_open boolean not null default true,
  bytes bigint not null default 0,
  accounts integer not null default 0,
  added_at timestamp with time zone not null default now(),
  measured_at timestamp with time zone
);

create table contacts (
  account_id uuid not null,
  email text collate "C" not null,
  phone text collate "C" not null,
  name text collate "C" not null,
  person_id uuid not null,
  surname text collate "C" not null,
  leads integer not null default 1
);
alter table contacts enable row level security;

create table credentials (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  provider_user_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table crm_connections (
  account_id uuid not null,
  id uuid not null,
  vendor text not null,
  sealed bytea not null,
  pushes boolean not null default true,
  pulls boolean not null default true,
  min_grade text not null,
  mapping json not null,
  fields json,
  record_url text,
  pulled json,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  paused_at timestamp with time zone,
  next_run_at timestamp with time zone not null default now(),
  token_claimed_until timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
alter table crm_connections enable row level security;

create table crm_deals (
  account_id uuid not null,
  deal_id text not null,
  lead_id uuid not null,
  outcome text not null,
  amount numeric(14,2),
  closed_at timestamp with time zone not null
);
alter table crm_deals enable row level security;

create table crm_queue (
  account_id uuid not null,
  lead_id uuid not null,
  revision integer not null default 1,
  intended json,
  problem text
);
alter table crm_queue enable row level security;

create table crm_records (
  account_id uuid not null,
  record_id text not null,
  lead_id uuid not null,
  written json not null,
  is_gone boolean not null default false
);
alter table crm_records enable row level security;

create table crm_runs (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  is_asked boolean not null,
  counts json not null default '{}'::json,
  notes json not null default '[]'::json,
  error text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone
);
alter table crm_runs enable row level security;

create table deleted_accounts (
  id uuid not null,
  requested_at timestamp with time zone not null,
  deleted_at timestamp with time zone not null default now()
);

create table deliveries (
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event text not null,
  lead_id uuid,
  data json,
  status text not null default 'pending'::text,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone default now(),
  last_attempt_at timestamp with time zone,
  response_status smallint,
  response_excerpt text,
  error text
) with (fillfactor=70);
alter table deliveries enable row level security;

create table directory_changes (
  account_id uuid not null,
  id bigint not null,
  task text,
  details json
);

create table drifts (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  field text,
  level text,
  figures json not null,
  since timestamp with time zone not null,
  status text not null,
  raised_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text
);
alter table drifts enable row level security;

create table former_members (
  account_id uuid not null,
  user_id uuid not null,
  name text not null,
  email text not null,
  left_at timestamp with time zone not null default now()
);

create table function_versions (
  name text not null,
  sha256 bytea not null,
  applied_at timestamp with time zone not null default now()
);

create table import_chunks (
  account_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null
);
alter table import_chunks enable row level security;

create table import_refusals (
  account_id uuid not null,
  import_id uuid not null,
  line bigint not null,
  reason text not null,
  content text not null,
  is_stored boolean not null default false
);
alter table import_refusals enable row level security;

create table import_rows (
  account_id uuid not null,
  import_id uuid not null,
  hash uuid not null
);
alter table import_rows enable row level security;

create table imports (
  account_id uuid not null,
  id uuid not null,
  status text not null,
  file_name text not null,
  file_bytes bigint not null default 0,
  file_hash bytea,
  shape json,
  mapping json,
  when_full text not null default 'stop'::text,
  next_offset bigint not null default 0,
  next_line bigint not null default 1,
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  rows_refused integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  next_in_row boolean not null default false,
  attempts smallint not null default 0,
  active_at timestamp with time zone not null default now(),
  refused_bytes bigint not null default 0,
  rows_not_kept integer not null default 0,
  workbook_bytes bigint not null default 0,
  rows_unassigned integer not null default 0,
  rows_repeated integer not null default 0,
  rows_with_warnings integer not null default 0,
  rows_removed integer not null default 0
);
alter table imports enable row level security;

create table invitations (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  role text not null,
  status text not null,
  inviter_id uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now()
);

create table known_devices (
  user_id uuid not null,
  token_hash bytea not null,
  last_seen_at timestamp with time zone not null default now()
);

create table lead_sums (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  from_id uuid not null,
  to_id uuid not null,
  sums json
);
alter table lead_sums enable row level security;

create table lead_watchers (
  account_id uuid not null,
  watcher text not null,
  min_grade text not null
);
alter table lead_watchers enable row level security;

create table leads (
  account_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  score smallint not null,
  grade text not null,
  source text not null,
  outcome text not null default 'open'::text,
  phone text not null default ''::text,
  lead json not null,
  scored json not null,
  received_at timestamp with time zone generated always as (uuid_extract_timestamp(id)) virtual,
  stage text not null default 'new'::text,
  assignee uuid,
  snoozed_until timestamp with time zone,
  contacted_at timestamp with time zone,
  not_spam boolean not null default false,
  closed_at timestamp with time zone,
  next_kind text,
  next_at timestamp with time zone,
  revision integer not null default 1,
  uncounted boolean not null default false,
  import_id uuid
) partition by RANGE (id);
alter table leads enable row level security;

create table members (
  id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now()
);

create table migrations (
  name character varying(255) not null,
  "timestamp" character varying(255) not null
);

create table migrations_lock (
  id character varying(255) not null,
  is_locked integer not null default 0
);

create table model_versions (
  account_id uuid not null,
  version integer not null,
  trained_id uuid,
  mode text not null,
  point_limit smallint not null,
  reason text not null,
  restores integer,
  actor text not null,
  published_at timestamp with time zone not null default now()
);
alter table model_versions enable row level security;

create table outbox (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid,
  data json
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
alter table outbox enable row level security;

create table outcomes (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null default uuidv7(),
  outcome text not null,
  at timestamp with time zone not null,
  amount numeric(14,2),
  reason text,
  recorded_at timestamp with time zone not null default now(),
  recorded_by text
);
alter table outcomes enable row level security;

create table plans (
  name text not null,
  monthly_leads integer,
  requests_per_minute integer not null,
  import_bytes bigint not null default '2147483648'::bigint,
  storage_bytes bigint,
  test_leads integer,
  account_requests_per_minute integer not null default 12000
);

create table profiles (
  account_id uuid not null,
  currency text not null default 'USD'::text,
  time_zone text not null default 'UTC'::text,
  office_days smallint[] not null default '{1,2,3,4,5}'::smallint[],
  opens_at time without time zone not null default '09:00:00'::time without time zone,
  closes_at time without time zone not null default '17:00:00'::time without time zone,
  typical_deal numeric(14,2),
  lost_reasons text[] not null default '{Price,"No budget","Bad timing","Chose a competitor","No response","Not a fit"}'::text[]
);
alter table profiles enable row level security;

create table received (
  account_id uuid not null,
  id uuid not null,
  path text not null,
  content_type text not null,
  body text not null,
  is_cut boolean not null,
  status smallint not null,
  error text,
  lead_id uuid,
  code text,
  key_id uuid,
  tool text
);
alter table received enable row level security;

create table requests (
  account_id uuid not null,
  fingerprint uuid not null,
  body_hash uuid not null,
  lead_id uuid not null
);
alter table requests enable row level security;

create table retention (
  account_id uuid not null,
  days integer not null
);
alter table retention enable row level security;

create table routing (
  account_id uuid not null,
  version integer not null,
  rules json not null,
  turns json not null default '{}'::json
);
alter table routing enable row level security;

create table search_queue (
  account_id uuid not null,
  id uuid not null
);
alter table search_queue enable row level security;

create table search_texts (
  account_id uuid not null,
  id uuid not null,
  country text collate "C" not null,
  text text collate "C" not null
);
alter table search_texts enable row level security;

create table security_events (
  user_id uuid not null,
  id uuid not null,
  action text not null,
  details jsonb not null,
  device text not null,
  network text not null
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  active_account_id uuid,
  ip_address text,
  user_agent text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  sign_in_method text not null default 'password'::text,
  second_factor_at timestamp with time zone,
  last_used_at timestamp with time zone not null default now(),
  sso_checked_at timestamp with time zone,
  sso_asked_at timestamp with time zone,
  sso_token bytea
);

create table settings_drafts (
  account_id uuid not null,
  revision integer not null,
  based_on integer not null,
  changes json,
  actor text not null,
  saved_at timestamp with time zone not null
);
alter table settings_drafts enable row level security;

create table settings_jobs (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  version integer not null,
  changes json,
  typical_deal numeric(14,2),
  currency text,
  leads integer,
  leads_done integer not null default 0,
  leads_changed integer not null default 0,
  "position" uuid,
  result json,
  error text,
  attempts smallint not null default 0,
  actor text not null,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  model_version integer not null default 0
);
alter table settings_jobs enable row level security;

create table settings_versions (
  account_id uuid not null,
  version integer not null,
  changes json not null,
  typical_deal numeric(14,2),
  currency text,
  note text not null,
  restores integer,
  actor text not null,
  published_at timestamp with time zone not null default now()
);
alter table settings_versions enable row level security;

create table setup_tokens (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  user_id uuid
);

create table sign_in_attempts (
  subject bytea not null,
  attempts integer not null,
  resets_at timestamp with time zone not null
);

create table storage (
  account_id uuid not null,
  bytes bigint not null default 0,
  leads bigint not null default 0,
  counted_at timestamp with time zone
) with (fillfactor=50);
alter table storage enable row level security;

create table this_cell (
  name text not null
);

create table trained_models (
  account_id uuid not null,
  id uuid not null,
  model json,
  outcomes integer not null,
  won integer not null,
  verdict json not null,
  report json not null,
  trained_at timestamp with time zone not null default now()
);
alter table trained_models enable row level security;

create table two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamp with time zone
);

create table usage (
  account_id uuid not null,
  month date not null,
  leads integer not null default 0,
  spam integer not null default 0
) with (fillfactor=50);
alter table usage enable row level security;

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table views (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null
);
alter table views enable row level security;

create table webhook_endpoints (
  account_id uuid not null,
  id uuid not null,
  description text not null,
  format text not null,
  events text[] not null,
  min_grade text not null,
  sealed bytea not null,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null default now(),
  max_per_minute integer,
  next_send_at timestamp with time zone
);
alter table webhook_endpoints enable row level security;

-- Constraints

alter table account_moves add constraint account_moves_pkey PRIMARY KEY (account_id);

alter table account_moves add constraint account_moves_step_check CHECK ((step = ANY (ARRAY['copying'::text, 'frozen'::text, 'switched'::text, 'verified'::text])));

alter table accounts add constraint accounts_ai_check CHECK ((ai = ANY (ARRAY['off'::text, 'local'::text, 'llm'::text])));

alter table accounts add constraint accounts_ai_monthly_dollars_check CHECK ((ai_monthly_dollars >= (0)::numeric));

alter table accounts add constraint accounts_allowed_origins_check CHECK ((cardinality(allowed_origins) <= 20));

alter table accounts add constraint accounts_deletion_check CHECK (((deletion_requested_at IS NULL) = (delete_at IS NULL)));

alter table accounts add constraint accounts_lead_exports_check CHECK ((lead_exports = ANY (ARRAY['owners'::text, 'reps'::text, 'everyone'::text])));

alter table accounts add constraint accounts_pkey PRIMARY KEY (id);

alter table accounts add constraint accounts_plan_fkey FOREIGN KEY (plan) REFERENCES plans(name);

alter table accounts add constraint accounts_presence_check CHECK ((presence = ANY (ARRAY['here'::text, 'leaving'::text, 'held'::text, 'elsewhere'::text])));

alter table accounts add constraint accounts_rep_leads_check CHECK ((rep_leads = ANY (ARRAY['all'::text, 'own'::text])));

alter table accounts add constraint accounts_session_idle_minutes_check CHECK (((session_idle_minutes >= 15) AND (session_idle_minutes <= 20160)));

alter table accounts add constraint accounts_session_max_hours_check CHECK (((session_max_hours >= 1) AND (session_max_hours <= 2160)));

alter table accounts add constraint accounts_test_of_fkey FOREIGN KEY (test_of) REFERENCES accounts(id);

alter table accounts add constraint accounts_test_of_key UNIQUE (test_of);

alter table activities add constraint activities_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table activities add constraint activities_kind_check CHECK ((kind = ANY (ARRAY['status'::text, 'snoozed'::text, 'assigned'::text, 'note'::text, 'feedback'::text, 'corrected'::text, 'rescored'::text, 'planned'::text, 'done'::text])));

alter table activities add constraint activities_pkey PRIMARY KEY (account_id, lead_id, id);

alter table ai_spending add constraint ai_spending_pkey PRIMARY KEY (account_id, month);

alter table alert_choices add constraint alert_choices_browser_new_check CHECK ((browser_new = ANY (ARRAY['Warm'::text, 'Hot'::text])));

alter table alert_choices add constraint alert_choices_check CHECK ((opens_at < closes_at));

alter table alert_choices add constraint alert_choices_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23)));

alter table alert_choices add constraint alert_choices_email_new_check CHECK ((email_new = ANY (ARRAY['Warm'::text, 'Hot'::text])));

alter table alert_choices add constraint alert_choices_hours_check CHECK ((hours = ANY (ARRAY['always'::text, 'chosen'::text, 'office'::text])));

alter table alert_choices add constraint alert_choices_pkey PRIMARY KEY (account_id, user_id);

alter table alert_emails add constraint alert_emails_account_id_user_id_day_key UNIQUE (account_id, user_id, day);

alter table alert_emails add constraint alert_emails_kind_check CHECK ((kind = ANY (ARRAY['alerts'::text, 'digest'::text, 'test'::text, 'drift'::text, 'keys'::text])));

alter table alert_emails add constraint alert_emails_pkey PRIMARY KEY (account_id, user_id, id);

alter table alerts add constraint alerts_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table alerts add constraint alerts_pkey PRIMARY KEY (account_id, lead_id, user_id);

alter table api_keys add constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table api_keys add constraint api_keys_ending_check CHECK ((ending = ANY (ARRAY['revoked'::text, 'replaced'::text])));

alter table api_keys add constraint api_keys_id_key UNIQUE (id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (key_hash);

alter table api_keys add constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['api'::text, 'read'::text, 'send'::text, 'intake'::text])));

alter table api_keys add constraint only_intake_keys_are_kept CHECK (((sealed IS NULL) OR (scope = 'intake'::text)));

alter table applied_functions add constraint applied_functions_pkey PRIMARY KEY (name);

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (account_id, id);

alter table cells add constraint cells_address_key UNIQUE (address);

alter table cells add constraint cells_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text));

alter table cells add constraint cells_pkey PRIMARY KEY (name);

alter table contacts add constraint contacts_pkey PRIMARY KEY (account_id, email, phone, name, person_id);

alter table credentials add constraint credentials_pkey PRIMARY KEY (id);

alter table credentials add constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table crm_connections add constraint crm_connections_account_id_key UNIQUE (account_id);

alter table crm_connections add constraint crm_connections_min_grade_check CHECK ((min_grade = ANY (ARRAY['Cold'::text, 'Cool'::text, 'Warm'::text, 'Hot'::text])));

alter table crm_connections add constraint crm_connections_pkey PRIMARY KEY (account_id, id);

alter table crm_connections add constraint crm_connections_vendor_check CHECK ((vendor = ANY (ARRAY['odoo'::text, 'hubspot'::text, 'pipedrive'::text, 'salesforce'::text])));

alter table crm_deals add constraint crm_deals_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table crm_deals add constraint crm_deals_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text])));

alter table crm_deals add constraint crm_deals_pkey PRIMARY KEY (account_id, deal_id);

alter table crm_queue add constraint crm_queue_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table crm_queue add constraint crm_queue_pkey PRIMARY KEY (account_id, lead_id);

alter table crm_records add constraint crm_records_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table crm_records add constraint crm_records_account_id_lead_id_key UNIQUE (account_id, lead_id);

alter table crm_records add constraint crm_records_pkey PRIMARY KEY (account_id, record_id);

alter table crm_runs add constraint crm_runs_kind_check CHECK ((kind = ANY (ARRAY['connect'::text, 'sync'::text, 'preview'::text])));

alter table crm_runs add constraint crm_runs_pkey PRIMARY KEY (account_id, id);

alter table crm_runs add constraint crm_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'finished'::text, 'failed'::text])));

alter table deleted_accounts add constraint deleted_accounts_pkey PRIMARY KEY (id);

alter table deliveries add constraint deliveries_pkey PRIMARY KEY (account_id, endpoint_id, event_id);

alter table deliveries add constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));

alter table directory_changes add constraint directory_changes_pkey PRIMARY KEY (account_id, id);

alter table directory_changes add constraint directory_changes_task_check CHECK ((task = ANY (ARRAY['unassign_leads'::text, 'forget_alert_choices'::text])));

alter table drifts add constraint drifts_kind_check CHECK ((kind = ANY (ARRAY['share'::text, 'win_rate'::text, 'calibration'::text])));

alter table drifts add constraint drifts_pkey PRIMARY KEY (account_id, id);

alter table drifts add constraint drifts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'acknowledged'::text, 'passed'::text, 'settled'::text])));

alter table former_members add constraint former_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

alter table former_members add constraint former_members_pkey PRIMARY KEY (account_id, user_id);

alter table former_members add constraint former_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table function_versions add constraint function_versions_pkey PRIMARY KEY (name, sha256);

alter table import_chunks add constraint import_chunks_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE;

alter table import_chunks add constraint import_chunks_pkey PRIMARY KEY (account_id, import_id, number);

alter table import_refusals add constraint import_refusals_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE;

alter table import_refusals add constraint import_refusals_pkey PRIMARY KEY (account_id, import_id, line);

alter table import_rows add constraint import_rows_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE;

alter table import_rows add constraint import_rows_pkey PRIMARY KEY (account_id, import_id, hash);

alter table imports add constraint imports_account_id_file_hash_key UNIQUE (account_id, file_hash);

alter table imports add constraint imports_pkey PRIMARY KEY (account_id, id);

alter table imports add constraint imports_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'ready'::text, 'queued'::text, 'running'::text, 'finished'::text, 'stopped'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text, 'rejected'::text])));

alter table imports add constraint imports_when_full_check CHECK ((when_full = ANY (ARRAY['stop'::text, 'skip'::text])));

alter table invitations add constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table invitations add constraint invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id) ON DELETE CASCADE;

alter table invitations add constraint invitations_pkey PRIMARY KEY (id);

alter table invitations add constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'rep'::text, 'viewer'::text])));

alter table known_devices add constraint known_devices_pkey PRIMARY KEY (user_id, token_hash);

alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table lead_sums add constraint lead_sums_pkey PRIMARY KEY (account_id, id);

alter table lead_watchers add constraint lead_watchers_min_grade_check CHECK ((min_grade = ANY (ARRAY['Spam'::text, 'Cold'::text, 'Cool'::text, 'Warm'::text, 'Hot'::text])));

alter table lead_watchers add constraint lead_watchers_pkey PRIMARY KEY (account_id, watcher);

alter table lead_watchers add constraint lead_watchers_watcher_check CHECK ((watcher = ANY (ARRAY['routing'::text, 'alerts'::text, 'crm'::text])));

alter table leads add constraint leads_check CHECK (((next_kind IS NULL) = (next_at IS NULL)));

alter table leads add constraint leads_next_kind_check CHECK ((next_kind = ANY (ARRAY['call'::text, 'email'::text, 'meeting'::text])));

alter table leads add constraint leads_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])));

alter table leads add constraint leads_pkey PRIMARY KEY (account_id, id) INCLUDE (score, grade, source);

alter table leads add constraint leads_score_check CHECK (((score >= 0) AND (score <= 100)));

alter table leads add constraint leads_stage_check CHECK ((stage = ANY (ARRAY['new'::text, 'contacted'::text, 'qualified'::text, 'unqualified'::text])));

alter table members add constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table members add constraint members_account_id_user_id_key UNIQUE (account_id, user_id);

alter table members add constraint members_pkey PRIMARY KEY (id);

alter table members add constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'rep'::text, 'viewer'::text])));

alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table migrations add constraint migrations_pkey PRIMARY KEY (name);

alter table migrations_lock add constraint migrations_lock_pkey PRIMARY KEY (id);

alter table model_versions add constraint model_versions_account_id_trained_id_fkey FOREIGN KEY (account_id, trained_id) REFERENCES trained_models(account_id, id);

alter table model_versions add constraint model_versions_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'advisory'::text, 'on'::text])));

alter table model_versions add constraint model_versions_pkey PRIMARY KEY (account_id, version);

alter table model_versions add constraint model_versions_point_limit_check CHECK (((point_limit >= 0) AND (point_limit <= 60)));

alter table model_versions add constraint model_versions_version_check CHECK ((version > 0));

alter table outbox add constraint outbox_pkey PRIMARY KEY (account_id, id);

alter table outcomes add constraint outcomes_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table outcomes add constraint outcomes_amount_check CHECK ((amount >= (0)::numeric));

alter table outcomes add constraint outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])));

alter table outcomes add constraint outcomes_pkey PRIMARY KEY (account_id, lead_id, id);

alter table plans add constraint plans_account_requests_per_minute_check CHECK ((account_requests_per_minute > 0));

alter table plans add constraint plans_import_bytes_check CHECK ((import_bytes > 0));

alter table plans add constraint plans_monthly_leads_check CHECK ((monthly_leads >= 0));

alter table plans add constraint plans_pkey PRIMARY KEY (name);

alter table plans add constraint plans_requests_per_minute_check CHECK ((requests_per_minute > 0));

alter table plans add constraint plans_storage_bytes_check CHECK ((storage_bytes >= 0));

alter table plans add constraint plans_test_leads_check CHECK ((test_leads >= 0));

alter table profiles add constraint profiles_check CHECK ((opens_at < closes_at));

alter table profiles add constraint profiles_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table profiles add constraint profiles_pkey PRIMARY KEY (account_id);

alter table profiles add constraint profiles_typical_deal_check CHECK ((typical_deal > (0)::numeric));

alter table received add constraint received_pkey PRIMARY KEY (account_id, id);

alter table requests add constraint requests_pkey PRIMARY KEY (account_id, fingerprint);

alter table retention add constraint retention_days_check CHECK (((days >= 1) AND (days <= 36500)));

alter table retention add constraint retention_pkey PRIMARY KEY (account_id);

alter table routing add constraint routing_pkey PRIMARY KEY (account_id);

alter table routing add constraint routing_version_check CHECK ((version > 0));

alter table search_queue add constraint search_queue_pkey PRIMARY KEY (account_id, id);

alter table search_texts add constraint search_texts_account_id_id_fkey FOREIGN KEY (account_id, id) REFERENCES leads(account_id, id) ON DELETE CASCADE;

alter table search_texts add constraint search_texts_pkey PRIMARY KEY (account_id, id) INCLUDE (country);

alter table security_events add constraint security_events_pkey PRIMARY KEY (user_id, id);

alter table security_events add constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table sessions add constraint sessions_active_account_id_fkey FOREIGN KEY (active_account_id) REFERENCES accounts(id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_sign_in_method_check CHECK ((sign_in_method = ANY (ARRAY['password'::text, 'sso'::text])));

alter table sessions add constraint sessions_token_key UNIQUE (token);

alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table settings_drafts add constraint settings_drafts_pkey PRIMARY KEY (account_id);

alter table settings_drafts add constraint settings_drafts_revision_check CHECK ((revision > 0));

alter table settings_jobs add constraint settings_jobs_kind_check CHECK ((kind = ANY (ARRAY['backtest'::text, 'rescore'::text, 'training'::text, 'drift'::text])));

alter table settings_jobs add constraint settings_jobs_pkey PRIMARY KEY (account_id, id);

alter table settings_jobs add constraint settings_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'finished'::text, 'failed'::text])));

alter table settings_versions add constraint settings_versions_pkey PRIMARY KEY (account_id, version);

alter table settings_versions add constraint settings_versions_version_check CHECK ((version > 0));

alter table setup_tokens add constraint setup_tokens_pkey PRIMARY KEY (hash);

alter table setup_tokens add constraint setup_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table sign_in_attempts add constraint sign_in_attempts_pkey PRIMARY KEY (subject);

alter table storage add constraint storage_pkey PRIMARY KEY (account_id);

alter table this_cell add constraint this_cell_pkey PRIMARY KEY (name);

alter table trained_models add constraint trained_models_pkey PRIMARY KEY (account_id, id);

alter table two_factors add constraint two_factors_pkey PRIMARY KEY (id);

alter table two_factors add constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table usage add constraint usage_leads_check CHECK ((leads >= 0));

alter table usage add constraint usage_pkey PRIMARY KEY (account_id, month);

alter table users add constraint users_email_key UNIQUE (email);

alter table users add constraint users_pkey PRIMARY KEY (id);

alter table verifications add constraint verifications_pkey PRIMARY KEY (id);

alter table views add constraint views_pkey PRIMARY KEY (account_id, id);

alter table webhook_endpoints add constraint webhook_endpoints_format_check CHECK ((format = ANY (ARRAY['standard'::text, 'slack'::text])));

alter table webhook_endpoints add constraint webhook_endpoints_max_per_minute_check CHECK (((max_per_minute >= 6) AND (max_per_minute <= 6000)));

alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (account_id, id);

-- Indexes

CREATE INDEX accounts_back ON leadline.accounts USING btree (id) WHERE ((presence = 'here'::text) AND (leaves_at IS NOT NULL));

CREATE INDEX accounts_by_age ON leadline.accounts USING btree (cell, created_at) WHERE (test_of IS NULL);

CREATE INDEX accounts_by_cell ON leadline.accounts USING btree (cell) WHERE (cell <> 'main'::text);

CREATE INDEX accounts_held ON leadline.accounts USING btree (id) WHERE (presence = ANY (ARRAY['leaving'::text, 'held'::text]));

CREATE INDEX accounts_to_delete ON leadline.accounts USING btree (delete_at) WHERE (delete_at IS NOT NULL);

CREATE INDEX activities_by_time ON leadline.activities USING btree (account_id, id);

CREATE INDEX alert_choices_digests ON leadline.alert_choices USING btree (account_id, next_digest_at) WHERE (next_digest_at IS NOT NULL);

CREATE INDEX alert_choices_waiting ON leadline.alert_choices USING btree (account_id, next_email_at) WHERE (next_email_at IS NOT NULL);

CREATE INDEX alert_emails_to_send ON leadline.alert_emails USING btree (account_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX alerts_by_email ON leadline.alerts USING btree (account_id, email_id) WHERE (email_id IS NOT NULL);

CREATE INDEX alerts_by_time ON leadline.alerts USING btree (account_id, id);

CREATE INDEX alerts_waiting ON leadline.alerts USING btree (account_id, user_id, due_at) WHERE ((due_at IS NOT NULL) AND (email_id IS NULL));

CREATE INDEX api_keys_by_account ON leadline.api_keys USING btree (account_id);

CREATE INDEX audit_log_by_actor ON leadline.audit_log USING btree (account_id, actor, id);

CREATE INDEX contacts_by_name ON leadline.contacts USING btree (account_id, name, person_id) WHERE (name <> ''::text);

CREATE INDEX contacts_by_phone ON leadline.contacts USING btree (account_id, phone, person_id) WHERE (phone <> ''::text);

CREATE INDEX contacts_by_surname ON leadline.contacts USING btree (account_id, surname, person_id) WHERE (surname <> name);

CREATE UNIQUE INDEX credentials_by_provider ON leadline.credentials USING btree (provider_id, provider_user_id);

CREATE INDEX credentials_by_user ON leadline.credentials USING btree (user_id);

CREATE INDEX crm_deals_by_lead ON leadline.crm_deals USING btree (account_id, lead_id, closed_at);

CREATE INDEX crm_queue_waiting ON leadline.crm_queue USING btree (account_id, lead_id) WHERE (problem IS NULL);

CREATE UNIQUE INDEX crm_runs_unfinished ON leadline.crm_runs USING btree (account_id, kind) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX deleted_accounts_by_time ON leadline.deleted_accounts USING btree (deleted_at);

CREATE INDEX deliveries_of_changes ON leadline.deliveries USING btree (account_id, lead_id) WHERE ((lead_id IS NOT NULL) AND (event <> 'lead.scored'::text));

CREATE UNIQUE INDEX drifts_open ON leadline.drifts USING btree (account_id, kind, field, level) NULLS NOT DISTINCT WHERE (status = 'open'::text);

CREATE INDEX former_members_by_user ON leadline.former_members USING btree (user_id);

CREATE INDEX imports_to_undo ON leadline.imports USING btree (account_id) WHERE (status = 'undoing'::text);

CREATE INDEX imports_with_file ON leadline.imports USING btree (account_id) WHERE (status = ANY (ARRAY['uploading'::text, 'ready'::text, 'queued'::text, 'running'::text, 'stopped'::text]));

CREATE INDEX imports_with_refusals ON leadline.imports USING btree (account_id) WHERE (refused_bytes > 0);

CREATE INDEX invitations_by_account ON leadline.invitations USING btree (account_id);

CREATE INDEX lead_sums_by_range ON leadline.lead_sums USING btree (account_id, from_id, to_id);

CREATE INDEX lead_sums_notes ON leadline.lead_sums USING btree (account_id) WHERE (sums IS NULL);

CREATE INDEX leads_by_assignee ON ONLY leadline.leads USING btree (account_id, assignee, id) INCLUDE (score, grade, source, outcome, stage) WHERE (assignee IS NOT NULL);

CREATE INDEX leads_by_grade ON ONLY leadline.leads USING btree (account_id, grade, id) INCLUDE (score, source);

CREATE INDEX leads_by_next_activity ON ONLY leadline.leads USING btree (account_id, COALESCE(next_at, '9999-12-31 00:00:00+00'::timestamp with time zone), id) INCLUDE (score, grade, source, stage, assignee, snoozed_until) WHERE ((outcome = 'open'::text) AND (stage = ANY (ARRAY['contacted'::text, 'qualified'::text])));

CREATE INDEX leads_by_priority ON ONLY leadline.leads USING btree (account_id, priority_of(score, id) DESC, id DESC) INCLUDE (score, grade, source, assignee, snoozed_until) WHERE ((outcome = 'open'::text) AND (stage = 'new'::text));

CREATE INDEX leads_by_score ON ONLY leadline.leads USING btree (account_id, grade, score, id) INCLUDE (source, outcome, stage);

CREATE INDEX leads_by_source ON ONLY leadline.leads USING btree (account_id, source, id) INCLUDE (score, grade);

CREATE INDEX leads_closed ON ONLY leadline.leads USING btree (account_id, outcome, COALESCE(closed_at, '1970-01-01 00:00:00+00'::timestamp with time zone) DESC, id DESC) INCLUDE (score, grade, source, assignee) WHERE (outcome <> 'open'::text);

CREATE INDEX leads_contacted ON ONLY leadline.leads USING btree (account_id, id) INCLUDE (contacted_at, outcome, grade, assignee) WHERE (contacted_at IS NOT NULL);

CREATE INDEX leads_in_progress ON ONLY leadline.leads USING btree (account_id, priority_of(score, id) DESC, id DESC) INCLUDE (score, grade, source, stage, assignee, snoozed_until) WHERE ((outcome = 'open'::text) AND (stage <> 'new'::text));

CREATE INDEX leads_not_spam ON ONLY leadline.leads USING btree (account_id, priority_of(score, id) DESC, id DESC) WHERE ((grade = 'Spam'::text) AND not_spam);

CREATE INDEX leads_of_imports ON ONLY leadline.leads USING btree (account_id, import_id, id) WHERE (import_id IS NOT NULL);

CREATE INDEX leads_of_returning_people ON ONLY leadline.leads USING btree (account_id, person_id, id) WHERE (person_id <> id);

CREATE INDEX leads_snoozed ON ONLY leadline.leads USING btree (account_id, snoozed_until) WHERE (snoozed_until IS NOT NULL);

CREATE INDEX leads_with_outcome ON ONLY leadline.leads USING btree (account_id, outcome, id) INCLUDE (grade, source, assignee) WHERE (outcome <> 'open'::text);

CREATE INDEX members_by_user ON leadline.members USING btree (user_id);

CREATE INDEX model_versions_trained ON leadline.model_versions USING btree (account_id, trained_id);

CREATE INDEX outcomes_by_time ON leadline.outcomes USING btree (account_id, id);

CREATE INDEX received_by_lead ON leadline.received USING btree (account_id, lead_id) WHERE (lead_id IS NOT NULL);

CREATE INDEX requests_by_age ON leadline.requests USING brin (lead_id) WITH (pages_per_range='32');

CREATE INDEX search_texts_by_country ON leadline.search_texts USING btree (account_id, country, id);

CREATE INDEX search_texts_by_part ON leadline.search_texts USING gin (account_id, text gin_trgm_ops) WITH (gin_pending_list_limit='512');

CREATE INDEX security_events_by_time ON leadline.security_events USING btree (id);

CREATE INDEX sessions_by_user ON leadline.sessions USING btree (user_id);

CREATE UNIQUE INDEX settings_jobs_unfinished ON leadline.settings_jobs USING btree (account_id, kind) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX spam_by_priority ON ONLY leadline.leads USING btree (account_id, priority_of(score, id) DESC, id DESC) INCLUDE (score, source) WHERE ((outcome = 'open'::text) AND (grade = 'Spam'::text));

CREATE INDEX two_factors_by_user ON leadline.two_factors USING btree (user_id);

CREATE INDEX verifications_by_identifier ON leadline.verifications USING btree (identifier);

-- Functions

CREATE OR REPLACE FUNCTION leadline.account_name(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select a.name from accounts a where a.id = account
$function$
;
alter function account_name(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.activity_bytes(data json)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select octet_length(data::text) + 256
$function$
;
alter function activity_bytes(json) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.add_account(account_id uuid, test_account_id uuid, email text, plan text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  with added as (
    insert into accounts (id, email, plan, test_of, cell, presence)
    select a.id, add_account.email, a.plan, a.test_of, c.cell,
      case c.cell when 'main' then 'here' else 'elsewhere' end
    from (select choose_cell() as cell) c
    cross join (values (account_id, add_account.plan, null), (test_account_id, 'test', account_id)) a (id, plan, test_of)
    where c.cell is not null
    returning id
  )
  select exists (select from added)
$function$
;
alter function add_account(uuid,uuid,text,text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.choose_cell()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select c.name from cells c
  where c.is_open
  order by case when (select count(*) from cells where is_open) > 1 then
    c.address is not null and coalesce(c.measured_at, c.added_at) < now() - interval '3 minutes' end,
    case when (select count(*) from cells where is_open) > 1 then
      c.bytes + (
        (select count(*) from (
          select from accounts a
          where a.cell = c.name and a.test_of is null and a.created_at >= coalesce(c.measured_at, '-infinity')
          limit 10000
        ) added)
        + (select count(*) from account_moves m
          where m.target = c.name and m.switched_at >= coalesce(c.measured_at, '-infinity'))
      ) * greatest(c.bytes / greatest(c.accounts, 1), 65536) end,
    c.name
  limit 1
$function$
;
alter function choose_cell() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.close_copy(live_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  update accounts a set deletion_requested_at = coalesce(a.deletion_requested_at, now()), delete_at = now()
  where live_id in (a.id, a.test_of) and a.presence in ('held', 'elsewhere') and exists (select from this_cell)
$function$
;
alter function close_copy(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.correct_lead(one_lead_id uuid, lead_json text, new_phone text, new_score smallint, new_grade text, scored_json text, contact_email text, contact_name text, contact_surname text)
 RETURNS TABLE(is_rescored boolean, added_bytes integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  account uuid := named_account();
  person uuid;
  replaces_score boolean;
begin
  select l.person_id, scored_json is not null and l.outcome = 'open' and (not l.uncounted or new_grade = 'Spam')
  from leads l where l.account_id = account and l.id = one_lead_id
  into person, replaces_score;
  insert into contacts as c (account_id, email, phone, name, person_id, surname)
  values (account, contact_email, new_phone, contact_name, person, contact_surname)
  on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + 1;
  insert into search_queue (account_id, id) values (account, one_lead_id) on conflict do nothing;
  if replaces_score then
    perform note_changed_leads(array[account], array[one_lead_id]);
  end if;
  return query
  update leads l set lead = lead_json::json, phone = new_phone, revision = l.revision + 1,
    score = case when replaces_score then new_score else l.score end,
    grade = case when replaces_score then new_grade else l.grade end,
    scored = case when replaces_score then scored_json::json else l.scored end
  where l.account_id = account and l.id = one_lead_id
  returning replaces_score, octet_length(new.lead::text) + octet_length(new.scored::text)
    - octet_length(old.lead::text) - octet_length(old.scored::text);
end
$function$
;
alter function correct_lead(uuid,text,text,smallint,text,text,text,text,text) owner to leadline_writer;

CREATE OR REPLACE FUNCTION leadline.count_rescued_lead(one_lead_id uuid, this_month date, allowed integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  account uuid := named_account();
  used integer := coalesce((select u.leads from usage u where u.account_id = account and u.month = this_month), 0);
begin
  if not exists (select from leads l where l.account_id = account and l.id = one_lead_id and l.uncounted) then
    return true;
  elsif used >= allowed then
    return false;
  end if;
  update leads l set uncounted = false where l.account_id = account and l.id = one_lead_id;
  update usage u set spam = u.spam - 1
  where u.account_id = account
    and u.month = date_trunc('month', uuid_extract_timestamp(one_lead_id) at time zone 'UTC')::date;
  insert into usage as u (account_id, month, leads) values (account, this_month, 1)
  on conflict (account_id, month) do update set leads = u.leads + 1;
  insert into outbox (account_id, id, kind, data)
  select account, uuidv7(), 'usage.threshold', json_build_object(
    'month', to_char(this_month, 'YYYY-MM'), 'percent', t.percent, 'used', u.leads, 'limit', allowed, 'spam', u.spam)
  from usage u
  cross join (values (80), (100)) as t (percent)
  where u.account_id = account and u.month = this_month
    and u.leads * 100::bigint >= t.percent * allowed::bigint
    and (u.leads - 1) * 100::bigint < t.percent * allowed::bigint
    and exists (select from accounts a where a.id = account and a.test_of is null)
    and exists (select from webhook_endpoints e
      where e.account_id = account and e.disabled_at is null and 'usage.threshold' = any (e.events));
  return true;
end
$function$
;
alter function count_rescued_lead(uuid,date,integer) owner to leadline_writer;

CREATE OR REPLACE FUNCTION leadline.count_tabs(OUT todo integer, OUT in_progress integer, OUT snoozed integer, OUT won integer, OUT lost integer, OUT unqualified integer, OUT spam integer, OUT "all" integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  account uuid := named_account();
begin
  select
    (select count(*) from (
      (select from leads l where l.account_id = account and is_to_do(
         'new', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
      union all
      (select from leads l where l.account_id = account and is_to_do(
         'back', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
      union all
      (select from leads l where l.account_id = account and is_to_do(
         'rescued', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
    ) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.stage in ('contacted', 'qualified')
        and (l.snoozed_until is null or l.snoozed_until <= now()) limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.snoozed_until > now() limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'won' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'lost' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.stage = 'unqualified' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.grade = 'Spam' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account limit 1001) m)
  into todo, in_progress, snoozed, won, lost, unqualified, spam, "all";
end
$function$
;
alter function count_tabs() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.delete_account_rows(one_account_id uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  one_table regclass;
  deleted integer;
begin
  if not exists (select from accounts a
      where a.id = one_account_id and a.delete_at <= now())
    and not exists (select from deleted_accounts d where d.id = one_account_id) then
    raise exception 'this account is not due for deletion';
  end if;
  for one_table in
    select c.oid from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'leadline'::regnamespace and c.relkind = 'r'
    order by not exists (select from pg_constraint r
        where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> 'accounts'::regclass), c.relname
  loop
    execute format(
      'delete from %1$s where ctid = any (array(select ctid from %1$s where account_id = $1 limit $2))', one_table)
      using one_account_id, most;
    get diagnostics deleted = row_count;
    if deleted > 0 then
      return deleted;
    end if;
  end loop;
  return 0;
end
$function$
;
alter function delete_account_rows(uuid,integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.drop_oldest_month()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
declare
  last_month date := date_trunc('month', now() at time zone 'utc') - interval '1 month';
  oldest name;
  next_month date;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  -- Not the partitions: autovacuum may be busy with one of them.
  lock table only leads in access exclusive mode;
  select m.name, m.next_month into oldest, next_month
  from (
    select c.relname as name, pg_relation_size(c.oid) as bytes, to_date(substr(c.relname, 7), 'YYYY_MM') as month,
      lead(to_date(substr(c.relname, 7), 'YYYY_MM')) over (order by c.relname) as next_month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$'
    order by c.relname limit 1
  ) m
  where m.bytes = 0 and m.month < last_month and pg_relation_size('leads_older') = 0;
  if not found then
    return false;
  end if;
  execute format('alter table leads detach partition %I', oldest);
  execute format('drop table %I', oldest);
  alter table leads detach partition leads_older;
  execute format('alter table leads attach partition leads_older for values from (minvalue) to (%L)',
    first_id_of(next_month));
  return true;
end
$function$
;
alter function drop_oldest_month() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.finish_account_deletion(one_account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  ids uuid[];
begin
  ids := array(select a.id from accounts a where a.id = one_account_id or a.test_of = one_account_id for update);
  if (select coalesce(sum(delete_account_rows(one_id, 100)), 0) from unnest(ids) one_id) > 0 then
    return false;
  end if;
  insert into deleted_accounts (id, requested_at)
  select a.id, a.deletion_requested_at from accounts a where a.id = any (ids);
  update sessions set active_account_id = null where active_account_id = any (ids);
  delete from accounts where test_of = one_account_id;
  delete from accounts where id = one_account_id;
  -- A cell only has copies of the people of its accounts. With the lock, nobody adds one of them to another account meanwhile.
  if exists (select from this_cell) then
    lock table users in share row exclusive mode;
    delete from users u
    where not exists (select from members m where m.user_id = u.id)
      and not exists (select from former_members f where f.user_id = u.id)
      and not exists (select from invitations i where i.inviter_id = u.id);
  end if;
  return true;
end
$function$
;
alter function finish_account_deletion(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.first_id_of(moment timestamp without time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$function$
;
alter function first_id_of(timestamp without time zone) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.forget_alert_choices(one_account_id uuid, one_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  if not leave_to_cell(one_account_id, 'forget_alert_choices', json_build_object('user_id', one_user_id)) then
    delete from alert_choices c where c.account_id = one_account_id and c.user_id = one_user_id;
  end if;
end
$function$
;
alter function forget_alert_choices(uuid,uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.forget_copy(live_id uuid, one_cell text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  delete from account_moves m using accounts a
  where m.account_id = live_id and m.source = one_cell and m.step = 'verified' and a.id = live_id and a.delete_at <= now()
$function$
;
alter function forget_copy(uuid,text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.forget_requests()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  deleted integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('leadline.forget_requests')) then
    return 0;
  end if;
  delete from requests where ctid = any (array(
    select r.ctid from requests r
    where r.lead_id < first_id_of((now() - interval '25 hours') at time zone 'utc')
      and not exists (select from accounts a where a.id = r.account_id and a.presence in ('held', 'elsewhere'))
    limit 20000));
  get diagnostics deleted = row_count;
  return deleted;
end
$function$
;
alter function forget_requests() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.give_back_account(live_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  update accounts a set presence = 'here' where live_id in (a.id, a.test_of) and a.presence in ('leaving', 'held')
$function$
;
alter function give_back_account(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.grade_rank(grade text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_position('{Spam,Cold,Cool,Warm,Hot}'::text[], grade)
$function$
;
alter function grade_rank(text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.has_copies(live_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select exists (select from account_moves m
    where m.account_id = live_id and not (m.source = 'main' and m.step = 'verified'))
$function$
;
alter function has_copies(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.held_accounts()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(a.id), '{}') from leadline.accounts a where a.presence in ('leaving', 'held')
    and (a.leaves_at is null or a.leaves_at <= now())
$function$
;
alter function held_accounts() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.hold_account(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  found text;
begin
  perform pg_advisory_xact_lock_shared(lock_key(account, 'place'));
  select a.presence into found from accounts a where a.id = account;
  if found in ('held', 'elsewhere') or found is null and exists (select from this_cell) then
    raise exception 'the account is not in this cell' using errcode = 'LL001';
  end if;
end
$function$
;
alter function hold_account(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.hold_teams(account_ids uuid[])
 RETURNS TABLE(account_id uuid, user_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select m.account_id, m.user_id from members m
  where m.account_id = any (account_ids) and m.role <> 'viewer'
  order by m.account_id, m.user_id
  for key share
$function$
;
alter function hold_teams(uuid[]) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.import_bytes_in_a_day()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select coalesce(sum(i.file_bytes + i.workbook_bytes), 0)::bigint
  from accounts own
  join accounts a on a.id = coalesce(own.test_of, own.id) or a.test_of = coalesce(own.test_of, own.id)
  join imports i on i.account_id = a.id and i.id >= first_id_of((now() at time zone 'utc') - interval '1 day')
  where own.id = named_account()
$function$
;
alter function import_bytes_in_a_day() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.import_files_held(OUT uploading integer, OUT waiting integer, OUT in_a_day integer, OUT bytes bigint, OUT max_bytes bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  with live as (
    select coalesce(a.test_of, a.id) as id from accounts a where a.id = named_account()
  ), both_accounts as (
    select a.id from live l join accounts a on a.id = l.id or a.test_of = l.id
  ), held as (
    select i.status, i.file_bytes
      -- deleted when the import starts
      + case when i.status in ('uploading', 'ready') then i.workbook_bytes else 0 end as bytes
    from imports i join both_accounts b on b.id = i.account_id
    where i.status in ('uploading', 'ready', 'queued', 'running', 'stopped')
  )
  select
    (select count(*) from held where status = 'uploading')::integer,
    (select count(*) from held where status <> 'uploading')::integer,
    (select count(*) from imports i join both_accounts b on b.id = i.account_id
     where i.id >= first_id_of((now() at time zone 'utc') - interval '1 day'))::integer,
    (select coalesce(sum(held.bytes), 0) from held)::bigint,
    (select p.import_bytes from live l join accounts a on a.id = l.id join plans p on p.name = a.plan)
$function$
;
alter function import_files_held() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.is_limited(account uuid, one_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select exists (
    select from accounts a join members m on m.account_id = a.id
    where a.id = account and a.rep_leads = 'own' and m.user_id = one_user_id and m.role = 'rep')
$function$
;
alter function is_limited(uuid,uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.is_to_do(way text, outcome text, stage text, grade text, not_spam boolean, snoozed_until timestamp with time zone, at timestamp with time zone, any_grade boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case way
    when 'new' then outcome = 'open' and stage = 'new' and (any_grade or grade <> 'Spam')
      and (snoozed_until is null or snoozed_until <= at)
    when 'back' then outcome = 'open' and stage || '' <> 'new' and (any_grade or grade <> 'Spam')
      and snoozed_until <= at
    when 'rescued' then outcome = 'open' and grade = 'Spam' and not_spam
      and (stage = 'new' or snoozed_until is not null) and (snoozed_until is null or snoozed_until <= at)
  end
$function$
;
alter function is_to_do(text,text,text,text,boolean,timestamp with time zone,timestamp with time zone,boolean) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.lead_bytes(json_length bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select json_length + 2048
$function$
;
alter function lead_bytes(bigint) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.leave_to_cell(one_account_id uuid, one_task text, one_details json)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(lock_key(one_account_id, 'place'));
  if not exists (select from accounts a where a.id = one_account_id and a.presence in ('held', 'elsewhere'))
    or exists (select from this_cell) then
    return false;
  end if;
  insert into directory_changes (account_id, task, details) values (one_account_id, one_task, one_details);
  return true;
end
$function$
;
alter function leave_to_cell(uuid,text,json) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.limits_of(account uuid)
 RETURNS TABLE(monthly_leads integer, storage_bytes bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select case when a.test_of is null then p.monthly_leads else p.test_leads end, p.storage_bytes
  from leadline.accounts a
  join leadline.accounts live on live.id = coalesce(a.test_of, a.id)
  join leadline.plans p on p.name = live.plan
  where a.id = account
$function$
;
alter function limits_of(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.list_due_copies(one_cell text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select m.account_id from account_moves m join accounts a on a.id = m.account_id
  where m.source = one_cell and m.source <> 'main' and m.step = 'verified' and a.delete_at <= now()
$function$
;
alter function list_due_copies(text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.list_sources(most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  account uuid := named_account();
begin
  return query
    with recursive found as (
      (select l.source from leads l where l.account_id = account order by l.source limit 1)
      union all
      select (select l.source from leads l where l.account_id = account and l.source > f.source order by l.source limit 1)
      from found f where f.source is not null
    )
    select f.source from found f where f.source is not null limit most;
end
$function$
;
alter function list_sources(integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.live_model_version(live_account uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select coalesce((
    select case when v.mode = 'off' or v.trained_id is null then 0 else v.version end
    from model_versions v where v.account_id = live_account order by v.version desc limit 1
  ), 0)
$function$
;
alter function live_model_version(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.live_settings_version(live_account uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select coalesce((
    select v.version from settings_versions v where v.account_id = live_account order by v.version desc limit 1
  ), 0)
$function$
;
alter function live_settings_version(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.lock_account()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(lock_key(named_account(), 'leads'))
$function$
;
alter function lock_account() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.lock_key(account_id uuid, lock text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select hashtextextended(account_id::text, case lock
    when 'leads' then 0
    when 'requests' then 1
    when 'trimming' then 2
    when 'place' then 3
    when 'pack' then 4
    when 'move' then 5
    when 'sums' then 6
    else ('no such lock: ' || lock)::integer -- fails: without a key, nothing would be locked
  end)
$function$
;
alter function lock_key(uuid,text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.log_requests(requests json, kept integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  free uuid[];
  to_trim uuid[];
begin
  -- Losing a few requests in a crash is fine.
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(a.account_id), '{}') into free
  from (select distinct account_id from json_to_recordset(requests) as r (account_id uuid) order by account_id offset 0) a
  where pg_try_advisory_xact_lock_shared(lock_key(a.account_id, 'requests'))
    and not exists (select from accounts x where x.id = a.account_id and x.presence in ('held', 'elsewhere'));

  insert into received (account_id, id, path, content_type, body, is_cut, status, code, error, lead_id, key_id, tool)
  select r.account_id, r.id, r.path, r.content_type, r.body, r.is_cut, r.status, r.code, r.error, r.lead_id,
    r.key_id, r.tool
  from json_to_recordset(requests) as r (account_id uuid, id uuid, path text, content_type text, body text,
    is_cut boolean, status smallint, code text, error text, lead_id uuid, key_id uuid, tool text,
    erased_since uuid)
  where r.account_id = any (free)
    and case when r.lead_id is null
      then not exists (select from audit_log a
        where a.account_id = r.account_id and a.id > r.erased_since and a.action = 'person.erased')
      else exists (select from leads l where l.account_id = r.account_id and l.id = r.lead_id)
    end;

  -- Only one process may trim an account at a time, because two that delete the same rows could deadlock.
  select coalesce(array_agg(a.account_id), '{}') into to_trim
  from (select unnest(free) as account_id offset 0) a
  where pg_try_advisory_xact_lock(lock_key(a.account_id, 'trimming'));
  delete from received r using (
    select x.account_id, x.id,
      row_number() over (partition by x.account_id, x.lead_id is null order by x.id desc) as place
    from received x where x.account_id = any (to_trim)
  ) old
  where r.account_id = old.account_id and r.id = old.id and old.place > kept;

  return query
  select distinct account_id from json_to_recordset(requests) as r (account_id uuid) where account_id <> all (free);
end
$function$
;
alter function log_requests(json,integer) owner to leadline_writer;

CREATE OR REPLACE FUNCTION leadline.make_earlier_partition(first_month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'leadline', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
declare
  month date;
  partition text;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  select min(to_date(substr(c.relname, 7), 'YYYY_MM')) - interval '1 month' into month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$';
  if month < first_month or pg_relation_size('leads_older') > 0 then
    return false;
  end if;
  partition := to_char(month, '"leads_"YYYY_MM');
  -- With its indexes, so that there is nothing left to do under the lock.
  execute format('create table %I (like leads including defaults including constraints including generated including indexes) '
    'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)', partition);
  execute format('grant maintain on %I to leadline_worker', partition);
  lock table only leads in access exclusive mode;
  if pg_relation_size('leads_older') > 0 then
    raise lock_not_available using message = 'older leads were stored at the same time';
  end if;
  alter table leads detach partition leads_older;
  execute format('alter table leads attach partition %I for values from (%L) to (%L)', partition,
    first_id_of(month), first_id_of(month + interval '1 month'));
  execute format('alter table leads attach partition leads_older for values from (minvalue) to (%L)', first_id_of(month));
  return true;
end
$function$
;
alter function make_earlier_partition(date) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.make_lead_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition text;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  select least(this_month - interval '1 month', max(to_date(substr(c.relname, 7), 'YYYY_MM')) + interval '1 month')
  into first_day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$';
  while first_day <= this_month + make_interval(months => least(months_ahead, 24)) loop
    partition := to_char(first_day, '"leads_"YYYY_MM');
    if to_regclass('leadline.' || partition) is null then
      -- Vacuum early: index-only scans, which answer filters, need the visibility map to be up to date.
      execute format('create table %I (like leads including defaults including constraints including generated) '
        'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)', partition);
      execute format('alter table leads attach partition %I for values from (%L) to (%L)', partition,
        first_id_of(first_day), first_id_of(first_day + interval '1 month'));
      execute format('grant maintain on %I to leadline_worker', partition);
      created := created + 1;
    end if;
    first_day := first_day + interval '1 month';
  end loop;
  return created;
end
$function$
;
alter function make_lead_partitions(integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.match_leads(patterns text[], parts text[], most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
declare
  conditions text;
begin
  -- Planned with the parts themselves; LIKE ALL could not use the index. Nor can an expression, which is what is wanted for
  -- the whole patterns.
  select string_agg(format('s.text like %L', part), ' and ')
      || coalesce(string_agg(format(' and s.text || '''' like %L', pattern), '') filter (where pattern <> part), '')
    into strict conditions from unnest(patterns, parts) as p (pattern, part);
  return query execute 'select s.id from search_texts s where s.account_id = $1 and ' || conditions || ' limit $2'
    using named_account(), most;
end
$function$
;
alter function match_leads(text[],text[],integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.named_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('leadline.account', true), '')::uuid
$function$
;
alter function named_account() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.named_viewer()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('leadline.viewer', true), '')::uuid
$function$
;
alter function named_viewer() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.names_of(user_ids uuid[], invitation_starts text[])
 RETURNS TABLE(id text, name text, email text, is_former boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  with live as (select coalesce(a.test_of, a.id) as id from accounts a where a.id = named_account())
  select 'user_' || replace(m.user_id::text, '-', ''), u.name, u.email, false
  from live join members m on m.account_id = live.id join users u on u.id = m.user_id
  where m.user_id = any (user_ids)
  union all
  select 'user_' || replace(f.user_id::text, '-', ''), f.name, f.email, true
  from live join former_members f on f.account_id = live.id
  where f.user_id = any (user_ids)
    and not exists (select from members m where m.account_id = live.id and m.user_id = f.user_id)
  union all
  select 'inv_' || left(replace(i.id::text, '-', ''), 16), '', i.email, false
  from live join invitations i on i.account_id = live.id
  where left(replace(i.id::text, '-', ''), 16) = any (invitation_starts)
$function$
;
alter function names_of(uuid[],text[]) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.note_changed_leads(account_ids uuid[], lead_ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into leadline.lead_sums (account_id, from_id, to_id)
  select c.account_id, (array_agg(c.id order by c.id))[1], (array_agg(c.id order by c.id desc))[1]
  from unnest(account_ids, lead_ids) as c (account_id, id)
  group by c.account_id
$function$
;
alter function note_changed_leads(uuid[],uuid[]) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.note_directory_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  if not exists (select from cells where address is not null) then
    return null;
  end if;
  insert into directory_changes (account_id)
  select live.id from accounts live
  where live.cell <> 'main' and live.test_of is null and live.id = any (case tg_table_name
    when 'accounts' then array[coalesce(changed ->> 'test_of', changed ->> 'id')]::uuid[]
    when 'api_keys' then array(
      select coalesce(a.test_of, a.id) from accounts a where a.id = (changed ->> 'account_id')::uuid)
    when 'users' then array(
      select m.account_id from members m where m.user_id = (changed ->> 'id')::uuid
      union select f.account_id from former_members f where f.user_id = (changed ->> 'id')::uuid)
    when 'plans' then array(
      select distinct on (a.cell) a.id from accounts a where a.cell <> 'main' and a.test_of is null order by a.cell)
    else array[changed ->> 'account_id']::uuid[]
  end);
  return null;
end
$function$
;
alter function note_directory_change() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.outcome_bytes(reason text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(octet_length(reason), 0) + 256
$function$
;
alter function outcome_bytes(text) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.pack_account(live_id uuid)
 RETURNS TABLE(cell text, packed json, last_change bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  ids uuid[];
begin
  perform pg_advisory_xact_lock(lock_key(live_id, 'pack'));
  ids := array(select a.id from accounts a where live_id in (a.id, a.test_of));
  return query
  select live.cell,
    json_build_object(
      'account_id', live_id,
      'plans', (select json_agg(p) from plans p),
      'accounts', (select json_agg(a order by a.test_of nulls first) from accounts a where a.id = any (ids)),
      'api_keys', (select coalesce(json_agg(json_build_object(
          'key_hash', k.key_hash, 'id', k.id, 'account_id', k.account_id, 'name', k.name, 'hint', k.hint,
          'created_at', k.created_at, 'expires_at', k.expires_at, 'ending', k.ending, 'scope', k.scope)), '[]')
        from api_keys k where k.account_id = any (ids)),
      'members', (select coalesce(json_agg(m), '[]') from members m where m.account_id = live_id),
      'former_members', (select coalesce(json_agg(f), '[]') from former_members f where f.account_id = live_id),
      'invitations', (select coalesce(json_agg(i), '[]') from invitations i where i.account_id = live_id),
      'users', (select coalesce(json_agg(json_build_object(
          'id', u.id, 'name', u.name, 'email', u.email, 'email_verified', u.email_verified,
          'created_at', u.created_at)), '[]')
        from users u where u.id in (
          select m.user_id from members m where m.account_id = live_id
          union select f.user_id from former_members f where f.account_id = live_id
          union select i.inviter_id from invitations i where i.account_id = live_id)),
      -- After a move, the old copy stays for a while. What it lacks are the entries since then.
      'audit_log', (select coalesce(json_agg(l), '[]') from audit_log l
        where l.account_id = any (ids) and live.cell <> 'main' and (live.presence = 'elsewhere' or l.id >= coalesce((
          select first_id_of((m.frozen_at - interval '10 seconds') at time zone 'utc') from account_moves m
          where m.account_id = live_id), '00000000-0000-0000-0000-000000000000'))),
      'changes', (select coalesce(json_agg(c order by c.id), '[]') from directory_changes c where c.account_id = live_id)),
    (select max(c.id) from directory_changes c where c.account_id = live_id)
  from accounts live where live.id = live_id;
end
$function$
;
alter function pack_account(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.priority_of(score smallint, id uuid)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select score + ('x0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 43200000.0::double precision
$function$
;
alter function priority_of(smallint,uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.profile()
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select p.* from accounts a join profiles p on p.account_id = coalesce(a.test_of, a.id) where a.id = named_account()
$function$
;
alter function profile() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.read_leads(ids uuid[])
 RETURNS SETOF leads
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  sorted uuid[] := array_sort(ids);
  oldest uuid := sorted[1];
  newest uuid := sorted[cardinality(sorted)];
begin
  -- The oldest and the newest choose the months; an array can't.
  return query select l.* from leads l
    where l.account_id = named_account() and l.id = any (ids) and l.id >= oldest and l.id <= newest;
end
$function$
;
alter function read_leads(uuid[]) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.recent_changes(account uuid, enough integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select count(*) from (
    select from audit_log l
    where l.account_id = account and l.id > first_id_of((now() - interval '24 hours') at time zone 'utc')
    limit enough
  ) recent
$function$
;
alter function recent_changes(uuid,integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.rescore_leads(one_account_id uuid, lead_ids uuid[], scores smallint[], grades text[], scored_json text[])
 RETURNS TABLE(lead_id uuid, added_bytes integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  perform from leads l
  where l.account_id = one_account_id and l.id = any (lead_ids) and l.outcome = 'open'
  order by l.id for no key update;
  perform note_changed_leads(array_fill(one_account_id, array[cardinality(lead_ids)]), lead_ids);
  return query
  update leads l set score = r.score, grade = r.grade, scored = r.scored::json
  from unnest(lead_ids, scores, grades, scored_json) as r (id, score, grade, scored)
  where l.account_id = one_account_id and l.id = any (lead_ids) and l.id = r.id and l.outcome = 'open'
    and (not l.uncounted or r.grade = 'Spam')
  returning l.id, octet_length(new.scored::text) - octet_length(old.scored::text);
end
$function$
;
alter function rescore_leads(uuid,uuid[],smallint[],text[],text[]) owner to leadline_writer;

CREATE OR REPLACE FUNCTION leadline.run_directory_task(live_id uuid, task text, details json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  if task = 'unassign_leads' then
    perform unassign_leads(live_id, (details ->> 'user_id')::uuid, details ->> 'actor', (details ->> 'next_user_id')::uuid);
  elsif task = 'forget_alert_choices' then
    perform forget_alert_choices(live_id, (details ->> 'user_id')::uuid);
  end if;
end
$function$
;
alter function run_directory_task(uuid,text,json) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.search_newest(patterns text[], most integer, OUT ids uuid[], OUT compared integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'on'
AS $function$
declare
  account uuid := named_account();
  oldest uuid;
begin
  select n.id into oldest from (
    select s.id from search_texts s where s.account_id = account order by s.id desc limit most) n order by n.id limit 1;
  perform set_config('enable_indexscan', 'off', true); -- until the function returns
  select coalesce(array_agg(s.id) filter (where s.text like all (patterns)), '{}'), count(*)::integer
    into ids, compared from search_texts s where s.account_id = account and s.id >= oldest;
end
$function$
;
alter function search_newest(text[],integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.session_ends_at(member uuid, began timestamp with time zone, last_used timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(began + make_interval(hours => coalesce(min(a.session_max_hours), 2160)),
    last_used + make_interval(mins => coalesce(min(a.session_idle_minutes), 20160)))
  from leadline.members m join leadline.accounts a on a.id = m.account_id where m.user_id = member
$function$
;
alter function session_ends_at(uuid,timestamp with time zone,timestamp with time zone) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.settle_account(live_id uuid, last_change bigint, entries uuid[], is_deleted boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  delete from directory_changes c where c.account_id = live_id and c.id <= last_change;
  delete from audit_log l using accounts a
  where live_id in (a.id, a.test_of) and a.presence = 'elsewhere' and l.account_id = a.id and l.id = any (entries);
  if is_deleted and not has_copies(live_id) then
    update accounts a set cell = 'main', presence = 'here'
    where live_id in (a.id, a.test_of) and a.presence in ('held', 'elsewhere')
      and exists (select from accounts live where live.id = live_id and live.delete_at <= now());
  end if;
end
$function$
;
alter function settle_account(uuid,bigint,uuid[],boolean) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.spam_limit_of(monthly_leads integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when monthly_leads > 0 then greatest(monthly_leads, 1000) else monthly_leads end
$function$
;
alter function spam_limit_of(integer) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.spent_on_ai(wanted date)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select coalesce(sum(dollars), 0) from ai_spending where month = wanted
$function$
;
alter function spent_on_ai(date) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.storage_used()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select coalesce(sum(s.bytes), 0)::bigint
  from accounts a
  join storage s on s.account_id in (a.id, a.test_of, (select t.id from accounts t where t.test_of = a.id))
  where a.id = named_account()
$function$
;
alter function storage_used() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.team()
 RETURNS TABLE(user_id uuid, name text, email text, role text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  select m.user_id, u.name, u.email, m.role
  from accounts a
  join members m on m.account_id = coalesce(a.test_of, a.id)
  join users u on u.id = m.user_id
  where a.id = named_account()
$function$
;
alter function team() owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.unassign_leads(one_account_id uuid, one_user_id uuid, one_actor text, next_user_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
begin
  if leave_to_cell(one_account_id, 'unassign_leads', json_build_object(
      'user_id', one_user_id, 'actor', one_actor, 'next_user_id', next_user_id)) then
    return;
  end if;
  with held as materialized (
    select l.account_id, l.id from leads l
    where l.account_id in (select a.id from accounts a where a.id = one_account_id or a.test_of = one_account_id)
      and l.assignee = one_user_id and l.outcome = 'open'
    order by l.account_id, l.id
    for no key update
  ), freed as (
    update leads l set assignee = next_user_id, revision = l.revision + 1
    from held h where l.account_id = h.account_id and l.id = h.id
    returning l.account_id, l.id
  ), noted as materialized (
    select note_changed_leads(array_agg(f.account_id), array_agg(f.id)) from freed f
  )
  insert into activities (account_id, lead_id, kind, actor, data)
  select f.account_id, f.id, 'assigned', one_actor,
    json_build_object('assignee', replace(next_user_id::text, '-', ''), 'previous', replace(one_user_id::text, '-', ''))
  from freed f, noted;
end
$function$
;
alter function unassign_leads(uuid,uuid,text,uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.unfreeze_account(live_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
  update accounts a set presence = 'here' where live_id in (a.id, a.test_of) and a.presence = 'held'
$function$
;
alter function unfreeze_account(uuid) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.unpack_account(packed json, arriving boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
AS $function$
declare
  live_id uuid := (packed ->> 'account_id')::uuid;
  own_name text := (select c.name from this_cell c);
  expected_name text := (
    select a.cell from json_populate_recordset(null::accounts, packed -> 'accounts') a where a.test_of is null);
  ids uuid[] := array(select a.id from json_populate_recordset(null::accounts, packed -> 'accounts') a);
  people uuid[] := array(
    select m.user_id from members m where m.account_id = live_id
    union select f.user_id from former_members f where f.account_id = live_id
    union select i.inviter_id from invitations i where i.account_id = live_id);
  change record;
begin
  if own_name is null then
    raise exception 'this database is the directory itself';
  end if;
  if not arriving and own_name is distinct from expected_name then
    raise exception 'this database is the cell "%", but the account lives in "%": the address of a cell is wrong',
      own_name, expected_name using errcode = 'LL002';
  end if;
  if exists (select from deleted_accounts d where d.id = live_id) then
    return false;
  end if;
  insert into plans as p select * from json_populate_recordset(null::plans, packed -> 'plans')
  on conflict (name) do update set monthly_leads = excluded.monthly_leads,
    requests_per_minute = excluded.requests_per_minute, import_bytes = excluded.import_bytes,
    storage_bytes = excluded.storage_bytes, test_leads = excluded.test_leads,
    account_requests_per_minute = excluded.account_requests_per_minute
  where p is distinct from excluded;

  insert into accounts as a (id, email, plan, test_of, created_at, ai, ai_monthly_dollars, name, requires_two_factor,
    rep_leads, deletion_requested_at, delete_at, allowed_origins, cell, presence, leaves_at)
  select n.id, n.email, n.plan, n.test_of, n.created_at, n.ai, n.ai_monthly_dollars, n.name, n.requires_two_factor,
    n.rep_leads, n.deletion_requested_at, n.delete_at, n.allowed_origins, n.cell, case when arriving then 'held' else 'here' end,
    case when arriving then '-infinity'::timestamptz end -- so that the worker queues its work once it is open
  from json_populate_recordset(null::accounts, packed -> 'accounts') n order by n.test_of nulls first
  on conflict (id) do update set email = excluded.email, plan = excluded.plan, ai = excluded.ai,
    ai_monthly_dollars = excluded.ai_monthly_dollars, name = excluded.name,
    requires_two_factor = excluded.requires_two_factor, rep_leads = excluded.rep_leads, deletion_requested_at = excluded.deletion_requested_at,
    delete_at = excluded.delete_at, allowed_origins = excluded.allowed_origins, cell = excluded.cell,
    presence = case when arriving then 'held' else a.presence end,
    leaves_at = case when arriving then '-infinity' else a.leaves_at end;

  -- Another person may have had the address before. The cell will be told about them, too.
  update users u set email = u.id::text
  from json_populate_recordset(null::users, packed -> 'users') n where u.email = n.email and u.id <> n.id;
  insert into users as u (id, name, email, email_verified, created_at)
  select n.id, n.name, n.email, n.email_verified, n.created_at
  from json_populate_recordset(null::users, packed -> 'users') n
  on conflict (id) do update set name = excluded.name, email = excluded.email, email_verified = excluded.email_verified;

  delete from api_keys k where k.account_id = any (ids)
    and k.key_hash not in (select n.key_hash from json_populate_recordset(null::api_keys, packed -> 'api_keys') n);
  insert into api_keys (key_hash, id, account_id, name, hint, created_at, expires_at, ending, scope)
  select n.key_hash, n.id, n.account_id, n.name, n.hint, n.created_at, n.expires_at, n.ending, n.scope
  from json_populate_recordset(null::api_keys, packed -> 'api_keys') n
  on conflict (key_hash) do update set name = excluded.name, hint = excluded.hint, expires_at = excluded.expires_at,
    ending = excluded.ending, scope = excluded.scope;

  delete from members m where m.account_id = live_id
    and m.id not in (select n.id from json_populate_recordset(null::members, packed -> 'members') n);
  insert into members select * from json_populate_recordset(null::members, packed -> 'members')
  on conflict (id) do update set role = excluded.role;
  delete from invitations i where i.account_id = live_id
    and i.id not in (select n.id from json_populate_recordset(null::invitations, packed -> 'invitations') n);
  insert into invitations select * from json_populate_recordset(null::invitations, packed -> 'invitations')
  on conflict (id) do update set role = excluded.role, status = excluded.status, expires_at = excluded.expires_at;
  delete from former_members f where f.account_id = live_id and f.user_id not in (
    select n.user_id from json_populate_recordset(null::former_members, packed -> 'former_members') n);
  insert into former_members select * from json_populate_recordset(null::former_members, packed -> 'former_members')
  on conflict (account_id, user_id) do update set name = excluded.name, email = excluded.email, left_at = excluded.left_at;
  delete from users u where u.id = any (people) and not exists (select from members m where m.user_id = u.id)
    and not exists (select from former_members f where f.user_id = u.id)
    and not exists (select from invitations i where i.inviter_id = u.id);

  insert into audit_log select * from json_populate_recordset(null::audit_log, packed -> 'audit_log')
  on conflict do nothing;
  for change in
    select c.task, c.details from json_populate_recordset(null::directory_changes, packed -> 'changes') c
    where c.task is not null order by c.id
  loop
    perform run_directory_task(live_id, change.task, change.details);
  end loop;
  return true;
end
$function$
;
alter function unpack_account(json,boolean) owner to (the owner);

CREATE OR REPLACE FUNCTION leadline.write_leads(account_ids uuid[], months date[], limits integer[], lead_ids uuid[], person_ids uuid[], link_emails text[], link_phones text[], fingerprints uuid[], remembered_from uuid[], body_hashes uuid[], scores smallint[], grades text[], sources text[], emails text[], phones text[], names text[], surnames text[], leads_json text[], scored_json text[], outcomes text[], are_from_file boolean, storage_limits bigint[], json_lengths integer[], of_import uuid DEFAULT NULL::uuid)
 RETURNS TABLE(place bigint, verdict text, known_id uuid, same_body boolean, known_scored json)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'leadline', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  is_plain boolean;
  people uuid[];
begin
  -- A batch of duplicates writes nothing, yet its answer must wait until the standby has the leads it refers to, and
  -- PostgreSQL waits for a standby only in a transaction that has written something.
  perform pg_logical_emit_message(true, 'leadline', '');
  perform pg_advisory_xact_lock(a.key)
  from (select distinct lock_key(account_id, 'leads') as key from unnest(account_ids) as account_id order by key) a;
  -- A cell knows all of its accounts. In the directory, one that is missing was deleted.
  if exists (select from accounts a where a.id = any (account_ids) and a.presence in ('held', 'elsewhere'))
    or exists (select from this_cell) and exists (
      select from unnest(account_ids) as i (id) where not exists (select from accounts a where a.id = i.id))
  then
    raise exception 'an account is not in this cell' using errcode = 'LL001';
  end if;

  -- Imported leads, and those whose answer was lost long ago. By this clock and under this lock, because a request
  -- that adds up a day takes the lock first, and leaves out its last 15 minutes.
  if exists (select from unnest(lead_ids) as id
    where id < first_id_of((clock_timestamp() - interval '10 minutes') at time zone 'utc'))
  then
    perform note_changed_leads(account_ids, lead_ids);
  end if;

  -- Nearly every batch is plain: no request is known, no two leads share a person (each lead's person then has the
  -- lead's own ID), and no account comes near a limit or a threshold that webhooks announce. Then all leads are stored,
  -- without a verdict for each.
  if person_ids = lead_ids then
    select (are_from_file or not exists (
        select from unnest(account_ids, fingerprints, remembered_from) as i (account_id, fingerprint, remembered_from)
        join requests k on k.account_id = i.account_id and k.fingerprint = i.fingerprint
          and k.lead_id >= i.remembered_from))
      and not exists (
        select from (
          select account_id, min(month) as month, min(allowed) as allowed, min(storage_limit) as storage_limit,
            count(*) as leads, count(*) filter (where grade = 'Spam' and not are_from_file) as spam,
            sum(lead_bytes(json_length)) as bytes, count(distinct (month, allowed, storage_limit)) as kinds
          from unnest(account_ids, months, limits, storage_limits, json_lengths, grades)
            as i (account_id, month, allowed, storage_limit, json_length, grade)
          group by account_id) d
        where d.kinds > 1 -- across the turn of a month, or while the plan changes
          or case when d.allowed is not null then coalesce((
            select d.allowed * 80::bigint <= 100 * (d.leads - d.spam + u.leads) or spam_limit_of(d.allowed) < d.spam + u.spam
            from usage u where u.account_id = d.account_id and u.month = d.month
          ), d.allowed * 80::bigint <= 100 * (d.leads - d.spam) or spam_limit_of(d.allowed) < d.spam) end
          or case when d.storage_limit is not null then
            case when d.spam = 0 then d.storage_limit else d.storage_limit / 10 * 9 end < d.bytes + (
            select coalesce(sum(s.bytes), 0) from accounts a join storage s on s.account_id = any (
              array[a.id, a.test_of, (select t.id from accounts t where t.test_of = a.id)])
            where a.id = d.account_id) end)
    into is_plain;
    if is_plain then
      select array_agg(coalesce(
          (select c.person_id from contacts c
           where c.account_id = i.account_id and c.email = i.link_email and i.link_email <> '' limit 1),
          (select c.person_id from contacts c
           where c.account_id = i.account_id and c.phone = i.link_phone and i.link_phone <> '' and c.phone <> ''
           limit 1),
          i.id) order by i.place)
      from unnest(account_ids, lead_ids, link_emails, link_phones) with ordinality
        as i (account_id, id, link_email, link_phone, place)
      into people;
      is_plain := (select count(distinct person) from unnest(people) as person) = cardinality(people);
    end if;
    if is_plain then
      insert into usage as u (account_id, month, leads, spam)
      select account_id, month, count(*) filter (where is_counted), count(*) filter (where not is_counted)
      from unnest(account_ids, months, grades) as i (account_id, month, grade)
      cross join lateral (select i.grade <> 'Spam' or are_from_file as is_counted) c
      group by account_id, month
      on conflict (account_id, month) do update set leads = u.leads + excluded.leads, spam = u.spam + excluded.spam;
      insert into storage as s (account_id, bytes, leads)
      select account_id, sum(lead_bytes(json_length)), count(*)
      from unnest(account_ids, json_lengths) as i (account_id, json_length)
      group by account_id order by account_id
      on conflict (account_id) do update set bytes = s.bytes + excluded.bytes, leads = s.leads + excluded.leads;
      insert into leads (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored, uncounted,
        import_id)
      select account_id, id, person_id, score, grade, source, coalesce(outcome, 'open'), phone, lead::json, scored::json,
        grade = 'Spam' and not are_from_file, of_import
      from unnest(account_ids, lead_ids, people, scores, grades, sources, outcomes, phones, leads_json, scored_json)
        as i (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored);
      insert into contacts as c (account_id, email, phone, name, person_id, surname)
      select * from unnest(account_ids, emails, phones, names, people, surnames)
      on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + 1;
      insert into search_queue (account_id, id) select * from unnest(account_ids, lead_ids);
      if are_from_file then
        return;
      end if;
      insert into requests (account_id, fingerprint, body_hash, lead_id)
      select * from unnest(account_ids, fingerprints, body_hashes, lead_ids)
      on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id;
      insert into outbox (account_id, id, kind)
      select i.account_id, i.id, 'lead.scored' from unnest(account_ids, lead_ids, grades) as i (account_id, id, grade)
      where exists (select from webhook_endpoints e
          where e.account_id = i.account_id and e.disabled_at is null and 'lead.scored' = any (e.events)
            and grade_rank(e.min_grade) <= grade_rank(i.grade))
        or exists (select from lead_watchers w
          where w.account_id = i.account_id and grade_rank(w.min_grade) <= grade_rank(i.grade));
      return;
    end if;
  end if;

  return query
  with incoming as (
    select i.*, r.lead_id as known_id, r.body_hash = i.body_hash as same_body,
      i.grade = 'Spam' and not are_from_file as is_spam
    from unnest(account_ids, months, limits, lead_ids, person_ids, link_emails, link_phones, fingerprints,
      remembered_from, body_hashes, storage_limits, json_lengths, grades) with ordinality
      as i (account_id, month, allowed, id, person_id, link_email, link_phone, fingerprint,
        remembered_from, body_hash, storage_limit, json_length, grade, place)
    left join lateral (
      select k.lead_id, k.body_hash
      from requests k
      where not are_from_file
        and k.account_id = i.account_id and k.fingerprint = i.fingerprint and k.lead_id >= i.remembered_from
        and exists (select from leads l where l.account_id = k.account_id and l.id = k.lead_id offset 0)
      limit 1
    ) r on true
  ), owners as materialized (
    select d.account_id, a.test_of is not null as is_test, (
        select coalesce(sum(s.bytes), 0) from storage s
        where s.account_id = any (array[d.account_id, a.test_of, (select t.id from accounts t where t.test_of = a.id)])
      ) as bytes
    from (select distinct account_id from unnest(account_ids) as account_id) d
    left join accounts a on a.id = d.account_id
  ), measured as materialized (
    select i.*, o.is_test, o.bytes as stored_bytes, coalesce(u.leads, 0) as used, coalesce(u.spam, 0) as used_spam,
      lead_bytes(i.json_length) as bytes,
      i.is_spam and i.known_id is null and i.allowed is distinct from 0 and (
        i.storage_limit is null or i.storage_limit / 10 * 9 >= o.bytes
          + sum(lead_bytes(i.json_length)) filter (where i.known_id is null) over (
              partition by i.account_id order by i.place)) as spam_fits
    from incoming i
    join owners o on o.account_id = i.account_id
    left join lateral (
      select u.leads, u.spam from usage u where u.account_id = i.account_id and u.month = i.month offset 0) u on true
  ), filtered as materialized (
    -- Spam comes first, because other leads must not lose their place to spam that isn't stored.
    select i.*, i.spam_fits and (i.allowed is null or spam_limit_of(i.allowed) >= i.used_spam
      + count(*) filter (where i.spam_fits) over (partition by i.account_id, i.month order by i.place)) as is_kept_spam
    from measured i
  ), sized as materialized (
    select i.*, not i.is_spam and i.known_id is null and (i.storage_limit is null or i.storage_limit >= i.stored_bytes
        + sum(i.bytes) filter (where i.is_kept_spam or not i.is_spam and i.known_id is null) over (
            partition by i.account_id order by i.place)) as fits
    from filtered i
  ), judged as materialized (
    select i.*, i.is_kept_spam or i.fits and (i.allowed is null or i.allowed >= i.used
      + count(*) filter (where i.fits) over (partition by i.account_id, i.month order by i.place)) as is_accepted
    from sized i
  ), added as materialized (
    select j.account_id, j.month, count(*) as stored, count(*) filter (where j.is_spam)::integer as spam,
      count(*) filter (where not j.is_spam)::integer as leads, sum(j.bytes)::bigint as bytes,
      max(j.allowed) filter (where not j.is_test) as allowed
    from judged j where j.is_accepted group by j.account_id, j.month
  ), kept as (
    insert into storage as s (account_id, bytes, leads)
    select d.account_id, sum(d.bytes), sum(d.stored) from added d group by d.account_id order by d.account_id
    on conflict (account_id) do update set bytes = s.bytes + excluded.bytes, leads = s.leads + excluded.leads
  ), spent as (
    insert into usage as u (account_id, month, leads, spam)
    select d.account_id, d.month, d.leads, d.spam from added d
    on conflict (account_id, month) do update set leads = u.leads + excluded.leads, spam = u.spam + excluded.spam
    returning u.account_id, u.month, u.leads, u.spam
  ), crossed as (
    insert into outbox (account_id, id, kind, data)
    select s.account_id, uuidv7(), 'usage.threshold', json_build_object(
      'month', to_char(s.month, 'YYYY-MM'), 'percent', t.percent, 'used', s.leads, 'limit', d.allowed,
      'spam', s.spam)
    from spent s
    join added d on d.account_id = s.account_id and d.month = s.month
    cross join (values (80), (100)) as t (percent)
    where s.leads * 100::bigint >= t.percent * d.allowed::bigint
      and (s.leads - d.leads) * 100::bigint < t.percent * d.allowed::bigint
      and exists (select from webhook_endpoints e
        where e.account_id = s.account_id and e.disabled_at is null and 'usage.threshold' = any (e.events))
  ), accepted as materialized (
    -- Leads of one person share a person_id within the batch; the ID of a person already stored replaces it.
    select j.*, coalesce(first_value(p.person_id) over (
      partition by j.account_id, j.person_id order by p.person_id nulls last),
      first_value(j.id) over (partition by j.account_id, j.person_id order by j.place)) as one_person_id
    from judged j
    cross join lateral (
      select coalesce(
        (select c.person_id from contacts c
         where c.account_id = j.account_id and c.email = j.link_email and j.link_email <> '' limit 1),
        (select c.person_id from contacts c
         where c.account_id = j.account_id and c.phone = j.link_phone and j.link_phone <> '' and c.phone <> ''
         limit 1)
      ) as person_id
    ) p
    where j.is_accepted
  ), stored as (
    insert into leads (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored, uncounted,
        import_id)
    select a.account_id, a.id, a.one_person_id, scores[a.place], a.grade, sources[a.place],
      coalesce(outcomes[a.place], 'open'), phones[a.place], leads_json[a.place]::json, scored_json[a.place]::json,
      a.is_spam, of_import
    from accepted a
  ), queued as (
    insert into search_queue (account_id, id) select a.account_id, a.id from accepted a
  ), remembered as (
    insert into requests (account_id, fingerprint, body_hash, lead_id)
    select a.account_id, a.fingerprint, a.body_hash, a.id from accepted a where not are_from_file
    on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id
  ), announced as (
    insert into outbox (account_id, id, kind)
    select a.account_id, a.id, 'lead.scored' from accepted a
    where not are_from_file and (
      exists (select from webhook_endpoints e
        where e.account_id = a.account_id and e.disabled_at is null and 'lead.scored' = any (e.events)
          and grade_rank(e.min_grade) <= grade_rank(a.grade))
      or exists (select from lead_watchers w
        where w.account_id = a.account_id and grade_rank(w.min_grade) <= grade_rank(a.grade)))
  ), signed as (
    insert into contacts as c (account_id, email, phone, name, person_id, surname, leads)
    select a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id,
      min(surnames[a.place]), count(*)
    from accepted a
    group by a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id
    on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + excluded.leads
  )
  select j.place,
    case when j.known_id is not null then 'repeated' when j.is_spam then 'over spam limit'
      when j.fits then 'over limit' else 'over storage' end,
    j.known_id, j.same_body,
    (select l.scored from leads l where l.account_id = j.account_id and l.id = j.known_id)
  from judged j
  where not j.is_accepted;
end
$function$
;
alter function write_leads(uuid[],date[],integer[],uuid[],uuid[],text[],text[],uuid[],uuid[],uuid[],smallint[],text[],text[],text[],text[],text[],text[],text[],text[],text[],boolean,bigint[],integer[],uuid) owner to leadline_writer;

-- Policies

create policy of_visible_leads on activities to leadline_limited using (((account_id = named_account()) AND (EXISTS ( SELECT
   FROM leads l
  WHERE ((l.account_id = activities.account_id) AND (l.id = activities.lead_id))))));

create policy own_account on activities to leadline_api using ((account_id = named_account()));

create policy serves_every_account on activities to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on ai_spending to leadline_api using ((account_id = named_account()));

create policy own_account on alert_choices to leadline_api using ((account_id = named_account()));

create policy serves_every_account on alert_choices to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on alert_emails to leadline_api using ((account_id = named_account()));

create policy serves_every_account on alert_emails to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on alerts to leadline_api using ((account_id = named_account()));

create policy serves_every_account on alerts to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on audit_log to leadline_writer using (true);

create policy names_its_account on audit_log to leadline_auth with check (true);

create policy own_account on audit_log to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on audit_log to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on audit_log to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on contacts to leadline_writer using (true);

create policy of_visible_leads on contacts to leadline_limited using (((account_id = named_account()) AND ((EXISTS ( SELECT
   FROM leads l
  WHERE ((l.account_id = contacts.account_id) AND (l.id = contacts.person_id)))) OR (EXISTS ( SELECT
   FROM leads l
  WHERE ((l.account_id = contacts.account_id) AND (l.person_id = contacts.person_id) AND (l.person_id <> l.id)))))));

create policy own_account on contacts to leadline_api using ((account_id = named_account()));

create policy serves_every_account on contacts to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on crm_connections to leadline_api using ((account_id = named_account()));

create policy serves_every_account on crm_connections to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on crm_deals to leadline_api using ((account_id = named_account()));

create policy serves_every_account on crm_deals to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on crm_queue to leadline_api using ((account_id = named_account()));

create policy serves_every_account on crm_queue to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on crm_records to leadline_api using ((account_id = named_account()));

create policy serves_every_account on crm_records to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on crm_runs to leadline_api using ((account_id = named_account()));

create policy serves_every_account on crm_runs to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on deliveries to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on deliveries to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on deliveries to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on drifts to leadline_api using ((account_id = named_account()));

create policy serves_every_account on drifts to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on import_chunks to leadline_api using ((account_id = named_account()));

create policy serves_every_account on import_chunks to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on import_refusals to leadline_api using ((account_id = named_account()));

create policy serves_every_account on import_refusals to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy serves_every_account on import_rows to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on imports to leadline_api using ((account_id = named_account()));

create policy serves_every_account on imports to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on lead_sums to leadline_writer using (true);

create policy own_account on lead_sums to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on lead_sums to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on lead_sums to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on lead_watchers to leadline_writer using (true);

create policy own_account on lead_watchers to leadline_api using ((account_id = named_account()));

create policy batches_span_accounts on leads to leadline_writer using (true);

create policy own_account on leads to leadline_api using ((account_id = named_account()));

create policy own_and_unassigned on leads to leadline_limited using (((account_id = named_account()) AND ((assignee IS NULL) OR (assignee = named_viewer()))));

create policy serves_every_account on leads to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on model_versions to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on model_versions to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on model_versions to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on outbox to leadline_writer using (true);

create policy own_account on outbox to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on outbox to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on outbox to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy of_visible_leads on outcomes to leadline_limited using (((account_id = named_account()) AND (EXISTS ( SELECT
   FROM leads l
  WHERE ((l.account_id = outcomes.account_id) AND (l.id = outcomes.lead_id))))));

create policy own_account on outcomes to leadline_api using ((account_id = named_account()));

create policy serves_every_account on outcomes to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on profiles to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on profiles to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on profiles to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on received to leadline_writer using (true);

create policy own_account on received to leadline_api using ((account_id = named_account()));

create policy serves_every_account on received to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on requests to leadline_writer using (true);

create policy own_account on requests to leadline_api using ((account_id = named_account()));

create policy serves_every_account on requests to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on retention to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on retention to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on retention to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on routing to leadline_api using ((account_id = named_account()));

create policy serves_every_account on routing to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on search_queue to leadline_writer using (true);

create policy serves_every_account on search_queue to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy of_visible_leads on search_texts to leadline_limited using (((account_id = named_account()) AND (EXISTS ( SELECT
   FROM leads l
  WHERE ((l.account_id = search_texts.account_id) AND (l.id = search_texts.id))))));

create policy own_account on search_texts to leadline_api using ((account_id = named_account()));

create policy serves_every_account on search_texts to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on settings_drafts to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on settings_drafts to leadline_limited using ((account_id = named_account()));

create policy own_account on settings_jobs to leadline_api using ((account_id = named_account()));

create policy serves_every_account on settings_jobs to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on settings_versions to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on settings_versions to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on settings_versions to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on storage to leadline_writer using (true);

create policy own_account on storage to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on storage to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on storage to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy own_account on trained_models to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on trained_models to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on trained_models to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

create policy batches_span_accounts on usage to leadline_writer using (true);

create policy own_account on usage to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on usage to leadline_limited using ((account_id = named_account()));

create policy own_account on views to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on views to leadline_limited using ((account_id = named_account()));

create policy batches_span_accounts on webhook_endpoints to leadline_writer using (true);

create policy own_account on webhook_endpoints to leadline_api using ((account_id = named_account()));

create policy own_account_of_limited on webhook_endpoints to leadline_limited using ((account_id = named_account()));

create policy serves_every_account on webhook_endpoints to leadline_worker using ((account_id <> ALL (( SELECT held_accounts() AS held_accounts)::uuid[])));

-- Grants

grant select on account_moves to leadline_auth;

grant select on account_moves (account_id) to leadline_api;

grant update on account_moves (attempt) to leadline_auth;

grant select on account_moves (step) to leadline_api;

grant update on account_moves (step) to leadline_auth;

grant select on account_moves (switched_at) to leadline_api;

grant execute on account_name to leadline_worker;

grant insert, select on accounts to leadline_auth;

grant select on accounts (ai) to leadline_api;

grant select on accounts (ai_monthly_dollars) to leadline_api;

grant select on accounts (allowed_origins) to leadline_api;

grant update on accounts (allowed_origins) to leadline_auth;

grant select on accounts (cell) to leadline_api;

grant select on accounts (cell) to leadline_worker;

grant select on accounts (delete_at) to leadline_api;

grant update on accounts (delete_at) to leadline_auth;

grant select on accounts (delete_at) to leadline_worker;

grant update on accounts (deletion_requested_at) to leadline_auth;

grant update on accounts (email) to leadline_auth;

grant select on accounts (id) to leadline_api;

grant select on accounts (id) to leadline_worker;

grant select on accounts (id) to leadline_writer;

grant update on accounts (lead_exports) to leadline_auth;

grant select, update on accounts (leaves_at) to leadline_worker;

grant update on accounts (name) to leadline_auth;

grant select on accounts (plan) to leadline_api;

grant select on accounts (plan) to leadline_worker;

grant select on accounts (presence) to leadline_api;

grant select on accounts (presence) to leadline_worker;

grant select on accounts (presence) to leadline_writer;

grant update on accounts (rep_leads) to leadline_auth;

grant update on accounts (requires_two_factor) to leadline_auth;

grant update on accounts (session_idle_minutes) to leadline_auth;

grant update on accounts (session_max_hours) to leadline_auth;

grant select on accounts (test_of) to leadline_api;

grant select on accounts (test_of) to leadline_worker;

grant select on accounts (test_of) to leadline_writer;

grant insert, select on activities to leadline_api;

grant insert, select on activities to leadline_limited;

grant insert, select on activities to leadline_worker;

grant execute on activity_bytes to leadline_api;

grant execute on activity_bytes to leadline_limited;

grant execute on activity_bytes to leadline_worker;

grant execute on add_account to leadline_auth;

grant insert, select, update on ai_spending to leadline_api;

grant delete, insert, select, update on alert_choices to leadline_api;

grant select on alert_choices to leadline_worker;

grant update on alert_choices (next_digest_at) to leadline_worker;

grant update on alert_choices (next_email_at) to leadline_worker;

grant insert, select on alert_emails to leadline_api;

grant delete, insert, select on alert_emails to leadline_worker;

grant update on alert_emails (attempts) to leadline_worker;

grant update on alert_emails (next_attempt_at) to leadline_worker;

grant update on alert_emails (sent_at) to leadline_worker;

grant insert, select on alerts to leadline_api;

grant delete, insert, select on alerts to leadline_worker;

grant update on alerts (due_at) to leadline_api;

grant update on alerts (due_at) to leadline_worker;

grant update on alerts (email_id) to leadline_worker;

grant select on api_keys to leadline_api;

grant insert, select on api_keys to leadline_auth;

grant select on api_keys (account_id) to leadline_worker;

grant select on api_keys (created_at) to leadline_worker;

grant update on api_keys (ending) to leadline_auth;

grant select on api_keys (ending) to leadline_worker;

grant update on api_keys (expires_at) to leadline_auth;

grant select on api_keys (expires_at) to leadline_worker;

grant select on api_keys (hint) to leadline_worker;

grant select on api_keys (id) to leadline_worker;

grant update on api_keys (last_used_at) to leadline_api;

grant select on api_keys (name) to leadline_worker;

grant insert, select on audit_log to leadline_api;

grant insert on audit_log to leadline_auth;

grant insert on audit_log to leadline_limited;

grant insert on audit_log to leadline_worker;

grant select on audit_log (account_id) to leadline_limited;

grant select on audit_log (account_id) to leadline_writer;

grant select on audit_log (action) to leadline_limited;

grant select on audit_log (action) to leadline_writer;

grant select on audit_log (id) to leadline_limited;

grant select on audit_log (id) to leadline_writer;

grant select on cells to leadline_api;

grant select on cells to leadline_auth;

grant select on cells to leadline_worker;

grant update on cells (accounts) to leadline_auth;

grant update on cells (bytes) to leadline_auth;

grant update on cells (measured_at) to leadline_auth;

grant execute on choose_cell to leadline_auth;

grant execute on close_copy to leadline_worker;

grant delete, select on contacts to leadline_api;

grant select on contacts to leadline_limited;

grant delete, select on contacts to leadline_worker;

grant insert, select, update on contacts to leadline_writer;

grant update on contacts (leads) to leadline_api;

grant update on contacts (leads) to leadline_worker;

grant execute on correct_lead to leadline_api;

grant execute on correct_lead to leadline_writer;

grant execute on count_rescued_lead to leadline_api;

grant execute on count_rescued_lead to leadline_limited;

grant execute on count_rescued_lead to leadline_writer;

grant execute on count_tabs to leadline_api;

grant delete, insert, select, update on credentials to leadline_auth;

grant delete, insert, select, update on crm_connections to leadline_api;

grant select on crm_connections to leadline_worker;

grant update on crm_connections (error) to leadline_worker;

grant update on crm_connections (failed_at) to leadline_worker;

grant update on crm_connections (failing_since) to leadline_worker;

grant update on crm_connections (failures) to leadline_worker;

grant update on crm_connections (fields) to leadline_worker;

grant update on crm_connections (next_run_at) to leadline_worker;

grant update on crm_connections (paused_at) to leadline_worker;

grant update on crm_connections (pulled) to leadline_worker;

grant update on crm_connections (record_url) to leadline_worker;

grant update on crm_connections (sealed) to leadline_worker;

grant update on crm_connections (token_claimed_until) to leadline_worker;

grant delete, select on crm_deals to leadline_api;

grant delete, insert, select, update on crm_deals to leadline_worker;

grant delete, insert, select on crm_queue to leadline_api;

grant delete, insert, select, update on crm_queue to leadline_worker;

grant update on crm_queue (problem) to leadline_api;

grant update on crm_queue (revision) to leadline_api;

grant delete, select on crm_records to leadline_api;

grant delete, insert, select, update on crm_records to leadline_worker;

grant delete, insert, select on crm_runs to leadline_api;

grant delete, insert, select on crm_runs to leadline_worker;

grant update on crm_runs (counts) to leadline_worker;

grant update on crm_runs (error) to leadline_worker;

grant update on crm_runs (finished_at) to leadline_worker;

grant update on crm_runs (notes) to leadline_worker;

grant update on crm_runs (status) to leadline_worker;

grant execute on delete_account_rows to leadline_worker;

grant select on deleted_accounts to leadline_worker;

grant delete, select on deliveries to leadline_api;

grant delete, insert, select, update on deliveries to leadline_worker;

grant select on deliveries (account_id) to leadline_limited;

grant update on deliveries (attempts) to leadline_api;

grant select on deliveries (endpoint_id) to leadline_limited;

grant select on deliveries (event) to leadline_limited;

grant select on deliveries (event_id) to leadline_limited;

grant select on deliveries (last_attempt_at) to leadline_limited;

grant update on deliveries (next_attempt_at) to leadline_api;

grant update on deliveries (status) to leadline_api;

grant select on deliveries (status) to leadline_limited;

grant select on directory_changes to leadline_auth;

grant select on drifts to leadline_api;

grant delete, insert, select on drifts to leadline_worker;

grant update on drifts (closed_at) to leadline_api;

grant update on drifts (closed_at) to leadline_worker;

grant update on drifts (closed_by) to leadline_api;

grant update on drifts (closed_by) to leadline_worker;

grant update on drifts (status) to leadline_api;

grant update on drifts (status) to leadline_worker;

grant execute on drop_oldest_month to leadline_worker;

grant execute on finish_account_deletion to leadline_worker;

grant execute on first_id_of to leadline_auth;

grant execute on first_id_of to leadline_writer;

grant execute on forget_alert_choices to leadline_auth;

grant execute on forget_copy to leadline_worker;

grant execute on forget_requests to leadline_api;

grant execute on forget_requests to leadline_worker;

grant insert, select, update on former_members to leadline_auth;

grant select on function_versions to leadline_api;

grant select on function_versions to leadline_worker;

grant execute on give_back_account to leadline_auth;

grant execute on grade_rank to leadline_worker;

grant execute on grade_rank to leadline_writer;

grant execute on has_copies to leadline_worker;

grant execute on held_accounts to leadline_worker;

grant execute on hold_account to leadline_api;

grant execute on hold_account to leadline_limited;

grant execute on hold_account to leadline_worker;

grant execute on hold_teams to leadline_worker;

grant execute on import_bytes_in_a_day to leadline_api;

grant delete, insert, select on import_chunks to leadline_api;

grant delete, select on import_chunks to leadline_worker;

grant update on import_chunks (import_id) to leadline_api;

grant execute on import_files_held to leadline_api;

grant delete, select on import_refusals to leadline_api;

grant delete, insert, select on import_refusals to leadline_worker;

grant delete, insert, select on import_rows to leadline_worker;

grant delete, insert, select, update on imports to leadline_api;

grant delete, select, update on imports to leadline_worker;

grant delete, insert, select, update on invitations to leadline_auth;

grant execute on is_limited to leadline_api;

grant execute on is_limited to leadline_worker;

grant execute on is_to_do to leadline_api;

grant execute on is_to_do to leadline_limited;

grant execute on is_to_do to leadline_worker;

grant delete, insert, select, update on known_devices to leadline_auth;

grant delete on known_devices to leadline_worker;

grant select on known_devices (last_seen_at) to leadline_worker;

grant execute on lead_bytes to leadline_api;

grant execute on lead_bytes to leadline_limited;

grant execute on lead_bytes to leadline_worker;

grant execute on lead_bytes to leadline_writer;

grant delete, insert, select on lead_sums to leadline_api;

grant insert on lead_sums to leadline_limited;

grant delete, insert, select on lead_sums to leadline_worker;

grant insert on lead_sums to leadline_writer;

grant delete, insert, select, update on lead_watchers to leadline_api;

grant select on lead_watchers to leadline_writer;

grant delete, select on leads to leadline_api;

grant select on leads to leadline_limited;

grant delete, select on leads to leadline_worker;

grant insert, select on leads to leadline_writer;

grant update on leads (assignee) to leadline_api;

grant update on leads (assignee) to leadline_limited;

grant update on leads (assignee) to leadline_worker;

grant update on leads (closed_at) to leadline_api;

grant update on leads (closed_at) to leadline_limited;

grant update on leads (closed_at) to leadline_worker;

grant update on leads (contacted_at) to leadline_api;

grant update on leads (contacted_at) to leadline_limited;

grant update on leads (contacted_at) to leadline_worker;

grant update on leads (grade) to leadline_writer;

grant update on leads (lead) to leadline_writer;

grant update on leads (next_at) to leadline_api;

grant update on leads (next_at) to leadline_limited;

grant update on leads (next_kind) to leadline_api;

grant update on leads (next_kind) to leadline_limited;

grant update on leads (not_spam) to leadline_api;

grant update on leads (not_spam) to leadline_limited;

grant update on leads (outcome) to leadline_api;

grant update on leads (outcome) to leadline_limited;

grant update on leads (outcome) to leadline_worker;

grant update on leads (phone) to leadline_writer;

grant update on leads (revision) to leadline_api;

grant update on leads (revision) to leadline_limited;

grant update on leads (revision) to leadline_worker;

grant update on leads (revision) to leadline_writer;

grant update on leads (score) to leadline_writer;

grant update on leads (scored) to leadline_writer;

grant update on leads (snoozed_until) to leadline_api;

grant update on leads (snoozed_until) to leadline_limited;

grant update on leads (snoozed_until) to leadline_worker;

grant update on leads (stage) to leadline_api;

grant update on leads (stage) to leadline_limited;

grant update on leads (stage) to leadline_worker;

grant update on leads (uncounted) to leadline_writer;

grant execute on limits_of to leadline_api;

grant execute on limits_of to leadline_auth;

grant execute on limits_of to leadline_limited;

grant execute on limits_of to leadline_worker;

grant execute on list_due_copies to leadline_worker;

grant execute on list_sources to leadline_api;

grant execute on live_model_version to leadline_api;

grant execute on live_model_version to leadline_auth;

grant execute on live_model_version to leadline_limited;

grant execute on live_model_version to leadline_worker;

grant execute on live_settings_version to leadline_api;

grant execute on live_settings_version to leadline_auth;

grant execute on live_settings_version to leadline_limited;

grant execute on live_settings_version to leadline_worker;

grant execute on lock_account to leadline_api;

grant execute on lock_account to leadline_limited;

grant execute on lock_account to leadline_worker;

grant execute on lock_key to leadline_api;

grant execute on lock_key to leadline_auth;

grant execute on lock_key to leadline_limited;

grant execute on lock_key to leadline_worker;

grant execute on lock_key to leadline_writer;

grant execute on log_requests to leadline_api;

grant execute on log_requests to leadline_writer;

grant execute on make_lead_partitions to leadline_api;

grant execute on make_lead_partitions to leadline_worker;

grant execute on match_leads to leadline_api;

grant execute on match_leads to leadline_limited;

grant delete, insert, select, update on members to leadline_auth;

grant select on members (account_id) to leadline_worker;

grant select on members (role) to leadline_worker;

grant select on members (user_id) to leadline_worker;

grant select on migrations to leadline_api;

grant select on migrations to leadline_worker;

grant insert, select on model_versions to leadline_api;

grant select on model_versions to leadline_limited;

grant insert, select on model_versions to leadline_worker;

grant execute on named_account to leadline_api;

grant execute on named_account to leadline_limited;

grant execute on named_account to leadline_writer;

grant execute on named_viewer to leadline_limited;

grant execute on names_of to leadline_api;

grant execute on note_changed_leads to leadline_api;

grant execute on note_changed_leads to leadline_limited;

grant execute on note_changed_leads to leadline_worker;

grant execute on note_changed_leads to leadline_writer;

grant delete, insert, select on outbox to leadline_api;

grant insert, select on outbox to leadline_limited;

grant delete, insert, select on outbox to leadline_worker;

grant insert on outbox to leadline_writer;

grant update on outbox (kind) to leadline_worker;

grant execute on outcome_bytes to leadline_api;

grant execute on outcome_bytes to leadline_limited;

grant execute on outcome_bytes to leadline_worker;

grant insert, select on outcomes to leadline_api;

grant insert, select on outcomes to leadline_limited;

grant insert, select on outcomes to leadline_worker;

grant execute on pack_account to leadline_auth;

grant select on plans to leadline_api;

grant select on plans to leadline_auth;

grant select on plans to leadline_limited;

grant select on plans to leadline_worker;

grant execute on priority_of to leadline_api;

grant execute on priority_of to leadline_limited;

grant execute on priority_of to leadline_worker;

grant execute on priority_of to leadline_writer;

grant execute on profile to leadline_api;

grant execute on profile to leadline_limited;

grant insert, select, update on profiles to leadline_api;

grant select on profiles to leadline_limited;

grant select on profiles to leadline_worker;

grant execute on read_leads to leadline_api;

grant execute on read_leads to leadline_limited;

grant delete, insert, select on received to leadline_api;

grant delete, select on received to leadline_worker;

grant delete, insert, select on received to leadline_writer;

grant execute on recent_changes to leadline_api;

grant execute on recent_changes to leadline_auth;

grant execute on recent_changes to leadline_limited;

grant execute on recent_changes to leadline_worker;

grant delete, select on requests to leadline_api;

grant delete, select on requests to leadline_worker;

grant insert, select, update on requests to leadline_writer;

grant execute on rescore_leads to leadline_worker;

grant execute on rescore_leads to leadline_writer;

grant delete, insert, select, update on retention to leadline_api;

grant select on retention to leadline_limited;

grant select on retention to leadline_worker;

grant insert, select on routing to leadline_api;

grant select on routing to leadline_worker;

grant update on routing (rules) to leadline_api;

grant update on routing (turns) to leadline_worker;

grant update on routing (version) to leadline_api;

grant execute on run_directory_task to leadline_auth;

grant execute on search_newest to leadline_api;

grant execute on search_newest to leadline_limited;

grant delete, select on search_queue to leadline_worker;

grant insert on search_queue to leadline_writer;

grant update on search_queue (id) to leadline_worker;

grant select on search_texts to leadline_api;

grant select on search_texts to leadline_limited;

grant insert, select on search_texts to leadline_worker;

grant insert, select on security_events to leadline_auth;

grant delete on security_events to leadline_worker;

grant select on security_events (id) to leadline_worker;

grant execute on session_ends_at to leadline_auth;

grant delete, insert, select, update on sessions to leadline_auth;

grant delete on sessions to leadline_worker;

grant select on sessions (expires_at) to leadline_worker;

grant insert, select, update on settings_drafts to leadline_api;

grant select on settings_drafts to leadline_limited;

grant delete, insert, select on settings_jobs to leadline_api;

grant delete, insert, select on settings_jobs to leadline_worker;

grant update on settings_jobs (attempts) to leadline_worker;

grant update on settings_jobs (error) to leadline_worker;

grant update on settings_jobs (finished_at) to leadline_worker;

grant update on settings_jobs (leads) to leadline_worker;

grant update on settings_jobs (leads_changed) to leadline_worker;

grant update on settings_jobs (leads_done) to leadline_worker;

grant update on settings_jobs (position) to leadline_worker;

grant update on settings_jobs (result) to leadline_worker;

grant update on settings_jobs (started_at) to leadline_worker;

grant update on settings_jobs (status) to leadline_worker;

grant insert, select on settings_versions to leadline_api;

grant select on settings_versions to leadline_limited;

grant select on settings_versions to leadline_worker;

grant execute on settle_account to leadline_auth;

grant delete, insert, select on setup_tokens to leadline_auth;

grant update on setup_tokens (user_id) to leadline_auth;

grant delete, insert, select, update on sign_in_attempts to leadline_auth;

grant delete on sign_in_attempts to leadline_worker;

grant select on sign_in_attempts (resets_at) to leadline_worker;

grant execute on spam_limit_of to leadline_writer;

grant execute on spent_on_ai to leadline_api;

grant select on storage to leadline_api;

grant select on storage to leadline_limited;

grant insert, select, update on storage to leadline_worker;

grant insert, select, update on storage to leadline_writer;

grant update on storage (bytes) to leadline_api;

grant update on storage (bytes) to leadline_limited;

grant update on storage (leads) to leadline_api;

grant update on storage (leads) to leadline_limited;

grant execute on storage_used to leadline_api;

grant execute on storage_used to leadline_limited;

grant execute on team to leadline_api;

grant execute on team to leadline_limited;

grant select on this_cell to leadline_api;

grant select on this_cell to leadline_auth;

grant select on this_cell to leadline_worker;

grant select on this_cell to leadline_writer;

grant select on trained_models to leadline_api;

grant select on trained_models to leadline_limited;

grant delete, insert, select on trained_models to leadline_worker;

grant delete, insert, select, update on two_factors to leadline_auth;

grant execute on unassign_leads to leadline_auth;

grant execute on unfreeze_account to leadline_auth;

grant execute on unpack_account to leadline_auth;

grant select on usage to leadline_api;

grant select on usage to leadline_limited;

grant insert, select, update on usage to leadline_writer;

grant delete, insert, select, update on users to leadline_auth;

grant select on users (email) to leadline_worker;

grant select on users (email_verified) to leadline_worker;

grant select on users (id) to leadline_worker;

grant select on users (name) to leadline_worker;

grant delete, insert, select, update on verifications to leadline_auth;

grant delete on verifications to leadline_worker;

grant select on verifications (expires_at) to leadline_worker;

grant delete, insert, select, update on views to leadline_api;

grant delete, insert, select, update on views to leadline_limited;

grant delete, insert, select, update on webhook_endpoints to leadline_api;

grant select on webhook_endpoints to leadline_worker;

grant select on webhook_endpoints to leadline_writer;

grant select on webhook_endpoints (account_id) to leadline_limited;

grant update on webhook_endpoints (disabled_at) to leadline_worker;

grant update on webhook_endpoints (disabled_reason) to leadline_worker;

grant update on webhook_endpoints (failing_since) to leadline_worker;

grant select on webhook_endpoints (id) to leadline_limited;

grant update on webhook_endpoints (next_send_at) to leadline_worker;

grant execute on write_leads to leadline_api;

grant execute on write_leads to leadline_worker;

grant execute on write_leads to leadline_writer;

-- Plans

insert into plans values ('free', 100, 6000, 104857600, 100000000, 1000, 12000);

insert into plans values ('starter', 1000, 6000, 2147483648, 1000000000, 5000, 12000);

insert into plans values ('growth', 10000, 12000, 2147483648, 10000000000, 20000, 24000);

insert into plans values ('scale', 100000, 60000, 2147483648, 100000000000, 100000, 120000);

insert into plans values ('test', null, 6000, 2147483648, null, null, 12000);

insert into plans values ('unlimited', null, 1200000, 2147483648, null, null, 2400000);
