-- What leads are searched and filtered by but arrives too slowly, or costs too much, to be written with them: the worker
-- adds it a moment later.

-- Both come with PostgreSQL and are trusted, so the owner of the database may create them.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

create table leadline.search_texts (
  account_id uuid not null,
  id uuid not null, -- of the lead
  country text collate "C" not null, -- of the phone number; empty if unknown
  text text collate "C" not null, -- see leads/search-text.ts
  primary key (account_id, id) include (country),
  foreign key (account_id, id) references leadline.leads (account_id, id) on delete cascade
);
create index search_texts_by_country on leadline.search_texts (account_id, country, id);
-- Every search reads the list of pending entries, so it has to stay short. Only the worker waits when it is emptied.
do $$
declare
  extension_schema name;
begin
  select n.nspname into strict extension_schema
  from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops';
  execute format('create index search_texts_by_part on leadline.search_texts using gin (account_id, text %I.gin_trgm_ops)
    with (gin_pending_list_limit = 512)', extension_schema);
end
$$;
grant select on leadline.search_texts to leadline_api;
grant select, insert on leadline.search_texts to leadline_worker;
alter table leadline.search_texts enable row level security;
create policy own_account on leadline.search_texts to leadline_api using (account_id = leadline.named_account());
create policy serves_every_account on leadline.search_texts to leadline_worker using (true);

-- Leads whose search text is still missing.
create table leadline.search_queue (
  account_id uuid not null,
  id uuid not null,
  primary key (account_id, id)
);
grant insert on leadline.search_queue to leadline_writer;
grant select, delete, update (id) on leadline.search_queue to leadline_worker; -- to lock rows, it must be able to update
alter table leadline.search_queue enable row level security;
create policy serves_every_account on leadline.search_queue to leadline_worker using (true);
create policy batches_span_accounts on leadline.search_queue to leadline_writer using (true);
insert into leadline.search_queue (account_id, id) select l.account_id, l.id from leadline.leads l;

-- By grade, because a filter by grade would otherwise have to skip all better leads.
create index leads_by_score on leadline.leads (account_id, grade, score, id) include (source, outcome, stage);
