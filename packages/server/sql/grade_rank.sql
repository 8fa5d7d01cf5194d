-- The rank of a grade, from Spam (1) to Hot (5).
create or replace function leadline.grade_rank(grade text) returns integer
language sql immutable parallel safe as $$
  select array_position('{Spam,Cold,Cool,Warm,Hot}'::text[], grade)
$$;
revoke execute on function leadline.grade_rank from public;
grant execute on function leadline.grade_rank to leadline_worker, leadline_writer;
