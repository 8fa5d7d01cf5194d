-- Whether a member of an account only sees their own leads and those that are nobody's.
create or replace function leadline.is_limited(account uuid, one_user_id uuid) returns boolean
language sql stable security definer set search_path = leadline, pg_temp as $$
  select exists (
    select from accounts a join members m on m.account_id = a.id
    where a.id = account and a.rep_leads = 'own' and m.user_id = one_user_id and m.role = 'rep')
$$;
revoke execute on function leadline.is_limited from public;
grant execute on function leadline.is_limited to leadline_api, leadline_worker;
