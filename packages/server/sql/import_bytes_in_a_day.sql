-- What was written for the uploads of a day, of the current account and its test or live twin, whether or not they were kept.
create or replace function leadline.import_bytes_in_a_day()
returns bigint language sql stable security definer set search_path = leadline, pg_temp as $$
  select coalesce(sum(i.file_bytes + i.workbook_bytes), 0)::bigint
  from accounts own
  join accounts a on a.id = coalesce(own.test_of, own.id) or a.test_of = coalesce(own.test_of, own.id)
  join imports i on i.account_id = a.id and i.id >= first_id_of((now() at time zone 'utc') - interval '1 day')
  where own.id = named_account()
$$;
revoke execute on function leadline.import_bytes_in_a_day from public;
grant execute on function leadline.import_bytes_in_a_day to leadline_api;
