-- Lets everybody use an account again that was held: because it has arrived, or because its move was put off. The caller
-- must have made sure of that in the directory.
create or replace function leadline.unfreeze_account(live_id uuid) returns void
language sql security definer set search_path = leadline, pg_temp as $$
  update accounts a set presence = 'here' where live_id in (a.id, a.test_of) and a.presence = 'held'
$$;
revoke execute on function leadline.unfreeze_account from public;
grant execute on function leadline.unfreeze_account to leadline_auth;
