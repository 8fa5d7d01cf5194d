-- The people of the named account. A test account has those of its live account.
create or replace function leadline.team() returns table (user_id uuid, name text, email text, role text)
language sql stable security definer set search_path = leadline, pg_temp as $$
  select m.user_id, u.name, u.email, m.role
  from accounts a
  join members m on m.account_id = coalesce(a.test_of, a.id)
  join users u on u.id = m.user_id
  where a.id = named_account()
$$;
revoke execute on function leadline.team from public;
grant execute on function leadline.team to leadline_api, leadline_limited;
