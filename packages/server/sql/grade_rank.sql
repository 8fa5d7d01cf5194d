-- The place of a grade in their order, worst first.
create or replace function leadline.grade_rank(grade text) returns integer
language sql immutable parallel safe as $$
  select array_position('{Spam,Cold,Cool,Warm,Hot}'::text[], grade)
$$;
