-- The version of the settings that scores the leads of an account and of its test account; 0 are the defaults. Called
-- with every key and session that is looked up, before it is known which account they belong to.
create or replace function leadline.live_settings_version(live_account uuid) returns integer
language sql stable security definer set search_path = leadline, pg_temp as $$
  select coalesce((
    select v.version from settings_versions v where v.account_id = live_account order by v.version desc limit 1
  ), 0)
$$;
revoke execute on function leadline.live_settings_version from public;
grant execute on function leadline.live_settings_version to leadline_api, leadline_limited, leadline_auth, leadline_worker;
