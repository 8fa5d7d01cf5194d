-- The accounts whose rows the worker must not see, because they are on their way to another cell or have just left.
-- A transaction that began before an account leaves sees it to the end; otherwise it could take an event from the outbox and
-- then find no endpoint to deliver it to. The mover waits for such transactions.
create or replace function leadline.held_accounts() returns uuid[]
language sql stable parallel safe as $$
  select coalesce(array_agg(a.id), '{}') from leadline.accounts a where a.presence in ('leaving', 'held')
    and (a.leaves_at is null or a.leaves_at <= now())
$$;
revoke execute on function leadline.held_accounts from public;
grant execute on function leadline.held_accounts to leadline_worker;
