-- The members of live accounts who work on leads. They can't leave or become viewers before the transaction ends: a lead
-- assigned to one of them is taken away again when they do.
create or replace function leadline.hold_teams(account_ids uuid[]) returns table (account_id uuid, user_id uuid)
language sql security definer set search_path = leadline, pg_temp as $$
  select m.account_id, m.user_id from members m
  where m.account_id = any (account_ids) and m.role <> 'viewer'
  order by m.account_id, m.user_id
  for key share
$$;
revoke execute on function leadline.hold_teams from public;
grant execute on function leadline.hold_teams to leadline_worker;
