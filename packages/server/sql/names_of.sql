-- The names and emails of people who are or were in the named account, and the emails of its invitations, of which the
-- audit log only has the first half of the ID. A test account has the people of its live account.
create or replace function leadline.names_of(user_ids uuid[], invitation_starts text[])
returns table (id text, name text, email text, is_former boolean)
language sql stable security definer set search_path = leadline, pg_temp as $$
  with live as (select coalesce(a.test_of, a.id) as id from accounts a where a.id = named_account())
  select 'user_' || replace(m.user_id::text, '-', ''), u.name, u.email, false
  from live join members m on m.account_id = live.id join users u on u.id = m.user_id
  where m.user_id = any (user_ids)
  union all
  select 'user_' || replace(f.user_id::text, '-', ''), f.name, f.email, true
  from live join former_members f on f.account_id = live.id
  where f.user_id = any (user_ids)
    and not exists (select from members m where m.account_id = live.id and m.user_id = f.user_id)
  union all
  select 'inv_' || left(replace(i.id::text, '-', ''), 16), '', i.email, false
  from live join invitations i on i.account_id = live.id
  where left(replace(i.id::text, '-', ''), 16) = any (invitation_starts)
$$;
revoke execute on function leadline.names_of from public;
grant execute on function leadline.names_of to leadline_api;
