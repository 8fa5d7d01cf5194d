-- The account that the current transaction is limited to. Row-level security checks every row against it.
create or replace function leadline.named_account() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('leadline.account', true), '')::uuid
$$;
revoke execute on function leadline.named_account from public;
grant execute on function leadline.named_account to leadline_api, leadline_limited, leadline_writer;
