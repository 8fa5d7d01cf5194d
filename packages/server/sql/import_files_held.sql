-- What the files of the current account and its test or live twin take up until they are imported, and the most its plan
-- allows. A twin's imports are invisible to the account itself, but share its limits.
create or replace function leadline.import_files_held(
  out uploading integer, out waiting integer, out bytes bigint, out max_bytes bigint
) language sql stable security definer set search_path = leadline, pg_temp as $$
  with live as (
    select coalesce(a.test_of, a.id) as id from accounts a where a.id = named_account()
  ), both_accounts as (
    select a.id from live l join accounts a on a.id = l.id or a.test_of = l.id
  ), held as (
    select i.status, i.file_bytes from imports i join both_accounts b on b.id = i.account_id
    where i.status in ('uploading', 'ready', 'queued', 'running', 'stopped')
  )
  select
    (select count(*) from held where status = 'uploading')::integer,
    (select count(*) from held where status <> 'uploading')::integer,
    (select coalesce(sum(file_bytes), 0) from held)::bigint,
    (select p.import_bytes from live l join accounts a on a.id = l.id join plans p on p.name = a.plan)
$$;
revoke execute on function leadline.import_files_held from public;
grant execute on function leadline.import_files_held to leadline_api;
