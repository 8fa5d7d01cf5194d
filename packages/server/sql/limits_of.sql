-- The limits that apply to an account. For a test account, they come from the plan of its live account.
create or replace function leadline.limits_of(account uuid)
returns table (monthly_leads integer, storage_bytes bigint)
language sql stable as $$
  select case when a.test_of is null then p.monthly_leads else p.test_leads end, p.storage_bytes
  from leadline.accounts a
  join leadline.accounts live on live.id = coalesce(a.test_of, a.id)
  join leadline.plans p on p.name = live.plan
  where a.id = account
$$;
revoke execute on function leadline.limits_of from public;
grant execute on function leadline.limits_of to leadline_api, leadline_limited, leadline_worker, leadline_auth;
