-- How much an account may store, and how much it does. A test account counts with its live account.

alter table leadline.plans
  add column storage_bytes bigint check (storage_bytes >= 0), -- null: unlimited
  add column test_leads integer check (test_leads >= 0); -- per month, with test keys; null: unlimited

update leadline.plans p set storage_bytes = l.storage_bytes, test_leads = l.test_leads
from (values
  ('free', 100e6, 1000),
  ('starter', 1e9, 5000),
  ('growth', 10e9, 20000),
  ('scale', 100e9, 100000)
) as l (name, storage_bytes, test_leads)
where p.name = l.name;

-- What is stored for an account's leads and their outcomes. write_leads adds to it and deleting subtracts; maintenance
-- counts it again now and then, for example because an operator has dropped a partition.
create table leadline.storage (
  account_id uuid primary key,
  bytes bigint not null default 0,
  leads bigint not null default 0,
  counted_at timestamptz -- null: not counted yet
) with (fillfactor = 50); -- leaves room for in-place updates
alter table leadline.storage enable row level security;

grant select, update (bytes, leads) on leadline.storage to leadline_api;
grant select, insert, update on leadline.storage to leadline_worker;
grant select, insert, update on leadline.storage to leadline_writer;
create policy own_account on leadline.storage to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.storage to leadline_worker using (true);
create policy batches_span_accounts on leadline.storage to leadline_writer using (true);

-- The writer has to know which accounts belong together.
grant select (id, test_of) on leadline.accounts to leadline_writer;

-- It has new parameters; the file in sql/ creates it again.
drop function leadline.write_leads;
