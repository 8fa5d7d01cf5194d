-- Counts a lead that was graded Spam toward a month's limit, because somebody says it isn't spam. It counts only once. Returns
-- false, and changes nothing, if the limit is used up. The caller holds the account's lock.

-- Belongs to leadline_writer; see write_leads.sql.
grant create on schema leadline to leadline_writer;
set local role leadline_writer;
create or replace function leadline.count_rescued_lead(one_lead_id uuid, this_month date, allowed integer) returns boolean
language plpgsql security definer
set search_path = leadline, pg_temp
as $$
declare
  account uuid := named_account();
  used integer := coalesce((select u.leads from usage u where u.account_id = account and u.month = this_month), 0);
begin
  if not exists (select from leads l where l.account_id = account and l.id = one_lead_id and l.uncounted) then
    return true;
  elsif used >= allowed then
    return false;
  end if;
  update leads l set uncounted = false where l.account_id = account and l.id = one_lead_id;
  update usage u set spam = u.spam - 1
  where u.account_id = account
    and u.month = date_trunc('month', uuid_extract_timestamp(one_lead_id) at time zone 'UTC')::date;
  insert into usage as u (account_id, month, leads) values (account, this_month, 1)
  on conflict (account_id, month) do update set leads = u.leads + 1;
  insert into outbox (account_id, id, kind, data)
  select account, uuidv7(), 'usage.threshold', json_build_object(
    'month', to_char(this_month, 'YYYY-MM'), 'percent', t.percent, 'used', u.leads, 'limit', allowed, 'spam', u.spam)
  from usage u
  cross join (values (80), (100)) as t (percent)
  where u.account_id = account and u.month = this_month
    and u.leads * 100::bigint >= t.percent * allowed::bigint
    and (u.leads - 1) * 100::bigint < t.percent * allowed::bigint
    and exists (select from accounts a where a.id = account and a.test_of is null)
    and exists (select from webhook_endpoints e
      where e.account_id = account and e.disabled_at is null and 'usage.threshold' = any (e.events));
  return true;
end
$$;
revoke execute on function leadline.count_rescued_lead from public;
grant execute on function leadline.count_rescued_lead to leadline_api, leadline_limited;
reset role;
revoke create on schema leadline from leadline_writer;
