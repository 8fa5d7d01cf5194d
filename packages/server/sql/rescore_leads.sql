-- Replaces the scores of an account's open leads and returns which were still open, with what their results take more than
-- before. No role can change a score in any other way. A lead that wasn't counted stays Spam until somebody says it isn't:
-- settings could otherwise turn leads into spam for as long as it takes to send them. Locks the leads in order, so that two callers can't deadlock.
grant create on schema leadline to leadline_writer;
set local role leadline_writer;
create or replace function leadline.rescore_leads(
  one_account_id uuid, lead_ids uuid[], scores smallint[], grades text[], scored_json text[]
) returns table (lead_id uuid, added_bytes integer)
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  perform from leads l
  where l.account_id = one_account_id and l.id = any (lead_ids) and l.outcome = 'open'
  order by l.id for no key update;
  perform note_changed_leads(array_fill(one_account_id, array[cardinality(lead_ids)]), lead_ids);
  return query
  update leads l set score = r.score, grade = r.grade, scored = r.scored::json
  from unnest(lead_ids, scores, grades, scored_json) as r (id, score, grade, scored)
  where l.account_id = one_account_id and l.id = any (lead_ids) and l.id = r.id and l.outcome = 'open'
    and (not l.uncounted or r.grade = 'Spam')
  returning l.id, octet_length(new.scored::text) - octet_length(old.scored::text);
end
$$;
revoke execute on function leadline.rescore_leads from public;
grant execute on function leadline.rescore_leads to leadline_worker;
reset role;
revoke create on schema leadline from leadline_writer;
