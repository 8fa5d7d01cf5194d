-- Whether another cell still has something of an account that has moved or is on its way, so that the directory must not forget
-- the account yet. The directory's own copy goes with the account.
create or replace function leadline.has_copies(live_id uuid) returns boolean
language sql stable security definer set search_path = leadline, pg_temp as $$
  select exists (select from account_moves m
    where m.account_id = live_id and not (m.source = 'main' and m.step = 'verified'))
$$;
revoke execute on function leadline.has_copies from public;
grant execute on function leadline.has_copies to leadline_worker;
