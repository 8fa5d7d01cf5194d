-- Adds an account with its test account, in the database that takes new accounts. Returns false if none does.
create or replace function leadline.add_account(account_id uuid, test_account_id uuid, email text, plan text)
returns boolean
language sql volatile set search_path = leadline, pg_temp as $$
  with added as (
    insert into accounts (id, email, plan, test_of, cell, presence)
    select a.id, add_account.email, a.plan, a.test_of, c.cell,
      case c.cell when 'main' then 'here' else 'elsewhere' end
    from (select choose_cell() as cell) c
    cross join (values (account_id, add_account.plan, null), (test_account_id, 'test', account_id)) a (id, plan, test_of)
    where c.cell is not null
    returning id
  )
  select exists (select from added)
$$;
revoke execute on function leadline.add_account from public;
grant execute on function leadline.add_account to leadline_auth;
