-- Which of the newest leads of the named account match every pattern, and how many were compared. The texts of a small account
-- are far apart on the disk and often not in memory: read in the order of their places, PostgreSQL asks for many at once
-- instead of waiting for each.
create or replace function leadline.search_newest(patterns text[], most integer, out ids uuid[], out compared integer)
language plpgsql stable security definer set search_path = leadline, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_indexscan = on
as $$
declare
  account uuid := named_account();
  oldest uuid;
begin
  select n.id into oldest from (
    select s.id from search_texts s where s.account_id = account order by s.id desc limit most) n order by n.id limit 1;
  perform set_config('enable_indexscan', 'off', true); -- until the function returns
  select coalesce(array_agg(s.id) filter (where s.text like all (patterns)), '{}'), count(*)::integer
    into ids, compared from search_texts s where s.account_id = account and s.id >= oldest;
end
$$;
revoke execute on function leadline.search_newest from public;
grant execute on function leadline.search_newest to leadline_api, leadline_limited;
