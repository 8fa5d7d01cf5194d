-- Deletes an account and its test account once delete_account_rows has deleted everything else. Returns false if there
-- is still something left.
create or replace function leadline.finish_account_deletion(one_account_id uuid) returns boolean
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  ids uuid[];
begin
  ids := array(select a.id from accounts a where a.id = one_account_id or a.test_of = one_account_id for update);
  if (select coalesce(sum(delete_account_rows(one_id, 100)), 0) from unnest(ids) one_id) > 0 then
    return false;
  end if;
  insert into deleted_accounts (id, requested_at)
  select a.id, a.deletion_requested_at from accounts a where a.id = any (ids);
  update sessions set active_account_id = null where active_account_id = any (ids);
  delete from accounts where test_of = one_account_id;
  delete from accounts where id = one_account_id;
  -- A cell only has copies of the people of its accounts. With the lock, nobody adds one of them to another account meanwhile.
  if exists (select from this_cell) then
    lock table users in share row exclusive mode;
    delete from users u
    where not exists (select from members m where m.user_id = u.id)
      and not exists (select from former_members f where f.user_id = u.id)
      and not exists (select from invitations i where i.inviter_id = u.id);
  end if;
  return true;
end
$$;
revoke execute on function leadline.finish_account_deletion from public;
grant execute on function leadline.finish_account_deletion to leadline_worker;
