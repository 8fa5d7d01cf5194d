-- The account that this transaction is limited to. Row-level security compares every row with it.
create or replace function leadline.named_account() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('leadline.account', true), '')::uuid
$$;
