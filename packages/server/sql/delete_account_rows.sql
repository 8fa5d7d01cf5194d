-- Deletes up to `most` rows of an account that is due for deletion, or was deleted, and returns how many; 0 once nothing
-- is left but the account itself. Finds the tables in the catalog, so that a new table can't be forgotten. Tables that
-- refer to others come first; otherwise one row could take any number of others with it.
create or replace function leadline.delete_account_rows(one_account_id uuid, most integer) returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  one_table regclass;
  deleted integer;
begin
  if not exists (select from accounts a
      where a.id = one_account_id and a.delete_at <= now())
    and not exists (select from deleted_accounts d where d.id = one_account_id) then
    raise exception 'this account is not due for deletion';
  end if;
  for one_table in
    select c.oid from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'leadline'::regnamespace and c.relkind = 'r'
    order by not exists (select from pg_constraint r
        where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> 'accounts'::regclass), c.relname
  loop
    execute format(
      'delete from %1$s where ctid = any (array(select ctid from %1$s where account_id = $1 limit $2))', one_table)
      using one_account_id, most;
    get diagnostics deleted = row_count;
    if deleted > 0 then
      return deleted;
    end if;
  end loop;
  return 0;
end
$$;
revoke execute on function leadline.delete_account_rows from public;
grant execute on function leadline.delete_account_rows to leadline_worker;
