-- Models learned from an account's outcomes: what was trained, which of it scores leads, and the jobs that train. They
-- belong to the live account; its test account is scored by the same model.

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
alter table leadline.trained_models enable row level security;
create policy own_account on leadline.trained_models to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.trained_models to leadline_worker using (true);

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
alter table leadline.model_versions enable row level security;
create policy own_account on leadline.model_versions to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.model_versions to leadline_worker using (true);

-- Trainings are jobs, too. The worker starts them at night.
alter table leadline.settings_jobs drop constraint settings_jobs_kind_check;
alter table leadline.settings_jobs add constraint settings_jobs_kind_check
  check (kind in ('backtest', 'rescore', 'training'));
-- The model that was live when the job was started; 0: rules alone.
alter table leadline.settings_jobs add column model_version integer not null default 0;
grant insert, delete on leadline.settings_jobs to leadline_worker;
