-- Webhooks, imports, retention and the audit log. The worker relays events from the outbox, runs imports and does
-- maintenance.

do $$
begin
  if not exists (select from pg_roles where rolname = 'leadline_worker') then
    create role leadline_worker nologin;
  end if;
end
$$;
grant usage on schema leadline to leadline_worker;

-- An intake key is part of a URL, so it can only send leads.
alter table leadline.api_keys add column scope text not null default 'api' check (scope in ('api', 'intake'));

create table leadline.webhook_endpoints (
  account_id uuid not null,
  id uuid not null,
  description text not null,
  format text not null check (format in ('standard', 'slack')),
  events text[] not null,
  min_grade text not null, -- leads below it are not sent
  sealed bytea not null, -- URL and secrets, encrypted: a URL may itself be a secret
  failing_since timestamptz, -- null: the last delivery succeeded
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- Events to deliver, written in the same transaction as the change they announce. The worker relays them within a second.
-- Contains no personal data.
create table leadline.outbox (
  account_id uuid not null,
  id uuid not null, -- the event's ID; for lead.scored the ID of the lead, for lead.outcome that of the outcome
  kind text not null,
  subject_id uuid, -- the lead of an outcome, the endpoint of a test or a redelivery, or the import
  data json,
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- The state of each delivery, one row per event and endpoint. The payload is built from the lead when it is sent, so there
-- is no copy to erase along with the lead.
create table leadline.deliveries (
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event text not null,
  lead_id uuid,
  data json,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz default now(),
  last_attempt_at timestamptz,
  response_status smallint,
  response_excerpt text,
  error text,
  primary key (account_id, endpoint_id, event_id) -- no foreign key, because checking it would slow down every insert
) with (fillfactor = 70); -- leaves room for in-place updates
-- Deliveries of lead.scored need no index: their event ID is the lead's ID.
create index deliveries_of_outcomes on leadline.deliveries (account_id, lead_id) where event = 'lead.outcome';

create table leadline.imports (
  account_id uuid not null,
  id uuid not null,
  status text not null check (status in ('uploading', 'ready', 'queued', 'running', 'finished', 'stopped', 'cancelled', 'failed')),
  file_name text not null,
  file_bytes bigint not null default 0,
  file_hash bytea, -- SHA-256; null while the file is being uploaded
  shape json,
  mapping json,
  when_full text not null default 'stop' check (when_full in ('stop', 'skip')),
  next_offset bigint not null default 0, -- everything before it has been stored or rejected
  next_line bigint not null default 1,
  rows_read integer not null default 0,
  rows_stored integer not null default 0,
  rows_refused integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id),
  unique (account_id, file_hash) -- uploading a file twice gives the same import
);

-- The uploaded file. In the database every worker can read it and it is backed up with the leads. Deleted once imported.
create table leadline.import_chunks (
  account_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references leadline.imports (account_id, id) on delete cascade
);
alter table leadline.import_chunks alter column bytes set storage external; -- compressing would cost more than it saves

create table leadline.import_refusals (
  account_id uuid not null,
  import_id uuid not null,
  line bigint not null,
  reason text not null,
  content text not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references leadline.imports (account_id, id) on delete cascade
);

-- How long an account keeps leads. Without a row they are kept until deleted.
create table leadline.retention (
  account_id uuid primary key,
  days integer not null check (days between 1 and 36500)
);

-- The audit log. Append-only, and contains no personal data.
create table leadline.audit_log (
  account_id uuid not null,
  id uuid not null,
  actor text not null, -- key_…, operator, or worker
  action text not null,
  subject text not null,
  details json not null,
  primary key (account_id, id)
);

-- A partition for imported leads that are older than the installation.
do $$
declare
  oldest date;
  partition regclass;
begin
  select min(to_date(substr(c.relname, 7), 'YYYY_MM')) into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'leadline.leads'::regclass;
  execute format('create table leadline.leads_older partition of leadline.leads for values from (minvalue) to (%L)',
    leadline.first_id_of(oldest));
  -- The worker analyzes each partition separately.
  for partition in select i.inhrelid::regclass from pg_inherits i where i.inhparent = 'leadline.leads'::regclass loop
    execute format('grant maintain on %s to leadline_worker', partition);
  end loop;
end
$$;

-- As before, but fills gaps if it was not called for months.
create or replace function leadline.make_lead_partitions(months_ahead integer) returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  select least(this_month - interval '1 month', max(to_date(substr(c.relname, 7), 'YYYY_MM')) + interval '1 month')
  into first_day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$';
  while first_day <= this_month + make_interval(months => least(months_ahead, 24)) loop
    partition := to_char(first_day, '"leads_"YYYY_MM');
    if to_regclass('leadline.' || partition) is null then
      -- Vacuum early: index-only scans, which answer filters, need the visibility map to be up to date.
      execute format('create table %I (like leads including defaults including constraints including generated) '
        'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)', partition);
      execute format('alter table leads attach partition %I for values from (%L) to (%L)', partition,
        first_id_of(first_day), first_id_of(first_day + interval '1 month'));
      execute format('grant maintain on %I to leadline_worker', partition);
      made := made + 1;
    end if;
    first_day := first_day + interval '1 month';
  end loop;
  return made;
end
$$;

-- The rank of a grade, from Spam (1) to Hot (5).
create function leadline.grade_rank(grade text) returns integer
language sql immutable parallel safe as $$
  select array_position('{Spam,Cold,Cool,Warm,Hot}'::text[], grade)
$$;

-- As before, but also queues the webhook events. Leads from an imported file are not requests: they are not deduplicated
-- or announced one by one. They may come with an outcome; otherwise `outcomes` is empty.
drop function leadline.write_leads;
create function leadline.write_leads(
  account_ids uuid[], months date[], limits integer[], lead_ids uuid[], person_ids uuid[],
  link_emails text[], link_phones text[], fingerprints uuid[], remembered_from uuid[], body_hashes uuid[],
  scores smallint[], grades text[], sources text[], emails text[], phones text[], names text[], surnames text[],
  leads_json text[], scored_json text[], outcomes text[], are_from_file boolean
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
      where not are_from_file
        and k.account_id = i.account_id and k.fingerprint = i.fingerprint and k.lead_id >= i.remembered_from
        and exists (select from leads l where l.account_id = k.account_id and l.id = k.lead_id offset 0)
      limit 1
    ) r on true
  ), judged as materialized (
    select i.*, i.known_id is null and (i.allowed is null or i.allowed >= coalesce((
        select u.leads from usage u where u.account_id = i.account_id and u.month = i.month
      ), 0) + count(*) filter (where i.known_id is null) over (
          partition by i.account_id, i.month order by i.place)) as is_accepted
    from incoming i
  ), added as materialized (
    select j.account_id, j.month, count(*)::integer as leads, max(j.allowed) as allowed
    from judged j where j.is_accepted group by j.account_id, j.month
  ), spent as (
    insert into usage as u (account_id, month, leads)
    select d.account_id, d.month, d.leads from added d
    on conflict (account_id, month) do update set leads = u.leads + excluded.leads
    returning u.account_id, u.month, u.leads
  ), crossed as (
    insert into outbox (account_id, id, kind, data)
    select s.account_id, uuidv7(), 'usage.threshold', json_build_object(
      'month', to_char(s.month, 'YYYY-MM'), 'percent', t.percent, 'used', s.leads, 'limit', d.allowed)
    from spent s
    join added d on d.account_id = s.account_id and d.month = s.month
    cross join (values (80), (100)) as t (percent)
    where s.leads * 100::bigint >= t.percent * d.allowed::bigint
      and (s.leads - d.leads) * 100::bigint < t.percent * d.allowed::bigint
      and exists (select from webhook_endpoints e
        where e.account_id = s.account_id and e.disabled_at is null and 'usage.threshold' = any (e.events))
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
    insert into leads (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored)
    select a.account_id, a.id, a.one_person_id, scores[a.place], grades[a.place], sources[a.place],
      coalesce(outcomes[a.place], 'open'), phones[a.place], leads_json[a.place]::json, scored_json[a.place]::json
    from accepted a
  ), remembered as (
    insert into requests (account_id, fingerprint, body_hash, lead_id)
    select a.account_id, a.fingerprint, a.body_hash, a.id from accepted a where not are_from_file
    on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id
  ), announced as (
    insert into outbox (account_id, id, kind)
    select a.account_id, a.id, 'lead.scored' from accepted a
    where not are_from_file and exists (select from webhook_endpoints e
      where e.account_id = a.account_id and e.disabled_at is null and 'lead.scored' = any (e.events)
        and grade_rank(e.min_grade) <= grade_rank(grades[a.place]))
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
grant create on schema leadline to leadline_writer;
alter function leadline.write_leads owner to leadline_writer;
revoke create on schema leadline from leadline_writer;
revoke execute on function leadline.write_leads from public;
grant execute on function leadline.write_leads to leadline_api, leadline_worker;
grant execute on function leadline.make_lead_partitions, leadline.forget_requests, leadline.lock_account to leadline_worker;
grant select on leadline.webhook_endpoints to leadline_writer;
grant insert on leadline.outbox to leadline_writer;

grant select, insert, update, delete on leadline.webhook_endpoints to leadline_api;
grant select, delete, update (status, attempts, next_attempt_at) on leadline.deliveries to leadline_api;
grant select, insert, delete on leadline.outbox to leadline_api;
grant select, insert, update, delete on leadline.imports to leadline_api;
grant select, insert, delete, update (import_id) on leadline.import_chunks to leadline_api;
grant select, delete on leadline.import_refusals to leadline_api;
grant select, insert, update, delete on leadline.retention to leadline_api;
grant select, insert on leadline.audit_log to leadline_api;

grant select on leadline.plans, leadline.retention to leadline_worker;
grant select (id, plan, test_of) on leadline.accounts to leadline_worker;
grant select, update (failing_since, disabled_at, disabled_reason) on leadline.webhook_endpoints to leadline_worker;
grant select, insert, delete, update (kind) on leadline.outbox to leadline_worker; -- `update` only serves to lock rows
grant select, insert, update, delete on leadline.deliveries to leadline_worker;
grant select, update, delete on leadline.imports to leadline_worker;
grant select, delete on leadline.import_chunks to leadline_worker;
grant select, insert, delete on leadline.import_refusals to leadline_worker;
grant select, delete, maintain on leadline.leads to leadline_worker;
grant select, delete, update (leads), maintain on leadline.contacts to leadline_worker;
grant select, insert on leadline.outcomes to leadline_worker;
grant select, delete on leadline.requests to leadline_worker;
grant insert on leadline.audit_log to leadline_worker;

do $$
declare
  name text;
begin
  foreach name in array '{webhook_endpoints,outbox,deliveries,imports,import_chunks,import_refusals,retention,audit_log}'::text[]
  loop
    execute format('alter table leadline.%I enable row level security', name);
    execute format('create policy own_account on leadline.%I to leadline_api using (account_id = leadline.named_account())', name);
  end loop;
  foreach name in array '{webhook_endpoints,outbox}'::text[] loop
    execute format('create policy batches_span_accounts on leadline.%I to leadline_writer using (true)', name);
  end loop;
  -- The worker serves every account; its queries filter by account where they need to.
  foreach name in array '{webhook_endpoints,outbox,deliveries,imports,import_chunks,import_refusals,retention,audit_log,leads,contacts,outcomes,requests}'::text[]
  loop
    execute format('create policy serves_every_account on leadline.%I to leadline_worker using (true)', name);
  end loop;
end
$$;
