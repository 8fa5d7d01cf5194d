-- Stores in a cell what pack_account took from the directory, any number of times. Returns false if the cell has deleted the
-- account. With `arriving`, the account moves to this cell and nobody may use it yet; otherwise it must live here already: the
-- address of a cell may lead to another one.
create or replace function leadline.unpack_account(packed json, arriving boolean default false) returns boolean
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  live_id uuid := (packed ->> 'account_id')::uuid;
  own_name text := (select c.name from this_cell c);
  expected_name text := (
    select a.cell from json_populate_recordset(null::accounts, packed -> 'accounts') a where a.test_of is null);
  ids uuid[] := array(select a.id from json_populate_recordset(null::accounts, packed -> 'accounts') a);
  people uuid[] := array(
    select m.user_id from members m where m.account_id = live_id
    union select f.user_id from former_members f where f.account_id = live_id
    union select i.inviter_id from invitations i where i.account_id = live_id);
  change record;
begin
  if own_name is null then
    raise exception 'this database is the directory itself';
  end if;
  if not arriving and own_name is distinct from expected_name then
    raise exception 'this database is the cell "%", but the account lives in "%": the address of a cell is wrong',
      own_name, expected_name using errcode = 'LL002';
  end if;
  if exists (select from deleted_accounts d where d.id = live_id) then
    return false;
  end if;
  insert into plans as p select * from json_populate_recordset(null::plans, packed -> 'plans')
  on conflict (name) do update set monthly_leads = excluded.monthly_leads,
    requests_per_minute = excluded.requests_per_minute, import_bytes = excluded.import_bytes,
    storage_bytes = excluded.storage_bytes, test_leads = excluded.test_leads,
    account_requests_per_minute = excluded.account_requests_per_minute
  where p is distinct from excluded;

  insert into accounts as a (id, email, plan, test_of, created_at, ai, ai_monthly_dollars, name, requires_two_factor,
    rep_leads, deletion_requested_at, delete_at, allowed_origins, cell, presence, leaves_at)
  select n.id, n.email, n.plan, n.test_of, n.created_at, n.ai, n.ai_monthly_dollars, n.name, n.requires_two_factor,
    n.rep_leads, n.deletion_requested_at, n.delete_at, n.allowed_origins, n.cell, case when arriving then 'held' else 'here' end,
    case when arriving then '-infinity'::timestamptz end -- so that the worker queues its work once it is open
  from json_populate_recordset(null::accounts, packed -> 'accounts') n order by n.test_of nulls first
  on conflict (id) do update set email = excluded.email, plan = excluded.plan, ai = excluded.ai,
    ai_monthly_dollars = excluded.ai_monthly_dollars, name = excluded.name,
    requires_two_factor = excluded.requires_two_factor, rep_leads = excluded.rep_leads, deletion_requested_at = excluded.deletion_requested_at,
    delete_at = excluded.delete_at, allowed_origins = excluded.allowed_origins, cell = excluded.cell,
    presence = case when arriving then 'held' else a.presence end,
    leaves_at = case when arriving then '-infinity' else a.leaves_at end;

  -- Another person may have had the address before. The cell will be told about them, too.
  update users u set email = u.id::text
  from json_populate_recordset(null::users, packed -> 'users') n where u.email = n.email and u.id <> n.id;
  insert into users as u (id, name, email, email_verified, created_at)
  select n.id, n.name, n.email, n.email_verified, n.created_at
  from json_populate_recordset(null::users, packed -> 'users') n
  on conflict (id) do update set name = excluded.name, email = excluded.email, email_verified = excluded.email_verified;

  delete from api_keys k where k.account_id = any (ids)
    and k.key_hash not in (select n.key_hash from json_populate_recordset(null::api_keys, packed -> 'api_keys') n);
  insert into api_keys (key_hash, id, account_id, name, hint, created_at, expires_at, ending, scope)
  select n.key_hash, n.id, n.account_id, n.name, n.hint, n.created_at, n.expires_at, n.ending, n.scope
  from json_populate_recordset(null::api_keys, packed -> 'api_keys') n
  on conflict (key_hash) do update set name = excluded.name, hint = excluded.hint, expires_at = excluded.expires_at,
    ending = excluded.ending, scope = excluded.scope;

  delete from members m where m.account_id = live_id
    and m.id not in (select n.id from json_populate_recordset(null::members, packed -> 'members') n);
  insert into members select * from json_populate_recordset(null::members, packed -> 'members')
  on conflict (id) do update set role = excluded.role;
  delete from invitations i where i.account_id = live_id
    and i.id not in (select n.id from json_populate_recordset(null::invitations, packed -> 'invitations') n);
  insert into invitations select * from json_populate_recordset(null::invitations, packed -> 'invitations')
  on conflict (id) do update set role = excluded.role, status = excluded.status, expires_at = excluded.expires_at;
  delete from former_members f where f.account_id = live_id and f.user_id not in (
    select n.user_id from json_populate_recordset(null::former_members, packed -> 'former_members') n);
  insert into former_members select * from json_populate_recordset(null::former_members, packed -> 'former_members')
  on conflict (account_id, user_id) do update set name = excluded.name, email = excluded.email, left_at = excluded.left_at;
  delete from users u where u.id = any (people) and not exists (select from members m where m.user_id = u.id)
    and not exists (select from former_members f where f.user_id = u.id)
    and not exists (select from invitations i where i.inviter_id = u.id);

  insert into audit_log select * from json_populate_recordset(null::audit_log, packed -> 'audit_log')
  on conflict do nothing;
  for change in
    select c.task, c.details from json_populate_recordset(null::directory_changes, packed -> 'changes') c
    where c.task is not null order by c.id
  loop
    perform run_directory_task(live_id, change.task, change.details);
  end loop;
  return true;
end
$$;
revoke execute on function leadline.unpack_account from public;
grant execute on function leadline.unpack_account to leadline_auth;
