-- These leads of the named account. Leads of a page are usually far apart on the disk, and often not in memory: read in the
-- order of their places, PostgreSQL asks for many at once instead of waiting for each.
create or replace function leadline.read_leads(ids uuid[], first uuid, last uuid) returns setof leadline.leads
language plpgsql stable rows 50 set search_path = leadline, pg_temp
-- The months are chosen by the first and last ID; they can't be by an array.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return query select l.* from leads l
    where l.account_id = named_account() and l.id = any (ids) and l.id >= first and l.id <= last;
end
$$;
revoke execute on function leadline.read_leads from public;
grant execute on function leadline.read_leads to leadline_api;
