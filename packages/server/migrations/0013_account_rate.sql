-- Requests per minute of all keys and members of an account together, its test account included. `requests_per_minute`
-- still limits each key and each member.
alter table leadline.plans
  add column account_requests_per_minute integer not null default 12000
    check (account_requests_per_minute > 0);

update leadline.plans set account_requests_per_minute = 2 * requests_per_minute;
