-- The emptiest of the cells that take new accounts. Accounts added since a cell was measured count as average ones. API
-- processes measure each cell every minute, so one that they couldn't measure lately is only chosen if there is no other. The
-- directory is there, because this runs in it.
create or replace function leadline.choose_cell() returns text
language sql stable security definer set search_path = leadline, pg_temp as $$
  select c.name from cells c
  where c.is_open
  order by c.address is not null and coalesce(c.measured_at, c.added_at) < now() - interval '3 minutes', c.bytes + greatest(0, (select count(*) from accounts a where a.cell = c.name and a.test_of is null) - c.accounts)
    * greatest(c.bytes / greatest(c.accounts, 1), 65536), c.name
  limit 1
$$;
revoke execute on function leadline.choose_cell from public;
grant execute on function leadline.choose_cell to leadline_auth;
