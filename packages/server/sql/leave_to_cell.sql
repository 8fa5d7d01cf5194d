-- Remembers a task for the account's cell and returns true, if the account isn't in this database or is about to leave it.
create or replace function leadline.leave_to_cell(one_account_id uuid, one_task text, one_details json) returns boolean
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(lock_key(one_account_id, 'place'));
  if not exists (select from accounts a where a.id = one_account_id and a.presence in ('held', 'elsewhere'))
    or exists (select from this_cell) then
    return false;
  end if;
  insert into directory_changes (account_id, task, details) values (one_account_id, one_task, one_details);
  return true;
end
$$;
revoke execute on function leadline.leave_to_cell from public;
