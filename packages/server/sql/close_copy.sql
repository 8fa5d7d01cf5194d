-- Lets the worker of a cell delete what an account has left behind there. The caller must have asked the directory whether the
-- account is due for deletion: a cell isn't told about accounts that have left.
create or replace function leadline.close_copy(live_id uuid) returns void
language sql security definer set search_path = leadline, pg_temp as $$
  update accounts a set deletion_requested_at = coalesce(a.deletion_requested_at, now()), delete_at = now()
  where live_id in (a.id, a.test_of) and a.presence in ('held', 'elsewhere') and exists (select from this_cell)
$$;
revoke execute on function leadline.close_copy from public;
grant execute on function leadline.close_copy to leadline_worker;
