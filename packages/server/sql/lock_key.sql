-- The key of one of an account's advisory locks. If two accounts happen to get the same key, they just wait for each other.
-- Several are taken in the order of place, requests, leads.
--
--   leads     writing and deleting its leads
--   requests  shared: logging its requests; alone: erasing leads or people, so that nothing about them is logged meanwhile
--   trimming  deleting old requests from its log
--   place     shared: using it in this cell; alone: moving it to another one
--   pack      telling its cell what the directory knows
--   move      held by the process that moves it
--   sums      changing what its insights are added up from
create or replace function leadline.lock_key(account_id uuid, lock text) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(account_id::text, case lock
    when 'leads' then 0
    when 'requests' then 1
    when 'trimming' then 2
    when 'place' then 3
    when 'pack' then 4
    when 'move' then 5
    when 'sums' then 6
    else ('no such lock: ' || lock)::integer -- fails: without a key, nothing would be locked
  end)
$$;
revoke execute on function leadline.lock_key from public;
grant execute on function leadline.lock_key to leadline_api, leadline_limited, leadline_auth, leadline_worker, leadline_writer;
