-- The order of the inbox: the score, minus one point for every twelve hours the lead has waited. All leads lose
-- points at the same rate, so their order never changes and can be indexed: one point is worth half a day.
--
-- The index leads_by_priority is built on this function. A new formula needs a migration that rebuilds it.
create or replace function leadline.priority_of(score smallint, id uuid) returns double precision
language sql immutable parallel safe as $$
  select score + ('x0000' || translate(left(id::text, 13), '-', ''))::bit(64)::bigint / 43200000.0::double precision
$$;
