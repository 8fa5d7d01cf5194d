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

-- The audit log of one person.
create index audit_log_by_actor on leadline.audit_log (account_id, actor, id);

-- Replaced by one that can hand leads over to somebody else.
drop function if exists leadline.unassign_leads (uuid, uuid, text);
