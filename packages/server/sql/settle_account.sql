-- Forgets what the account's cell has been told: changes up to that one, and entries of the audit log. If the cell has deleted
-- the account, what is left of it belongs to the directory's own cell, whose worker deletes the rest. Copies in other cells go
-- first, because only the directory knows of them.
create or replace function leadline.settle_account(
  live_id uuid, last_change bigint, entries uuid[], is_deleted boolean default false
) returns void
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  delete from directory_changes c where c.account_id = live_id and c.id <= last_change;
  delete from audit_log l using accounts a
  where live_id in (a.id, a.test_of) and a.presence = 'elsewhere' and l.account_id = a.id and l.id = any (entries);
  if is_deleted and not has_copies(live_id) then
    update accounts a set cell = 'main', presence = 'here'
    where live_id in (a.id, a.test_of) and a.presence in ('held', 'elsewhere')
      and exists (select from accounts live where live.id = live_id and live.delete_at <= now());
  end if;
end
$$;
revoke execute on function leadline.settle_account from public;
grant execute on function leadline.settle_account to leadline_auth;
