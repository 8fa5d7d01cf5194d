-- Plans, accounts, API keys and leads. Tables with an account's data are account-first: account_id comes first in every
-- primary key, unique constraint, foreign key and index, and there are no triggers. Plans, accounts and keys are read
-- before the account is known.

create schema if not exists leadline; -- the migrator keeps its own tables in it

-- Roles belong to the cluster, so another database may already have created them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'leadline_api') then
    create role leadline_api nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'leadline_writer') then
    create role leadline_writer nologin;
  end if;
end
$$;

grant usage on schema leadline to leadline_api, leadline_writer;

create table leadline.plans (
  name text primary key,
  monthly_leads integer check (monthly_leads >= 0), -- null: unlimited
  requests_per_minute integer not null check (requests_per_minute > 0)
);

insert into leadline.plans (name, monthly_leads, requests_per_minute) values
  ('free', 100, 6000),
  ('starter', 1000, 6000),
  ('growth', 10000, 12000),
  ('scale', 100000, 60000),
  ('unlimited', null, 1200000),
  ('test', null, 6000);

create table leadline.accounts (
  id uuid primary key,
  email text not null,
  plan text not null references leadline.plans (name),
  -- Test keys belong to a twin account, so test leads are separate by design and not because of a filter.
  test_of uuid unique references leadline.accounts (id),
  created_at timestamptz not null default now()
);

create table leadline.api_keys (
  key_hash bytea primary key, -- SHA-256; the key itself is never stored
  id uuid not null unique,
  account_id uuid not null references leadline.accounts (id),
  name text not null,
  hint text not null, -- the last characters of the key, so that people can recognize it
  created_at timestamptz not null default now(),
  expires_at timestamptz, -- revoked: now; rotated: after the grace period
  last_used_at timestamptz
);
create index api_keys_by_account on leadline.api_keys (account_id);

-- The number of leads per account and calendar month (UTC).
create table leadline.usage (
  account_id uuid not null,
  month date not null,
  leads integer not null default 0 check (leads >= 0),
  primary key (account_id, month)
) with (fillfactor = 50); -- leaves room for in-place updates

-- The ID is a UUIDv7, so it also contains the time the lead was received and determines its monthly partition.
create table leadline.leads (
  account_id uuid not null,
  id uuid not null,
  person_id uuid not null, -- the ID of the person's first lead
  score smallint not null check (score between 0 and 100),
  grade text not null,
  source text not null,
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost')),
  phone text not null default '', -- same as in contacts, to find the contact of this lead
  lead json not null,
  scored json not null,
  received_at timestamptz generated always as (uuid_extract_timestamp(id)) virtual, -- for people who query the table by hand
  -- Filtered pages only need this index or the one by grade. An index per filter would slow down every write.
  primary key (account_id, id) include (score, grade, source)
) partition by range (id);
create index leads_by_grade on leadline.leads (account_id, grade, id) include (score, source);
create index leads_with_outcome on leadline.leads (account_id, outcome, id) where outcome <> 'open';
-- A person's first lead is found by its own ID, so most leads are not in this index.
create index leads_of_returning_people on leadline.leads (account_id, person_id, id) where person_id <> id;

-- Idempotency records: a request that is repeated within a day gets the lead it created the first time.
create table leadline.requests (
  account_id uuid not null,
  fingerprint uuid not null, -- hash of the Idempotency-Key, the sender's delivery ID, or the body
  body_hash uuid not null,
  lead_id uuid not null,
  primary key (account_id, fingerprint)
);
-- Rows are added and deleted in order of time, so a BRIN index is enough to find the old ones.
create index requests_by_age on leadline.requests using brin (lead_id) with (pages_per_range = 32);

-- The contact details of people: one row per combination of email, phone and name. Used to link repeat leads and to
-- search, so everything is normalized (lower case, no accents).
create table leadline.contacts (
  account_id uuid not null,
  email text collate "C" not null,
  phone text collate "C" not null,
  name text collate "C" not null,
  person_id uuid not null,
  surname text collate "C" not null,
  leads integer not null default 1, -- how many leads use it; deleted with the last one
  primary key (account_id, email, phone, name, person_id)
);
create index contacts_by_phone on leadline.contacts (account_id, phone, person_id) where phone <> '';
create index contacts_by_name on leadline.contacts (account_id, name, person_id) where name <> '';
create index contacts_by_surname on leadline.contacts (account_id, surname, person_id) where surname <> name;

create table leadline.outcomes (
  account_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  outcome text not null check (outcome in ('open', 'won', 'lost')),
  at timestamptz not null,
  amount numeric(14, 2) check (amount >= 0),
  reason text,
  recorded_at timestamptz not null default now(),
  primary key (account_id, lead_id, id),
  foreign key (account_id, lead_id) references leadline.leads (account_id, id) on delete cascade
);

-- Creates the partitions from last month (for a process whose clock is behind) to `months_ahead`. A partition is attached
-- rather than created in place, which takes no lock that readers or writers would wait for.
create function leadline.make_lead_partitions(months_ahead integer) returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  first_day timestamp;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  for ahead in -1..least(months_ahead, 24) loop
    first_day := date_trunc('month', now() at time zone 'utc') + make_interval(months => ahead);
    partition := to_char(first_day, '"leads_"YYYY_MM');
    continue when to_regclass('leadline.' || partition) is not null;
    -- Vacuum early: index-only scans, which answer filters, need the visibility map to be up to date.
    execute format('create table %I (like leads including defaults including constraints including generated) '
      'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)', partition);
    execute format('alter table leads attach partition %I for values from (%L) to (%L)', partition,
      first_id_of(first_day), first_id_of(first_day + interval '1 month'));
    made := made + 1;
  end loop;
  return made;
end
$$;

-- The smallest UUIDv7 of a point in time (UTC).
create function leadline.first_id_of(moment timestamp) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Deletes some expired idempotency records and returns how many. Only one process runs it at a time.
create function leadline.forget_requests() returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  forgotten integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('leadline.forget_requests')) then
    return 0;
  end if;
  delete from requests where ctid = any (array(
    select ctid from requests
    where lead_id < first_id_of((now() - interval '25 hours') at time zone 'utc') limit 20000));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

-- The account that this transaction is limited to.
create function leadline.named_account() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('leadline.account', true), '')::uuid
$$;

-- The advisory lock that serializes writing and deleting the leads of an account. If two accounts share a key, they only
-- wait for each other.
create function leadline.lock_key(account_id uuid) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(account_id::text, 0)
$$;

-- Waits for batches that are writing leads of the named account, and blocks new ones until the transaction ends.
create function leadline.lock_account() returns void
language sql security definer set search_path = leadline, pg_temp as $$
  select pg_advisory_xact_lock(lock_key(named_account()))
$$;

-- Stores a batch of leads, from any number of accounts, in one statement: charges them to the allowance and links repeat
-- leads to a person. Returns only the leads it did not store: those over the limit, and those that repeat a stored lead.
-- A fingerprint occurs at most once in a batch.
--
-- Every batch first locks its accounts, in order. So two batches cannot deadlock, and because each statement sees what was
-- committed before it began, everything after the lock sees every earlier lead of these accounts.
create function leadline.write_leads(
  account_ids uuid[], months date[], limits integer[], lead_ids uuid[], person_ids uuid[],
  link_emails text[], link_phones text[], fingerprints uuid[], remembered_from uuid[], body_hashes uuid[],
  scores smallint[], grades text[], sources text[], emails text[], phones text[], names text[], surnames text[],
  leads_json text[], scored_json text[]
) returns table (place bigint, verdict text, known_id uuid, same_body boolean, known_scored json)
language plpgsql security definer
set search_path = leadline, pg_temp
-- Plans are cached, so none may depend on how full the tables were at the time: every lookup goes by key, row by row.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  -- A batch of duplicates writes nothing, yet its answer must wait until the standby has the leads it refers to, and
  -- PostgreSQL waits for a standby only in a transaction that has written something.
  perform pg_logical_emit_message(true, 'leadline', '');
  perform pg_advisory_xact_lock(a.key)
  from (select distinct lock_key(account_id) as key from unnest(account_ids) as account_id order by key) a;

  return query
  with incoming as (
    select i.*, r.lead_id as known_id, r.body_hash = i.body_hash as same_body
    from unnest(account_ids, months, limits, lead_ids, person_ids, link_emails, link_phones, fingerprints,
      remembered_from, body_hashes) with ordinality
      as i (account_id, month, allowed, id, person_id, link_email, link_phone, fingerprint,
        remembered_from, body_hash, place)
    left join lateral (
      select k.lead_id, k.body_hash
      from requests k
      where k.account_id = i.account_id and k.fingerprint = i.fingerprint and k.lead_id >= i.remembered_from
        and exists (select from leads l where l.account_id = k.account_id and l.id = k.lead_id offset 0)
      limit 1
    ) r on true
  ), judged as materialized (
    select i.*, i.known_id is null and (i.allowed is null or i.allowed >= coalesce((
        select u.leads from usage u where u.account_id = i.account_id and u.month = i.month
      ), 0) + count(*) filter (where i.known_id is null) over (
          partition by i.account_id, i.month order by i.place)) as is_accepted
    from incoming i
  ), spent as (
    insert into usage as u (account_id, month, leads)
    select j.account_id, j.month, count(*) from judged j where j.is_accepted group by j.account_id, j.month
    on conflict (account_id, month) do update set leads = u.leads + excluded.leads
  ), accepted as materialized (
    -- Leads of one person share a person_id within the batch; the ID of a person already stored replaces it.
    select j.*, coalesce(first_value(p.person_id) over (
      partition by j.account_id, j.person_id order by p.person_id nulls last),
      first_value(j.id) over (partition by j.account_id, j.person_id order by j.place)) as one_person_id
    from judged j
    cross join lateral (
      select coalesce(
        (select c.person_id from contacts c
         where c.account_id = j.account_id and c.email = j.link_email and j.link_email <> '' limit 1),
        (select c.person_id from contacts c
         where c.account_id = j.account_id and c.phone = j.link_phone and j.link_phone <> '' and c.phone <> ''
         limit 1)
      ) as person_id
    ) p
    where j.is_accepted
  ), stored as (
    insert into leads (account_id, id, person_id, score, grade, source, phone, lead, scored)
    select a.account_id, a.id, a.one_person_id, scores[a.place], grades[a.place], sources[a.place],
      phones[a.place], leads_json[a.place]::json, scored_json[a.place]::json
    from accepted a
  ), remembered as (
    insert into requests (account_id, fingerprint, body_hash, lead_id)
    select a.account_id, a.fingerprint, a.body_hash, a.id from accepted a
    on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id
  ), signed as (
    insert into contacts as c (account_id, email, phone, name, person_id, surname, leads)
    select a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id,
      min(surnames[a.place]), count(*)
    from accepted a
    group by a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id
    on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + excluded.leads
  )
  select j.place, case when j.known_id is null then 'over limit' else 'repeated' end, j.known_id, j.same_body,
    (select l.scored from leads l where l.account_id = j.account_id and l.id = j.known_id)
  from judged j
  where not j.is_accepted;
end
$$;
-- To change a function's owner without being a superuser, we need membership in the new owner's role, and the new owner
-- needs CREATE on the schema.
grant leadline_writer to current_user with set true, inherit false;
grant create on schema leadline to leadline_writer;
alter function leadline.write_leads owner to leadline_writer;
revoke create on schema leadline from leadline_writer;
revoke execute on function leadline.write_leads, leadline.make_lead_partitions, leadline.forget_requests, leadline.lock_account from public;

-- The API's role owns nothing. In a transaction it only sees the account that the transaction has named.
grant select on leadline.plans to leadline_api;
grant select (id, plan, test_of) on leadline.accounts to leadline_api;
grant select, update (last_used_at) on leadline.api_keys to leadline_api;
grant execute on function leadline.write_leads, leadline.make_lead_partitions, leadline.forget_requests, leadline.lock_account to leadline_api;
grant select, delete, update (outcome) on leadline.leads to leadline_api;
grant select, delete, update (leads) on leadline.contacts to leadline_api;
grant select, insert on leadline.outcomes to leadline_api;
grant select, delete on leadline.requests to leadline_api;
grant select on leadline.usage to leadline_api;

-- The writer's batches span accounts. Its role can only be used through write_leads.
grant select, insert on leadline.leads to leadline_writer;
grant select, insert, update on leadline.usage, leadline.requests, leadline.contacts to leadline_writer;

alter table leadline.leads enable row level security;
alter table leadline.contacts enable row level security;
alter table leadline.outcomes enable row level security;
alter table leadline.requests enable row level security;
alter table leadline.usage enable row level security;

create policy own_account on leadline.leads to leadline_api using (account_id = leadline.named_account());
create policy own_account on leadline.contacts to leadline_api using (account_id = leadline.named_account());
create policy own_account on leadline.outcomes to leadline_api using (account_id = leadline.named_account());
create policy own_account on leadline.requests to leadline_api using (account_id = leadline.named_account());
create policy own_account on leadline.usage to leadline_api using (account_id = leadline.named_account());
create policy batches_span_accounts on leadline.leads to leadline_writer using (true);
create policy batches_span_accounts on leadline.contacts to leadline_writer using (true);
create policy batches_span_accounts on leadline.requests to leadline_writer using (true);
create policy batches_span_accounts on leadline.usage to leadline_writer using (true);

select leadline.make_lead_partitions(3);
