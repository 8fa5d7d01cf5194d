-- online
-- A few leads at a time, so that nobody waits long for one of them.
do $$
declare
  account uuid;
begin
  for account in select a.id from leadline.accounts a loop
    loop
      update leadline.leads l set closed_at = coalesce(
        (select o.at from leadline.outcomes o
         where o.account_id = l.account_id and o.lead_id = l.id order by o.id desc limit 1),
        uuid_extract_timestamp(l.id))
      where l.account_id = account and l.id = any(array(
        select d.id from leadline.leads d
        where d.account_id = account and d.outcome <> 'open' and d.closed_at is null limit 2000));
      exit when not found;
      commit;
    end loop;
  end loop;
end $$;

create index concurrently leads_closed on leadline.leads
  (account_id, outcome, coalesce(closed_at, 'epoch'::timestamptz) desc, id desc)
  include (score, grade, source, assignee) where outcome <> 'open';
