-- The sites of an account: their pages may read the answers of its intake URLs, and forms may redirect to them.
alter table leadline.accounts add column allowed_origins text[] not null default '{}'
  check (cardinality(allowed_origins) <= 20);

grant update (allowed_origins) on leadline.accounts to leadline_auth;
-- Read together with a key, before the account is known.
grant select (allowed_origins) on leadline.accounts to leadline_api;
