-- The smallest UUIDv7 for a point in time (UTC). Called by functions of the same owner, to list the events since a member
-- joined, and to recognize leads that are not new.
create or replace function leadline.first_id_of(moment timestamp) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
revoke execute on function leadline.first_id_of from public;
grant execute on function leadline.first_id_of to leadline_auth, leadline_writer;
