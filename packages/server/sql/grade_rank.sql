-- The rank of a grade, from Spam (1) to Hot (5).
create or replace function leadline.grade_rank(grade text) returns integer
language sql immutable parallel safe as $$
  select array_position('{Spam,Cold,Cool,Warm,Hot}'::text[], grade)
$$;
