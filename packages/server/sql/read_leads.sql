-- These leads of the named account. Leads of a page are usually far apart on the disk, and often not in memory: read in the
-- order of their places, PostgreSQL asks for many at once instead of waiting for each.
create or replace function leadline.read_leads(ids uuid[]) returns setof leadline.leads
language plpgsql stable rows 50 set search_path = leadline, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  sorted uuid[] := array_sort(ids);
  oldest uuid := sorted[1];
  newest uuid := sorted[cardinality(sorted)];
begin
  -- The oldest and the newest choose the months; an array can't.
  return query select l.* from leads l
    where l.account_id = named_account() and l.id = any (ids) and l.id >= oldest and l.id <= newest;
end
$$;
revoke execute on function leadline.read_leads from public;
grant execute on function leadline.read_leads to leadline_api, leadline_limited;
