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
  added_at timestamptz not null default now()
);
insert into leadline.cells (name) values ('main');
grant select on leadline.cells to leadline_api, leadline_auth, leadline_worker;
grant update (bytes, accounts) on leadline.cells to leadline_auth;

-- Which cell this database is. Empty in the directory.
create table leadline.this_cell (
  name text primary key
);
grant select on leadline.this_cell to leadline_api, leadline_auth, leadline_worker;

-- allow lock: there is one row per account; a hundred thousand take a part of a second
alter table leadline.accounts
  -- Only right in the directory.
  add column cell text not null default 'main',
  -- "here": its data is in this database. "leaving": it is about to move; the worker leaves it alone. "held": there is data
  -- that nobody may use, because the account is on its way or has left. "elsewhere": there is none, only the directory's.
  add column presence text not null default 'here'
    constraint accounts_presence_check check (presence in ('here', 'leaving', 'held', 'elsewhere')),
  -- From when on the worker leaves it alone; see sql/held_accounts.sql.
  add column leaves_at timestamptz;
grant select (cell, presence) on leadline.accounts to leadline_api, leadline_worker;
grant select (leaves_at) on leadline.accounts to leadline_worker;
grant select (presence) on leadline.accounts to leadline_writer;
-- allow lock: there is one row per account; a hundred thousand take a part of a second
create index accounts_held on leadline.accounts (id) where presence in ('leaving', 'held');
-- allow lock: there is one row per account; a hundred thousand take a part of a second
create index accounts_by_cell on leadline.accounts (cell) where cell <> 'main';

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
grant select (account_id, step) on leadline.account_moves to leadline_api;

-- Replaced by the file of the same name in sql/.
create function leadline.held_accounts() returns uuid[] language sql stable as $$ select '{}'::uuid[] $$;
create function leadline.note_directory_change() returns trigger language plpgsql as $$ begin return null; end $$;

-- Directory tables are written rarely, partly by a library, and no change must be missed; so they have triggers. Nothing
-- else does.
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or delete or update of
    email, plan, ai, ai_monthly_dollars, name, requires_two_factor, deletion_requested_at, delete_at, allowed_origins
  on leadline.accounts for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or delete or update of key_hash, name, hint, expires_at, scope
  on leadline.api_keys for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or delete or update on leadline.members
  for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or delete or update on leadline.former_members
  for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or delete or update on leadline.invitations
  for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after update of name, email, email_verified on leadline.users
  for each row execute function leadline.note_directory_change();
-- allow lock: the table is small and rarely written, and nothing is read or rewritten
create trigger tell_cell after insert or update on leadline.plans
  for each row execute function leadline.note_directory_change();

-- The worker doesn't see accounts that are on their way.
-- allow lock: changing a policy takes a moment and reads nothing; if a table is in use, the migration tries again
do $$
declare
  one_table regclass;
begin
  for one_table in select polrelid::regclass from pg_policy where polname = 'serves_every_account' loop
    execute format('alter policy serves_every_account on %s using (account_id <> all ((select leadline.held_accounts())::uuid[]))', one_table);
  end loop;
end $$;
