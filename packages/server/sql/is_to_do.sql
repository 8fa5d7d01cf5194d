-- Whether a lead is to do at a moment. There are three ways, each with an index of its own, and no lead is to do in two of
-- them: "new"; "back", whose snooze has ended, whatever its stage but new; and "rescued", which was graded Spam although a person says
-- that it isn't. Other spam is only to do for those who ask for certain grades, so for any of them.
--
-- The planner has to put the conditions into the query, or it would use none of the indexes. So this is one expression of
-- immutable parts, and the way and `any_grade` are constants wherever it is used.
--
-- Few leads are back, and the index of snoozed ones finds them. If the planner knew their stage, it would read the whole index
-- of leads in progress: hence `|| ''`.
create or replace function leadline.is_to_do(
  way text, outcome text, stage text, grade text, not_spam boolean, snoozed_until timestamptz, at timestamptz,
  any_grade boolean
) returns boolean
language sql immutable parallel safe as $$
  select case way
    when 'new' then outcome = 'open' and stage = 'new' and (any_grade or grade <> 'Spam')
      and (snoozed_until is null or snoozed_until <= at)
    when 'back' then outcome = 'open' and stage || '' <> 'new' and (any_grade or grade <> 'Spam')
      and snoozed_until <= at
    when 'rescued' then outcome = 'open' and grade = 'Spam' and not_spam
      and (stage = 'new' or snoozed_until is not null) and (snoozed_until is null or snoozed_until <= at)
  end
$$;
revoke execute on function leadline.is_to_do from public;
grant execute on function leadline.is_to_do to leadline_api, leadline_limited, leadline_worker;
