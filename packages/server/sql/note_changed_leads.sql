-- Notes that leads have changed, so that what insights added up before isn't used anymore. One note per account covers all of
-- its leads between the first and the last; more than necessary is then added up again. Belongs in every transaction that
-- changes, adds or deletes leads or outcomes that insights count, except for new leads: nothing has been added up yet
-- for the last ten minutes.
create or replace function leadline.note_changed_leads(account_ids uuid[], lead_ids uuid[]) returns void
language sql as $$
  insert into leadline.lead_sums (account_id, from_id, to_id)
  select c.account_id, (array_agg(c.id order by c.id))[1], (array_agg(c.id order by c.id desc))[1]
  from unnest(account_ids, lead_ids) as c (account_id, id)
  group by c.account_id
$$;
revoke execute on function leadline.note_changed_leads from public;
grant execute on function leadline.note_changed_leads to leadline_limited, leadline_api, leadline_worker, leadline_writer;
