-- How much a lead counts toward the storage limit: its JSON, and what indexes, contact, search text, request and row
-- headers take.
create or replace function leadline.lead_bytes(json_length bigint) returns bigint
language sql immutable parallel safe as $$
  select json_length + 2048
$$;
revoke execute on function leadline.lead_bytes from public;
grant execute on function leadline.lead_bytes to leadline_api, leadline_limited, leadline_worker, leadline_writer;
