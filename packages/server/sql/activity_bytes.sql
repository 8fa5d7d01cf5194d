-- How much an entry in a lead's timeline counts toward the storage limit.
create or replace function leadline.activity_bytes(data json) returns bigint
language sql immutable parallel safe as $$
  select octet_length(data::text) + 256
$$;
revoke execute on function leadline.activity_bytes from public;
grant execute on function leadline.activity_bytes to leadline_api, leadline_limited, leadline_worker;
