-- Creates the month before the oldest month of leads, unless it is before `first_month` or older leads are in the way, which
-- would have to be moved. Returns whether it did. The opposite of drop_oldest_month; only the owner calls it, before an
-- account with older leads moves to this cell.
create or replace function leadline.make_earlier_partition(first_month date) returns boolean
language plpgsql set search_path = leadline, pg_temp
set lock_timeout = '50ms'
as $$
declare
  month date;
  partition text;
begin
  perform pg_advisory_xact_lock(hashtext('leadline.make_lead_partitions'));
  select min(to_date(substr(c.relname, 7), 'YYYY_MM')) - interval '1 month' into month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'leads'::regclass and c.relname ~ '^leads_\d{4}_\d{2}$';
  if month < first_month or pg_relation_size('leads_older') > 0 then
    return false;
  end if;
  partition := to_char(month, '"leads_"YYYY_MM');
  -- With its indexes, so that there is nothing left to do under the lock.
  execute format('create table %I (like leads including defaults including constraints including generated including indexes) '
    'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)', partition);
  execute format('grant maintain on %I to leadline_worker', partition);
  lock table only leads in access exclusive mode;
  if pg_relation_size('leads_older') > 0 then
    raise lock_not_available using message = 'older leads were stored at the same time';
  end if;
  alter table leads detach partition leads_older;
  execute format('alter table leads attach partition %I for values from (%L) to (%L)', partition,
    first_id_of(month), first_id_of(month + interval '1 month'));
  execute format('alter table leads attach partition leads_older for values from (minvalue) to (%L)', first_id_of(month));
  return true;
end
$$;
revoke execute on function leadline.make_earlier_partition from public;
