-- The user whose own leads the current transaction is limited to, with those that are nobody's.
create or replace function leadline.named_viewer() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('leadline.viewer', true), '')::uuid
$$;
revoke execute on function leadline.named_viewer from public;
grant execute on function leadline.named_viewer to leadline_limited;
