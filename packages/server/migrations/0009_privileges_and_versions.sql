-- Every version of a function that was ever applied here. A process whose functions are all listed runs on a schema that is
-- as new as itself, or newer.
create table leadline.function_versions (
  name text,
  sha256 bytea,
  applied_at timestamptz not null default now(),
  primary key (name, sha256)
);
insert into leadline.function_versions (name, sha256) select name, sha256 from leadline.applied_functions;

-- So that processes can tell whether the schema is older than they are.
grant select on leadline.migrations, leadline.function_versions to leadline_api, leadline_worker;

-- West of UTC, spending on the LLM was recorded under the last day of the month before.
insert into leadline.ai_spending as s (account_id, month, calls, input_tokens, output_tokens, dollars)
select account_id, month + 1, calls, input_tokens, output_tokens, dollars
from leadline.ai_spending where extract(day from month) <> 1
on conflict (account_id, month) do update set calls = s.calls + excluded.calls,
  input_tokens = s.input_tokens + excluded.input_tokens,
  output_tokens = s.output_tokens + excluded.output_tokens,
  dollars = s.dollars + excluded.dollars;
delete from leadline.ai_spending where extract(day from month) <> 1;
