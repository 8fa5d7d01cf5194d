-- Work on leads: how far a rep has got, whose lead it is, when to return to it, and its timeline. And the business behind
-- an account: its currency, time zone, office hours and typical deal.

-- The status that people see is the outcome, or the stage while the outcome is open. So a lead that is reopened is back
-- where it was.
alter table leadline.leads
  add column stage text not null default 'new'
    constraint leads_stage_check check (stage in ('new', 'contacted', 'qualified', 'unqualified')),
  add column assignee uuid, -- a user
  add column snoozed_until timestamptz,
  add column contacted_at timestamptz; -- when somebody first worked on it
grant update (stage, assignee, snoozed_until, contacted_at) on leadline.leads to leadline_api, leadline_worker;

-- The to-do list starts with new leads. Leads in progress have an index of their own, which new leads don't pay for.
drop index leadline.leads_by_priority;
create index leads_by_priority on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, grade, source, assignee, snoozed_until) where outcome = 'open' and stage = 'new';
create index leads_in_progress on leadline.leads (account_id, leadline.priority_of(score, id) desc, id desc)
  include (score, grade, source, stage, assignee, snoozed_until) where outcome = 'open' and stage <> 'new';
create index leads_snoozed on leadline.leads (account_id, snoozed_until) where snoozed_until is not null;
create index leads_by_assignee on leadline.leads (account_id, assignee, id)
  include (score, grade, source, outcome, stage) where assignee is not null;

-- The timeline of a lead, except for outcomes and webhook deliveries, which have tables of their own. The database makes
-- the ID while the lead is locked, so IDs have the order of the changes, whichever process made them.
create table leadline.activities (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('status', 'snoozed', 'assigned', 'note', 'feedback', 'rescored')),
  actor text not null,
  data json not null,
  primary key (account_id, lead_id, id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);
grant select, insert on leadline.activities to leadline_api, leadline_worker;
alter table leadline.activities enable row level security;
create policy own_account on leadline.activities to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.activities to leadline_worker using (true);

alter table leadline.outcomes alter column id set default uuidv7();

-- Deliveries about a change of a lead are found by the lead when it is erased.
drop index leadline.deliveries_of_outcomes;
create index deliveries_of_changes on leadline.deliveries (account_id, lead_id)
  where event in ('lead.outcome', 'lead.status');

-- Belongs to the live account; its test account shares it.
create table leadline.profiles (
  account_id uuid primary key,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  -- ISO weekdays, from Monday (1) to Sunday (7).
  office_days smallint[] not null default '{1,2,3,4,5}',
  opens_at time not null default '09:00',
  closes_at time not null default '17:00',
  typical_deal numeric(14, 2) check (typical_deal > 0), -- null: not stated
  check (opens_at < closes_at)
);
grant select, insert, update on leadline.profiles to leadline_api;
grant select on leadline.profiles to leadline_worker;
alter table leadline.profiles enable row level security;
create policy own_account on leadline.profiles to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.profiles to leadline_worker using (true);

grant select (account_id, user_id, role) on leadline.members to leadline_worker;
grant select (id, name, email) on leadline.users to leadline_worker;
