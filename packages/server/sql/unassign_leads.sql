-- Takes open leads away from a user who has left the account or can no longer work on leads, live and test, and gives them
-- to another or to nobody. Says so in their timelines. Locks the leads in the same order as changes of many leads do.
create or replace function leadline.unassign_leads(
  one_account_id uuid, one_user_id uuid, one_actor text, next_user_id uuid default null
) returns void
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  if leave_to_cell(one_account_id, 'unassign_leads', json_build_object(
      'user_id', one_user_id, 'actor', one_actor, 'next_user_id', next_user_id)) then
    return;
  end if;
  with held as materialized (
    select l.account_id, l.id from leads l
    where l.account_id in (select a.id from accounts a where a.id = one_account_id or a.test_of = one_account_id)
      and l.assignee = one_user_id and l.outcome = 'open'
    order by l.account_id, l.id
    for no key update
  ), freed as (
    update leads l set assignee = next_user_id, revision = l.revision + 1
    from held h where l.account_id = h.account_id and l.id = h.id
    returning l.account_id, l.id
  ), noted as materialized (
    select note_changed_leads(array_agg(f.account_id), array_agg(f.id)) from freed f
  )
  insert into activities (account_id, lead_id, kind, actor, data)
  select f.account_id, f.id, 'assigned', one_actor,
    json_build_object('assignee', replace(next_user_id::text, '-', ''), 'previous', replace(one_user_id::text, '-', ''))
  from freed f, noted;
end
$$;
revoke execute on function leadline.unassign_leads from public;
grant execute on function leadline.unassign_leads to leadline_auth;
