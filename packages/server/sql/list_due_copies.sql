-- The accounts due for deletion that have left a copy behind in this cell. Its worker deletes the copy. One whose replication may
-- still be running has to wait for the owner of the database; see clean-copies.ts.
create or replace function leadline.list_due_copies(one_cell text) returns setof uuid
language sql stable security definer set search_path = leadline, pg_temp as $$
  select m.account_id from account_moves m join accounts a on a.id = m.account_id
  where m.source = one_cell and m.source <> 'main' and m.step = 'verified' and a.delete_at <= now()
$$;
revoke execute on function leadline.list_due_copies from public;
grant execute on function leadline.list_due_copies to leadline_worker;
