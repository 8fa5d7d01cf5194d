-- How much an entry in a lead's history counts toward the storage limit.
create or replace function leadline.outcome_bytes(reason text) returns bigint
language sql immutable parallel safe as $$
  select coalesce(octet_length(reason), 0) + 256
$$;
revoke execute on function leadline.outcome_bytes from public;
grant execute on function leadline.outcome_bytes to leadline_api, leadline_limited, leadline_worker;
