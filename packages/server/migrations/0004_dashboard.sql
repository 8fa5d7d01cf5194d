-- Users and teams, saved views, the request log and what else the dashboard needs.

-- Only this role can read users, password hashes and sessions, and create API keys: a bug in code that reads leads must
-- not expose them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'leadline_auth') then
    create role leadline_auth nologin;
  end if;
end
$$;
grant usage on schema leadline to leadline_auth;

-- An account is better-auth's organization.
alter table leadline.accounts add column name text not null default '';

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

create table leadline.sessions (
  id uuid primary key,
  user_id uuid not null references leadline.users (id) on delete cascade,
  token text not null unique, -- useless on its own: the cookie also needs a signature made with SECRET_KEY
  active_account_id uuid references leadline.accounts (id),
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on leadline.sessions (user_id);

-- How a user signs in: here, by password. better-auth calls this an account and defines the columns.
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

create table leadline.members (
  id uuid primary key,
  account_id uuid not null references leadline.accounts (id),
  user_id uuid not null references leadline.users (id) on delete cascade,
  role text not null check (role in ('owner', 'rep', 'viewer')),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);
create index members_by_user on leadline.members (user_id);

create table leadline.invitations (
  id uuid primary key,
  account_id uuid not null references leadline.accounts (id),
  email text not null,
  role text not null check (role in ('owner', 'rep', 'viewer')),
  status text not null,
  inviter_id uuid not null references leadline.users (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_by_account on leadline.invitations (account_id);

-- Sign-in attempts by the hash of an IP address or email. Unlogged, because they may be lost in a crash.
create unlogged table leadline.sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  resets_at timestamptz not null
);

grant select, insert, update, delete on leadline.users, leadline.sessions, leadline.credentials, leadline.verifications,
  leadline.two_factors, leadline.members, leadline.invitations, leadline.sign_in_attempts to leadline_auth;
grant select, insert, update (name) on leadline.accounts to leadline_auth;
grant select on leadline.plans to leadline_auth;
grant select, insert, update (expires_at) on leadline.api_keys to leadline_auth;
grant insert on leadline.audit_log to leadline_auth;
-- The worker deletes expired rows without being able to read whose they are.
grant select (expires_at), delete on leadline.sessions, leadline.verifications to leadline_worker;
grant select (resets_at), delete on leadline.sign_in_attempts to leadline_worker;
create policy names_its_account on leadline.audit_log to leadline_auth with check (true);

-- Saved views: inbox filters that a team has named.
create table leadline.views (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  primary key (account_id, id)
);

-- The request log: recent intake requests, kept for a week to help people connect a form. It is not a complete record;
-- under load, requests are skipped.
create table leadline.received (
  account_id uuid not null,
  id uuid not null,
  path text not null,
  content_type text not null,
  body text not null,
  is_cut boolean not null,
  status smallint not null,
  error text,
  lead_id uuid,
  primary key (account_id, id)
);
create index received_by_lead on leadline.received (account_id, lead_id) where lead_id is not null;

grant select, insert, update, delete on leadline.views to leadline_api;
grant select, insert, delete on leadline.received to leadline_api;
grant select, delete on leadline.received to leadline_worker;
alter table leadline.views enable row level security;
alter table leadline.received enable row level security;
create policy own_account on leadline.views to leadline_api using (account_id = leadline.named_account());
create policy own_account on leadline.received to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.received to leadline_worker using (true);

-- The order of the inbox: the score, minus one point for every twelve hours the lead has waited. All leads lose points at
-- the same rate, so their order never changes and can be indexed: one point is worth half a day.
create function leadline.priority_of(score smallint, id uuid) returns double precision
language sql immutable parallel safe as $$
  select score + ('x0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 43200000.0::double precision
$$;
create index leads_by_priority on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, grade, source) where outcome = 'open';

-- The author: user_… or key_…; null if it was imported or recorded before this column existed.
alter table leadline.outcomes add column recorded_by text;

-- For finding recent outcomes for the live feed.
create index outcomes_by_time on leadline.outcomes (account_id, id);

-- Lets win rates by grade and source be counted with an index-only scan: 250,000 closed leads take 0.1 s instead of 0.4 s.
drop index leadline.leads_with_outcome;
create index leads_with_outcome on leadline.leads (account_id, outcome, id) include (grade, source)
  where outcome <> 'open';
