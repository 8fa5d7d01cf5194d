-- Creates the monthly partitions of leads, from last month (in case a process's clock is behind) to `months_ahead`,
-- plus any missing ones if it wasn't called for months. Returns how many it created. Partitions are created separately
-- and then attached, because this takes no lock that would make readers or writers wait.
create or replace function leadline.make_lead_partitions(months_ahead integer) returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition text;
  created integer := 0;
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
      created := created + 1;
    end if;
    first_day := first_day + interval '1 month';
  end loop;
  return created;
end
$$;
revoke execute on function leadline.make_lead_partitions from public;
grant execute on function leadline.make_lead_partitions to leadline_api, leadline_worker;
