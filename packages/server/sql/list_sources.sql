-- The distinct sources of the named account, in alphabetical order: up to `most` of them. Jumps from one to the next in the
-- index of each partition. The plan is kept, because planning takes a third of the time.
create or replace function leadline.list_sources(most integer) returns setof text
language plpgsql stable security definer set search_path = leadline, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  account uuid := named_account();
begin
  return query
    with recursive found as (
      (select l.source from leads l where l.account_id = account order by l.source limit 1)
      union all
      select (select l.source from leads l where l.account_id = account and l.source > f.source order by l.source limit 1)
      from found f where f.source is not null
    )
    select f.source from found f where f.source is not null limit most;
end
$$;
revoke execute on function leadline.list_sources from public;
grant execute on function leadline.list_sources to leadline_api;
