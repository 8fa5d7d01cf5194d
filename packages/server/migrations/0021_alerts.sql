-- Alerts: emails and browser notifications about new and assigned leads, and a daily digest.

-- What each member wants, one row per person who has chosen something. Belongs to the live account: test leads never
-- alert anyone.
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
  primary key (account_id, user_id),
  check (opens_at < closes_at)
);
create index alert_choices_waiting on leadline.alert_choices (account_id, next_email_at) where next_email_at is not null;
create index alert_choices_digests on leadline.alert_choices (account_id, next_digest_at) where next_digest_at is not null;
grant select, insert, update, delete on leadline.alert_choices to leadline_api;
grant select, update (next_email_at, next_digest_at) on leadline.alert_choices to leadline_worker;
alter table leadline.alert_choices enable row level security;
create policy own_account on leadline.alert_choices to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.alert_choices to leadline_worker using (true);

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
alter table leadline.alerts enable row level security;
create policy own_account on leadline.alerts to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.alerts to leadline_worker using (true);

-- Emails to send. What an email is about is decided once, so that sending it again after a crash repeats it.
create table leadline.alert_emails (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('alerts', 'digest', 'test')),
  day date, -- of a digest, where the account is
  since timestamptz, -- a digest covers everything from then on
  attempts smallint not null default 0,
  next_attempt_at timestamptz, -- null: sent, given up, or there was nothing to say
  sent_at timestamptz,
  primary key (account_id, user_id, id),
  unique (account_id, user_id, day)
);
create index alert_emails_to_send on leadline.alert_emails (account_id, next_attempt_at) where next_attempt_at is not null;
grant select, insert on leadline.alert_emails to leadline_api;
grant select, insert, update (attempts, next_attempt_at, sent_at), delete on leadline.alert_emails to leadline_worker;
alter table leadline.alert_emails enable row level security;
create policy own_account on leadline.alert_emails to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.alert_emails to leadline_worker using (true);

-- Only to verified addresses.
grant select (email_verified) on leadline.users to leadline_worker;
