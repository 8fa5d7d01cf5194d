-- The total that all accounts spent on the LLM in a month. Returns only the sum, because accounts must not see what
-- others spend.
create or replace function leadline.spent_on_ai(wanted date) returns numeric
language sql stable security definer
set search_path = leadline, pg_temp
as $$
  select coalesce(sum(dollars), 0) from ai_spending where month = wanted
$$;
revoke execute on function leadline.spent_on_ai from public;
grant execute on function leadline.spent_on_ai to leadline_api;
