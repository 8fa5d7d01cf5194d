-- The same rows without any lookups: a hand-written statement that counts and stores, but checks neither for repeated
-- requests nor for known people. The upper bound for storing one lead at a time.
\set account random(1, :accounts)
\set number random(1, 1000000000)
with spent as (
  insert into leadline.usage as u (account_id, month, leads)
  values (md5(:account::text)::uuid, date_trunc('month', now() at time zone 'utc')::date, 1)
  on conflict (account_id, month) do update set leads = u.leads + 1 where u.leads < 2000000000
  returning u.account_id
), kept as (
  insert into leadline.storage as k (account_id, bytes, leads)
  select s.account_id, 1024 + length(:lead) + length(:scored), 1 from spent s
  on conflict (account_id) do update set bytes = k.bytes + excluded.bytes, leads = k.leads + 1
), stored as (
  insert into leadline.leads (account_id, id, person_id, score, grade, source, phone, lead, scored)
  select s.account_id, i.id, i.id, 73, 'Warm', 'google', '+1' || :number::text, :lead::json, :scored::json
  from spent s cross join (select uuidv7() as id) i
  returning account_id, id
), signed as (
  insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
  select s.account_id, :number::text || '@acme.com', '+1' || :number::text, 'ana lopez ' || :number::text, s.id, :number::text from stored s
)
insert into leadline.requests (account_id, fingerprint, body_hash, lead_id)
select s.account_id, md5(:number::text)::uuid, md5(:number::text)::uuid, s.id from stored s
on conflict do nothing;
