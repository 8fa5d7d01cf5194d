-- Scopes of API keys, deletion of accounts and users, and settings of webhook endpoints.

alter table leadline.api_keys drop constraint api_keys_scope_check;
alter table leadline.api_keys add constraint api_keys_scope_check check (scope in ('api', 'read', 'send', 'intake'));

-- When an account and its test account will be deleted. From the request on, the account is closed: its keys stop
-- working and its members can only read.
alter table leadline.accounts
  add column deletion_requested_at timestamptz,
  add column delete_at timestamptz,
  add constraint accounts_deletion_check check ((deletion_requested_at is null) = (delete_at is null));
create index accounts_to_delete on leadline.accounts (delete_at) where delete_at is not null;
grant select (delete_at) on leadline.accounts to leadline_api, leadline_worker;
-- The email is replaced when the user it belongs to is deleted.
grant update (deletion_requested_at, delete_at, email) on leadline.accounts to leadline_auth;

-- All that remains of deleted accounts, so that the operator can prove when an account was deleted. The column is not
-- called account_id: the deletion removes every row that has the account in a column of that name.
create table leadline.deleted_accounts (
  id uuid primary key,
  requested_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
create index deleted_accounts_by_time on leadline.deleted_accounts (deleted_at);
grant select on leadline.deleted_accounts to leadline_worker;

-- Throttling of webhook endpoints: no more than this many deliveries per minute, each at its own moment.
alter table leadline.webhook_endpoints
  add column max_per_minute integer check (max_per_minute between 6 and 6000),
  add column next_send_at timestamptz;
grant update (next_send_at) on leadline.webhook_endpoints to leadline_worker;
