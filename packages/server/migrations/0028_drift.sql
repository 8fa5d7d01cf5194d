-- Drift alarms: sources, answers, win rates and chances of closing that have shifted. They belong to the live account.

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
alter table leadline.drifts enable row level security;
create policy own_account on leadline.drifts to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.drifts to leadline_worker using (true);

-- Looks for drift are jobs, too. The worker starts one a week.
alter table leadline.settings_jobs drop constraint settings_jobs_kind_check;
-- allow lock: the table has a row for each backtest, rescore and training, of which few are kept
alter table leadline.settings_jobs add constraint settings_jobs_kind_check
  check (kind in ('backtest', 'rescore', 'training', 'drift'));

-- Owners get an email unless they turn it off. A drift email is about everything raised at the moment `since`.
alter table leadline.alert_choices add column email_drift boolean not null default true;
alter table leadline.alert_emails drop constraint alert_emails_kind_check;
-- allow lock: the table has the emails of a few days
alter table leadline.alert_emails add constraint alert_emails_kind_check
  check (kind in ('alerts', 'digest', 'test', 'drift'));
