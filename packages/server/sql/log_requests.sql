-- Writes requests of any number of accounts to the log and deletes those too old to be listed. Returns the accounts whose
-- requests have to be written later, because their leads or people are being erased (see lock-request-log.ts), or that
-- aren't in this cell.
--
-- Skips requests whose lead has been deleted. Also skips requests rejected shortly before a person was erased, because they
-- may mention the person and weren't in the log yet when it was searched.

-- Belongs to leadline_writer; see write_leads.sql.
grant create on schema leadline to leadline_writer;
set local role leadline_writer;
create or replace function leadline.log_requests(requests json, kept integer) returns setof uuid
language plpgsql security definer
set search_path = leadline, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  free uuid[];
  to_trim uuid[];
begin
  -- Losing a few requests in a crash is fine.
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(a.account_id), '{}') into free
  from (select distinct account_id from json_to_recordset(requests) as r (account_id uuid) order by account_id offset 0) a
  where pg_try_advisory_xact_lock_shared(lock_key(a.account_id, 'requests'))
    and not exists (select from accounts x where x.id = a.account_id and x.presence in ('held', 'elsewhere'));

  insert into received (account_id, id, path, content_type, body, is_cut, status, code, error, lead_id, key_id, tool)
  select r.account_id, r.id, r.path, r.content_type, r.body, r.is_cut, r.status, r.code, r.error, r.lead_id,
    r.key_id, r.tool
  from json_to_recordset(requests) as r (account_id uuid, id uuid, path text, content_type text, body text,
    is_cut boolean, status smallint, code text, error text, lead_id uuid, key_id uuid, tool text,
    erased_since uuid)
  where r.account_id = any (free)
    and case when r.lead_id is null
      then not exists (select from audit_log a
        where a.account_id = r.account_id and a.id > r.erased_since and a.action = 'person.erased')
      else exists (select from leads l where l.account_id = r.account_id and l.id = r.lead_id)
    end;

  -- Only one process may trim an account at a time, because two that delete the same rows could deadlock.
  select coalesce(array_agg(a.account_id), '{}') into to_trim
  from (select unnest(free) as account_id offset 0) a
  where pg_try_advisory_xact_lock(lock_key(a.account_id, 'trimming'));
  delete from received r using (
    select x.account_id, x.id,
      row_number() over (partition by x.account_id, x.lead_id is null order by x.id desc) as place
    from received x where x.account_id = any (to_trim)
  ) old
  where r.account_id = old.account_id and r.id = old.id and old.place > kept;

  return query
  select distinct account_id from json_to_recordset(requests) as r (account_id uuid) where account_id <> all (free);
end
$$;
revoke execute on function leadline.log_requests from public;
grant execute on function leadline.log_requests to leadline_api;
reset role;
revoke create on schema leadline from leadline_writer;
