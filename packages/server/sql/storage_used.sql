-- What the named account stores, together with its test account or its live account.
create or replace function leadline.storage_used() returns bigint
language sql stable security definer set search_path = leadline, pg_temp as $$
  select coalesce(sum(s.bytes), 0)::bigint
  from accounts a
  join storage s on s.account_id in (a.id, a.test_of, (select t.id from accounts t where t.test_of = a.id))
  where a.id = named_account()
$$;
revoke execute on function leadline.storage_used from public;
grant execute on function leadline.storage_used to leadline_api, leadline_limited;
