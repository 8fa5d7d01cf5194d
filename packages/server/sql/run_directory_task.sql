-- Does in the account's cell what the directory could only ask for.
create or replace function leadline.run_directory_task(live_id uuid, task text, details json) returns void
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  if task = 'unassign_leads' then
    perform unassign_leads(live_id, (details ->> 'user_id')::uuid, details ->> 'actor', (details ->> 'next_user_id')::uuid);
  elsif task = 'forget_alert_choices' then
    perform forget_alert_choices(live_id, (details ->> 'user_id')::uuid);
  end if;
end
$$;
revoke execute on function leadline.run_directory_task from public;
grant execute on function leadline.run_directory_task to leadline_auth;
