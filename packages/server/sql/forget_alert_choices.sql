-- Forgets what a user who has left the account wanted to be alerted about. Emails that wait are not sent, because the
-- worker only writes to members.
create or replace function leadline.forget_alert_choices(one_account_id uuid, one_user_id uuid) returns void
language plpgsql security definer set search_path = leadline, pg_temp as $$
begin
  if not leave_to_cell(one_account_id, 'forget_alert_choices', json_build_object('user_id', one_user_id)) then
    delete from alert_choices c where c.account_id = one_account_id and c.user_id = one_user_id;
  end if;
end
$$;
revoke execute on function leadline.forget_alert_choices from public;
grant execute on function leadline.forget_alert_choices to leadline_auth;
