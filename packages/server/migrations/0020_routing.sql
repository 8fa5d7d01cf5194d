-- Routing: rules that give new leads an assignee.

-- Accounts in which something other than webhooks acts on new leads of a grade or better: write_leads puts those leads
-- into the outbox too. Each watcher keeps a row of its own, so that none has to know of the others.
create table leadline.lead_watchers (
  account_id uuid not null,
  watcher text not null check (watcher in ('routing', 'alerts')),
  min_grade text not null check (min_grade in ('Spam', 'Cold', 'Cool', 'Warm', 'Hot')),
  primary key (account_id, watcher)
);
grant select, insert, update, delete on leadline.lead_watchers to leadline_api;
grant select on leadline.lead_watchers to leadline_writer;
alter table leadline.lead_watchers enable row level security;
create policy own_account on leadline.lead_watchers to leadline_api using (account_id = leadline.named_account());
create policy batches_span_accounts on leadline.lead_watchers to leadline_writer using (true);

-- The rules of an account, in order. Belongs to the live account: test leads are not routed.
create table leadline.routing (
  account_id uuid primary key,
  version integer not null check (version > 0), -- counts the changes of the rules
  rules json not null,
  -- Whose turn it was last, by rule. The worker locks the row to take turns, so two workers can't take the same one.
  turns json not null default '{}'
);
grant select, insert, update (version, rules) on leadline.routing to leadline_api;
grant select, update (turns) on leadline.routing to leadline_worker;
alter table leadline.routing enable row level security;
create policy own_account on leadline.routing to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.routing to leadline_worker using (true);
