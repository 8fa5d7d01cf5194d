-- The emptiest of the cells that take new accounts. Accounts added since a cell was measured count as average ones; only
-- those are counted, and only if there is a choice, so that a new account costs the same however many there are. API
-- processes measure each cell every minute, so one that they couldn't measure lately is only chosen if there is no other. The
-- directory is there, because this runs in it.
create or replace function leadline.choose_cell() returns text
language sql stable security definer set search_path = leadline, pg_temp as $$
  select c.name from cells c
  where c.is_open
  order by case when (select count(*) from cells where is_open) > 1 then
    c.address is not null and coalesce(c.measured_at, c.added_at) < now() - interval '3 minutes' end,
    case when (select count(*) from cells where is_open) > 1 then
      c.bytes + (
        (select count(*) from (
          select from accounts a
          where a.cell = c.name and a.test_of is null and a.created_at >= coalesce(c.measured_at, '-infinity')
          limit 10000
        ) added)
        + (select count(*) from account_moves m
          where m.target = c.name and m.switched_at >= coalesce(c.measured_at, '-infinity'))
      ) * greatest(c.bytes / greatest(c.accounts, 1), 65536) end,
    c.name
  limit 1
$$;
revoke execute on function leadline.choose_cell from public;
grant execute on function leadline.choose_cell to leadline_auth;
