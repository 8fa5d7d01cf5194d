-- How many leads of the named account are on each tab of the inbox, up to a bit more than 1,000. Each count has an index of
-- its own. Planning them for every partition takes three times as long as counting, so the plan is kept.
create or replace function leadline.count_tabs(
  out todo integer, out in_progress integer, out snoozed integer, out won integer, out lost integer,
  out unqualified integer, out spam integer, out "all" integer
)
language plpgsql stable security definer set search_path = leadline, pg_temp
set plan_cache_mode = force_generic_plan
-- For an average account it may look cheaper to read the table.
set enable_seqscan = off
as $$
declare
  account uuid := named_account();
begin
  select
    (select count(*) from (
      (select from leads l where l.account_id = account and is_to_do(
         'new', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
      union all
      (select from leads l where l.account_id = account and is_to_do(
         'back', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
      union all
      (select from leads l where l.account_id = account and is_to_do(
         'rescued', l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, now(), false) limit 1001)
    ) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.stage in ('contacted', 'qualified')
        and (l.snoozed_until is null or l.snoozed_until <= now()) limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.snoozed_until > now() limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'won' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'lost' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.outcome = 'open' and l.stage = 'unqualified' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account and l.grade = 'Spam' limit 1001) m),
    (select count(*) from (
      select from leads l where l.account_id = account limit 1001) m)
  into todo, in_progress, snoozed, won, lost, unqualified, spam, "all";
end
$$;
revoke execute on function leadline.count_tabs from public;
grant execute on function leadline.count_tabs to leadline_api;
