-- How many audit log entries an account has from the last 24 hours. Stops counting after `enough`, to stay cheap.
create or replace function leadline.recent_changes(account uuid, enough integer) returns bigint
language sql stable security definer set search_path = leadline, pg_temp as $$
  select count(*) from (
    select from audit_log l
    where l.account_id = account and l.id > first_id_of((now() - interval '24 hours') at time zone 'utc')
    limit enough
  ) recent
$$;
revoke execute on function leadline.recent_changes from public;
grant execute on function leadline.recent_changes to leadline_api, leadline_limited, leadline_auth, leadline_worker;
