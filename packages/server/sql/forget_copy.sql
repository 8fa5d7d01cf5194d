-- Notes in the directory that a cell has deleted what an account had left behind there.
create or replace function leadline.forget_copy(live_id uuid, one_cell text) returns void
language sql security definer set search_path = leadline, pg_temp as $$
  delete from account_moves m using accounts a
  where m.account_id = live_id and m.source = one_cell and m.step = 'verified' and a.id = live_id and a.delete_at <= now()
$$;
revoke execute on function leadline.forget_copy from public;
grant execute on function leadline.forget_copy to leadline_worker;
