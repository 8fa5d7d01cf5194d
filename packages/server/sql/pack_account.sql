-- What the cell of an account needs from the directory: the account with its test account, their keys, the people, all plans,
-- and what is new in the audit log. Locks the account's place, so that it can't move before the transaction ends.
create or replace function leadline.pack_account(live_id uuid) returns table (cell text, packed json, last_change bigint)
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  ids uuid[];
begin
  perform pg_advisory_xact_lock(lock_key(live_id, 'pack'));
  ids := array(select a.id from accounts a where live_id in (a.id, a.test_of));
  return query
  select live.cell,
    json_build_object(
      'account_id', live_id,
      'plans', (select json_agg(p) from plans p),
      'accounts', (select json_agg(a order by a.test_of nulls first) from accounts a where a.id = any (ids)),
      'api_keys', (select coalesce(json_agg(json_build_object(
          'key_hash', k.key_hash, 'id', k.id, 'account_id', k.account_id, 'name', k.name, 'hint', k.hint,
          'created_at', k.created_at, 'expires_at', k.expires_at, 'ending', k.ending, 'scope', k.scope)), '[]')
        from api_keys k where k.account_id = any (ids)),
      'members', (select coalesce(json_agg(m), '[]') from members m where m.account_id = live_id),
      'former_members', (select coalesce(json_agg(f), '[]') from former_members f where f.account_id = live_id),
      'invitations', (select coalesce(json_agg(i), '[]') from invitations i where i.account_id = live_id),
      'users', (select coalesce(json_agg(json_build_object(
          'id', u.id, 'name', u.name, 'email', u.email, 'email_verified', u.email_verified,
          'created_at', u.created_at)), '[]')
        from users u where u.id in (
          select m.user_id from members m where m.account_id = live_id
          union select f.user_id from former_members f where f.account_id = live_id
          union select i.inviter_id from invitations i where i.account_id = live_id)),
      -- After a move, the old copy stays for a while. What it lacks are the entries since then.
      'audit_log', (select coalesce(json_agg(l), '[]') from audit_log l
        where l.account_id = any (ids) and live.cell <> 'main' and (live.presence = 'elsewhere' or l.id >= coalesce((
          select first_id_of((m.frozen_at - interval '10 seconds') at time zone 'utc') from account_moves m
          where m.account_id = live_id), '00000000-0000-0000-0000-000000000000'))),
      'changes', (select coalesce(json_agg(c order by c.id), '[]') from directory_changes c where c.account_id = live_id)),
    (select max(c.id) from directory_changes c where c.account_id = live_id)
  from accounts live where live.id = live_id;
end
$$;
revoke execute on function leadline.pack_account from public;
grant execute on function leadline.pack_account to leadline_auth;
