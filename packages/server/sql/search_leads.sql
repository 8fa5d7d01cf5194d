-- Only the previous release calls this; match_leads took its place. To be removed with the release after this one.
-- The leads of the named account whose search text matches every pattern: up to `most` of them, in any order. Under
-- row-level security, the API's own queries can't use the index for this, because LIKE is not leakproof.
create or replace function leadline.search_leads(patterns text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = leadline, pg_temp
-- A plain index scan would read the whole account.
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
declare
  conditions text;
begin
  -- Planned with the patterns themselves; LIKE ALL could not use the index.
  select string_agg(format('s.text like %L', pattern), ' and ') into strict conditions from unnest(patterns) as pattern;
  return query execute 'select s.id from search_texts s where s.account_id = $1 and ' || conditions || ' limit $2'
    using named_account(), most;
end
$$;
revoke execute on function leadline.search_leads from public;
grant execute on function leadline.search_leads to leadline_api;
