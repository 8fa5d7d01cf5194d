-- Stores a batch of leads, from any number of accounts, in one statement: counts them toward the plan's limits, links
-- leads from the same person, and queues their search texts and their events for webhooks and watchers. Returns only the
-- leads that were not stored, because they are over a limit or duplicate a stored lead. Each fingerprint may occur only
-- once in a batch.
--
-- Storage is counted with the account's test or live account, which this batch has not locked, so a concurrent batch
-- there can exceed the limit by itself. The monthly limit is exact.
--
-- Leads graded Spam don't count toward the month's limit and can't use it up. They have a limit of their own, and the last
-- tenth of the storage is not for them, so that spam never keeps out other leads. A spam lead whose sender may not send any
-- more has a limit of 0. See docs/decisions/0050-uncounted-spam.md.
--
-- Leads from an imported file are not requests, so they are not deduplicated and don't trigger events of their own.
-- They all count, and know their import. They can have outcomes; for all other leads, `outcomes` is empty, which makes them open.
--
-- Every batch starts by locking its accounts, in order, so that batches can't deadlock. Since a statement sees
-- everything committed before it began, the statements after the lock see all earlier leads of these accounts. The
-- relay, which doesn't take that lock, adds to the storage of several accounts as well: both go in order.

-- The function belongs to leadline_writer. Only that role can replace it, which requires CREATE on the schema, and only
-- that role can grant and revoke: for anyone else, PostgreSQL just warns and changes nothing.
grant create on schema leadline to leadline_writer;
set local role leadline_writer;
create or replace function leadline.write_leads(
  account_ids uuid[], months date[], limits integer[], lead_ids uuid[], person_ids uuid[],
  link_emails text[], link_phones text[], fingerprints uuid[], remembered_from uuid[], body_hashes uuid[],
  scores smallint[], grades text[], sources text[], emails text[], phones text[], names text[], surnames text[],
  leads_json text[], scored_json text[], outcomes text[], are_from_file boolean,
  storage_limits bigint[], json_lengths integer[], of_import uuid default null
) returns table (place bigint, verdict text, known_id uuid, same_body boolean, known_scored json)
language plpgsql security definer
set search_path = leadline, pg_temp
-- Plans are cached, so they must not depend on how full the tables were at the time. Lookups go row by row, using an
-- index.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  is_plain boolean;
  people uuid[];
begin
  -- A batch of duplicates writes nothing, yet its answer must wait until the standby has the leads it refers to, and
  -- PostgreSQL waits for a standby only in a transaction that has written something.
  perform pg_logical_emit_message(true, 'leadline', '');
  perform pg_advisory_xact_lock(a.key)
  from (select distinct lock_key(account_id, 'leads') as key from unnest(account_ids) as account_id order by key) a;
  -- A cell knows all of its accounts. In the directory, one that is missing was deleted.
  if exists (select from accounts a where a.id = any (account_ids) and a.presence in ('held', 'elsewhere'))
    or exists (select from this_cell) and exists (
      select from unnest(account_ids) as i (id) where not exists (select from accounts a where a.id = i.id))
  then
    raise exception 'an account is not in this cell' using errcode = 'LL001';
  end if;

  -- Imported leads, and those whose answer was lost long ago. By this clock and under this lock, because a request
  -- that adds up a day takes the lock first, and leaves out its last 15 minutes.
  if exists (select from unnest(lead_ids) as id
    where id < first_id_of((clock_timestamp() - interval '10 minutes') at time zone 'utc'))
  then
    perform note_changed_leads(account_ids, lead_ids);
  end if;

  -- Nearly every batch is plain: no request is known, no two leads share a person (each lead's person then has the
  -- lead's own ID), and no account comes near a limit or a threshold that webhooks announce. Then all leads are stored,
  -- without a verdict for each.
  if person_ids = lead_ids then
    select (are_from_file or not exists (
        select from unnest(account_ids, fingerprints, remembered_from) as i (account_id, fingerprint, remembered_from)
        join requests k on k.account_id = i.account_id and k.fingerprint = i.fingerprint
          and k.lead_id >= i.remembered_from))
      and not exists (
        select from (
          select account_id, min(month) as month, min(allowed) as allowed, min(storage_limit) as storage_limit,
            count(*) as leads, count(*) filter (where grade = 'Spam' and not are_from_file) as spam,
            sum(lead_bytes(json_length)) as bytes, count(distinct (month, allowed, storage_limit)) as kinds
          from unnest(account_ids, months, limits, storage_limits, json_lengths, grades)
            as i (account_id, month, allowed, storage_limit, json_length, grade)
          group by account_id) d
        where d.kinds > 1 -- across the turn of a month, or while the plan changes
          or case when d.allowed is not null then coalesce((
            select d.allowed * 80::bigint <= 100 * (d.leads - d.spam + u.leads) or spam_limit_of(d.allowed) < d.spam + u.spam
            from usage u where u.account_id = d.account_id and u.month = d.month
          ), d.allowed * 80::bigint <= 100 * (d.leads - d.spam) or spam_limit_of(d.allowed) < d.spam) end
          or case when d.storage_limit is not null then
            case when d.spam = 0 then d.storage_limit else d.storage_limit / 10 * 9 end < d.bytes + (
            select coalesce(sum(s.bytes), 0) from accounts a join storage s on s.account_id = any (
              array[a.id, a.test_of, (select t.id from accounts t where t.test_of = a.id)])
            where a.id = d.account_id) end)
    into is_plain;
    if is_plain then
      select array_agg(coalesce(
          (select c.person_id from contacts c
           where c.account_id = i.account_id and c.email = i.link_email and i.link_email <> '' limit 1),
          (select c.person_id from contacts c
           where c.account_id = i.account_id and c.phone = i.link_phone and i.link_phone <> '' and c.phone <> ''
           limit 1),
          i.id) order by i.place)
      from unnest(account_ids, lead_ids, link_emails, link_phones) with ordinality
        as i (account_id, id, link_email, link_phone, place)
      into people;
      is_plain := (select count(distinct person) from unnest(people) as person) = cardinality(people);
    end if;
    if is_plain then
      insert into usage as u (account_id, month, leads, spam)
      select account_id, month, count(*) filter (where is_counted), count(*) filter (where not is_counted)
      from unnest(account_ids, months, grades) as i (account_id, month, grade)
      cross join lateral (select i.grade <> 'Spam' or are_from_file as is_counted) c
      group by account_id, month
      on conflict (account_id, month) do update set leads = u.leads + excluded.leads, spam = u.spam + excluded.spam;
      insert into storage as s (account_id, bytes, leads)
      select account_id, sum(lead_bytes(json_length)), count(*)
      from unnest(account_ids, json_lengths) as i (account_id, json_length)
      group by account_id order by account_id
      on conflict (account_id) do update set bytes = s.bytes + excluded.bytes, leads = s.leads + excluded.leads;
      insert into leads (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored, uncounted,
        import_id)
      select account_id, id, person_id, score, grade, source, coalesce(outcome, 'open'), phone, lead::json, scored::json,
        grade = 'Spam' and not are_from_file, of_import
      from unnest(account_ids, lead_ids, people, scores, grades, sources, outcomes, phones, leads_json, scored_json)
        as i (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored);
      insert into contacts as c (account_id, email, phone, name, person_id, surname)
      select * from unnest(account_ids, emails, phones, names, people, surnames)
      on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + 1;
      insert into search_queue (account_id, id) select * from unnest(account_ids, lead_ids);
      if are_from_file then
        return;
      end if;
      insert into requests (account_id, fingerprint, body_hash, lead_id)
      select * from unnest(account_ids, fingerprints, body_hashes, lead_ids)
      on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id;
      insert into outbox (account_id, id, kind)
      select i.account_id, i.id, 'lead.scored' from unnest(account_ids, lead_ids, grades) as i (account_id, id, grade)
      where exists (select from webhook_endpoints e
          where e.account_id = i.account_id and e.disabled_at is null and 'lead.scored' = any (e.events)
            and grade_rank(e.min_grade) <= grade_rank(i.grade))
        or exists (select from lead_watchers w
          where w.account_id = i.account_id and grade_rank(w.min_grade) <= grade_rank(i.grade));
      return;
    end if;
  end if;

  return query
  with incoming as (
    select i.*, r.lead_id as known_id, r.body_hash = i.body_hash as same_body,
      i.grade = 'Spam' and not are_from_file as is_spam
    from unnest(account_ids, months, limits, lead_ids, person_ids, link_emails, link_phones, fingerprints,
      remembered_from, body_hashes, storage_limits, json_lengths, grades) with ordinality
      as i (account_id, month, allowed, id, person_id, link_email, link_phone, fingerprint,
        remembered_from, body_hash, storage_limit, json_length, grade, place)
    left join lateral (
      select k.lead_id, k.body_hash
      from requests k
      where not are_from_file
        and k.account_id = i.account_id and k.fingerprint = i.fingerprint and k.lead_id >= i.remembered_from
        and exists (select from leads l where l.account_id = k.account_id and l.id = k.lead_id offset 0)
      limit 1
    ) r on true
  ), owners as materialized (
    select d.account_id, a.test_of is not null as is_test, (
        select coalesce(sum(s.bytes), 0) from storage s
        where s.account_id = any (array[d.account_id, a.test_of, (select t.id from accounts t where t.test_of = a.id)])
      ) as bytes
    from (select distinct account_id from unnest(account_ids) as account_id) d
    left join accounts a on a.id = d.account_id
  ), measured as materialized (
    select i.*, o.is_test, o.bytes as stored_bytes, coalesce(u.leads, 0) as used, coalesce(u.spam, 0) as used_spam,
      lead_bytes(i.json_length) as bytes,
      i.is_spam and i.known_id is null and i.allowed is distinct from 0 and (
        i.storage_limit is null or i.storage_limit / 10 * 9 >= o.bytes
          + sum(lead_bytes(i.json_length)) filter (where i.known_id is null) over (
              partition by i.account_id order by i.place)) as spam_fits
    from incoming i
    join owners o on o.account_id = i.account_id
    left join lateral (
      select u.leads, u.spam from usage u where u.account_id = i.account_id and u.month = i.month offset 0) u on true
  ), filtered as materialized (
    -- Spam comes first, because other leads must not lose their place to spam that isn't stored.
    select i.*, i.spam_fits and (i.allowed is null or spam_limit_of(i.allowed) >= i.used_spam
      + count(*) filter (where i.spam_fits) over (partition by i.account_id, i.month order by i.place)) as is_kept_spam
    from measured i
  ), sized as materialized (
    select i.*, not i.is_spam and i.known_id is null and (i.storage_limit is null or i.storage_limit >= i.stored_bytes
        + sum(i.bytes) filter (where i.is_kept_spam or not i.is_spam and i.known_id is null) over (
            partition by i.account_id order by i.place)) as fits
    from filtered i
  ), judged as materialized (
    select i.*, i.is_kept_spam or i.fits and (i.allowed is null or i.allowed >= i.used
      + count(*) filter (where i.fits) over (partition by i.account_id, i.month order by i.place)) as is_accepted
    from sized i
  ), added as materialized (
    select j.account_id, j.month, count(*) as stored, count(*) filter (where j.is_spam)::integer as spam,
      count(*) filter (where not j.is_spam)::integer as leads, sum(j.bytes)::bigint as bytes,
      max(j.allowed) filter (where not j.is_test) as allowed
    from judged j where j.is_accepted group by j.account_id, j.month
  ), kept as (
    insert into storage as s (account_id, bytes, leads)
    select d.account_id, sum(d.bytes), sum(d.stored) from added d group by d.account_id order by d.account_id
    on conflict (account_id) do update set bytes = s.bytes + excluded.bytes, leads = s.leads + excluded.leads
  ), spent as (
    insert into usage as u (account_id, month, leads, spam)
    select d.account_id, d.month, d.leads, d.spam from added d
    on conflict (account_id, month) do update set leads = u.leads + excluded.leads, spam = u.spam + excluded.spam
    returning u.account_id, u.month, u.leads, u.spam
  ), crossed as (
    insert into outbox (account_id, id, kind, data)
    select s.account_id, uuidv7(), 'usage.threshold', json_build_object(
      'month', to_char(s.month, 'YYYY-MM'), 'percent', t.percent, 'used', s.leads, 'limit', d.allowed,
      'spam', s.spam)
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
    insert into leads (account_id, id, person_id, score, grade, source, outcome, phone, lead, scored, uncounted,
        import_id)
    select a.account_id, a.id, a.one_person_id, scores[a.place], a.grade, sources[a.place],
      coalesce(outcomes[a.place], 'open'), phones[a.place], leads_json[a.place]::json, scored_json[a.place]::json,
      a.is_spam, of_import
    from accepted a
  ), queued as (
    insert into search_queue (account_id, id) select a.account_id, a.id from accepted a
  ), remembered as (
    insert into requests (account_id, fingerprint, body_hash, lead_id)
    select a.account_id, a.fingerprint, a.body_hash, a.id from accepted a where not are_from_file
    on conflict (account_id, fingerprint) do update set body_hash = excluded.body_hash, lead_id = excluded.lead_id
  ), announced as (
    insert into outbox (account_id, id, kind)
    select a.account_id, a.id, 'lead.scored' from accepted a
    where not are_from_file and (
      exists (select from webhook_endpoints e
        where e.account_id = a.account_id and e.disabled_at is null and 'lead.scored' = any (e.events)
          and grade_rank(e.min_grade) <= grade_rank(a.grade))
      or exists (select from lead_watchers w
        where w.account_id = a.account_id and grade_rank(w.min_grade) <= grade_rank(a.grade)))
  ), signed as (
    insert into contacts as c (account_id, email, phone, name, person_id, surname, leads)
    select a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id,
      min(surnames[a.place]), count(*)
    from accepted a
    group by a.account_id, emails[a.place], phones[a.place], names[a.place], a.one_person_id
    on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + excluded.leads
  )
  select j.place,
    case when j.known_id is not null then 'repeated' when j.is_spam then 'over spam limit'
      when j.fits then 'over limit' else 'over storage' end,
    j.known_id, j.same_body,
    (select l.scored from leads l where l.account_id = j.account_id and l.id = j.known_id)
  from judged j
  where not j.is_accepted;
end
$$;
revoke execute on function leadline.write_leads from public;
grant execute on function leadline.write_leads to leadline_api, leadline_worker;
reset role;
revoke create on schema leadline from leadline_writer;
