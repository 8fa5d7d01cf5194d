-- Insights read when leads were first contacted. New leads don't pay for this index.
create index leads_contacted on leadline.leads (account_id, id)
  include (contacted_at, outcome, grade, assignee) where contacted_at is not null;
