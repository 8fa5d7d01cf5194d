-- The name of an account, for emails about its leads. The worker can't read the other columns that identify an owner.
create or replace function leadline.account_name(account uuid) returns text
language sql stable security definer set search_path = leadline, pg_temp as $$
  select a.name from accounts a where a.id = account
$$;
revoke execute on function leadline.account_name from public;
grant execute on function leadline.account_name to leadline_worker;
