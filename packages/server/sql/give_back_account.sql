-- Lets everybody, including the worker, use an account again whose mover has died. The caller must have made sure of that in the
-- directory.
create or replace function leadline.give_back_account(live_id uuid) returns void
language sql security definer set search_path = leadline, pg_temp as $$
  update accounts a set presence = 'here' where live_id in (a.id, a.test_of) and a.presence in ('leaving', 'held')
$$;
revoke execute on function leadline.give_back_account from public;
grant execute on function leadline.give_back_account to leadline_auth;
