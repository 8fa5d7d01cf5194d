-- The leads of the named account whose search text matches every pattern: up to `most` of them, in any order. Whatever a
-- pattern matches, its part matches too; only the parts are looked up in the index, which is faster. Under row-level
-- security, the API's own queries can't use the index for this, because LIKE is not leakproof.
create or replace function leadline.match_leads(patterns text[], parts text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = leadline, pg_temp
-- A plain index scan would read the whole account.
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
declare
  conditions text;
begin
  -- Planned with the parts themselves; LIKE ALL could not use the index. Nor can an expression, which is what is wanted for
  -- the whole patterns.
  select string_agg(format('s.text like %L', part), ' and ')
      || coalesce(string_agg(format(' and s.text || '''' like %L', pattern), '') filter (where pattern <> part), '')
    into strict conditions from unnest(patterns, parts) as p (pattern, part);
  return query execute 'select s.id from search_texts s where s.account_id = $1 and ' || conditions || ' limit $2'
    using named_account(), most;
end
$$;
revoke execute on function leadline.match_leads from public;
grant execute on function leadline.match_leads to leadline_api, leadline_limited;
