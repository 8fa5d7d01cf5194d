-- Tokens that allow the first person to sign up, by hash. Printed when an API process starts without any users, and by
-- `leadline setup-token`.
create table leadline.setup_tokens (
  hash bytea primary key, -- SHA-256
  expires_at timestamptz not null,
  -- The person who signed up with it, and may take over the account that the installation started with.
  user_id uuid references leadline.users (id) on delete cascade
);
grant select, insert, update (user_id), delete on leadline.setup_tokens to leadline_auth;
