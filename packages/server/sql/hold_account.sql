-- Keeps an account in this cell until the transaction ends. Fails with LL001 if the account isn't here. A cell knows all of
-- its accounts; in the directory, one that is missing was deleted, and there is nothing to see.
create or replace function leadline.hold_account(account uuid) returns void
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  found text;
begin
  perform pg_advisory_xact_lock_shared(lock_key(account, 'place'));
  select a.presence into found from accounts a where a.id = account;
  if found in ('held', 'elsewhere') or found is null and exists (select from this_cell) then
    raise exception 'the account is not in this cell' using errcode = 'LL001';
  end if;
end
$$;
revoke execute on function leadline.hold_account from public;
grant execute on function leadline.hold_account to leadline_api, leadline_limited, leadline_worker;
