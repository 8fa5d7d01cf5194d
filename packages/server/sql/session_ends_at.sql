-- When a session ends unless it is used: by the strictest limits of the accounts its user is a member of. Without an account,
-- the defaults apply, which are the most that an account can allow.
create or replace function leadline.session_ends_at(member uuid, began timestamptz, last_used timestamptz) returns timestamptz
language sql stable as $$
  select least(began + make_interval(hours => coalesce(min(a.session_max_hours), 2160)),
    last_used + make_interval(mins => coalesce(min(a.session_idle_minutes), 20160)))
  from leadline.members m join leadline.accounts a on a.id = m.account_id where m.user_id = member
$$;
revoke execute on function leadline.session_ends_at from public;
grant execute on function leadline.session_ends_at to leadline_auth;
