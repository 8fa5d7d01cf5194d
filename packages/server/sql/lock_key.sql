-- The key of the advisory lock that serializes writing and deleting an account's leads. If two accounts happen to get
-- the same key, they just wait for each other.
create or replace function leadline.lock_key(account_id uuid) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(account_id::text, 0)
$$;
revoke execute on function leadline.lock_key from public;
grant execute on function leadline.lock_key to leadline_writer;
