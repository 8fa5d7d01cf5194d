-- The whole schema as of the first release, by subject. Tables with an account's data are account-first: account_id comes
-- first in every primary key, unique constraint, foreign key and index, and they have no triggers. Plans, accounts and keys
-- are read before the account is known.
--
-- Functions live in sql/, one file each. `leadline migrate` applies a file after the migrations whenever its hash differs
-- from the one recorded in applied_functions, so changing a function means editing its file and nothing else.
--
-- `create or replace` cannot change a function's parameters or result. To do that, add a migration that drops the old
-- function, and change the file in the same commit. A migration that needs a new function itself, say for an index, must
-- create it itself; a later migration must not rely on the version in sql/.

create schema if not exists leadline; -- the migrator keeps its own tables in it

-- Both come with PostgreSQL and are trusted, so the owner of the database may create them.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

----------------------------------------------------------------------------------------------------------------------------
-- Roles
--
-- They own nothing and can't log in. In a transaction, the API only sees the account that the transaction has named. The
-- writer's batches span accounts; its role can only be used through functions such as write_leads. Only the auth role can
-- read users, password hashes and sessions, and create API keys: a bug in code that reads leads must not expose them. The
-- worker serves every account.

-- Roles belong to the cluster, so another database may already have created them.
do $$
declare
  name text;
begin
  foreach name in array '{leadline_api,leadline_limited,leadline_writer,leadline_auth,leadline_worker}'::text[] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
  end loop;
end
$$;
grant usage on schema leadline to leadline_api, leadline_limited, leadline_writer, leadline_auth, leadline_worker;
-- In transactions of somebody who doesn't see all leads of the account, the API has a role that can't either.
grant leadline_limited to leadline_api with set true, inherit false;

-- To create a function of the writer without being a superuser, we need membership in its role.
grant leadline_writer to current_user with set true, inherit false;

----------------------------------------------------------------------------------------------------------------------------
-- The version of the schema

-- The functions in sql/, as they were last applied.
create table leadline.applied_functions (
  name text primary key,
  sha256 bytea not null
);

-- Every version of a function that was ever applied here. A process whose functions are all listed runs on a schema that is
-- as new as itself, or newer.
create table leadline.function_versions (
  name text,
  sha256 bytea,
  applied_at timestamptz not null default now(),
  primary key (name, sha256)
);

-- So that processes can tell whether the schema is older than they are.
grant select on leadline.migrations, leadline.function_versions to leadline_api, leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Functions that tables, policies and triggers are built on; the files of the same name in sql/ replace them

create function leadline.named_account() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadline.account', true), '')::uuid
$$;

create function leadline.named_viewer() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadline.viewer', true), '')::uuid
$$;

create function leadline.priority_of(score smallint, id uuid) returns double precision
language sql immutable parallel safe as $$
  select score + ('x0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 43200000.0::double precision
$$;

create function leadline.held_accounts() returns uuid[] language sql stable as $$ select '{}'::uuid[] $$;
create function leadline.note_directory_change() returns trigger language plpgsql as $$ begin return null; end $$;

----------------------------------------------------------------------------------------------------------------------------
-- Plans, accounts and API keys

create table leadline.plans (
  name text primary key,
  monthly_leads integer check (monthly_leads >= 0), -- null: unlimited
  requests_per_minute integer not null check (requests_per_minute > 0), -- of each key and each member
  -- The total size of the files an account may have waiting to be imported.
  import_bytes bigint not null default 2147483648 check (import_bytes > 0),
  -- How much an account may store. A test account counts with its live account.
  storage_bytes bigint check (storage_bytes >= 0), -- null: unlimited
  test_leads integer check (test_leads >= 0), -- per month, with test keys; null: unlimited
  -- Of all keys and members of an account together, its test account included.
  account_requests_per_minute integer not null default 12000 check (account_requests_per_minute > 0)
);
grant select on leadline.plans to leadline_api, leadline_auth, leadline_worker;

insert into leadline.plans
  (name, monthly_leads, requests_per_minute, import_bytes, storage_bytes, test_leads, account_requests_per_minute) values
  ('free', 100, 6000, 104857600, 100e6, 1000, 12000),
  ('starter', 1000, 6000, 2147483648, 1e9, 5000, 12000),
  ('growth', 10000, 12000, 2147483648, 10e9, 20000, 24000),
  ('scale', 100000, 60000, 2147483648, 100e9, 100000, 120000),
  ('unlimited', null, 1200000, 2147483648, null, null, 2400000),
  ('test', null, 6000, 2147483648, null, null, 12000);

-- An account is better-auth's organization.
create table leadline.accounts (
  id uuid primary key,
  email text not null,
  plan text not null references leadline.plans (name),
  -- Test keys belong to a twin account, so test leads are separate by design and not because of a filter.
  test_of uuid unique references leadline.accounts (id),
  created_at timestamptz not null default now(),
  -- off: none; local: the model on this machine; llm: the operator's LLM, or the local model if that fails.
  ai text not null default 'local' check (ai in ('off', 'local', 'llm')),
  -- The account's monthly LLM budget; null: only the installation's budget applies.
  ai_monthly_dollars numeric(10, 2) check (ai_monthly_dollars >= 0),
  name text not null default '',
  requires_two_factor boolean not null default false,
  -- When an account and its test account will be deleted. From the request on, the account is closed: its keys stop
  -- working and its members can only read.
  deletion_requested_at timestamptz,
  delete_at timestamptz,
  -- The sites of an account: their pages may read the answers of its intake URLs, and forms may redirect to them.
  allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 20),
  -- Only right in the directory.
  cell text not null default 'main',
  -- "here": its data is in this database. "leaving": it is about to move; the worker leaves it alone. "held": there is data
  -- that nobody may use, because the account is on its way or has left. "elsewhere": there is none, only the directory's.
  presence text not null default 'here' check (presence in ('here', 'leaving', 'held', 'elsewhere')),
  -- From when on the worker leaves it alone; see sql/held_accounts.sql. An account that is here again keeps it until the
  -- worker has queued what was missed meanwhile.
  leaves_at timestamptz,
  -- Who may export leads, and how long sessions last.
  lead_exports text not null default 'reps' check (lead_exports in ('owners', 'reps', 'everyone')),
  -- Which leads reps see: all, or their own and those that are nobody's.
  rep_leads text not null default 'all' check (rep_leads in ('all', 'own')),
  session_idle_minutes integer not null default 20160 check (session_idle_minutes between 15 and 20160),
  session_max_hours integer not null default 2160 check (session_max_hours between 1 and 2160),
  constraint accounts_deletion_check check ((deletion_requested_at is null) = (delete_at is null))
);
create index accounts_to_delete on leadline.accounts (delete_at) where delete_at is not null;
create index accounts_held on leadline.accounts (id) where presence in ('leaving', 'held');
create index accounts_back on leadline.accounts (id) where presence = 'here' and leaves_at is not null;
create index accounts_by_cell on leadline.accounts (cell) where cell <> 'main';
create index accounts_by_age on leadline.accounts (cell, created_at) where test_of is null;
-- The allowed origins are read together with a key, before the account is known.
grant select (id, plan, test_of, ai, ai_monthly_dollars, delete_at, allowed_origins, cell, presence)
  on leadline.accounts to leadline_api;
grant select (id, plan, test_of, delete_at, cell, presence, leaves_at), update (leaves_at)
  on leadline.accounts to leadline_worker;
-- The writer has to know which accounts belong together, and whether they are here.
grant select (id, test_of, presence) on leadline.accounts to leadline_writer;
-- The email is replaced when the user it belongs to is deleted.
grant select, insert, update (name, email, requires_two_factor, deletion_requested_at, delete_at, allowed_origins,
  lead_exports, rep_leads, session_idle_minutes, session_max_hours) on leadline.accounts to leadline_auth;

-- All that remains of deleted accounts, so that the operator can prove when an account was deleted. The column is not
-- called account_id: the deletion removes every row that has the account in a column of that name.
create table leadline.deleted_accounts (
  id uuid primary key,
  requested_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
create index deleted_accounts_by_time on leadline.deleted_accounts (deleted_at);
grant select on leadline.deleted_accounts to leadline_worker;

create table leadline.api_keys (
  key_hash bytea primary key, -- SHA-256; the key itself is never stored
  id uuid not null unique,
  account_id uuid not null references leadline.accounts (id),
  name text not null,
  hint text not null, -- the last characters of the key, so that people can recognize it
  created_at timestamptz not null default now(),
  expires_at timestamptz, -- revoked: now; rotated: after the grace period
  last_used_at timestamptz,
  -- An intake key is part of a URL, so it can only send leads.
  scope text not null default 'api' check (scope in ('api', 'read', 'send', 'intake')),
  -- Intake keys are part of web pages, so owners may see them again. Encrypted, like webhook secrets; other keys never are.
  sealed bytea,
  -- Null: the key works, or it expired as its owner wanted.
  ending text check (ending in ('revoked', 'replaced')),
  constraint only_intake_keys_are_kept check (sealed is null or scope = 'intake')
);
create index api_keys_by_account on leadline.api_keys (account_id);
grant select, update (last_used_at) on leadline.api_keys to leadline_api;
grant select, insert, update (expires_at, ending) on leadline.api_keys to leadline_auth;
-- So that owners hear about keys before they expire. Neither their hashes nor their encrypted form.
grant select (id, account_id, name, hint, created_at, expires_at, ending) on leadline.api_keys to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- What accounts use, and how long they keep it

-- The number of leads per account and calendar month (UTC).
create table leadline.usage (
  account_id uuid not null,
  month date not null,
  leads integer not null default 0 check (leads >= 0),
  spam integer not null default 0, -- how many of the month's leads didn't count
  primary key (account_id, month)
) with (fillfactor = 50); -- leaves room for in-place updates
grant select on leadline.usage to leadline_api;
grant select, insert, update on leadline.usage to leadline_writer;

-- What is stored for an account's leads and their outcomes. write_leads adds to it and deleting subtracts; maintenance
-- counts it again now and then, for example because an operator has dropped a partition.
create table leadline.storage (
  account_id uuid primary key,
  bytes bigint not null default 0,
  leads bigint not null default 0,
  counted_at timestamptz -- null: not counted yet
) with (fillfactor = 50); -- leaves room for in-place updates
grant select, update (bytes, leads) on leadline.storage to leadline_api;
grant select, insert, update on leadline.storage to leadline_worker, leadline_writer;

-- What the LLM has cost.
create table leadline.ai_spending (
  account_id uuid not null,
  month date not null,
  calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  dollars numeric(16, 8) not null,
  primary key (account_id, month)
);
grant select, insert, update on leadline.ai_spending to leadline_api;

-- How long an account keeps leads. Without a row they are kept until deleted.
create table leadline.retention (
  account_id uuid primary key,
  days integer not null check (days between 1 and 36500)
);
grant select, insert, update, delete on leadline.retention to leadline_api;
grant select on leadline.retention to leadline_worker;

-- The business behind an account. Belongs to the live account; its test account shares it.
create table leadline.profiles (
  account_id uuid primary key,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  -- ISO weekdays, from Monday (1) to Sunday (7).
  office_days smallint[] not null default '{1,2,3,4,5}',
  opens_at time not null default '09:00',
  closes_at time not null default '17:00',
  typical_deal numeric(14, 2) check (typical_deal > 0), -- null: not stated
  -- Offered when a lead is marked as lost; other reasons can be written.
  lost_reasons text[] not null default '{Price,No budget,Bad timing,Chose a competitor,No response,Not a fit}',
  check (opens_at < closes_at)
);
grant select, insert, update on leadline.profiles to leadline_api;
grant select on leadline.profiles to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Leads

-- The ID is a UUIDv7, so it also contains the time the lead was received and determines its monthly partition.
create table leadline.leads (
  account_id uuid not null,
  id uuid not null,
  person_id uuid not null, -- the ID of the person's first lead
  score smallint not null check (score between 0 and 100),
  grade text not null,
  source text not null,
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost')),
  phone text not null default '', -- same as in contacts, to find the contact of this lead
  lead json not null,
  scored json not null,
  received_at timestamptz generated always as (uuid_extract_timestamp(id)) virtual, -- for people who query the table by hand
  -- The status that people see is the outcome, or the stage while the outcome is open. So a lead that is reopened is back
  -- where it was.
  stage text not null default 'new' check (stage in ('new', 'contacted', 'qualified', 'unqualified')),
  assignee uuid, -- a user
  snoozed_until timestamptz,
  contacted_at timestamptz, -- when somebody first worked on it
  -- Graded as spam although a person says it is not: it belongs on the to-do list. It keeps its score and grade.
  not_spam boolean not null default false,
  closed_at timestamptz, -- when it was won or lost, for the order of these lists
  next_kind text check (next_kind in ('call', 'email', 'meeting')), -- what somebody plans to do next
  next_at timestamptz,
  -- Counts the changes of a lead's status, outcome, assignee, snooze, next activity or rescue from spam, so that nobody overwrites a change
  -- they haven't seen. Notes and scores don't count: they replace nothing.
  revision integer not null default 1,
  -- Leads that were graded Spam when they came in don't count toward the plan (docs/decisions/0050-uncounted-spam.md). One
  -- that somebody says isn't spam counts from then on.
  uncounted boolean not null default false,
  import_id uuid, -- the import that it came with
  check ((next_kind is null) = (next_at is null)),
  -- Filtered pages only need this index or the one by grade. An index per filter would slow down every write.
  primary key (account_id, id) include (score, grade, source)
) partition by range (id);
grant select, delete, update (outcome, stage, assignee, snoozed_until, contacted_at, not_spam, closed_at, next_kind, next_at, revision)
  on leadline.leads to leadline_api;
grant select, delete, maintain, update (outcome, stage, assignee, snoozed_until, contacted_at, closed_at, revision)
  on leadline.leads to leadline_worker;
-- Only leadline.rescore_leads and leadline.correct_lead change a score.
grant select, insert, update (score, grade, scored, uncounted, lead, phone, revision) on leadline.leads to leadline_writer;

create index leads_by_grade on leadline.leads (account_id, grade, id) include (score, source);
-- By grade, because a filter by grade would otherwise have to skip all better leads.
create index leads_by_score on leadline.leads (account_id, grade, score, id) include (source, outcome, stage);
-- A source with few leads, or none, would otherwise read every lead of the account: 0.1 s with a million of them.
create index leads_by_source on leadline.leads (account_id, source, id) include (score, grade);
create index leads_of_imports on leadline.leads (account_id, import_id, id) where import_id is not null;
-- A person's first lead is found by its own ID, so most leads are not in this index.
create index leads_of_returning_people on leadline.leads (account_id, person_id, id) where person_id <> id;
-- The to-do list starts with new leads. Leads in progress have an index of their own, which new leads don't pay for.
create index leads_by_priority on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, grade, source, assignee, snoozed_until) where outcome = 'open' and stage = 'new';
create index leads_in_progress on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, grade, source, stage, assignee, snoozed_until) where outcome = 'open' and stage <> 'new';
-- Leads in progress by their next activity; those without one come last, as if it were at the end of time.
create index leads_by_next_activity on leadline.leads
  (account_id, coalesce(next_at, '9999-12-31 00:00:00+00'::timestamptz), id)
  include (score, grade, source, stage, assignee, snoozed_until)
  where outcome = 'open' and stage in ('contacted', 'qualified');
create index leads_snoozed on leadline.leads (account_id, snoozed_until) where snoozed_until is not null;
create index leads_by_assignee on leadline.leads (account_id, assignee, id)
  include (score, grade, source, outcome, stage) where assignee is not null;
-- Spam is at the end of the inbox, after all recent leads.
create index spam_by_priority on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, source) where outcome = 'open' and grade = 'Spam';
-- Few leads are ever in it, so it costs nothing to add them to the to-do list.
create index leads_not_spam on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  where grade = 'Spam' and not_spam;
-- Lets win rates by grade and source be counted with an index-only scan: 250,000 closed leads take 0.1 s instead of 0.4 s.
create index leads_with_outcome on leadline.leads (account_id, outcome, id) include (grade, source, assignee)
  where outcome <> 'open';
create index leads_closed on leadline.leads
  (account_id, outcome, coalesce(closed_at, 'epoch'::timestamptz) desc, id desc)
  include (score, grade, source, assignee) where outcome <> 'open';
-- Insights read when leads were first contacted. New leads don't pay for this index.
create index leads_contacted on leadline.leads (account_id, id)
  include (contacted_at, outcome, grade, assignee) where contacted_at is not null;

-- The partitions of last month to three months from now, and one for imported leads that are older than the installation.
-- Later ones are made by sql/make_lead_partitions.sql.
do $$
declare
  last_month timestamp := date_trunc('month', now() at time zone 'utc') - interval '1 month';
  -- The smallest UUIDv7 of each month.
  bounds uuid[] := array(
    select (lpad(to_hex((extract(epoch from last_month + make_interval(months => m)) * 1000)::bigint), 12, '0')
      || '70008000000000000000')::uuid
    from generate_series(0, 5) m);
  partition text;
begin
  for month in 0..4 loop
    partition := to_char(last_month + make_interval(months => month), '"leads_"YYYY_MM');
    -- Vacuum early: index-only scans, which answer filters, need the visibility map to be up to date.
    execute format('create table leadline.%I partition of leadline.leads for values from (%L) to (%L) '
      'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)',
      partition, bounds[month + 1], bounds[month + 2]);
    -- The worker analyzes each partition separately.
    execute format('grant maintain on leadline.%I to leadline_worker', partition);
  end loop;
  execute format('create table leadline.leads_older partition of leadline.leads for values from (minvalue) to (%L)', bounds[1]);
  grant maintain on leadline.leads_older to leadline_worker;
end
$$;

-- What the leads of closed days and weeks add up to, so that insights need not count them again. A row without sums is a note
-- that leads between two IDs have changed since: sums that overlap it are never used. Notes are only ever added, so those who
-- change leads don't wait for each other. Stays in this database when the account moves. See docs/decisions/0058-lead-sums.md.
create table leadline.lead_sums (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  from_id uuid not null,
  to_id uuid not null,
  sums json, -- see leads/insights/lead-sums.ts
  primary key (account_id, id)
);
create index lead_sums_by_range on leadline.lead_sums (account_id, from_id, to_id);
create index lead_sums_notes on leadline.lead_sums (account_id) where sums is null;
grant select, insert, delete on leadline.lead_sums to leadline_api, leadline_worker;
grant insert on leadline.lead_sums to leadline_writer;

-- Idempotency records: a request that is repeated within a day gets the lead it created the first time.
create table leadline.requests (
  account_id uuid not null,
  fingerprint uuid not null, -- hash of the Idempotency-Key, the sender's delivery ID, or the body
  body_hash uuid not null,
  lead_id uuid not null,
  primary key (account_id, fingerprint)
);
-- Rows are added and deleted in order of time, so a BRIN index is enough to find the old ones.
create index requests_by_age on leadline.requests using brin (lead_id) with (pages_per_range = 32);
grant select, delete on leadline.requests to leadline_api, leadline_worker;
grant select, insert, update on leadline.requests to leadline_writer;

-- The contact details of people: one row per combination of email, phone and name. Used to link repeat leads and to
-- search, so everything is normalized (lower case, no accents).
create table leadline.contacts (
  account_id uuid not null,
  email text collate "C" not null,
  phone text collate "C" not null,
  name text collate "C" not null,
  person_id uuid not null,
  surname text collate "C" not null,
  leads integer not null default 1, -- how many leads use it; deleted with the last one
  primary key (account_id, email, phone, name, person_id)
);
create index contacts_by_phone on leadline.contacts (account_id, phone, person_id) where phone <> '';
create index contacts_by_name on leadline.contacts (account_id, name, person_id) where name <> '';
create index contacts_by_surname on leadline.contacts (account_id, surname, person_id) where surname <> name;
grant select, delete, update (leads) on leadline.contacts to leadline_api;
grant select, delete, update (leads), maintain on leadline.contacts to leadline_worker;
grant select, insert, update on leadline.contacts to leadline_writer;

-- What leads are searched and filtered by but arrives too slowly, or costs too much, to be written with them: the worker
-- adds it a moment later.
create table leadline.search_texts (
  account_id uuid not null,
  id uuid not null, -- of the lead
  country text collate "C" not null, -- of the phone number; empty if unknown
  text text collate "C" not null, -- see leads/search/search-text.ts
  primary key (account_id, id) include (country),
  foreign key (account_id, id) references leadline.leads (account_id, id) on delete cascade
);
create index search_texts_by_country on leadline.search_texts (account_id, country, id);
-- Every search reads the list of pending entries, so it has to stay short. Only the worker waits when it is emptied.
do $$
declare
  extension_schema name;
begin
  select n.nspname into strict extension_schema
  from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops';
  execute format('create index search_texts_by_part on leadline.search_texts using gin (account_id, text %I.gin_trgm_ops)
    with (gin_pending_list_limit = 512)', extension_schema);
end
$$;
grant select on leadline.search_texts to leadline_api;
grant select, insert on leadline.search_texts to leadline_worker;

-- Leads whose search text is still missing.
create table leadline.search_queue (
  account_id uuid not null,
  id uuid not null,
  primary key (account_id, id)
);
grant insert on leadline.search_queue to leadline_writer;
grant select, delete, update (id) on leadline.search_queue to leadline_worker; -- to lock rows, it must be able to update

----------------------------------------------------------------------------------------------------------------------------
-- Work on leads: outcomes, and their timeline
--
-- The database makes the IDs while the lead is locked, so IDs have the order of the changes, whichever process made them.

create table leadline.outcomes (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null default uuidv7(),
  outcome text not null check (outcome in ('open', 'won', 'lost')),
  at timestamptz not null,
  amount numeric(14, 2) check (amount >= 0),
  reason text,
  recorded_at timestamptz not null default now(),
  recorded_by text, -- the author: user_… or key_…; null if it was imported
  primary key (account_id, lead_id, id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
-- For finding recent outcomes for the live feed.
create index outcomes_by_time on leadline.outcomes (account_id, id);
grant select, insert on leadline.outcomes to leadline_api, leadline_worker;

-- The timeline of a lead, except for outcomes and webhook deliveries, which have tables of their own.
create table leadline.activities (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('status', 'snoozed', 'assigned', 'note', 'feedback', 'corrected', 'rescored', 'planned',
    'done')),
  actor text not null,
  data json not null,
  primary key (account_id, lead_id, id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
-- For live updates, which ask every second what is new in an account.
create index activities_by_time on leadline.activities (account_id, id);
grant select, insert on leadline.activities to leadline_api, leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Events and webhooks

create table leadline.webhook_endpoints (
  account_id uuid not null,
  id uuid not null,
  description text not null,
  format text not null check (format in ('standard', 'slack')),
  events text[] not null,
  min_grade text not null, -- leads below it are not sent
  sealed bytea not null, -- URL and secrets, encrypted: a URL may itself be a secret
  failing_since timestamptz, -- null: the last delivery succeeded
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  -- Throttling: no more than this many deliveries per minute, each at its own moment.
  max_per_minute integer check (max_per_minute between 6 and 6000),
  next_send_at timestamptz,
  primary key (account_id, id)
);
grant select, insert, update, delete on leadline.webhook_endpoints to leadline_api;
grant select, update (failing_since, disabled_at, disabled_reason, next_send_at)
  on leadline.webhook_endpoints to leadline_worker;
grant select on leadline.webhook_endpoints to leadline_writer;

-- Events to deliver, written in the same transaction as the change they announce. The worker relays them within a second.
-- Contains no personal data.
create table leadline.outbox (
  account_id uuid not null,
  id uuid not null, -- the event's ID; for lead.scored the ID of the lead, for lead.outcome that of the outcome
  kind text not null,
  subject_id uuid, -- the lead of an outcome, the endpoint of a test or a redelivery, or the import
  data json,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
grant select, insert, delete on leadline.outbox to leadline_api;
grant select, insert, delete, update (kind) on leadline.outbox to leadline_worker; -- `update` only serves to lock rows
grant insert on leadline.outbox to leadline_writer;

-- The state of each delivery, one row per event and endpoint. The payload is built from the lead when it is sent, so there
-- is no copy to erase along with the lead.
create table leadline.deliveries (
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event text not null,
  lead_id uuid,
  data json,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz default now(),
  last_attempt_at timestamptz,
  response_status smallint,
  response_excerpt text,
  error text,
  primary key (account_id, endpoint_id, event_id) -- no foreign key, because checking it would slow down every insert
) with (fillfactor = 70); -- leaves room for in-place updates
-- Deliveries about a change of a lead are found by the lead when it is erased. Those of lead.scored need no index: their
-- event ID is the lead's ID.
create index deliveries_of_changes on leadline.deliveries (account_id, lead_id)
  where lead_id is not null and event <> 'lead.scored';
grant select, delete, update (status, attempts, next_attempt_at) on leadline.deliveries to leadline_api;
grant select, insert, update, delete on leadline.deliveries to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Imports

create table leadline.imports (
  account_id uuid not null,
  id uuid not null,
  -- Uploads that aren't kept are "rejected": they count toward the uploads in a day, and so does what was written for them.
  status text not null check (status in
    ('uploading', 'ready', 'queued', 'running', 'finished', 'stopped', 'cancelled', 'failed', 'undoing',
      'undone', 'rejected')),
  file_name text not null,
  file_bytes bigint not null default 0,
  file_hash bytea, -- SHA-256; null while the file is being uploaded
  shape json,
  mapping json,
  when_full text not null default 'stop' check (when_full in ('stop', 'skip')),
  next_offset bigint not null default 0, -- everything before it has been stored or rejected
  next_line bigint not null default 1,
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  rows_refused integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The position is inside a row that was too long; reading resumes at the next line break.
  next_in_row boolean not null default false,
  -- How often the import was started since it last saved its position. Goes back down if the worker stops in an orderly way.
  attempts smallint not null default 0,
  -- When a part of the file last arrived, or a worker last took the import up.
  active_at timestamptz not null default now(),
  -- The size of its rows in import_refusals, and how many more were rejected but not kept.
  refused_bytes bigint not null default 0,
  rows_not_kept integer not null default 0,
  -- The size of the workbook (.xlsx). Its chunks have negative numbers and are kept until the import starts, in case somebody
  -- chooses another sheet. `file_bytes` counts the rows of the sheet, which are stored like those of any other file.
  workbook_bytes bigint not null default 0,
  -- Leads whose assignee in the file is not a member.
  rows_unassigned integer not null default 0,
  -- Rows with the same values as an earlier one, which are one lead.
  rows_repeated integer not null default 0,
  -- Leads that were stored without a date or an amount of the file.
  rows_with_warnings integer not null default 0,
  rows_removed integer not null default 0, -- leads that were deleted when the import was undone
  primary key (account_id, id),
  unique (account_id, file_hash) -- uploading a file twice gives the same import
);
create index imports_with_file on leadline.imports (account_id)
  where status in ('uploading', 'ready', 'queued', 'running', 'stopped');
create index imports_with_refusals on leadline.imports (account_id) where refused_bytes > 0;
grant select, insert, update, delete on leadline.imports to leadline_api;
grant select, update, delete on leadline.imports to leadline_worker;

create index imports_to_undo on leadline.imports (account_id) where status = 'undoing';

-- The uploaded file. In the database every worker can read it and it is backed up with the leads. Deleted once imported.
create table leadline.import_chunks (
  account_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea storage external not null, -- compressing would cost more than it saves
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references leadline.imports (account_id, id) on delete cascade
);
grant select, insert, delete, update (import_id) on leadline.import_chunks to leadline_api;
grant select, delete on leadline.import_chunks to leadline_worker;

create table leadline.import_refusals (
  account_id uuid not null,
  import_id uuid not null,
  line bigint not null,
  reason text not null,
  content text not null,
  is_stored boolean not null default false, -- true: the lead was stored, and the reason is a warning
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references leadline.imports (account_id, id) on delete cascade
);
grant select, delete on leadline.import_refusals to leadline_api;
grant select, insert, delete on leadline.import_refusals to leadline_worker;

-- Hashes of the rows that an import has stored, so that the same row isn't stored twice. Deleted with the file.
create table leadline.import_rows (
  account_id uuid not null,
  import_id uuid not null,
  hash uuid not null,
  primary key (account_id, import_id, hash),
  foreign key (account_id, import_id) references leadline.imports (account_id, id) on delete cascade
);
grant select, insert, delete on leadline.import_rows to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Scoring settings, learned models and drift
--
-- They belong to the live account; its test account is scored by the same settings and the same model.

-- Versions never change, so that every score can be replayed. The newest is live; rolling back publishes an old one again.
create table leadline.settings_versions (
  account_id uuid not null,
  version integer not null check (version > 0),
  changes json not null, -- what differs from the defaults of the engine
  -- Of the account's profile when the version was published. Applies unless the changes contain a typical deal.
  typical_deal numeric(14, 2),
  currency text,
  note text not null,
  restores integer, -- the version it rolled back to; 0 are the defaults
  actor text not null,
  published_at timestamptz not null default now(),
  primary key (account_id, version)
);
grant select, insert on leadline.settings_versions to leadline_api;
grant select on leadline.settings_versions to leadline_worker;

-- At most one for each account. Stays when it is published, without changes, so that its revisions never repeat.
create table leadline.settings_drafts (
  account_id uuid primary key,
  revision integer not null check (revision > 0),
  based_on integer not null, -- the version that was live
  changes json,
  actor text not null,
  saved_at timestamptz not null
);
grant select, insert, update on leadline.settings_drafts to leadline_api;

-- Backtests, which only compare, and rescores, which apply the live version to open leads. Trainings, which the worker
-- starts at night, and looks for drift, which it starts once a week.
create table leadline.settings_jobs (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('backtest', 'rescore', 'training', 'drift')),
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  version integer not null, -- that was live when the job was started
  -- What a backtest compares with that version.
  changes json,
  typical_deal numeric(14, 2),
  currency text,
  leads integer, -- how many there are to do; null until they are counted
  leads_done integer not null default 0,
  leads_changed integer not null default 0,
  position uuid, -- the last lead that a rescore has done; it goes from the newest to the oldest
  result json, -- IDs and figures, no personal data
  error text,
  attempts smallint not null default 0,
  actor text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  model_version integer not null default 0, -- that was live when the job was started; 0: rules alone
  primary key (account_id, id)
);
create unique index settings_jobs_unfinished on leadline.settings_jobs (account_id, kind)
  where status in ('queued', 'running');
grant select, insert, delete on leadline.settings_jobs to leadline_api, leadline_worker;
grant update (status, leads, leads_done, leads_changed, position, result, error, attempts, started_at, finished_at)
  on leadline.settings_jobs to leadline_worker;

-- What a training found. Never changes, so that every score can be replayed.
create table leadline.trained_models (
  account_id uuid not null,
  id uuid not null,
  model json, -- null unless the verdict lets it be used
  outcomes integer not null,
  won integer not null,
  verdict json not null,
  report json not null, -- figures and pooled answers, no personal data
  trained_at timestamptz not null default now(),
  primary key (account_id, id)
);
grant select on leadline.trained_models to leadline_api;
grant select, insert, delete on leadline.trained_models to leadline_worker;

-- Only ever added to, like settings_versions; the newest is live. An account without any is in mode 'advisory'.
create table leadline.model_versions (
  account_id uuid not null,
  version integer not null check (version > 0),
  trained_id uuid, -- null: rules alone
  mode text not null check (mode in ('off', 'advisory', 'on')),
  point_limit smallint not null check (point_limit between 0 and 60), -- in mode 'on'
  reason text not null,
  restores integer, -- the version it rolled back to; 0: rules alone
  actor text not null,
  published_at timestamptz not null default now(),
  primary key (account_id, version),
  -- Also keeps models that were ever published from being deleted.
  foreign key (account_id, trained_id) references leadline.trained_models
);
create index model_versions_trained on leadline.model_versions (account_id, trained_id);
grant select, insert on leadline.model_versions to leadline_api, leadline_worker;

-- Drift alarms: sources, answers, win rates and chances of closing that have shifted.
create table leadline.drifts (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('share', 'win_rate', 'calibration')),
  field text, -- null: all leads
  level text,
  figures json not null, -- figures and an answer that several leads gave, no personal data
  since timestamptz not null, -- when the shift began
  status text not null check (status in ('open', 'acknowledged', 'passed', 'settled')),
  raised_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  primary key (account_id, id)
);
-- Raised once, whatever the number of looks.
create unique index drifts_open on leadline.drifts (account_id, kind, field, level) nulls not distinct
  where status = 'open';
grant select, update (status, closed_at, closed_by) on leadline.drifts to leadline_api;
grant select, insert, update (status, closed_at, closed_by), delete on leadline.drifts to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Routing and alerts
--
-- They belong to the live account: test leads are not routed and never alert anyone.

-- Accounts in which something other than webhooks acts on new leads of a grade or better: write_leads puts those leads
-- into the outbox too. Each watcher keeps a row of its own, so that none has to know of the others.
create table leadline.lead_watchers (
  account_id uuid not null,
  watcher text not null check (watcher in ('routing', 'alerts', 'crm')),
  min_grade text not null check (min_grade in ('Spam', 'Cold', 'Cool', 'Warm', 'Hot')),
  primary key (account_id, watcher)
);
grant select, insert, update, delete on leadline.lead_watchers to leadline_api;
grant select on leadline.lead_watchers to leadline_writer;

-- The rules of an account that give new leads an assignee, in order.
create table leadline.routing (
  account_id uuid primary key,
  version integer not null check (version > 0), -- counts the changes of the rules
  rules json not null,
  -- Whose turn it was last, by rule. The worker locks the row to take turns, so two workers can't take the same one.
  turns json not null default '{}'
);
grant select, insert, update (version, rules) on leadline.routing to leadline_api;
grant select, update (turns) on leadline.routing to leadline_worker;

-- What each member wants, one row per person who has chosen something.
create table leadline.alert_choices (
  account_id uuid not null,
  user_id uuid not null,
  email_new text check (email_new in ('Warm', 'Hot')), -- the lowest grade; null: none
  email_assigned boolean not null,
  browser_new text check (browser_new in ('Warm', 'Hot')),
  browser_assigned boolean not null,
  hours text not null check (hours in ('always', 'chosen', 'office')),
  opens_at time not null,
  closes_at time not null,
  digest_hour smallint check (digest_hour between 0 and 23),
  -- When the worker has to look after this person again; null: nothing waits.
  next_email_at timestamptz,
  next_digest_at timestamptz,
  -- Owners get these emails unless they turn them off.
  email_drift boolean not null default true,
  email_keys boolean not null default true,
  primary key (account_id, user_id),
  check (opens_at < closes_at)
);
create index alert_choices_waiting on leadline.alert_choices (account_id, next_email_at) where next_email_at is not null;
create index alert_choices_digests on leadline.alert_choices (account_id, next_digest_at) where next_digest_at is not null;
grant select, insert, update, delete on leadline.alert_choices to leadline_api;
grant select, update (next_email_at, next_digest_at) on leadline.alert_choices to leadline_worker;

-- One per lead and person, whatever the reasons. The lead comes before the person in the key, for leads that are erased.
create table leadline.alerts (
  account_id uuid not null,
  lead_id uuid not null,
  user_id uuid not null,
  id uuid not null default uuidv7(),
  in_browser boolean not null,
  due_at timestamptz, -- null: not by email
  email_id uuid, -- the email it was put into
  primary key (account_id, lead_id, user_id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
create index alerts_waiting on leadline.alerts (account_id, user_id, due_at) where due_at is not null and email_id is null;
create index alerts_by_email on leadline.alerts (account_id, email_id) where email_id is not null;
create index alerts_by_time on leadline.alerts (account_id, id);
grant select, insert, update (due_at) on leadline.alerts to leadline_api;
grant select, insert, update (due_at, email_id), delete on leadline.alerts to leadline_worker;

-- Emails to send. What an email is about is decided once, so that sending it again after a crash repeats it.
create table leadline.alert_emails (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('alerts', 'digest', 'test', 'drift', 'keys')),
  day date, -- of a digest, where the account is
  since timestamptz, -- a digest covers everything from then on; a drift email, everything raised at that moment
  attempts smallint not null default 0,
  next_attempt_at timestamptz, -- null: sent, given up, or there was nothing to say
  sent_at timestamptz,
  primary key (account_id, user_id, id),
  unique (account_id, user_id, day)
);
create index alert_emails_to_send on leadline.alert_emails (account_id, next_attempt_at) where next_attempt_at is not null;
grant select, insert on leadline.alert_emails to leadline_api;
grant select, insert, update (attempts, next_attempt_at, sent_at), delete on leadline.alert_emails to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- CRM sync
--
-- Belongs to the live account: test leads never reach a CRM. See docs/decisions/0057-crm-sync.md.

create table leadline.crm_connections (
  account_id uuid not null,
  id uuid not null, -- what `sealed` is bound to
  vendor text not null check (vendor in ('odoo', 'hubspot', 'pipedrive', 'salesforce')),
  sealed bytea not null, -- where it is, and how to sign in there; encrypted
  pushes boolean not null default true,
  pulls boolean not null default true,
  min_grade text not null check (min_grade in ('Cold', 'Cool', 'Warm', 'Hot')), -- of leads that are new to the CRM
  mapping json not null, -- which field of the CRM each value of a lead goes to
  fields json, -- that can be mapped; null until the CRM was reached for the first time
  record_url text, -- with {id}, for links to records
  -- How far outcomes have been pulled: everything changed before `since` is known, and of the pass in progress, the records up
  -- to `after`.
  pulled json,
  failures integer not null default 0, -- in a row
  failing_since timestamptz,
  failed_at timestamptz, -- the last time, whatever happened since
  error text, -- of the last attempt; contains nothing that the CRM sent
  paused_at timestamptz, -- by hand, or because it failed for five days
  next_run_at timestamptz not null default now(),
  token_claimed_until timestamptz, -- by the process that is asking for another access token
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id)
);
grant select, insert, update, delete on leadline.crm_connections to leadline_api;
grant select, update (sealed, fields, record_url, pulled, failures, failing_since, failed_at, error, paused_at, next_run_at,
  token_claimed_until) on leadline.crm_connections to leadline_worker;

-- Which record of the CRM belongs to which lead. If a person sends several leads, their newest one.
create table leadline.crm_records (
  account_id uuid not null,
  record_id text not null,
  lead_id uuid not null,
  written json not null, -- what we last wrote into each field: another value there is somebody's edit
  is_gone boolean not null default false, -- deleted in the CRM
  primary key (account_id, record_id),
  unique (account_id, lead_id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
grant select, delete on leadline.crm_records to leadline_api;
grant select, insert, update, delete on leadline.crm_records to leadline_worker;

-- Deals of the CRM that were won or lost, with their leads, so that each outcome is recorded once. The one closed last decides its lead.
create table leadline.crm_deals (
  account_id uuid not null,
  deal_id text not null,
  lead_id uuid not null,
  outcome text not null check (outcome in ('won', 'lost')),
  amount numeric(14, 2),
  closed_at timestamptz not null,
  primary key (account_id, deal_id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
create index crm_deals_by_lead on leadline.crm_deals (account_id, lead_id, closed_at);
grant select, delete on leadline.crm_deals to leadline_api;
grant select, insert, update, delete on leadline.crm_deals to leadline_worker;

-- Leads that are new or have changed since they were last pushed.
create table leadline.crm_queue (
  account_id uuid not null,
  lead_id uuid not null,
  -- Counts the changes, so that one which happens during a push is pushed too.
  revision integer not null default 1,
  intended json, -- what is about to be written: a worker may die before it knows whether it was
  problem text, -- why the lead was skipped; tried again when it changes, or somebody asks for a sync
  primary key (account_id, lead_id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
create index crm_queue_waiting on leadline.crm_queue (account_id, lead_id) where problem is null;
grant select, insert, delete, update (revision, problem) on leadline.crm_queue to leadline_api;
grant select, insert, update, delete on leadline.crm_queue to leadline_worker;

-- What was done, for people to read. Contains no personal data.
create table leadline.crm_runs (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('connect', 'sync', 'preview')),
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  is_asked boolean not null, -- by a person
  counts json not null default '{}',
  notes json not null default '[]', -- what happened to single leads, by their IDs
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id)
);
create unique index crm_runs_unfinished on leadline.crm_runs (account_id, kind) where status in ('queued', 'running');
grant select, insert, delete on leadline.crm_runs to leadline_api;
grant select, insert, delete, update (status, counts, notes, error, finished_at) on leadline.crm_runs to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- Users and teams

create table leadline.users (
  id uuid primary key,
  name text not null,
  email text not null unique, -- in lower case
  email_verified boolean not null,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on leadline.users to leadline_auth;
-- Alerts only go to verified addresses.
grant select (id, name, email, email_verified) on leadline.users to leadline_worker;

create table leadline.members (
  id uuid primary key,
  account_id uuid not null references leadline.accounts (id),
  user_id uuid not null references leadline.users (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'rep', 'viewer')),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);
create index members_by_user on leadline.members (user_id);
grant select, insert, update, delete on leadline.members to leadline_auth;
grant select (account_id, user_id, role) on leadline.members to leadline_worker;

-- Who was in a team: their name and email as of the day they left, for the audit log. Goes when the user is deleted.
create table leadline.former_members (
  account_id uuid not null references leadline.accounts (id) on delete cascade,
  user_id uuid not null references leadline.users (id) on delete cascade,
  name text not null,
  email text not null,
  left_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index former_members_by_user on leadline.former_members (user_id);
grant select, insert, update on leadline.former_members to leadline_auth;

create table leadline.invitations (
  id uuid primary key,
  account_id uuid not null references leadline.accounts (id),
  email text not null,
  role text not null check (role in ('owner', 'manager', 'rep', 'viewer')),
  status text not null,
  inviter_id uuid not null references leadline.users (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_by_account on leadline.invitations (account_id);
grant select, insert, update, delete on leadline.invitations to leadline_auth;

-- Tokens that allow the first person to sign up, by hash. Printed when an API process starts without any users, and by
-- `leadline setup-token`.
create table leadline.setup_tokens (
  hash bytea primary key, -- SHA-256
  expires_at timestamptz not null,
  -- The person who signed up with it, and may take over the account that the installation started with.
  user_id uuid references leadline.users (id) on delete cascade
);
grant select, insert, update (user_id), delete on leadline.setup_tokens to leadline_auth;

----------------------------------------------------------------------------------------------------------------------------
-- Signing in
--
-- The worker deletes old rows without being able to read whose they are.

create table leadline.sessions (
  id uuid primary key,
  user_id uuid not null references leadline.users (id) on delete cascade,
  token text not null unique, -- useless on its own: the cookie also needs a signature made with SECRET_KEY
  active_account_id uuid references leadline.accounts (id),
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sign_in_method text not null default 'password' check (sign_in_method in ('password', 'sso')),
  second_factor_at timestamptz, -- when the user gave their second factor in it
  last_used_at timestamptz not null default now(),
  -- When the identity provider last confirmed the user of a session that was opened by single sign-on.
  sso_checked_at timestamptz,
  -- One process at a time asks the provider.
  sso_asked_at timestamptz,
  sso_token bytea
);
comment on column leadline.sessions.token is 'SHA-256, in hex';
comment on column leadline.sessions.sso_token is 'The refresh token of the provider, encrypted';
create index sessions_by_user on leadline.sessions (user_id);
grant select, insert, update, delete on leadline.sessions to leadline_auth;
grant select (expires_at), delete on leadline.sessions to leadline_worker;

-- How a user signs in: by password or single sign-on. better-auth calls this an account and defines the columns.
create table leadline.credentials (
  id uuid primary key,
  user_id uuid not null references leadline.users (id) on delete cascade,
  provider_id text not null,
  provider_user_id text not null,
  password text, -- argon2id
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_by_user on leadline.credentials (user_id);
-- Two users must never share an identity of the provider.
create unique index credentials_by_provider on leadline.credentials (provider_id, provider_user_id);
grant select, insert, update, delete on leadline.credentials to leadline_auth;

create table leadline.two_factors (
  id uuid primary key,
  user_id uuid not null references leadline.users (id) on delete cascade,
  secret text not null, -- encrypted with SECRET_KEY, like the backup codes
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index two_factors_by_user on leadline.two_factors (user_id);
grant select, insert, update, delete on leadline.two_factors to leadline_auth;

-- Pending email links and unfinished sign-ins, stored by the hash of their token.
create table leadline.verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on leadline.verifications (identifier);
grant select, insert, update, delete on leadline.verifications to leadline_auth;
grant select (expires_at), delete on leadline.verifications to leadline_worker;

-- Sign-in attempts by the hash of an IP address or email. Unlogged, because they may be lost in a crash.
create unlogged table leadline.sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  resets_at timestamptz not null
);
grant select, insert, update, delete on leadline.sign_in_attempts to leadline_auth;
grant select (resets_at), delete on leadline.sign_in_attempts to leadline_worker;

-- Browsers a user has signed in with, by the hash of a cookie.
create table leadline.known_devices (
  user_id uuid not null references leadline.users (id) on delete cascade,
  token_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
grant select, insert, update, delete on leadline.known_devices to leadline_auth;
grant select (last_seen_at), delete on leadline.known_devices to leadline_worker;

-- What happened to a user's sign-in. Belongs to the user, not to an account, and is erased with them. Kept for 90 days.
create table leadline.security_events (
  user_id uuid not null references leadline.users (id) on delete cascade,
  id uuid not null,
  action text not null,
  details jsonb not null,
  device text not null, -- "Firefox on Linux", never the whole user agent
  network text not null, -- shortened, like 192.0.2.0/24
  primary key (user_id, id)
);
create index security_events_by_time on leadline.security_events (id);
grant select, insert on leadline.security_events to leadline_auth;
grant select (id), delete on leadline.security_events to leadline_worker;

----------------------------------------------------------------------------------------------------------------------------
-- What else the dashboard needs

-- Saved views: inbox filters that a team has named.
create table leadline.views (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  primary key (account_id, id)
);
grant select, insert, update, delete on leadline.views to leadline_api;

-- The request log: recent intake requests, kept for a week to help people connect a form. It is not a complete record;
-- under load, requests are skipped. leadline.log_requests writes those of many accounts in one statement: a transaction for
-- each account cost a quarter of the CPU time in a flood of leads.
create table leadline.received (
  account_id uuid not null,
  id uuid not null,
  path text not null,
  content_type text not null,
  body text not null,
  is_cut boolean not null,
  status smallint not null,
  error text, -- its wording may change at any time
  lead_id uuid,
  code text, -- why a request was rejected: the stable error code of the API
  key_id uuid,
  tool text, -- that sent it
  primary key (account_id, id)
);
create index received_by_lead on leadline.received (account_id, lead_id) where lead_id is not null;
grant select, insert, delete on leadline.received to leadline_api, leadline_writer;
grant select, delete on leadline.received to leadline_worker;

-- The audit log. Append-only, and contains no personal data.
create table leadline.audit_log (
  account_id uuid not null,
  id uuid not null,
  actor text not null, -- user_…, key_…, operator, or worker
  action text not null,
  subject text not null,
  details json not null,
  primary key (account_id, id)
);
-- The audit log of one person.
create index audit_log_by_actor on leadline.audit_log (account_id, actor, id);
grant select, insert on leadline.audit_log to leadline_api;
grant insert on leadline.audit_log to leadline_worker, leadline_auth;
grant select (account_id, id, action) on leadline.audit_log to leadline_writer;

----------------------------------------------------------------------------------------------------------------------------
-- Cells: databases with this whole schema, each with the data of some accounts. The directory, which is the cell "main",
-- also knows all accounts, keys and people. See docs/decisions/0048-cells.md.

create table leadline.cells (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- postgres://host:port/database. Null for the directory's own database.
  address text unique,
  -- Whether new accounts are placed there.
  is_open boolean not null default true,
  -- As of the last measurement.
  bytes bigint not null default 0,
  accounts integer not null default 0,
  added_at timestamptz not null default now(),
  measured_at timestamptz -- new accounts go to cells that have answered lately
);
insert into leadline.cells (name) values ('main');
grant select on leadline.cells to leadline_api, leadline_auth, leadline_worker;
grant update (bytes, accounts, measured_at) on leadline.cells to leadline_auth;

-- Which cell this database is. Empty in the directory.
create table leadline.this_cell (
  name text primary key
);
-- The writer rejects leads of accounts that its cell doesn't know.
grant select on leadline.this_cell to leadline_api, leadline_auth, leadline_worker, leadline_writer;

-- What a cell has yet to be told about its accounts. Only in the directory.
create table leadline.directory_changes (
  account_id uuid not null,
  id bigint generated always as identity,
  -- Null if something about the account has changed that the cell has a copy of.
  task text check (task in ('unassign_leads', 'forget_alert_choices')),
  details json,
  primary key (account_id, id)
);
grant select on leadline.directory_changes to leadline_auth;

-- Accounts on their way to another cell. Only in the directory.
create table leadline.account_moves (
  account_id uuid primary key,
  source text not null,
  target text not null,
  step text not null default 'copying' check (step in ('copying', 'frozen', 'switched', 'verified')),
  -- Counts how often the account was frozen. The process that ends a freeze changes it, so that no other can.
  attempt integer not null default 0,
  frozen_at timestamptz,
  switched_at timestamptz,
  verified_at timestamptz,
  -- When the rows in the source may be deleted.
  delete_source_at timestamptz,
  started_at timestamptz not null default now()
);
grant select, update (step, attempt) on leadline.account_moves to leadline_auth;
-- API processes forget where accounts were before they moved.
grant select (account_id, step, switched_at) on leadline.account_moves to leadline_api;

-- Directory tables are written rarely, partly by a library, and no change must be missed; so they have triggers. Nothing
-- else does.
create trigger tell_cell after insert or delete or update of
    email, plan, ai, ai_monthly_dollars, name, requires_two_factor, rep_leads, deletion_requested_at, delete_at,
    allowed_origins
  on leadline.accounts for each row execute function leadline.note_directory_change();
create trigger tell_cell after insert or delete or update of key_hash, name, hint, expires_at, scope
  on leadline.api_keys for each row execute function leadline.note_directory_change();
create trigger tell_cell after insert or delete or update on leadline.members
  for each row execute function leadline.note_directory_change();
create trigger tell_cell after insert or delete or update on leadline.former_members
  for each row execute function leadline.note_directory_change();
create trigger tell_cell after insert or delete or update on leadline.invitations
  for each row execute function leadline.note_directory_change();
create trigger tell_cell after update of name, email, email_verified on leadline.users
  for each row execute function leadline.note_directory_change();
create trigger tell_cell after insert or update on leadline.plans
  for each row execute function leadline.note_directory_change();

----------------------------------------------------------------------------------------------------------------------------
-- Row-level security: which accounts' rows each role sees. It backs up the conditions of every query.

do $$
declare
  one_table text;
begin
  -- The API, the account that the transaction has named.
  foreach one_table in array '{usage,storage,ai_spending,retention,profiles,leads,lead_sums,requests,contacts,search_texts,outcomes,activities,webhook_endpoints,outbox,deliveries,imports,import_chunks,import_refusals,settings_versions,settings_drafts,settings_jobs,trained_models,model_versions,drifts,lead_watchers,routing,alert_choices,alerts,alert_emails,crm_connections,crm_records,crm_deals,crm_queue,crm_runs,views,received,audit_log}'::text[]
  loop
    execute format('alter table leadline.%I enable row level security', one_table);
    execute format('create policy own_account on leadline.%I to leadline_api using (account_id = leadline.named_account())', one_table);
  end loop;
  alter table leadline.search_queue enable row level security;
  alter table leadline.import_rows enable row level security;

  -- The writer, every account.
  foreach one_table in array '{usage,storage,leads,lead_sums,requests,contacts,search_queue,webhook_endpoints,outbox,lead_watchers,received}'::text[]
  loop
    execute format('create policy batches_span_accounts on leadline.%I to leadline_writer using (true)', one_table);
  end loop;

  -- The worker, every account, except those on their way to another cell. Its queries filter by account where they need to.
  foreach one_table in array '{storage,retention,profiles,leads,lead_sums,requests,contacts,search_texts,search_queue,outcomes,activities,webhook_endpoints,outbox,deliveries,imports,import_chunks,import_refusals,import_rows,settings_versions,settings_jobs,trained_models,model_versions,drifts,routing,alert_choices,alerts,alert_emails,crm_connections,crm_records,crm_deals,crm_queue,crm_runs,received,audit_log}'::text[]
  loop
    execute format('create policy serves_every_account on leadline.%I to leadline_worker
      using (account_id <> all ((select leadline.held_accounts())::uuid[]))', one_table);
  end loop;
end
$$;
create policy batches_span_accounts on leadline.audit_log for select to leadline_writer using (true);
create policy names_its_account on leadline.audit_log to leadline_auth with check (true);

----------------------------------------------------------------------------------------------------------------------------
-- People who only see their own leads and those that are nobody's
--
-- A role of their own, so that transactions of everybody else are planned and run as if this didn't exist. It has what work on
-- leads needs and nothing else: a new table is out of its reach until somebody adds it here.

do $$
declare
  one_table text;
begin
  foreach one_table in array '{usage,storage,lead_sums,retention,profiles,settings_versions,settings_drafts,trained_models,model_versions,outbox,deliveries,webhook_endpoints,views,audit_log}'::text[]
  loop
    execute format('create policy own_account_of_limited on leadline.%I to leadline_limited using (account_id = leadline.named_account())', one_table);
  end loop;
  foreach one_table in array '{outcomes,activities}'::text[]
  loop
    execute format('create policy of_visible_leads on leadline.%1$I to leadline_limited
      using (account_id = leadline.named_account() and exists (
        select from leadline.leads l where l.account_id = leadline.%1$I.account_id and l.id = leadline.%1$I.lead_id))', one_table);
  end loop;
end
$$;
create policy own_and_unassigned on leadline.leads to leadline_limited
  using (account_id = leadline.named_account() and (assignee is null or assignee = leadline.named_viewer()));
create policy of_visible_leads on leadline.search_texts to leadline_limited
  using (account_id = leadline.named_account() and exists (
    select from leadline.leads l where l.account_id = search_texts.account_id and l.id = search_texts.id));
-- A person's first lead has the person's ID; a separate index covers the later ones.
create policy of_visible_leads on leadline.contacts to leadline_limited
  using (account_id = leadline.named_account() and (
    exists (select from leadline.leads l where l.account_id = contacts.account_id and l.id = contacts.person_id)
    or exists (select from leadline.leads l where l.account_id = contacts.account_id and l.person_id = contacts.person_id
      and l.person_id <> l.id)));
grant select on leadline.plans, leadline.usage, leadline.retention, leadline.profiles, leadline.contacts,
  leadline.search_texts, leadline.settings_versions, leadline.settings_drafts, leadline.trained_models,
  leadline.model_versions to leadline_limited;
grant select (account_id, endpoint_id, event_id, event, status, last_attempt_at) on leadline.deliveries to leadline_limited;
grant select (account_id, id) on leadline.webhook_endpoints to leadline_limited;
grant insert on leadline.lead_sums to leadline_limited; -- to note that leads have changed
grant select, insert on leadline.outcomes, leadline.activities, leadline.outbox to leadline_limited;
grant select (account_id, id, action), insert on leadline.audit_log to leadline_limited;
grant select, update (bytes, leads) on leadline.storage to leadline_limited;
grant select, insert, update, delete on leadline.views to leadline_limited;
grant select, update (outcome, stage, assignee, snoozed_until, contacted_at, not_spam, closed_at, next_kind, next_at, revision)
  on leadline.leads to leadline_limited;
