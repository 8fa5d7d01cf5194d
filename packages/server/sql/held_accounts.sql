-- The accounts whose rows the worker must not see, because they are on their way to another cell or have just left.
create or replace function leadline.held_accounts() returns uuid[]
language sql stable parallel safe as $$
  select coalesce(array_agg(a.id), '{}') from leadline.accounts a where a.presence in ('leaving', 'held')
$$;
revoke execute on function leadline.held_accounts from public;
grant execute on function leadline.held_accounts to leadline_worker;
