-- Which AI assesses an account's leads, and what the LLM has cost.

alter table leadline.accounts
  -- off: none; local: the model on this machine; llm: the operator's LLM, or the local model if that fails.
  add column ai text not null default 'local' check (ai in ('off', 'local', 'llm')),
  -- The account's monthly LLM budget; null: only the installation's budget applies.
  add column ai_monthly_dollars numeric(10, 2) check (ai_monthly_dollars >= 0);

create table leadline.ai_spending (
  account_id uuid not null,
  month date not null,
  calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  dollars numeric(16, 8) not null,
  primary key (account_id, month)
);

-- What all accounts together spent on the LLM in a month. Returns only the sum: no account may see the spending of
-- another.
create function leadline.spent_on_ai(wanted date) returns numeric
language sql stable security definer
set search_path = leadline, pg_temp
as $$
  select coalesce(sum(dollars), 0) from ai_spending where month = wanted
$$;
revoke execute on function leadline.spent_on_ai from public;

grant execute on function leadline.spent_on_ai to leadline_api;
grant select (id, plan, test_of, ai, ai_monthly_dollars) on leadline.accounts to leadline_api;
grant select, insert, update on leadline.ai_spending to leadline_api;
alter table leadline.ai_spending enable row level security;
create policy own_account on leadline.ai_spending to leadline_api using (account_id = leadline.named_account());
