-- Waits for any batches that are writing leads for the current account, and blocks new ones until the transaction ends.
create or replace function leadline.lock_account() returns void
language sql security definer set search_path = leadline, pg_temp as $$
  select pg_advisory_xact_lock(lock_key(named_account(), 'leads'))
$$;
revoke execute on function leadline.lock_account from public;
grant execute on function leadline.lock_account to leadline_api, leadline_limited, leadline_worker;
