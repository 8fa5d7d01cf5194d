-- The version of the model that scores the leads of an account and of its test account; 0: rules alone. Called with every
-- key and session that is looked up, like live_settings_version.
create or replace function leadline.live_model_version(live_account uuid) returns integer
language sql stable security definer set search_path = leadline, pg_temp as $$
  select coalesce((
    select case when v.mode = 'off' or v.trained_id is null then 0 else v.version end
    from model_versions v where v.account_id = live_account order by v.version desc limit 1
  ), 0)
$$;
revoke execute on function leadline.live_model_version from public;
grant execute on function leadline.live_model_version to leadline_api, leadline_limited, leadline_auth, leadline_worker;
