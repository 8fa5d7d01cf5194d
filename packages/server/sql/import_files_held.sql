-- What the files of the current account and its test or live twin take up until they are imported, the most its plan
-- allows, and how many uploads there were in a day, including those
-- that were rejected. A twin's imports are invisible to the account itself, but share its limits.
create or replace function leadline.import_files_held(
  out uploading integer, out waiting integer, out in_a_day integer, out bytes bigint, out max_bytes bigint
) language sql stable security definer set search_path = leadline, pg_temp as $$
  with live as (
    select coalesce(a.test_of, a.id) as id from accounts a where a.id = named_account()
  ), both_accounts as (
    select a.id from live l join accounts a on a.id = l.id or a.test_of = l.id
  ), held as (
    select i.status, i.file_bytes
      -- deleted when the import starts
      + case when i.status in ('uploading', 'ready') then i.workbook_bytes else 0 end as bytes
    from imports i join both_accounts b on b.id = i.account_id
    where i.status in ('uploading', 'ready', 'queued', 'running', 'stopped')
  )
  select
    (select count(*) from held where status = 'uploading')::integer,
    (select count(*) from held where status <> 'uploading')::integer,
    (select count(*) from imports i join both_accounts b on b.id = i.account_id
     where i.id >= first_id_of((now() at time zone 'utc') - interval '1 day'))::integer,
    (select coalesce(sum(held.bytes), 0) from held)::bigint,
    (select p.import_bytes from live l join accounts a on a.id = l.id join plans p on p.name = a.plan)
$$;
revoke execute on function leadline.import_files_held from public;
grant execute on function leadline.import_files_held to leadline_api;
