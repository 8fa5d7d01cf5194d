-- The advisory lock that serializes writing and deleting the leads of an account. If two accounts share a key, they
-- only wait for each other.
create or replace function leadline.lock_key(account_id uuid) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(account_id::text, 0)
$$;
