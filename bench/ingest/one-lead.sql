-- Leadline's own statement with one lead at a time: what write_leads costs without group commit.
\set account random(1, :accounts)
\set number random(1, 1000000000)
select * from leadline.write_leads(
  array[md5(:account::text)::uuid], array[date_trunc('month', now() at time zone 'utc')::date], array[null::integer],
  array[uuidv7()], array[uuidv7()], array[:number::text || '@acme.com'], array['+1' || :number::text], array[md5(:number::text)::uuid], array[uuidv7(interval '-5 minutes')],
  array[md5(:number::text)::uuid], array[73::smallint], array['Warm'], array['google'],
  array[:number::text || '@acme.com'], array['+1' || :number::text], array['ana lopez ' || :number::text], array[:number::text],
  array[:lead::text], array[:scored::text], array[]::text[], false,
  array[null::bigint], array[length(:lead::text) + length(:scored::text)]);
