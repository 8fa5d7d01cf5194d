-- Remembers the live accounts in other cells that a changed row of the directory is about. For a plan, one account of each
-- cell is enough to bring the plans along.
create or replace function leadline.note_directory_change() returns trigger
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  if not exists (select from cells where address is not null) then
    return null;
  end if;
  insert into directory_changes (account_id)
  select live.id from accounts live
  where live.cell <> 'main' and live.test_of is null and live.id = any (case tg_table_name
    when 'accounts' then array[coalesce(changed ->> 'test_of', changed ->> 'id')]::uuid[]
    when 'api_keys' then array(
      select coalesce(a.test_of, a.id) from accounts a where a.id = (changed ->> 'account_id')::uuid)
    when 'users' then array(
      select m.account_id from members m where m.user_id = (changed ->> 'id')::uuid
      union select f.account_id from former_members f where f.user_id = (changed ->> 'id')::uuid)
    when 'plans' then array(
      select distinct on (a.cell) a.id from accounts a where a.cell <> 'main' and a.test_of is null order by a.cell)
    else array[changed ->> 'account_id']::uuid[]
  end);
  return null;
end
$$;
revoke execute on function leadline.note_directory_change from public;
