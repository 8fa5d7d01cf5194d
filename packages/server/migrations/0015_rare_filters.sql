-- A source with few leads, or none, would otherwise read every lead of the account: 0.1 s with a million of them.
create index leads_by_source on leadline.leads (account_id, source, id) include (score, grade);

-- Spam is at the end of the inbox, after all recent leads.
create index spam_by_priority on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, source) where outcome = 'open' and grade = 'Spam';
