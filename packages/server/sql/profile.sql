-- The profile of the named account, or of its live account; none if nobody has filled it in.
create or replace function leadline.profile() returns setof leadline.profiles
language sql stable security definer set search_path = leadline, pg_temp as $$
  select p.* from accounts a join profiles p on p.account_id = coalesce(a.test_of, a.id) where a.id = named_account()
$$;
revoke execute on function leadline.profile from public;
grant execute on function leadline.profile to leadline_api, leadline_limited;
