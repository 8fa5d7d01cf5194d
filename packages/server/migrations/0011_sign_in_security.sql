-- Sign-in security: what happened to a user's sign-in, the browsers they use, accounts that require two-factor sign-in,
-- and single sign-on.

-- Belongs to the user, not to an account, and is erased with them. Kept for 90 days.
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

-- Browsers a user has signed in with, by the hash of a cookie.
create table leadline.known_devices (
  user_id uuid not null references leadline.users (id) on delete cascade,
  token_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

alter table leadline.sessions add column sign_in_method text not null default 'password'
  check (sign_in_method in ('password', 'sso'));
alter table leadline.accounts add column requires_two_factor boolean not null default false;
-- Two users must never share an identity of the provider.
create unique index credentials_by_provider on leadline.credentials (provider_id, provider_user_id);

grant select, insert on leadline.security_events to leadline_auth;
grant select, insert, update, delete on leadline.known_devices to leadline_auth;
grant update (requires_two_factor) on leadline.accounts to leadline_auth;
-- The worker deletes old rows without being able to read whose they are.
grant select (id), delete on leadline.security_events to leadline_worker;
grant select (last_seen_at), delete on leadline.known_devices to leadline_worker;
