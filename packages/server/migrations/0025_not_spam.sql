-- Leads that were graded as spam although a person says they are not: they belong on the to-do list. They keep their
-- score and grade.
alter table leadline.leads add column not_spam boolean not null default false;
grant update (not_spam) on leadline.leads to leadline_api;

-- Few leads are ever in it, so it costs nothing to add them to the list.
create index leads_not_spam on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  where grade = 'Spam' and not_spam;
