-- Scoring settings that accounts change: published versions, a draft, and the jobs that try or apply them. They belong to
-- the live account; its test account is scored by the same settings.

-- Versions never change, so that every score can be replayed. The newest is live; rolling back publishes an old one again.
create table leadline.settings_versions (
  account_id uuid not null,
  version integer not null check (version > 0),
  changes json not null, -- what differs from the defaults of the engine
  -- Of the account's profile when the version was published. Applies unless the changes contain a typical deal.
  typical_deal numeric(14,2),
  currency text,
  note text not null,
  restores integer, -- the version it rolled back to; 0 are the defaults
  actor text not null,
  published_at timestamptz not null default now(),
  primary key (account_id, version)
);
grant select, insert on leadline.settings_versions to leadline_api;
grant select on leadline.settings_versions to leadline_worker;
alter table leadline.settings_versions enable row level security;
create policy own_account on leadline.settings_versions to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.settings_versions to leadline_worker using (true);

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
alter table leadline.settings_drafts enable row level security;
create policy own_account on leadline.settings_drafts to leadline_api using (account_id = leadline.named_account());

-- Backtests, which only compare, and rescores, which apply the live version to open leads.
create table leadline.settings_jobs (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('backtest', 'rescore')),
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  version integer not null, -- that was live when the job was started
  -- What a backtest compares with that version.
  changes json,
  typical_deal numeric(14,2),
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
  primary key (account_id, id)
);
create unique index settings_jobs_unfinished on leadline.settings_jobs (account_id, kind)
  where status in ('queued', 'running');
grant select, insert, delete on leadline.settings_jobs to leadline_api;
grant select, update (status, leads, leads_done, leads_changed, position, result, error, attempts, started_at, finished_at)
  on leadline.settings_jobs to leadline_worker;
alter table leadline.settings_jobs enable row level security;
create policy own_account on leadline.settings_jobs to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.settings_jobs to leadline_worker using (true);

-- For leadline.rescore_leads, the only way to change a score.
grant update (score, grade, scored) on leadline.leads to leadline_writer;
