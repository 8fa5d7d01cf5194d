-- Deletes up to 20,000 expired idempotency records and returns how many it deleted. Only one process can run it at a
-- time; for any others it returns 0. Leaves accounts alone that live in another cell: as long as their rows are replicated, that
-- cell would lose the records of requests it has just accepted.
create or replace function leadline.forget_requests() returns integer
language plpgsql security definer set search_path = leadline, pg_temp as $$
declare
  deleted integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('leadline.forget_requests')) then
    return 0;
  end if;
  delete from requests where ctid = any (array(
    select r.ctid from requests r
    where r.lead_id < first_id_of((now() - interval '25 hours') at time zone 'utc')
      and not exists (select from accounts a where a.id = r.account_id and a.presence in ('held', 'elsewhere'))
    limit 20000));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function leadline.forget_requests from public;
grant execute on function leadline.forget_requests to leadline_api, leadline_worker;
