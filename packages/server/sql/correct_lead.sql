-- Replaces how to reach the person behind a lead, and its score if one is given and the lead is open. Says whether the score
-- was replaced, and what the lead takes more than before. A lead that wasn't counted stays Spam, as in rescore_leads. The
-- caller holds the account's lock and has removed the old contact.

-- Belongs to leadline_writer; see write_leads.sql.
grant create on schema leadline to leadline_writer;
set local role leadline_writer;
create or replace function leadline.correct_lead(
  one_lead_id uuid, lead_json text, new_phone text, new_score smallint, new_grade text, scored_json text,
  contact_email text, contact_name text, contact_surname text
) returns table (is_rescored boolean, added_bytes integer)
language plpgsql security definer
set search_path = leadline, pg_temp
as $$
declare
  account uuid := named_account();
  person uuid;
  replaces_score boolean;
begin
  select l.person_id, scored_json is not null and l.outcome = 'open' and (not l.uncounted or new_grade = 'Spam')
  from leads l where l.account_id = account and l.id = one_lead_id
  into person, replaces_score;
  insert into contacts as c (account_id, email, phone, name, person_id, surname)
  values (account, contact_email, new_phone, contact_name, person, contact_surname)
  on conflict (account_id, email, phone, name, person_id) do update set leads = c.leads + 1;
  insert into search_queue (account_id, id) values (account, one_lead_id) on conflict do nothing;
  if replaces_score then
    perform note_changed_leads(array[account], array[one_lead_id]);
  end if;
  return query
  update leads l set lead = lead_json::json, phone = new_phone, revision = l.revision + 1,
    score = case when replaces_score then new_score else l.score end,
    grade = case when replaces_score then new_grade else l.grade end,
    scored = case when replaces_score then scored_json::json else l.scored end
  where l.account_id = account and l.id = one_lead_id
  returning replaces_score, octet_length(new.lead::text) + octet_length(new.scored::text)
    - octet_length(old.lead::text) - octet_length(old.scored::text);
end
$$;
revoke execute on function leadline.correct_lead from public;
grant execute on function leadline.correct_lead to leadline_api;
reset role;
revoke create on schema leadline from leadline_writer;
