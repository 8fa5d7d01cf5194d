-- Drops the oldest month of leads if it is over and empty, and returns whether it did. leads_older then reaches up to the
-- next month, so that leads of the dropped month can still be imported; this is only possible while it is empty, too. A
-- file of 0 bytes has no rows, and vacuum shortens the files of a month without leads to that, so nothing has to be read
-- under the lock.
create or replace function leadline.drop_oldest_month() returns boolean
language plpgsql security definer set search_path = leadline, pg_temp
-- While this waits for a lock, everything that uses leads waits behind it, and a batch of new leads gives up after 100 ms.
-- DETACH CONCURRENTLY would lock less, but can't run in a function, and only the owner can run it.
set lock_timeout = '50ms'
as $$
declare
  last_month date := date_trunc('month', now() at time zone 'utc') - interval '1 month';
  oldest name;
  next_month date;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  -- Not the partitions: autovacuum may be busy with one of them.
  lock table only leads in access exclusive mode;
  select m.name, m.next_month into oldest, next_month
  from (
    select c.relname as name, pg_relation_size(c.oid) as bytes, to_date(substr(c.relname, 7), 'YYYY_MM') as month,
      lead(to_date(substr(c.relname, 7), 'YYYY_MM')) over (order by c.relname) as next_month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$'
    order by c.relname limit 1
  ) m
  where m.bytes = 0 and m.month < last_month and pg_relation_size('leads_older') = 0;
  if not found then
    return false;
  end if;
  execute format('alter table leads detach partition %I', oldest);
  execute format('drop table %I', oldest);
  alter table leads detach partition leads_older;
  execute format('alter table leads attach partition leads_older for values from (minvalue) to (%L)',
    first_id_of(next_month));
  return true;
end
$$;
revoke execute on function leadline.drop_oldest_month from public;
grant execute on function leadline.drop_oldest_month to leadline_worker;
