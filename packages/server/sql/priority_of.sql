-- Sorts the inbox by score, minus one point for every twelve hours that a lead has waited. All leads lose points at
-- the same rate, so their order never changes. It can be indexed by giving newer leads an extra point per half day.
--
-- The indexes leads_by_priority, spam_by_priority, leads_in_progress and leads_not_spam are built on this function. Changing the
-- formula requires a migration that rebuilds them.
create or replace function leadline.priority_of(score smallint, id uuid) returns double precision
language sql immutable parallel safe as $$
  select score + ('x0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 43200000.0::double precision
$$;
revoke execute on function leadline.priority_of from public;
grant execute on function leadline.priority_of to leadline_api, leadline_limited, leadline_worker, leadline_writer;
