-- How many leads graded Spam an account may store in a month, beside the leads that its plan includes: as many, but at least
-- 1,000. See also src/accounts/quota/spam-limit.ts.
create or replace function leadline.spam_limit_of(monthly_leads integer) returns integer
language sql immutable parallel safe as $$
  select case when monthly_leads > 0 then greatest(monthly_leads, 1000) else monthly_leads end
$$;
revoke execute on function leadline.spam_limit_of from public;
grant execute on function leadline.spam_limit_of to leadline_writer;
